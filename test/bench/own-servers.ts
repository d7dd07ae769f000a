/**
Measures the service with real servers: the CPU and the memory of a service that keeps 200 consoles open and asks each
every 5 s; and the time of an RCON command from Enter in the TUI to its answer on screen, compared with a direct client
on the same game, near and 20 ms away. Games, service and TUI are processes of their own.
*/
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {connect, createServer, type AddressInfo, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {performance} from 'node:perf_hooks';
import {setTimeout as pause} from 'node:timers/promises';
import {
	createDecoder,
	encodePacket,
	packetTypes,
	type Packet,
} from '../../src/service/console/source/packet.ts';
import {systemClock} from '../../src/lib/clock.ts';
import {openService} from '../../src/service/index.ts';
import {listen} from '../../src/service/listen.ts';
import {openPtyTui} from '../pty/pty-tui.ts';
import {openSourceServer, sourceGames} from '../service/console/servers/source-server.ts';
import {quantile} from './quantile.ts';
import {rowOf, type Row, type Run} from './row.ts';

const [role, ...words] = process.argv.slice(2);
const password = 'bench';
const consoles = 200;
const awayMs = 20;
const rounds = 60;
const answer = 'There are 3 of a max of 20 players online: Ada, Bob, Cleo';

/** Starts this file in another role and returns the first line that it prints, as JSON. */
async function play<Line>(...args: string[]): Promise<{child: ChildProcess; line: Line}> {
	const child = spawn(process.execPath, [import.meta.filename, ...args], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const [bytes] = (await once(child.stdout, 'data')) as [Buffer];
	// The line is written by this file.
	return {child, line: JSON.parse(bytes.toString()) as Line};
}

/** Forwards to a port and delays each direction by half of `awayMs`. */
async function openDistance(port: number): Promise<number> {
	const delay = (from: Socket, to: Socket) => {
		from.on('data', bytes => void setTimeout(() => to.writable && to.write(bytes), awayMs / 2));
		from.on('close', () => setTimeout(() => to.destroy(), awayMs / 2)).on('error', () => {});
	};
	const server = createServer({noDelay: true}, near => {
		const far = connect({port, host: '127.0.0.1', noDelay: true});
		delay(near, far);
		delay(far, near);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port; // A listening TCP server has an address with a port.
}

/** Role: the games. Prints their ports, and the port of the first one as seen from far away. */
async function runGames(): Promise<void> {
	const games = await Promise.all(
		Array.from({length: consoles}, () =>
			openSourceServer({password, answer: command => `${answer} ${command}`}, sourceGames.minecraft),
		),
	);
	const ports = games.map(({port}) => port);
	console.log(JSON.stringify({ports, far: await openDistance(ports[0] ?? 0)}));
}

/** Role: the service. Prints how to reach it, and what it has cost whenever it is asked. */
async function runService(folder: string, ports: readonly number[]): Promise<void> {
	const service = await openService({
		clock: systemClock,
		data: path.join(folder, 'service.db'),
		env: {RCON_PASSWORD: password},
		onBug: bug => console.error(bug),
	});
	const listening = await listen(service, {port: 0});
	for (const [index, port] of ports.entries()) {
		const response = await service.fetch(
			new Request('http://service/own-server/add', {
				method: 'POST',
				headers: {'Application-Token': service.credentials.token},
				body: JSON.stringify({
					displayName: `game-${index}`,
					gameType: 'MINECRAFT',
					settings: {
						console: {kind: 'source', host: '127.0.0.1', port, password: {env: 'RCON_PASSWORD'}},
						power: {kind: 'none'},
						stopMs: 60_000,
						readyMs: 60_000,
					},
				}),
			}),
		);
		if (!response.ok) throw new Error(await response.text());
	}
	console.log(JSON.stringify({...listening, token: service.credentials.token}));
	process.stdin.on('data', () => {
		const states = service.context.store.servers.all().filter(({state}) => state === 'ONLINE').length;
		const {user, system} = process.cpuUsage();
		console.log(
			JSON.stringify({cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss(), states}),
		);
	});
}

type Cost = {cpuMs: number; residentBytes: number; states: number};

async function costOf({stdin, stdout}: ChildProcess): Promise<Cost> {
	stdin?.write('\n');
	const [bytes] = (await once(stdout ?? process.stdin, 'data')) as [Buffer];
	return JSON.parse(bytes.toString()) as Cost; // written by `runService`
}

async function median(work: () => Promise<void>, prepare = async () => {}): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) {
		await prepare();
		const startedAt = performance.now();
		await work();
		times.push(performance.now() - startedAt);
	}
	return quantile(times, 0.5);
}

/** A client without any care, like mcrcon: the first packet after a command is its answer. */
async function openDirect(
	port: number,
): Promise<{send: (command: string) => Promise<void>; close: () => void}> {
	const socket = connect({port, host: '127.0.0.1', noDelay: true});
	let hear = (_packet: Packet) => {};
	const decoder = createDecoder(packet => hear(packet));
	socket.on('data', bytes => decoder.push(bytes));
	const exchange = (type: number, text: string, awaited: number) =>
		new Promise<void>(resolve => {
			hear = packet => void (packet.type === awaited && resolve());
			socket.write(encodePacket(1, type, text));
		});
	await once(socket, 'connect');
	await exchange(packetTypes.login, password, packetTypes.loginReply);
	return {
		send: command => exchange(packetTypes.command, command, packetTypes.answer),
		close: () => socket.destroy(),
	};
}

type Reached = {url: string; feedUrl: string; token: string};

/** Measures ways to one game, in medians. */
async function roundTrips(
	where: string,
	port: number,
	{url, feedUrl, token}: Reached,
	name: string,
): Promise<Row[]> {
	const direct = await median(async () => {
		const client = await openDirect(port);
		await client.send('list');
		client.close();
	});
	const client = await openDirect(port);
	const kept = await median(() => client.send('list'));
	client.close();
	const headers = {'Application-Token': token, 'Content-Type': 'application/json'};
	const servers = (await (await fetch(`${url}/server/by-team/team-local`, {headers})).json()) as {
		id: string;
		displayName: string;
	}[];
	const id = servers.find(({displayName}) => displayName === name)?.id ?? '';
	const rest = await median(async () => {
		const response = await fetch(`${url}/server/${id}/rcon?await=true&timeoutMs=5000`, {
			method: 'POST',
			headers,
			body: JSON.stringify({command: 'list'}),
		});
		if (!(await response.text()).includes('Ada')) throw new Error('The game did not answer.');
	});
	const ends: (() => Promise<void>)[] = [];
	const tui = await openPtyTui({
		columns: 120,
		rows: 40,
		env: {RCONDECK_URL: url, RCONDECK_FEED_URL: feedUrl, RCONDECK_TOKEN: token},
		atEnd: end => void ends.push(end),
	});
	await tui.sees('feed LIVE');
	tui.write('/');
	tui.write(name);
	await pause(800);
	tui.write('\r');
	// Not before the filter is closed: an Enter with text after it in one read is a paste.
	await tui.until('closed filter', () => !tui.screen().includes('Esc Clear'));
	await tui.sees(`CONSOLE ${name} `);
	tui.write('i');
	await pause(800);
	let number = 0;
	const screen = await median(
		async () => {
			tui.write('\r');
			await tui.sees(`Cleo say-${number}.`);
		},
		async () => {
			tui.write(`say-${++number}.`);
			await tui.sees(`rcon> say-${number}.`);
			await pause(50);
		},
	);
	for (const end of ends) await end();
	const relative = (what: string, ms: number) =>
		rowOf(`${what} to a game ${where}, relative to a client like mcrcon`, ms / direct, {
			unit: '×',
			detail: `${ms.toFixed(1)} and ${direct.toFixed(1)} ms`,
		});
	return [
		relative('Command on a kept connection', kept),
		relative('Command through the REST interface', rest),
		relative('Enter in the TUI to the answer on screen,', screen),
	];
}

export const run: Run = async ({seconds = 10}) => {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-bench-'));
	writeFileSync(path.join(folder, 'password'), password, {mode: 0o600});
	const games = await play<{ports: number[]; far: number}>('games');
	const {ports, far} = games.line;
	const service = await play<Reached>('service', folder, ...[ports[0], far, ...ports.slice(1)].map(String));
	try {
		await pause(15_000);
		const before = await costOf(service.child);
		await pause(seconds * 1000);
		const after = await costOf(service.child);
		const share = (after.cpuMs - before.cpuMs) / seconds / 10;
		const all = `${consoles + 1} own consoles, each probed every 5 s`;
		return [
			rowOf(`CPU of a service with ${all}`, share, {
				unit: '% of a core',
				detail: `${after.states} of ${consoles + 1} answer`,
			}),
			rowOf(`Resident memory of a service with ${all}`, after.residentBytes / 1e6, {unit: 'MB'}),
			...(await roundTrips('on this machine', ports[0] ?? 0, service.line, 'game-0')),
			...(await roundTrips(`${awayMs} ms away`, far, service.line, 'game-1')),
		];
	} finally {
		service.child.kill();
		games.child.kill();
		rmSync(folder, {recursive: true, force: true});
	}
};

if (role === 'games') await runGames();
if (role === 'service') await runService(words[0] ?? '', words.slice(1).map(Number));
