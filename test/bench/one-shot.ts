/**
Measures one-shot commands as complete processes, in medians: an RCON command compared with other clients (npm's
rcon-client; rconclt and mcrcon if installed), `curl` with the same request, and `node -e 0`. The games answer
immediately, so that only the client is measured. Then a command to 200 servers, each on its own node, that take between
50 ms and 2 s, compared with the slowest of them.
*/
import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {openRconServer} from '../../src/demo/rcon/server.ts';
import {findProgram} from './find-program.ts';
import {quantile} from './quantile.ts';
import {rowOf, type Row} from './row.ts';

const execute = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const tui = path.join(root, 'dist/rcondeck.mjs');
const executable = path.join(root, 'dist/rcondeck');
const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-bench-'));
const rounds = 21;
const answer = 'hostname: bench\nplayers : 0 humans, 0 bots (24 max)';

type Game = {id: string; displayName: string; nodeId: string; state: string; latencyMs: number};

/** A service with these servers; each answers after its delay. */
async function service(games: readonly Game[]): Promise<{url: string; close: () => void}> {
	const byId = new Map(games.map(game => [game.id, game]));
	const list = JSON.stringify(games.map(game => ({...game, latencyMs: undefined})));
	const server = createServer((request: IncomingMessage, response: ServerResponse) => {
		const {pathname} = new URL(request.url ?? '', 'http://service');
		const json = (text: string) => response.setHeader('Content-Type', 'application/json').end(text);
		if (pathname === '/team/my') return void json('{"id": "team", "permissions": []}');
		const game = byId.get(/^\/server\/([^/]+)\/rcon$/.exec(pathname)?.[1] ?? '');
		if (!game) return void json(list);
		const packet = {serverId: game.id, command: {command: 'status', response: answer, timestamp: Date.now()}};
		request.resume().on('end', () => setTimeout(() => json(JSON.stringify(packet)), game.latencyMs));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	// A listening server has an address with a port.
	const {port} = server.address() as AddressInfo;
	return {url: `http://127.0.0.1:${port}`, close: () => void server.close()};
}

const clean = {PATH: process.env['PATH'], HOME: folder};
const environmentFor = (url: string) => ({
	...clean,
	RCONDECK_URL: url,
	RCONDECK_TOKEN: 'token',
	RCONDECK_STATE_DIR: path.join(folder, 'state'),
	RCONDECK_CONFIG_DIR: path.join(folder, 'config'),
});

type Way = {file: string; args: string[]; env?: Record<string, string | undefined>};
/** `install`: how to get a program that may be missing. */
type Client = Omit<Way, 'file'> & {name: string; file: string | undefined; install?: string; most?: number};

async function measureCommand({file, args, env = clean}: Way): Promise<number> {
	const startedAt = performance.now();
	const {stdout} = await execute(file, args, {env});
	if (args[1] !== '0' && !stdout.includes('hostname')) throw new Error(`${file} said "${stdout}"`);
	return performance.now() - startedAt;
}

async function oneCommand(): Promise<Row[]> {
	const games = [{id: 'a', displayName: 'bench', nodeId: 'n', state: 'ONLINE', latencyMs: 0}];
	const {url, close} = await service(games);
	const rcon = await openRconServer({password: 'pw', answer: () => answer});
	const client = `const {Rcon} = require(${JSON.stringify(path.join(root, 'node_modules/rcon-client'))});
		Rcon.connect({host: '127.0.0.1', port: ${rcon.port}, password: 'pw'})
			.then(async rcon => { console.log(await rcon.send('status')); await rcon.end(); });`;
	const config = path.join(folder, 'rconclt');
	writeFileSync(config, `[x]\nhost=127.0.0.1\nport=${rcon.port}\npasswd=pw\n`);
	const body = ['-H', 'Content-Type: application/json', '-d', '{"command": "status"}'];
	const clients: Client[] = [
		{name: 'node -e 0', file: process.execPath, args: ['-e', '0']},
		{
			name: 'rcondeck',
			file: process.execPath,
			args: [tui, 'rcon', 'bench', '--', 'status'],
			env: environmentFor(url),
			most: 2.2,
		},
		{
			name: 'rcondeck, executable',
			file: executable,
			args: ['rcon', 'bench', '--', 'status'],
			env: environmentFor(url),
			most: 2.2,
		},
		{name: 'rcon-client of npm', file: process.execPath, args: ['-e', client]},
		{
			name: 'curl',
			file: findProgram('curl'),
			args: ['-s', ...body, `${url}/server/a/rcon?await=true`],
			install: 'apt-get install curl',
		},
		{
			name: 'rconclt',
			file: findProgram('rconclt'),
			args: ['-c', config, 'x', 'status'],
			install: 'apt-get install rcon',
		},
		{
			name: 'mcrcon',
			file: findProgram('mcrcon'),
			args: ['-H', '127.0.0.1', '-P', String(rcon.port), '-p', 'pw', 'status'],
			install: 'not in Debian 12; build github.com/Tiiffi/mcrcon',
		},
		{
			name: 'gorcon',
			file: findProgram('rcon'),
			args: ['-a', `127.0.0.1:${rcon.port}`, '-p', 'pw', 'status'],
			install: 'not in Debian 12; build github.com/gorcon/rcon-cli',
		},
	];
	const times = clients.map(() => [] as number[]);
	// The first round writes the code cache for the others, and does not count.
	for (let round = -1; round < rounds; round++) {
		for (const [index, {file, ...way}] of clients.entries()) {
			if (file === undefined) continue;
			const took = await measureCommand({...way, file});
			if (round >= 0) times[index]?.push(took);
		}
	}
	await rcon.close();
	close();
	const bare = quantile(times[0] ?? [], 0.5);
	return clients.slice(1).map(({name, file, install = '', most}, index): Row => {
		const what = `One command with ${name}, relative to \`node -e 0\``;
		if (file === undefined) return {what, figure: `not installed: ${install}`};
		const median = quantile(times[index + 1] ?? [], 0.5);
		return rowOf(what, median / bare, {
			unit: '×',
			detail: `${median.toFixed(0)} ms`,
			most,
		});
	});
}

async function fanOut(): Promise<Row> {
	const slowest = 2000;
	const games = Array.from({length: 200}, (_, index) => ({
		id: `s${index}`,
		displayName: `bench-${index}`,
		nodeId: `n${index}`,
		state: 'ONLINE',
		latencyMs: 50 + Math.round(((slowest - 50) * ((index * 37) % 200)) / 199),
	}));
	const {url, close} = await service(games);
	const args = [tui, 'rcon', '--all', '--yes', '--group', '--', 'status'];
	const way = {file: process.execPath, args, env: environmentFor(url)};
	const times = [await measureCommand(way), await measureCommand(way), await measureCommand(way)];
	close();
	return rowOf(
		'One command to 200 servers that take 50 ms to 2 s, relative to the slowest',
		quantile(times, 0.5) / slowest,
		{unit: '×'},
	);
}

export async function run(): Promise<readonly Row[]> {
	try {
		return [...(await oneCommand()), await fanOut()];
	} finally {
		rmSync(folder, {recursive: true});
	}
}
