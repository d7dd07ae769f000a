import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {OwnSettings} from '../../../src/contract/models/own-server.ts';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import {ConsoleError} from '../../../src/service/console/console-error.ts';
import {createObserver} from '../../../src/service/own/observer.ts';
import {consoleOnly} from '../../../src/service/power/console-only.ts';
import {openInput, writeInput} from '../../../src/service/power/process-group.ts';
import {follow} from '../../client/feed/follow.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {reservePort} from '../../../src/demo/games/game-server.ts';
import {openOwnService} from './open-own.ts';
import {waitFor} from '../../helpers/wait-for.ts';

function aFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'stdio-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
}

/** A game that reads commands from its input and prints answers. */
const script = `
echo "Server started"
while IFS= read -r line; do
	case "$line" in
		quit) echo "bye"; exit 0;;
		silent) ;;
		hostile) printf 'a\\000b \\033[2J \\377\\n';;
			*) echo "did $line";;
	esac
done
echo "input ended"
`;

const settingsOf = (directory: string, more: Partial<OwnSettings> = {}): OwnSettings => ({
	console: {kind: 'stdio'},
	power: {kind: 'process', command: ['/bin/sh', '-c', script], directory},
	probeCommand: 'list',
	stopCommand: 'quit',
	stopMs: 3000,
	readyMs: 5000,
	...more,
});

async function aService(data?: string) {
	const own = await openOwnService({...(data !== undefined && {data})});
	const {service} = own;
	const feed = follow('ws://service/websocket', {
		teamId: service.teamId,
		credentials: {kind: 'token', token: new Secret(service.credentials.token)},
		openSocket: (_url, {headers}) => service.openSocket(headers),
	});
	await feed.is('live');
	const outputs = () => feed.events().flatMap(event => (event.kind === 'output' ? [event.output] : []));
	const prints = (text: string | RegExp) =>
		waitFor(() =>
			expect(
				outputs()
					.flatMap(({lines}) => lines.map(line => line.text))
					.join('\n'),
			).toMatch(text),
		);
	return {...own, outputs, prints};
}

test('a process without another console is used by its input and output, and stopped by its command', async () => {
	const {add, becomes, rcon, act, prints, outputs, service} = await aService();
	const id = await add(settingsOf(aFolder()), {start: true});
	await becomes(id, 'RUNNING');
	await prints('Server started');
	expect(await rcon(id, 'status')).toEqual({status: 200, response: 'did status'});
	expect(await rcon(id, 'silent')).toEqual({status: 200, response: ''});
	await act(id, 'stop');
	await becomes(id, 'STOPPED');
	expect(service.log(id).join('\n')).toContain('ended with exit code 0');
	expect(outputs().flatMap(({lines}) => lines.map(({text}) => text))).not.toContain('did status');
	expect(await rcon(id, 'status')).toMatchObject({status: 409});
});

test('the console works again when the service has restarted, and the input never ends', async () => {
	const data = path.join(aFolder(), 'service.db');
	const first = await aService(data);
	const id = await first.add(settingsOf(aFolder()), {start: true});
	await first.becomes(id, 'RUNNING');
	const pid = first.service.context.store.servers.get(id)?.process?.pid;
	const since = (await first.shows(id)).body['stateSince'];
	expect(await first.rcon(id, 'one')).toMatchObject({response: 'did one'});
	await first.service.close();
	const second = await aService(data);
	await second.becomes(id, 'RUNNING');
	expect(second.service.context.store.servers.get(id)?.process?.pid).toBe(pid);
	// It is the same process, so it has been up since then.
	await waitFor(async () => expect((await second.shows(id)).body).toMatchObject({stateSince: since}));
	expect(await second.rcon(id, 'two')).toMatchObject({response: 'did two'});
	expect(second.service.log(id).join('\n')).not.toContain('input ended');
	const input = path.join(path.dirname(data), 'logs', `${id}.in`);
	expect(statSync(input).isFIFO()).toBe(true);
	expect(statSync(input).mode & 0o777).toBe(0o600);
});

test('hostile output is bounded, and its text is printed', async () => {
	const {add, becomes, rcon, outputs, prints} = await aService();
	const hostile = `head -c 300000 /dev/zero | tr '\\0' 'y'; echo; ${script}`;
	const power = {kind: 'process' as const, command: ['/bin/sh', '-c', hostile], directory: aFolder()};
	const id = await add(settingsOf(aFolder(), {power}), {start: true});
	await becomes(id, 'RUNNING');
	await prints('yyy');
	const {response} = await rcon(id, 'hostile');
	expect(String(response)).toContain('ab \u001b[2J ÿ');
	const lengths = outputs().flatMap(({lines}) => lines.map(({text}) => text.length));
	expect(Math.max(...lengths)).toBe(1001);
});

test('neither startup output nor silence counts as an answer', async () => {
	let answer = '';
	const stray: string[] = [];
	const clock = manualClock();
	const observer = createObserver({
		console: {
			send: async () => answer,
			retry: () => {},
			state: () => ({kind: 'open'}),
			close: () => {},
		},
		onNoAnswer: text => stray.push(text),
		onProbe: () => {},
		hasReader: true,
		query: undefined,
		power: {...consoleOnly, status: async () => ({kind: 'running'})},
		hasPower: true,
		commands: {probe: 'list', say: undefined, save: undefined, stop: undefined, backup: undefined},
		readPlayers: text => (text === 'There are 3' ? {players: 3, isExact: true} : undefined),
		readyMs: 60_000,
		clock,
	});
	const observed = async (text: string) => {
		answer = text;
		await clock.advance(15_000);
		return (await observer.observe(new AbortController().signal)).state;
	};
	expect(await observed('')).toBe('UNKNOWN');
	observer.expect('starting');
	expect(await observed('Loading')).toBe('INITIALIZING');
	expect(await observed('There are 3')).toBe('ONLINE');
	expect(await observed('Joe joined')).toBe('ONLINE');
	expect(stray).toEqual(['', 'Loading']);
});

test('the player count is dropped as soon as the list cannot be read or the query falls silent', async () => {
	const clock = manualClock();
	let [answer, isQueried] = ['There are 0', false];
	const observer = createObserver({
		console: {
			send: async () => answer,
			state: () => ({kind: 'open'}),
			close: () => {},
			retry: () => {},
		},
		onProbe: () => {},
		hasReader: true,
		query: async () => {
			if (!isQueried) throw new ConsoleError('timeout', 'silent');
			return {players: 5, maxPlayers: 10, map: 'x'};
		},
		power: consoleOnly,
		hasPower: false,
		commands: {probe: 'list', say: undefined, save: undefined, stop: undefined, backup: undefined},
		readPlayers: text =>
			/^There are (\d)/.exec(text) ? {players: Number(text.slice(-1)), isExact: true} : undefined,
		readyMs: 10_000,
		clock,
	});
	const observed = async (text: string, withQuery = false) => {
		[answer, isQueried] = [text, withQuery];
		await clock.advance(15_000);
		await observer.observe(new AbortController().signal);
		return observer.facts();
	};
	const [maxPlayers, map] = [undefined, undefined];
	expect(await observed('There are 0')).toEqual({players: 0, maxPlayers, map});
	expect(await observed('Unknown command')).toEqual({players: undefined, maxPlayers, map});
	expect(await observed('There are 3', true)).toEqual({players: 5, maxPlayers: 10, map: 'x'});
	expect(await observed('Unknown command')).toEqual({players: undefined, maxPlayers, map});
});

test('the players of a game are read from its log', async () => {
	const {add, becomes, shows} = await aService();
	const minecraft =
		'echo Loading; while read -r line; do echo "[12:00:00] [Server thread/INFO]: There are 2 of a max of 20 players online: a, b"; done';
	const power = {kind: 'process' as const, command: ['/bin/sh', '-c', minecraft], directory: aFolder()};
	const id = await add(settingsOf(aFolder(), {power}), {start: true, gameType: 'MINECRAFT'});
	await becomes(id, 'RUNNING');
	expect((await shows(id)).body).toMatchObject({onlinePlayers: 2});
});

test('a process with a console over the network prints its output too', async () => {
	const {add, prints, outputs} = await aService();
	const console = {kind: 'source' as const, host: '127.0.0.1', port: 1};
	await add(settingsOf(aFolder(), {console}), {start: true});
	await prints('Server started');
	expect(outputs()[0]?.lines[0]).toEqual({kind: 'output', text: 'Server started'});
});

test('the console of a process is refused without a process', async () => {
	const {post} = await aService();
	const settings = settingsOf(aFolder(), {power: {kind: 'none'}});
	expect(await post('/own-server/add', {displayName: 'x', gameType: 'OTHER', settings})).toMatchObject({
		status: 400,
	});
});

test('nothing is written to an input that nobody has open, that is full, or that is not a FIFO', async () => {
	const file = path.join(aFolder(), 'in');
	const refused = {reason: 'refused'};
	const write = (text: string) => {
		try {
			writeInput(file, text);
			return 'written';
		} catch (error) {
			return error;
		}
	};
	expect(write('x\n')).toMatchObject(refused);
	execFileSync('mkfifo', [file]);
	expect(write('x\n')).toMatchObject(refused);
	const descriptor = openInput(file);
	expect(descriptor).toBeGreaterThan(0);
	expect(write('x\n')).toBe('written');
	expect(write('x'.repeat(5000))).toMatchObject({reason: 'unsendable'});
	let written = 0;
	while (write('y'.repeat(4096)) === 'written') written++;
	expect(written).toBeLessThan(1000);
	expect(write('y'.repeat(4096))).toMatchObject(refused);
	rmSync(file);
	writeFileSync(file, '');
	expect(write('x\n')).toMatchObject(refused);
	expect(statSync(file).size).toBe(0);
});

test('the log of a probe command is not streamed, and that of a command from an admin is', async () => {
	const {add, becomes, rcon, outputs, prints} = await aService();
	const [directory, port] = [aFolder(), await reservePort()];
	const [server, log] = [path.join(import.meta.dirname, 'console-server.ts'), path.join(directory, 'log')];
	const word = path.join(directory, 'word');
	writeFileSync(word, 'secret', {mode: 0o600});
	const id = await add(
		settingsOf(directory, {
			console: {kind: 'source', host: '127.0.0.1', port, password: {file: word}},
			power: {kind: 'process', command: [process.execPath, server, String(port), 'secret', log], directory},
		}),
		{start: true},
	);
	await becomes(id, 'RUNNING');
	expect(await rcon(id, 'hello')).toEqual({status: 200, response: ''});
	await prints('rcon from "127.0.0.1:50000": command "hello"');
	expect(readFileSync(log, 'utf8')).toContain('command list');
	expect(JSON.stringify(outputs())).not.toContain(String.raw`command \"list`);
});
