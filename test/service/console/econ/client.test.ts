import {expect, test, vi} from 'vitest';
import {runEcon, type EconCommand} from '../../../../src/service/console/econ/client.ts';
import {aConsole, password, type Console} from './a-console.ts';

const run = ({port}: Console, command: string, more: Partial<EconCommand> = {}) =>
	runEcon({port, password, command, ...more});

test('the response is the lines before our marker', async () => {
	const console = await aConsole({answer: () => ['[12:00:00][Console]: Value: größer', 'and 日本']});
	expect(await run(console, 'sv_name')).toBe('[12:00:00][Console]: Value: größer\nand 日本');
	expect(console.typed).toEqual(['sv_name', expect.stringMatching(/^echo end-/)]);
});

test('a command without output has an empty response at once', async () => {
	const console = await aConsole({answer: () => []});
	expect(await run(console, 'sv_name x', {quietMs: 60_000})).toBe('');
});

test('bytes that are split anywhere produce the same lines', async () => {
	const console = await aConsole({answer: () => ['日本', 'größer'], cutEvery: 1});
	expect(await run(console, 'status')).toBe('日本\ngrößer');
});

test('a console without an echo command shows the marker in its error message, which ends the response', async () => {
	const console = await aConsole({
		echoes: false,
		answer: command => (command === 'status' ? ['fine'] : [`No such command: ${command}.`]),
	});
	expect(await run(console, 'status', {quietMs: 60_000})).toBe('fine');
});

test('the response of a console that never shows the marker ends when it falls silent', async () => {
	const console = await aConsole({echoes: false, answer: command => (command === 'status' ? ['fine'] : [])});
	expect(await run(console, 'status', {quietMs: 100})).toBe('fine');
});

test('our side hangs up, so that the port is free for a restart', async () => {
	const console = await aConsole();
	await run(console, 'status');
	await vi.waitFor(() => expect(console.closedBy).toEqual(['client']));
	await expect(run(console, 'status', {password: 'guess'})).rejects.toMatchObject({reason: 'wrong-password'});
	await vi.waitFor(() => expect(console.closedBy).toEqual(['client', 'client']));
});

test('a console that disconnects during a response is a drop, with the partial response', async () => {
	const console = await aConsole({
		answer: (_command, socket) => {
			socket.write('Closing con\n');
			socket.end();
			return [];
		},
	});
	const failure = run(console, 'shutdown');
	await expect(failure).rejects.toMatchObject({reason: 'dropped', partial: 'Closing con'});
});

test('a console that accepts the connection and sends nothing is a timeout, not an empty response', async () => {
	const console = await aConsole({mute: true});
	await expect(run(console, 'status', {timeoutMs: 50})).rejects.toMatchObject({reason: 'timeout'});
});

test('a port without a listener refuses the connection', async () => {
	const console = await aConsole();
	const {port} = console;
	await expect(runEcon({port: port === 1 ? 2 : 1, password, command: 'x'})).rejects.toMatchObject({
		reason: 'refused',
	});
});

test('rejects two lines in one command before sending anything', async () => {
	const console = await aConsole();
	await expect(run(console, 'say hi\nshutdown')).rejects.toMatchObject({reason: 'malformed'});
	expect(console.sockets).toEqual([]);
});

test('canceling rejects with its reason', async () => {
	const console = await aConsole({mute: true});
	const giveUp = new AbortController();
	const answer = run(console, 'status', {signal: giveUp.signal});
	await vi.waitFor(() => expect(console.sockets).toHaveLength(1));
	giveUp.abort(new Error('enough'));
	await expect(answer).rejects.toThrow('enough');
});

test('a full console hangs up on the login, and nothing was sent', async () => {
	const console = await aConsole({full: true});
	await expect(run(console, 'shutdown')).rejects.toMatchObject({reason: 'refused'});
	expect(console.typed).toEqual([]);
});
