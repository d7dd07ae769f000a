import {createServer, type AddressInfo, type Socket} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {ConsoleError} from '../../../src/service/console/console-error.ts';
import {queryMinecraft} from '../../../src/service/query/minecraft.ts';
import {waitFor} from '../../helpers/wait-for.ts';

const patience = {timeoutMs: 3000};

/** A game that calls `answer` once it has read the handshake and the request. */
async function aGame(answer: (socket: Socket) => void) {
	const asked: Buffer[] = [];
	const server = createServer(socket => {
		socket.on('error', () => {});
		let all = Buffer.alloc(0);
		socket.on('data', chunk => {
			all = Buffer.concat([all, chunk]);
			asked.splice(0, 1, all);
			if (all.subarray(-2).equals(Buffer.of(1, 0))) answer(socket);
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const close = () => new Promise<void>(resolve => server.close(() => resolve()));
	onTestFinished(() => void server.close());
	return {host: '127.0.0.1', port: (server.address() as AddressInfo).port, asked, close};
}

function varint(value: number): Buffer {
	const bytes: number[] = [];
	let rest = value;
	for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
	return Buffer.from([...bytes, rest]);
}

function statusPacket(text: string, claimed = Buffer.byteLength(text)): Buffer {
	const body = Buffer.concat([Buffer.of(0), varint(claimed), Buffer.from(text)]);
	return Buffer.concat([varint(body.length), body]);
}

const status = {
	version: {name: '1.21.4', protocol: 769},
	players: {max: 20, online: 3, sample: [{name: 'Joe', id: 'x'}]},
	description: {text: '§aGrüße ', extra: [{text: 'und'}, ' mehr', {text: '', extra: ['\n§l!']}]},
	favicon: 'x'.repeat(40_000),
};

test('reads name and players, and says how it was reached', async () => {
	const game = await aGame(socket => socket.end(statusPacket(JSON.stringify(status))));
	expect(await queryMinecraft(game)(patience)).toEqual({
		name: 'Grüße und mehr !',
		map: undefined,
		players: 3,
		maxPlayers: 20,
	});
	const port = Buffer.alloc(2);
	port.writeUInt16BE(game.port);
	const handshake = Buffer.concat([
		Buffer.of(0, 0xff, 0xff, 0xff, 0xff, 0x0f, 9),
		Buffer.from('127.0.0.1'),
		port,
		Buffer.of(1),
	]);
	expect(game.asked).toEqual([Buffer.concat([Buffer.of(handshake.length), handshake, Buffer.of(1, 0)])]);
});

test('the answer may come byte by byte', async () => {
	const text = JSON.stringify({...status, favicon: ''});
	const game = await aGame(socket => {
		socket.setNoDelay(true);
		let sent = Promise.resolve();
		for (const byte of statusPacket(text)) {
			sent = sent.then(
				() => new Promise(resolve => setImmediate(() => resolve(void socket.write(Buffer.of(byte))))),
			);
		}
	});
	expect(await queryMinecraft(game)(patience)).toMatchObject({players: 3});
});

test('a game that hides its players has an unknown number', async () => {
	const game = await aGame(socket => socket.end(statusPacket('{"description": "A server"}')));
	expect(await queryMinecraft(game)(patience)).toEqual({
		name: 'A server',
		map: undefined,
		players: undefined,
		maxPlayers: undefined,
	});
});

test('a maximum below zero is unknown', async () => {
	const game = await aGame(socket =>
		socket.end(statusPacket('{"description": "", "players": {"online": 1, "max": -1}}')),
	);
	expect(await queryMinecraft(game)(patience)).toMatchObject({players: 1, maxPlayers: undefined});
});

test('a closed port and a closed connection are refused, and silence is a timeout', async () => {
	const silent = await aGame(() => {});
	await expect(queryMinecraft(silent)({timeoutMs: 60})).rejects.toMatchObject({reason: 'timeout'});
	const closing = await aGame(socket => socket.end());
	await expect(queryMinecraft(closing)(patience)).rejects.toMatchObject({reason: 'refused'});
	await closing.close();
	await expect(queryMinecraft(closing)(patience)).rejects.toMatchObject({reason: 'refused'});
});

test('canceling rejects with its reason', async () => {
	const game = await aGame(() => {});
	const stop = new AbortController();
	const answer = queryMinecraft(game)({...patience, signal: stop.signal});
	await waitFor(() => expect(game.asked).toHaveLength(1));
	stop.abort(new Error('the admin left'));
	await expect(answer).rejects.toThrow('the admin left');
});

test.each([
	['a length that does not end', Buffer.alloc(20, 0xff)],
	['a packet of 2 GiB', Buffer.of(0xff, 0xff, 0xff, 0xff, 0x07)],
	['an empty packet', Buffer.of(0)],
	['another packet', Buffer.of(2, 5, 0)],
	['a text that is longer than its packet', statusPacket('{}', 5)],
	['a text that is shorter than its packet', statusPacket('{} {}', 2)],
	['text that is not JSON', statusPacket('hello')],
	['a list', statusPacket('[]')],
	['a negative number of players', statusPacket('{"players": {"online": -1, "max": 5}}')],
	['a number of players that is text', statusPacket('{"players": {"online": "5", "max": 5}}')],
	['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
])('%s is malformed, or the connection ended too early', async (_name, bytes) => {
	const game = await aGame(socket => socket.end(bytes));
	const error = await queryMinecraft(game)(patience).catch((caught: unknown) => caught);
	expect(error).toBeInstanceOf(ConsoleError);
	expect(error).toMatchObject({reason: expect.stringMatching(/^(malformed|refused)$/)});
});

test('a description that nests deeply is cut', async () => {
	const deep = `${'{"extra":['.repeat(20_000)}${']}'.repeat(20_000)}`;
	const game = await aGame(socket => socket.end(statusPacket(`{"description": ${deep}}`)));
	expect(await queryMinecraft(game)(patience)).toMatchObject({name: '(nested too deeply)'});
});

test('a packet that is cut at any place is refused', async () => {
	const whole = statusPacket('{"players": {"online": 1, "max": 5}}');
	for (let end = 0; end < whole.length; end++) {
		const game = await aGame(socket => socket.end(whole.subarray(0, end)));
		await expect(queryMinecraft(game)(patience)).rejects.toMatchObject({reason: 'refused'});
	}
});
