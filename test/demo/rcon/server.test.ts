import {connect, type Socket} from 'node:net';
import {afterEach, expect, test} from 'vitest';
import {runRcon} from '../../service/console/source/run-rcon.ts';
import {createDecoder, encodePacket} from '../../../src/service/console/source-packet.ts';
import {openRconServer, type RconServer} from '../../../src/demo/rcon/server.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

const password = 'secret';
let server: RconServer | undefined;
afterEach(async () => server?.close());

test('there is exactly one login reply, and the type-0 packet is mirrored after the response', async () => {
	server = await openRconServer({password, answer: command => `did ${command}`});
	const bytes = [encodePacket(4, 3, password), encodePacket(5, 2, 'it'), encodePacket(6, 0)];
	expect(await exchange(server.port, [Buffer.concat(bytes)])).toEqual([
		[4, 2, ''],
		[5, 0, 'did it'],
		[6, 0, ''],
	]);
});

test('the bytes of a client may be split anywhere', async () => {
	server = await openRconServer({password, answer: command => `did ${command}`});
	const bytes = Buffer.concat([
		encodePacket(4, 3, password),
		encodePacket(5, 2, 'größer'),
		encodePacket(6, 0),
	]);
	for (let at = 1; at < bytes.length; at++) {
		const got = await exchange(server.port, [bytes.subarray(0, at), bytes.subarray(at)]);
		expect(got.map(([id, , body]) => `${id} ${body}`)).toEqual(['4 ', '5 did größer', '6 ']);
	}
});

test('no packet of a long response has more than 4,086 bytes of body, and no character is split', async () => {
	const long = '恐竜, '.repeat(3000);
	server = await openRconServer({password, answer: () => long});
	const got = await exchange(server.port, [encodePacket(1, 3, password), encodePacket(2, 2, 'x')]);
	const bodies = got.slice(1).map(([, , body]) => body);
	expect(bodies.length).toBeGreaterThan(5);
	for (const body of bodies) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4086);
	expect(bodies.join('')).toBe(long);
});

test('disconnects a client that runs a command before logging in', async () => {
	const heard: string[] = [];
	server = await openRconServer({password, answer: command => String(heard.push(command))});
	expect(await exchange(server.port, [encodePacket(9, 2, 'quit')])).toEqual([[-1, 2, '']]);
	expect(await exchange(server.port, [encodePacket(9, 3, 'guess'), encodePacket(10, 2, 'quit')])).toEqual([
		[-1, 2, ''],
		[-1, 2, ''],
	]);
	expect(heard).toEqual([]);
});

test('hangs up on packets larger than RCON allows', async () => {
	server = await openRconServer({password, answer: () => ''});
	expect(await exchange(server.port, [encodePacket(1, 3, 'x'.repeat(5000))])).toEqual([]);
	expect(await exchange(server.port, [Buffer.from('GET / HTTP/1.1\r\n\r\n')])).toEqual([]);
});

test('serves many clients at once', async () => {
	server = await openRconServer({password, answer: async command => command.repeat(3)});
	const {port} = server;
	const commands = Array.from({length: 60}, (_, index) => `c${index};`);
	const answers = await Promise.all(commands.map(command => runRcon({port, password, command})));
	expect(answers).toEqual(commands.map(command => command.repeat(3)));
});

test('a slow game is slow on the injected clock', async () => {
	const clock = manualClock();
	let asked = () => {};
	const wasAsked = new Promise<void>(resolve => void (asked = resolve));
	const waiting = {...clock, after: (ms: number, task: () => void) => (asked(), clock.after(ms, task))};
	server = await openRconServer({
		password,
		answer: () => 'at last',
		quirks: {slowMs: 60_000},
		clock: waiting,
	});
	const answer = runRcon({port: server.port, password, command: 'x'});
	await wasAsked;
	await clock.advance(60_000);
	expect(await answer).toBe('at last');
});

test('a crash closes the port and is reported', async () => {
	let crashes = 0;
	const quirks = {crash: {every: 2, answer: 'none'}} as const;
	server = await openRconServer({password, answer: () => 'alive', quirks, onCrash: () => void crashes++});
	const {port} = server;
	expect(await runRcon({port, password, command: 'x'})).toBe('alive');
	await expect(runRcon({port, password, command: 'x'})).rejects.toMatchObject({reason: 'dropped'});
	await expect(runRcon({port, password, command: 'x'})).rejects.toMatchObject({reason: 'refused'});
	expect(crashes).toBe(1);
});

test('a game that fails to respond closes only that connection', async () => {
	server = await openRconServer({
		password,
		answer: command => (command === 'bad' ? Promise.reject(new Error('broken')) : 'ok'),
	});
	const {port} = server;
	await expect(runRcon({port, password, command: 'bad'})).rejects.toMatchObject({reason: 'dropped'});
	expect(await runRcon({port, password, command: 'good'})).toBe('ok');
});

test('reports a port that is taken', async () => {
	server = await openRconServer({password, answer: () => ''});
	await expect(openRconServer({password, answer: () => '', port: server.port})).rejects.toThrow(/EADDRINUSE/);
});

/** Sends the chunks one after another, closes its half, and reads until the server has closed its own. */
async function exchange(port: number, chunks: Buffer[]): Promise<[id: number, type: number, body: string][]> {
	const got: [number, number, string][] = [];
	const decoder = createDecoder(({id, type, body}) => got.push([id, type, body.toString('utf8')]));
	const socket: Socket = connect({port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true});
	socket.on('data', chunk => decoder.push(chunk));
	socket.on('error', () => {});
	for (const chunk of chunks) {
		await new Promise<void>(resolve => void socket.write(chunk, () => resolve()));
		await new Promise(resolve => setImmediate(resolve));
	}
	socket.end();
	await new Promise(resolve => socket.once('close', resolve));
	return got;
}
