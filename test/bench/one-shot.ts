/**
Measures one-shot commands as complete processes, in medians beside `node -e 0`: an RCON command through a service on
loopback, and to an own server, without and with a running local service. The games answer immediately, so that only the
program is measured.
*/
import {execFile, spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {openRconServer} from '../../src/demo/rcon/server.ts';
import {quantile} from './quantile.ts';
import {rowOf, type Row} from './row.ts';

const execute = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const bundle = [process.execPath, path.join(root, 'dist/rcondeck.mjs')] as const;
const executable = [path.join(root, 'dist/rcondeck')] as const;
const rounds = 21;
const answer = 'hostname: bench\nplayers : 0 humans, 0 bots (24 max)';

/** A service with one server, which answers immediately. */
async function service(): Promise<{url: string; close: () => void}> {
	const list = JSON.stringify([{id: 'a', displayName: 'bench', nodeId: 'n', state: 'ONLINE'}]);
	const server = createServer((request: IncomingMessage, response: ServerResponse) => {
		const {pathname} = new URL(request.url ?? '', 'http://service');
		const json = (text: string) => response.setHeader('Content-Type', 'application/json').end(text);
		if (pathname === '/team/my') return void json('{"id": "team", "permissions": []}');
		if (!pathname.endsWith('/rcon')) return void json(list);
		const packet = {serverId: 'a', command: {command: 'status', response: answer, timestamp: Date.now()}};
		request.resume().on('end', () => json(JSON.stringify(packet)));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	// A listening server has an address with a port.
	const {port} = server.address() as AddressInfo;
	return {url: `http://127.0.0.1:${port}`, close: () => void server.close()};
}

type Way = {what: string; most?: number; command: readonly string[]; env: NodeJS.ProcessEnv; times: number[]};

/** The median of each way, ms, in alternating runs. The first round writes the code caches, and does not count. */
async function measure(ways: readonly Way[]): Promise<void> {
	for (let round = -1; round < rounds; round++)
		for (const {
			command: [file = '', ...args],
			env,
			times,
		} of ways) {
			const startedAt = performance.now();
			const {stdout} = await execute(file, args, {env});
			if (args[1] !== '0' && !stdout.includes('hostname')) throw new Error(`${file} said "${stdout}"`);
			if (round >= 0) times.push(performance.now() - startedAt);
		}
}

export async function run(): Promise<readonly Row[]> {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-bench-'));
	const {url, close} = await service();
	const game = await openRconServer({password: 'pw', answer: () => answer});
	const env = {PATH: process.env['PATH'], HOME: folder};
	const remote = {...env, RCONDECK_URL: url, RCONDECK_TOKEN: 'token'};
	const own = {...env, RCONDECK_STATE_DIR: path.join(folder, 'own')};
	const command = ['rcon', 'bench', '--', 'status'];
	const ownCommand = ['--profile', 'local', ...command];
	const bare: Way = {what: '', command: [process.execPath, '-e', '0'], env, times: []};
	const way = (what: string, most: number, command: readonly string[], env: NodeJS.ProcessEnv): Way => ({
		what,
		most,
		command,
		env,
		times: [],
	});
	const apart = [
		bare,
		way('One command', 4.5, [...bundle, ...command], remote),
		way('One command, executable', 4.5, [...executable, ...command], remote),
		way('One command to an own server, without a running service', 8, [...bundle, ...ownCommand], own),
	];
	const beside = [
		way('One command to an own server, with a running service', 4.5, [...bundle, ...ownCommand], own),
	];
	try {
		const password = path.join(folder, 'password');
		writeFileSync(password, 'pw', {mode: 0o600});
		const [file, program] = bundle;
		const added = ['--game', 'minecraft', '--rcon', `127.0.0.1:${game.port}`, '--password-file', password];
		await execute(file, [program, 'add', 'bench', ...added, '--no-check', '--yes'], {env: own});
		await measure(apart);
		const running = spawn(file, [program, 'serve', '--port', '0', '--log-level', 'error'], {
			env: own,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		for await (const text of running.stdout.setEncoding('utf8').iterator({destroyOnReturn: false}))
			if (String(text).includes('Ctrl-C')) break;
		running.stdout.resume();
		await measure(beside);
		running.kill();
	} finally {
		close();
		await game.close();
		rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
	}
	const node = quantile(bare.times, 0.5);
	return [...apart.slice(1), ...beside].map(({what, most, times}) => {
		const median = quantile(times, 0.5);
		return rowOf(`${what}, relative to \`node -e 0\``, median / node, {
			unit: '×',
			most,
			detail: `${median.toFixed(0)} ms`,
		});
	});
}
