import {createServer, type Socket} from 'node:net';
import type {AddressInfo} from 'node:net';
import {afterEach, describe, expect, test} from 'vitest';
import {openRcon, runRcon} from '../../../src/sandbox/rcon/client.ts';
import type {RconQuirks} from '../../../src/sandbox/rcon/quirks.ts';
import {openRconServer, type RconServerOptions} from '../../../src/sandbox/rcon/server.ts';

const password = 'öpen sesame';
const long = Array.from({length: 700}, (_, row) => `${row}. プレイヤー ${row}, der Große 🦖`).join('\n');
const open: {close: () => Promise<unknown>}[] = [];
afterEach(async () => {
	await Promise.all(open.splice(0).map(server => server.close()));
});

test('an answer comes as the game sent it', async () => {
	const {port, heard} = await aServer();
	expect(await runRcon({port, password, command: 'say grüße'})).toBe('you said say grüße');
	expect(heard).toEqual(['say grüße']);
});

test('an empty answer is an answer', async () => {
	const {port} = await aServer();
	expect(await runRcon({port, password, command: 'nothing'})).toBe('');
});

const quirks: Record<string, RconQuirks> = {
	none: {},
	'marker ignored': {marker: 'ignored'},
	'marker drops the connection': {marker: 'drops-connection'},
	'an empty reply first': {doubleReply: 'empty-first'},
	'an empty reply last': {doubleReply: 'empty-last'},
	'an empty reply first, marker ignored': {doubleReply: 'empty-first', marker: 'ignored'},
	'an empty reply first, marker drops the connection': {
		doubleReply: 'empty-first',
		marker: 'drops-connection',
	},
	'answers of type 2': {answersAsType2: true},
	'one huge packet': {unsplit: true},
	'one huge packet, marker ignored': {unsplit: true, marker: 'ignored'},
	'characters cut in two': {splitsCharacters: true, marker: 'ignored'},
	'an empty packet before the login reply': {emptyBeforeLogin: true},
	'cut every 7 bytes': {cutEvery: 7},
	'cut every 1,000 bytes, marker drops the connection': {cutEvery: 1000, marker: 'drops-connection'},
	slow: {slowMs: 60},
	'not ready at first': {notReady: {ms: 60, meanwhile: 'waits'}},
};

describe.each(Object.entries(quirks))('with %s', (_name, quirks) => {
	test('short, long and empty answers are whole, and each command is sent once', async () => {
		const {port, heard} = await aServer({quirks});
		expect(await runRcon({port, password, command: 'short'})).toBe('you said short');
		expect(await runRcon({port, password, command: 'long'})).toBe(long);
		expect(await runRcon({port, password, command: 'nothing'})).toBe('');
		expect(heard).toEqual(['short', 'long', 'nothing']);
	});
});

test('many commands share one connection, in their order', async () => {
	for (const quirks of [
		{},
		{doubleReply: 'empty-last'},
		{marker: 'ignored', answersAsType2: true},
	] as const) {
		const {port, heard} = await aServer({quirks});
		const connection = await openRcon({port, password, patience: {shortMs: 20}});
		const answers = ['a', 'b', 'long', 'c'].map(command => connection.run(command));
		expect(await Promise.all(answers)).toEqual(['you said a', 'you said b', long, 'you said c']);
		expect(heard).toEqual(['a', 'b', 'long', 'c']);
		connection.close();
	}
});

test('a late answer is not taken for the answer to the next command', async () => {
	let release = () => {};
	const {port} = await aServer({
		answer: command =>
			command === 'late' ? new Promise<string>(resolve => void (release = () => resolve('LATE'))) : command,
	});
	const connection = await openRcon({port, password});
	await expect(connection.run('late', {timeoutMs: 30})).rejects.toMatchObject({reason: 'timeout'});
	release();
	expect(await connection.run('next')).toBe('next');
	connection.close();
	await expect(connection.run('after')).rejects.toMatchObject({reason: 'dropped'});
});

test('nobody there is refused', async () => {
	const {port, close} = await openRconServer({password, answer: () => ''});
	await close();
	await expect(runRcon({port, password, command: 'x'})).rejects.toMatchObject({reason: 'refused'});
});

test('a wrong password is told from other failures, whether the game says so or hangs up', async () => {
	for (const quirks of [{}, {wrongPassword: 'closes'}, {emptyBeforeLogin: true}] as const) {
		const {port, heard} = await aServer({quirks});
		const answer = runRcon({port, password: 'wrong', command: 'x'});
		await expect(answer).rejects.toMatchObject({reason: 'wrong-password'});
		expect(heard).toEqual([]);
	}
});

test('a game that is not ready resets the connection, and nothing is sent', async () => {
	const {port, heard} = await aServer({quirks: {notReady: {ms: 60_000, meanwhile: 'resets'}}});
	await expect(runRcon({port, password, command: 'x'})).rejects.toMatchObject({
		reason: expect.stringMatching(/dropped|refused/),
	});
	expect(heard).toEqual([]);
});

test('a game that is not ready and lets us wait is a timeout', async () => {
	const {port} = await aServer({quirks: {notReady: {ms: 60_000, meanwhile: 'waits'}}});
	await expect(runRcon({port, password, command: 'x', timeoutMs: 40})).rejects.toMatchObject({
		reason: 'timeout',
	});
});

test('a game that never answers is a timeout', async () => {
	const {port} = await aServer({quirks: {hangs: true}});
	await expect(runRcon({port, password, command: 'x', timeoutMs: 40})).rejects.toMatchObject({
		reason: 'timeout',
	});
});

test('a crash before the answer is a drop, and the command is not sent again', async () => {
	const {port, heard} = await aServer({quirks: {dropEvery: 2}});
	expect(await runRcon({port, password, command: 'one'})).toBe('you said one');
	await expect(runRcon({port, password, command: 'two'})).rejects.toMatchObject({
		reason: 'dropped',
		partial: undefined,
	});
	expect(await runRcon({port, password, command: 'three'})).toBe('you said three');
	expect(heard).toEqual(['one', 'two', 'three']);
});

test('a crash in the middle of an answer is a drop that keeps what came', async () => {
	const {port, heard} = await aServer({quirks: {crash: {every: 1, answer: 'half'}}});
	const failure: unknown = await runRcon({port, password, command: 'long'}).catch((error: unknown) => error);
	expect(failure).toMatchObject({reason: 'dropped'});
	const partial = failure instanceof Error && 'partial' in failure ? failure.partial : '';
	expect(long.startsWith(String(partial ?? ''))).toBe(true);
	expect(heard).toEqual(['long']);
});

test('something else than RCON is malformed', async () => {
	const port = await listen(socket => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
	await expect(runRcon({port, password, command: 'x'})).rejects.toMatchObject({reason: 'malformed'});
});

test('a command that cannot be carried is not sent', async () => {
	const {port, heard} = await aServer();
	for (const command of ['x'.repeat(4087), 'nul \0 inside']) {
		await expect(runRcon({port, password, command})).rejects.toMatchObject({reason: 'malformed'});
	}
	expect(heard).toEqual([]);
	expect(await runRcon({port, password, command: 'x'.repeat(4086)})).toContain('xxx');
});

test('giving up ends the wait at once, with the reason given', async () => {
	const {port} = await aServer({quirks: {hangs: true}});
	const stop = new AbortController();
	const answer = runRcon({port, password, command: 'x', signal: stop.signal});
	const reason = new Error('the admin left');
	setImmediate(() => stop.abort(reason));
	await expect(answer).rejects.toBe(reason);
	await expect(runRcon({port, password, command: 'x', signal: stop.signal})).rejects.toBe(reason);
});

async function aServer(options: Partial<RconServerOptions> = {}) {
	const heard: string[] = [];
	const server = await openRconServer({
		password,
		...options,
		answer: command => {
			heard.push(command);
			if (options.answer) return options.answer(command);
			return {long, nothing: ''}[command] ?? `you said ${command}`;
		},
	});
	open.push(server);
	return {...server, heard};
}

async function listen(greet: (socket: Socket) => void): Promise<number> {
	const sockets: Socket[] = [];
	const server = createServer(socket => {
		sockets.push(socket);
		socket.on('error', () => {});
		greet(socket);
	});
	await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
	open.push({
		close: () =>
			new Promise(resolve => {
				for (const socket of sockets) socket.destroy();
				server.close(resolve);
			}),
	});
	return (server.address() as AddressInfo).port;
}
