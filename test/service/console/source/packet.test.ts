import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	createDecoder,
	encodePacket,
	type Packet,
	packetTypes,
	splitBody,
} from '../../../../src/service/console/source-packet.ts';
import {ConsoleError} from '../../../../src/service/console/console-error.ts';

const threeJoined = Buffer.concat([
	encodePacket(1, packetTypes.login, 'pässwörd'),
	encodePacket(-1, packetTypes.loginReply),
	encodePacket(7, packetTypes.answer, 'プレイヤー, one 🦖'),
]);
const threeDecoded = [
	[1, 3, 'pässwörd'],
	[-1, 2, ''],
	[7, 0, 'プレイヤー, one 🦖'],
];

test('a packet is size, ID and type in little-endian, the text in UTF-8, and two NULs', () => {
	expect(encodePacket(258, 2, 'hi').toString('hex')).toBe('0c000000020100000200000068690000');
});

test('packets are the same wherever their bytes are split', () => {
	for (let at = 0; at <= threeJoined.length; at++) {
		expect(decode([threeJoined.subarray(0, at), threeJoined.subarray(at)])).toEqual(threeDecoded);
	}
});

test('packets are the same when they arrive byte by byte', () => {
	expect(decode([...threeJoined].map(byte => Buffer.of(byte)))).toEqual(threeDecoded);
});

test('everything sent arrives, however it is split and joined', () => {
	const anyPacket = fc.tuple(
		fc.integer({min: -1, max: 2 ** 31 - 1}),
		fc.constantFrom(0, 2, 3),
		fc.string({unit: 'grapheme', maxLength: 200}).filter(text => !text.includes('\0')),
	);
	fc.assert(
		fc.property(fc.array(anyPacket, {maxLength: 8}), fc.array(fc.nat(), {maxLength: 20}), (packets, cuts) => {
			const bytes = Buffer.concat(packets.map(([id, type, body]) => encodePacket(id, type, body)));
			const places = [0, ...cuts.map(cut => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
			const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
			expect(decode(chunks)).toEqual(packets.map(([id, type, body]) => [id, type, wellFormed(body)]));
		}),
	);
});

test('rejects an invalid size after its four bytes, and delivers the packets before it', () => {
	for (const size of [-1, 0, 7, 4097, 0x7fffffff]) {
		const nonsense = Buffer.alloc(4);
		nonsense.writeInt32LE(size);
		const got: Packet[] = [];
		const decoder = createDecoder(packet => got.push(packet));
		const push = () => decoder.push(Buffer.concat([encodePacket(5, 0, 'fine'), nonsense]));
		expect(push).toThrow(ConsoleError);
		expect(got.map(({id}) => id)).toEqual([5]);
	}
});

test('the limit for a body can be raised', () => {
	const body = 'x'.repeat(9000);
	const got: Packet[] = [];
	createDecoder(packet => got.push(packet), 100_000).push(encodePacket(1, 0, body));
	expect(got[0]?.body.toString()).toBe(body);
});

test('reads a body that ends with one NUL or with none', () => {
	for (const end of ['', '\0']) {
		const bytes = Buffer.concat([Buffer.alloc(12), Buffer.from(`text${end}`)]);
		bytes.writeInt32LE(bytes.length - 4, 0);
		expect(decode([bytes])).toEqual([[0, 0, 'text']]);
	}
});

test('detects an incomplete packet', () => {
	const decoder = createDecoder(() => {});
	decoder.push(threeJoined.subarray(0, 10));
	expect(decoder.isMidMessage()).toBe(true);
	decoder.push(threeJoined.subarray(10));
	expect(decoder.isMidMessage()).toBe(false);
});

test('splits a long body between characters without losing anything', () => {
	fc.assert(
		fc.property(
			fc.string({unit: 'grapheme', maxLength: 300}),
			fc.integer({min: 5, max: 40}),
			(text, limit) => {
				const body = Buffer.from(text);
				const pieces = splitBody(body, limit);
				expect(Buffer.concat(pieces)).toEqual(body);
				expect(pieces.map(piece => piece.toString()).join('')).toBe(body.toString());
				for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(limit);
			},
		),
	);
});

function decode(chunks: Buffer[]): unknown[] {
	const got: unknown[] = [];
	const decoder = createDecoder(({id, type, body}) => got.push([id, type, body.toString('utf8')]));
	for (const chunk of chunks) decoder.push(chunk);
	return got;
}

/** A lone surrogate has no UTF-8 encoding. */
function wellFormed(text: string): string {
	return Buffer.from(text).toString();
}
