import fc from 'fast-check';
import {expect, onTestFinished, test, vi} from 'vitest';
import type {SourceQuirks} from '../../../../src/games/console-types.ts';
import {consolesOf} from '../../../../src/games/games.ts';
import {connectSource, type Patience} from '../../../../src/service/console/source.ts';
import {
	createTolerantDecoder,
	encodePacket,
	type Packet,
} from '../../../../src/service/console/source-packet.ts';
import {openSourceServer, sourceGames, type SourceGame} from '../servers/source-server.ts';

const password = 'secret';
const sendOptions = {timeoutMs: 5000};

async function logIn(
	answer: (command: string) => string,
	game: SourceGame,
	quirks: SourceQuirks,
	patience: Partial<Patience> = {},
) {
	const server = await openSourceServer({password, answer}, game);
	onTestFinished(server.close);
	const connection = await connectSource(
		quirks,
		patience,
	)({
		host: '127.0.0.1',
		port: server.port,
		password,
		timeoutMs: 5000,
	});
	onTestFinished(connection.close);
	return {...server, connection};
}

test("Minecraft's colors stay in the text, and a command above its limit is not sent", async () => {
	const {connection, heard} = await logIn(() => '§6There are §c0§6 players', sourceGames.minecraft, {
		marker: 'answered-as-command',
		maxCommandBytes: 1446,
	});
	expect(await connection.send('list', sendOptions)).toBe('§6There are §c0§6 players');
	await expect(connection.send('x'.repeat(1447), sendOptions)).rejects.toMatchObject({reason: 'unsendable'});
	expect(heard).toEqual(['list']);
});

test("an answer of exactly Minecraft's fragment size is complete", async () => {
	const exact = 'x'.repeat(4096);
	const {connection} = await logIn(
		command => (command === 'exact' ? exact : command),
		sourceGames.minecraft,
		{
			marker: 'answered-as-command',
		},
	);
	expect(await connection.send('exact', sendOptions)).toBe(exact);
	expect(await connection.send('next', sendOptions)).toBe('next');
});

test('Rust before WebRCON echoes commands in packets of their own, and answers some with -1', async () => {
	const console = consolesOf('RUST').find(({kind}) => kind === 'source');
	const {connection} = await logIn(
		command => (command === 'status' ? 'hostname: x\nplayers : 0 (50 max)' : command),
		{
			...sourceGames.rustLegacy,
			encodeAnswer: (id, answer) =>
				Buffer.concat([
					encodePacket(id, 4, '[RCON][192.0.2.1:53982] command'),
					encodePacket(answer.startsWith('say') ? -1 : id, 0, answer),
				]),
		},
		console?.kind === 'source' ? (console.quirks ?? {}) : {},
		{strangeMs: 50},
	);
	expect(await connection.send('status', sendOptions)).toBe('hostname: x\nplayers : 0 (50 max)');
	expect(await connection.send('say hi', sendOptions)).toBe('say hi');
	expect(await connection.send('status', sendOptions)).toBe('hostname: x\nplayers : 0 (50 max)');
});

test("Palworld's names outside of ASCII are complete", async () => {
	const players = 'name,playeruid,steamid\nプレイヤー,123,76561198000000000\nJosé,124,76561198000000001\n';
	const quirks = {marker: 'ignored', wrongIds: true} as const;
	const {connection} = await logIn(
		command => (command === 'ShowPlayers' ? players : command),
		sourceGames.palworld,
		quirks,
	);
	expect(await connection.send('ShowPlayers', sendOptions)).toBe(players);
	expect(await connection.send('Info', sendOptions)).toBe('Info');
});

/** A packet that announces another number of bytes than it has. */
function announce(packet: Buffer, size: number): Buffer {
	packet.writeInt32LE(size, 0);
	return packet;
}

const cyrillic = 'ID: 1 | Name: Вася | Team ID: 2\nID: 2 | Name: Bob\n';
const latin = Buffer.from('Zoë\nJos\xe9\n', 'latin1');
const mixed = Buffer.concat([Buffer.from('Вася\n'), Buffer.from('Jos\xe9\n', 'latin1')]);

test.each<[title: string, encodeAnswer: NonNullable<SourceGame['encodeAnswer']>, text: string]>([
	['Latin-1', id => encodePacket(id, 0, latin), 'Zoë\nJosé\n'],
	['UTF-8 and Latin-1', id => encodePacket(id, 0, mixed), 'Вася\nJosé\n'],
	['UTF-16', id => encodePacket(id, 0, Buffer.from(cyrillic, 'utf16le')), cyrillic],
	[
		'UTF-16 with its size in characters',
		id => announce(encodePacket(id, 0, Buffer.from(cyrillic, 'utf16le')), 10 + cyrillic.length),
		cyrillic,
	],
	[
		'UTF-8 with its size in characters',
		id => announce(encodePacket(id, 0, cyrillic), 10 + cyrillic.length),
		cyrillic,
	],
	['packets with an id of its own', () => encodePacket(0, 0, 'fixed'), 'fixed'],
	['packets with the type of a command', id => encodePacket(id, 2, 'typed'), 'typed'],
])('reads %s, and the next command works', async (_title, encodeAnswer, text) => {
	const encode = (id: number, said: string) =>
		said === '' ? encodeAnswer(id, '') : encodePacket(id, 0, said);
	const {connection} = await logIn(
		command => (command === 'list' ? '' : command),
		{encodeAnswer: encode, encodeMirror: () => Buffer.alloc(0)},
		{},
	);
	expect(await connection.send('list', sendOptions)).toBe(text);
	expect(await connection.send('next', sendOptions)).toBe('next');
});

test('an answer that is shorter than announced is shown as cut, without half a character', async () => {
	const bytes = Buffer.from('name,playeruid,steamid\nまっする,91,76561190000000001\nプレ');
	const {connection} = await logIn(
		() => '',
		{encodeAnswer: () => announce(encodePacket(0, 0, bytes.subarray(0, -1)).subarray(0, -2), 400)},
		{marker: 'ignored', wrongIds: true},
	);
	await expect(connection.send('ShowPlayers', sendOptions)).rejects.toMatchObject({
		reason: 'cut',
		mayHaveRun: true,
		partial: 'name,playeruid,steamid\nまっする,91,76561190000000001\nプ',
	});
	// The rest would look like an answer to the next command.
	await expect(connection.send('next', sendOptions)).rejects.toMatchObject({reason: 'refused'});
});

test('a packet split after its first bytes is one packet', () => {
	const got: Packet[] = [];
	const decoder = createTolerantDecoder(packet => got.push(packet), 4096);
	const bytes = Buffer.concat([encodePacket(3, 0, 'first'), encodePacket(3, 0, 'second')]);
	for (let at = 0; at <= bytes.length; at++) {
		decoder.push(bytes.subarray(0, at));
		decoder.push(bytes.subarray(at));
	}
	expect(new Set(got.map(({body}) => body.toString()))).toEqual(new Set(['first', 'second']));
	expect(got).toHaveLength(2 * (bytes.length + 1));
});

test.each([
	['the id of the request', (id: number) => encodePacket(id, 2)],
	['another id', () => encodePacket(0, 2)],
	['the type of the request', (id: number) => encodePacket(id, 3)],
])('a login reply with %s is accepted', async (_title, encodeLogin) => {
	const {connection} = await logIn(command => command, {encodeLogin}, {});
	expect(await connection.send('list', sendOptions)).toBe('list');
});

test('a packet with a size that is too small is read to its end, whatever its text', () => {
	fc.assert(
		fc.property(fc.array(fc.string({unit: 'grapheme', maxLength: 60}), {maxLength: 4}), texts => {
			const clean = texts.map(text => Buffer.from(text.replaceAll('\0', '')).toString());
			const got: Packet[] = [];
			const decoder = createTolerantDecoder(packet => got.push(packet), 4096);
			for (const text of clean) {
				decoder.push(sourceGames.palworld.encodeAnswer(0, text));
				const left = decoder.flush();
				if (left) got.push(left);
			}
			expect(Buffer.concat(got.map(({body}) => body)).toString()).toBe(clean.join(''));
		}),
	);
});

/** Longer than any test may take. */
const endless = {shortMs: 60_000, emptyMs: 60_000, fullMs: 60_000};

test.each<[string, SourceGame, SourceQuirks, string[]]>([
	['Minecraft', sourceGames.minecraft, {marker: 'answered-as-command'}, ['', 'list', '']],
	['a Source engine game', {}, {marker: 'in-order'}, ['', 'status', '']],
	['a game that is not known, once it has answered with text', {}, {}, ['status', '', 'status']],
])('the marker ends an empty answer of %s, without silence', async (_name, game, quirks, answers) => {
	const {connection} = await logIn(command => command.slice(1), game, quirks, endless);
	const onSilence = vi.fn();
	for (const text of answers)
		expect(await connection.send(`x${text}`, {...sendOptions, onSilence})).toBe(text);
	expect(onSilence).not.toHaveBeenCalled();
});

test.each<[string, SourceQuirks]>([
	['ignores the marker', {}],
	['is known to ignore the marker', {marker: 'ignored'}],
	['answers with wrong ids', {marker: 'ignored', wrongIds: true}],
])('an answer of a game that %s is marked as ended by silence', async (_title, quirks) => {
	const {connection} = await logIn(command => command, {encodeMirror: () => Buffer.alloc(0)}, quirks);
	const onSilence = vi.fn();
	expect(await connection.send('Info', {...sendOptions, onSilence})).toBe('Info');
	expect(onSilence).toHaveBeenCalledOnce();
});
