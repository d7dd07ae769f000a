import {expect, onTestFinished, test} from 'vitest';
import {
	connectBattleye,
	decodePacket,
	encodeCommand,
	encodeLogin,
} from '../../../../src/service/console/battleye.ts';
import type {ConsoleLine, ConsoleOptions} from '../../../../src/service/console/connection.ts';
import {battleyePacket, openBattleyeServer} from '../servers/battleye-server.ts';
import {waitFor} from '../../../helpers/wait-for.ts';

const password = 'sesame';
const sendOptions = {timeoutMs: 5000};

async function aServer(more: Partial<Parameters<typeof openBattleyeServer>[0]> = {}) {
	const server = await openBattleyeServer({password, answer: command => `did ${command}`, ...more});
	onTestFinished(server.close);
	return server;
}

async function logIn({port}: {port: number}, more: Partial<ConsoleOptions> = {}, keepAliveMs?: number) {
	const connect = connectBattleye(keepAliveMs === undefined ? {} : {keepAliveMs});
	const connection = await connect({host: '127.0.0.1', port, password, timeoutMs: 5000, ...more});
	onTestFinished(connection.close);
	return connection;
}

test('a packet is BE, the CRC-32 of the rest, and 0xff', () => {
	expect(encodeLogin('a').toString('hex')).toBe('424531bc6c7bff0061');
	expect(encodeLogin('a')).toEqual(battleyePacket(Buffer.from('\0a')));
	expect(encodeCommand(3, 'players')).toEqual(battleyePacket(Buffer.from('\x01\x03players')));
});

test('packets with a wrong checksum, of an unknown type, or cut short are ignored', () => {
	const fine = battleyePacket(Buffer.from([1, 0, 65]));
	expect(decodePacket(fine)).toMatchObject({type: 'answer', sequence: 0});
	for (let at = 0; at < fine.length; at++) {
		const damaged = Buffer.from(fine);
		damaged[at] = (damaged[at] ?? 0) ^ 1;
		expect(decodePacket(damaged)).toBeUndefined();
		expect(decodePacket(fine.subarray(0, at))).toBeUndefined();
	}
	for (const payload of [[], [1], [3, 0], [1, 0, 0, 0, 0], [1, 0, 0, 2, 2], [1, 0, 0, 2, 255]]) {
		expect(decodePacket(battleyePacket(Buffer.from(payload)))).toBeUndefined();
	}
});

test('the parts of an answer may come in any order and repeatedly', async () => {
	const long = Array.from({length: 200}, (_, row) => `${row}. grüße`).join('\n');
	const server = await aServer({
		answer: () => long,
		rearrange: parts => [...parts.toReversed(), ...parts],
	});
	const connection = await logIn(server);
	expect(await connection.send('players', sendOptions)).toBe(long);
	expect(await connection.send('players', sendOptions)).toBe(long);
});

test('an answer with a lost part is a timeout, and the command is not repeated', async () => {
	const server = await aServer({answer: () => 'x'.repeat(1000), rearrange: parts => parts.toSpliced(1, 1)});
	const connection = await logIn(server);
	const answer = connection.send('#shutdown', {timeoutMs: 200});
	await expect(answer).rejects.toMatchObject({reason: 'timeout', partial: 'x'.repeat(700)});
	expect(server.heard).toEqual(['#shutdown']);
});

test('messages are acknowledged each time, and shown once', async () => {
	const lines: ConsoleLine[] = [];
	const server = await aServer({repeats: 3});
	await logIn(server, {onLine: line => lines.push(line)});
	server.say('(Global) Joe: hello');
	server.say('Player #1 Joe disconnected');
	await waitFor(() => expect(server.acknowledged.toSorted()).toEqual([0, 0, 0, 1, 1, 1]));
	expect(lines).toEqual([
		{text: '(Global) Joe: hello', kind: 'chat'},
		{text: 'Player #1 Joe disconnected', kind: 'output'},
	]);
});

test('sequence numbers of messages that return are new messages', async () => {
	const lines: string[] = [];
	const server = await aServer();
	await logIn(server, {onLine: ({text}) => lines.push(text)});
	for (let turn = 0; turn < 300; turn++) {
		server.say(`line ${turn}`);
		await waitFor(() => expect(lines).toHaveLength(turn + 1));
	}
});

test('an unused login is kept alive', async () => {
	const server = await aServer();
	const connection = await logIn(server, {}, 20);
	await waitFor(() => expect(server.keptAlive).toEqual(expect.arrayContaining([0, 1, 2, 3, 4])));
	expect(await connection.send('players', sendOptions)).toBe('did players');
});

test('a login that the server has forgotten is noticed without a command', async () => {
	const server = await aServer();
	const connection = await logIn(server, {}, 20);
	server.cutConnections();
	expect(await connection.ended).toMatchObject({reason: 'dropped'});
	await expect(connection.send('players', sendOptions)).rejects.toMatchObject({reason: 'refused'});
});

test('a closed port is refused at once', async () => {
	const server = await aServer();
	await server.close();
	await expect(logIn(server)).rejects.toMatchObject({reason: 'refused'});
});

test('a command is one line that fits in a packet', async () => {
	const server = await aServer();
	const connection = await logIn(server);
	for (const command of ['say -1 hi\n#shutdown', 'x'.repeat(1401)]) {
		await expect(connection.send(command, sendOptions)).rejects.toMatchObject({reason: 'unsendable'});
	}
	expect(server.heard).toEqual([]);
});

test('a game that answers in messages is read like one that answers', async () => {
	const server = await aServer({
		answer: command => {
			// The datagram of the answer is sent first.
			setImmediate(() => {
				server.say(`Processing Command: ${command}`);
				if (command === 'players') server.say('Players on server:\n1 ; c69b79cb ; Alice');
			});
			return '';
		},
	});
	const connect = connectBattleye({messageMs: 200});
	const connection = await connect({host: '127.0.0.1', port: server.port, password, timeoutMs: 5000});
	onTestFinished(connection.close);
	expect(await connection.send('players', sendOptions)).toBe('Players on server:\n1 ; c69b79cb ; Alice');
	expect(await connection.send('#restart', sendOptions)).toBe('');
});

test('ignores messages that belong to no command', async () => {
	const server = await aServer({
		answer: () => {
			setImmediate(() => server.say('RCon admin #0: (Global) hi'));
			return '';
		},
	});
	const connect = connectBattleye({messageMs: 200});
	const connection = await connect({host: '127.0.0.1', port: server.port, password, timeoutMs: 5000});
	onTestFinished(connection.close);
	expect(await connection.send('say -1 hi', sendOptions)).toBe('');
});

test('names in Latin-1 are readable', () => {
	const packet = battleyePacket(Buffer.concat([Buffer.of(2, 0), Buffer.from('José', 'latin1')]));
	expect(decodePacket(packet)).toMatchObject({type: 'message', text: 'José'});
});
