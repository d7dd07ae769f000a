import {afterEach, expect, test} from 'vitest';
import {runRcon} from './run-rcon.ts';
import {openRconServer} from '../../../../src/demo/rcon/server.ts';
import {aServer, closeServers, listen, long, password} from '../../../demo/rcon/some-servers.ts';

afterEach(closeServers);

test('a port without a listener is refused', async () => {
	const {port, close} = await openRconServer({password, answer: () => ''});
	await close();
	await expect(runRcon({port, password, command: 'x'})).rejects.toMatchObject({reason: 'refused'});
});

test('distinguishes a wrong password from other failures, whether the game reports it or hangs up', async () => {
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
		reason: 'wrong-password',
		isUnclear: true,
	});
	expect(heard).toEqual([]);
});

test('a game that is not ready and stays silent is a timeout', async () => {
	const {port} = await aServer({quirks: {notReady: {ms: 60_000, meanwhile: 'waits'}}});
	await expect(runRcon({port, password, command: 'x', timeoutMs: 40})).rejects.toMatchObject({
		reason: 'refused',
		cause: {reason: 'timeout'},
	});
});

test('a game that never responds is a timeout', async () => {
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

test('a crash during an answer is a drop that keeps the partial answer', async () => {
	const {port, heard} = await aServer({quirks: {crash: {every: 1, answer: 'half'}}});
	const failure: unknown = await runRcon({port, password, command: 'long'}).catch((error: unknown) => error);
	expect(failure).toMatchObject({reason: 'dropped'});
	const partial = failure instanceof Error && 'partial' in failure ? failure.partial : '';
	expect(long.startsWith(String(partial ?? ''))).toBe(true);
	expect(heard).toEqual(['long']);
});

test('a protocol other than RCON is malformed', async () => {
	const port = await listen(socket => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
	await expect(runRcon({port, password, command: 'x'})).rejects.toMatchObject({
		reason: 'refused',
		cause: {reason: 'malformed'},
	});
});

test('does not send a command that RCON cannot carry', async () => {
	const {port, heard} = await aServer();
	for (const command of ['x'.repeat(4087), 'nul \0 inside']) {
		await expect(runRcon({port, password, command})).rejects.toMatchObject({reason: 'unsendable'});
	}
	expect(heard).toEqual([]);
	expect(await runRcon({port, password, command: 'x'.repeat(4086)})).toContain('xxx');
});

test('canceling ends the wait at once with its reason', async () => {
	const {port} = await aServer({quirks: {hangs: true}});
	const stop = new AbortController();
	const answer = runRcon({port, password, command: 'x', signal: stop.signal});
	const reason = new Error('the admin left');
	setImmediate(() => stop.abort(reason));
	await expect(answer).rejects.toBe(reason);
	await expect(runRcon({port, password, command: 'x', signal: stop.signal})).rejects.toBe(reason);
});
