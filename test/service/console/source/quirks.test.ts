import fc from 'fast-check';
import {expect, onTestFinished, test} from 'vitest';
import type {SourceQuirks} from '../../../../src/games/console-types.ts';
import {connectSource} from '../../../../src/service/console/source/client.ts';
import {
	createLenientDecoder,
	encodePacket,
	type Packet,
} from '../../../../src/service/console/source/packet.ts';
import {openSourceServer, sourceGames, type SourceGame} from '../servers/source-server.ts';

const password = 'secret';
const sendOptions = {timeoutMs: 5000};

async function logIn(answer: (command: string) => string, game: SourceGame, quirks: SourceQuirks) {
	const server = await openSourceServer({password, answer}, game);
	onTestFinished(server.close);
	const connection = await connectSource(quirks)({
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
	await expect(connection.send('x'.repeat(1447), sendOptions)).rejects.toMatchObject({reason: 'malformed'});
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

test("Palworld's names outside of ASCII are complete", async () => {
	const players = 'name,playeruid,steamid\nプレイヤー,123,76561198000000000\nJosé,124,76561198000000001\n';
	const quirks = {marker: 'ignored', wrongIds: true, wrongSizes: true} as const;
	const {connection} = await logIn(
		command => (command === 'ShowPlayers' ? players : command),
		sourceGames.palworld,
		quirks,
	);
	expect(await connection.send('ShowPlayers', sendOptions)).toBe(players);
	expect(await connection.send('Info', sendOptions)).toBe('Info');
});

test('text that is not UTF-8 is shown as far as it can be read', async () => {
	const encodeAnswer = (id: number) => encodePacket(id, 0, Buffer.of(0x4a, 0x6f, 0xe9));
	const {connection} = await logIn(() => '', {encodeAnswer}, {});
	expect(await connection.send('ShowPlayers', sendOptions)).toBe('Jo\uFFFD');
});

test('a packet with a size that is too small is read to its end, whatever its text', () => {
	fc.assert(
		fc.property(fc.array(fc.string({unit: 'grapheme', maxLength: 60}), {maxLength: 4}), texts => {
			const clean = texts.map(text => Buffer.from(text.replaceAll('\0', '')).toString());
			const got: Packet[] = [];
			const decoder = createLenientDecoder(packet => got.push(packet), 4096);
			for (const text of clean) decoder.push(sourceGames.palworld.encodeAnswer(0, text));
			expect(Buffer.concat(got.map(({body}) => body)).toString()).toBe(clean.join(''));
		}),
	);
});
