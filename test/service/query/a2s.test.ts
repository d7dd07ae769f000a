import {expect, test} from 'vitest';
import {ConsoleError} from '../../../src/service/console/console-error.ts';
import {queryA2s} from '../../../src/service/query/a2s.ts';
import {openQuery} from '../../../src/service/query/open-query.ts';
import {hostileDatagrams, udpGame} from './udp-answer.ts';

const patience = {timeoutMs: 3000};
const hurry = {timeoutMs: 60};
const ones = Buffer.alloc(4, 0xff);
const challenge = Buffer.concat([ones, Buffer.from('A\x01\x02\x03\x04')]);

const info = Buffer.concat([
	ones,
	Buffer.from('I\x11Grüße 🦖\0de_dust2\0csgo\0Counter-Strike\0'),
	// Number of the game, players, maximum, bots, type, platform, password, VAC, version, flags.
	Buffer.of(0xda, 2, 7, 32, 2, 0x64, 0x6c, 0, 1),
	Buffer.from('1.38\0\0'),
]);
const read = {name: 'Grüße 🦖', map: 'de_dust2', players: 5, maxPlayers: 32};

function splitInto(bytes: Buffer, size: number, id = 5): Buffer[] {
	const total = Math.ceil(bytes.length / size);
	return Array.from({length: total}, (_, index) => {
		const header = Buffer.alloc(12);
		header.writeInt32LE(-2);
		header.writeInt32LE(id, 4);
		header.writeUInt8(total, 8);
		header.writeUInt8(index, 9);
		header.writeUInt16LE(size, 10);
		return Buffer.concat([header, bytes.subarray(index * size, (index + 1) * size)]);
	});
}

test('reads name, map and players from an answer without a challenge', async () => {
	const game = await udpGame(() => [info]);
	expect(await queryA2s(game)(patience)).toEqual(read);
	expect(game.asked).toEqual([Buffer.concat([ones, Buffer.from('TSource Engine Query\0')])]);
});

/** An answer of Rust: 260 players of 300, which do not fit in a byte, and optional fields before the keywords. */
const rustInfo = (flag: number, fields: string | Uint8Array) =>
	Buffer.concat([
		ones,
		Buffer.from('I\x11Big\0Procedural Map\0rust\0Rust\0'),
		Buffer.of(0, 0, 4, 44, 0, 0x64, 0x6c, 0, 1),
		Buffer.from('2500\0'),
		Buffer.of(flag),
		Buffer.from(fields),
	]);

test.each([
	['keywords', rustInfo(0x20, 'mp300,cp260,ptrak,qp7,v2500\0'), {players: 260, maxPlayers: 300}],
	[
		'keywords after other fields',
		rustInfo(0xf1, `pp${'i'.repeat(8)}ppTV\0cp256,mp256\0${'g'.repeat(8)}`),
		{players: 256, maxPlayers: 256},
	],
	['no numbers in the keywords', rustInfo(0x20, 'cpx,mp,monthly\0'), {players: 4, maxPlayers: 44}],
	['no optional fields', rustInfo(0, ''), {players: 4, maxPlayers: 44}],
])('reads more than 255 players of Rust from %s', async (_what, answer, numbers) => {
	const game = await udpGame(() => [answer]);
	expect(await queryA2s(game)(patience)).toMatchObject(numbers);
});

test('a name and a map of any length are cut', async () => {
	const long = Buffer.concat([
		ones,
		Buffer.from(`I\x11${'n'.repeat(20_000)}\0${'m'.repeat(20_000)}\0a\0b\0`),
		info.subarray(-14),
	]);
	const {host, port} = await udpGame(() => [long]);
	const {name, map} = await openQuery({kind: 'a2s', host, port})(patience);
	expect([name, map]).toEqual(['n'.repeat(100), 'm'.repeat(100)]);
});

test('repeats the challenge of the game', async () => {
	const game = await udpGame(asked => (asked.length > 25 ? [info] : [challenge]));
	expect(await queryA2s(game)(patience)).toEqual(read);
	expect(game.asked[1]?.subarray(25).toString('hex')).toBe('01020304');
});

test('joins split packets in any order, also repeated ones', async () => {
	const parts = splitInto(info, 20);
	const game = await udpGame(() => [...parts.toReversed(), ...parts]);
	expect(await queryA2s(game)(patience)).toEqual(read);
});

test('parts of another answer are ignored', async () => {
	const [first, ...others] = splitInto(info, 20);
	const foreign = splitInto(Buffer.alloc(40), 20, 6);
	const game = await udpGame(() => [first ?? info, ...foreign, ...others]);
	expect(await queryA2s(game)(patience)).toEqual(read);
});

test('an answer with a missing part is a timeout', async () => {
	const game = await udpGame(() => splitInto(info, 20).slice(1));
	await expect(queryA2s(game)(hurry)).rejects.toMatchObject({reason: 'timeout'});
});

test('a game that only asks back is malformed', async () => {
	const game = await udpGame(() => [challenge]);
	await expect(queryA2s(game)(patience)).rejects.toMatchObject({reason: 'malformed'});
	expect(game.asked.length).toBeLessThan(6);
});

test('a closed port is refused, and silence is a timeout', async () => {
	const game = await udpGame(() => []);
	await expect(queryA2s(game)(hurry)).rejects.toMatchObject({reason: 'timeout'});
	game.close();
	await expect(queryA2s(game)(patience)).rejects.toMatchObject({reason: 'refused'});
});

test('canceling rejects with its reason', async () => {
	const game = await udpGame(() => []);
	const stop = new AbortController();
	const answer = queryA2s(game)({...patience, signal: stop.signal});
	stop.abort(new Error('the admin left'));
	await expect(answer).rejects.toThrow('the admin left');
});

test('hostile answers fail like any other', async () => {
	const part = splitInto(info, 20)[0] ?? info;
	const changed = (at: number, value: number) => {
		const bytes = Buffer.from(part);
		bytes[at] = value;
		return bytes;
	};
	const endOfPlayers = info.indexOf('1.38') - 6;
	const hostile = [
		...hostileDatagrams(info.subarray(0, endOfPlayers)),
		...hostileDatagrams(challenge),
		// Compressed; no parts at all; an index beyond the number of parts.
		changed(7, 0x80),
		changed(8, 0),
		changed(9, 255),
		...splitInto(Buffer.alloc(40), 20),
	];
	for (const bytes of hostile) {
		const game = await udpGame(() => [bytes]);
		const error = await queryA2s(game)({timeoutMs: 15}).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(ConsoleError);
		expect(error).toMatchObject({reason: expect.stringMatching(/^(malformed|timeout)$/)});
	}
});
