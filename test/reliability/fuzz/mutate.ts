import {nastyText} from '../../helpers/nasty-wire.ts';
import {inputOf, pick, type Input, type Opened, type Random} from './target.ts';

const usualMaxBytes = 64 * 1024;
const below = (random: Random, limit: number) => Math.floor(random() * limit);

/** Numbers at the limits of what lengths, counts and timers can hold. */
const numbers = [
	0, 1, 2, 3, 7, 8, 9, 10, 63, 64, 127, 128, 254, 255, 256, 4096, 32_767, 65_535, 65_536, 16_777_216,
	2_147_483_647, 2_147_483_648, 4_294_967_295,
];
const writtenNumbers = `-1 0 1 00 1.5 1e9 1e999 -0 0x10 NaN Infinity 65536 2147483647 2147483648 4294967296
9007199254740993 ${'9'.repeat(40)}`.split(/\s/);
const bytes = [
	0, 1, 9, 10, 13, 27, 32, 34, 36, 39, 44, 58, 91, 92, 93, 123, 125, 127, 128, 192, 224, 254, 255,
];
const usualWords = [
	'\r\n\r\n',
	'\n\n',
	'\0\0',
	'__proto__',
	'constructor',
	'{"a":',
	'[[[[',
	'null',
	' '.repeat(40),
];

type Change = (chunk: Buffer, random: Random, words: readonly string[]) => Buffer;

const insertAt = (chunk: Buffer, at: number, more: Uint8Array) =>
	Buffer.concat([chunk.subarray(0, at), more, chunk.subarray(at)]);

/** A range of a chunk, usually a short one. */
function range(chunk: Buffer, random: Random): [from: number, to: number] {
	const from = below(random, chunk.length + 1);
	const most = random() < 0.7 ? 16 : chunk.length;
	return [from, Math.min(chunk.length, from + below(random, most + 1))];
}

const withByte = (chunk: Buffer, at: number, byte: number) => {
	const changed = Buffer.from(chunk);
	changed[at] = byte;
	return changed;
};

const changes: readonly Change[] = [
	// Bits and bytes.
	(chunk, random) => {
		const at = below(random, chunk.length);
		return withByte(chunk, at, (chunk[at] ?? 0) ^ (1 << below(random, 8)));
	},
	(chunk, random) => withByte(chunk, below(random, chunk.length), pick(random, bytes)),
	(chunk, random) => withByte(chunk, below(random, chunk.length), below(random, 256)),
	// Cut.
	(chunk, random) => chunk.subarray(0, below(random, chunk.length + 1)),
	(chunk, random) => {
		const [from, to] = range(chunk, random);
		return Buffer.concat([chunk.subarray(0, from), chunk.subarray(to)]);
	},
	// Repeated.
	(chunk, random) => {
		const [from, to] = range(chunk, random);
		const times = 1 + below(random, random() < 0.9 ? 4 : 400);
		return insertAt(chunk, to, Buffer.concat(Array<Buffer>(times).fill(chunk.subarray(from, to))));
	},
	// Lengths and numbers that lie.
	(chunk, random) => {
		const size = pick(random, [1, 2, 4, 4, 8]);
		if (chunk.length < size) return chunk;
		const at = below(random, chunk.length - size + 1);
		const changed = Buffer.from(chunk);
		const number = BigInt.asUintN(size * 8, BigInt(pick(random, numbers)) * (random() < 0.1 ? -1n : 1n));
		for (let index = 0; index < size; index++) {
			const place = random() < 0.5 ? index : size - 1 - index;
			changed[at + place] = Number((number >> BigInt(8 * index)) & 0xffn);
		}
		return changed;
	},
	(chunk, random) => {
		const found = [...chunk.toString('latin1').matchAll(/\d+/g)];
		if (found.length === 0) return chunk;
		const {0: digits, index} = pick(random, found);
		const rest = chunk.subarray(index + digits.length);
		return Buffer.concat([chunk.subarray(0, index), Buffer.from(pick(random, writtenNumbers)), rest]);
	},
	// Foreign texts.
	(chunk, random, words) =>
		insertAt(chunk, below(random, chunk.length + 1), Buffer.from(pick(random, [...words, ...usualWords]))),
	(chunk, random, words) => {
		const [from, to] = range(chunk, random);
		const word = Buffer.from(pick(random, [...words, ...usualWords]));
		return Buffer.concat([chunk.subarray(0, from), word, chunk.subarray(to)]);
	},
	(chunk, random) => insertAt(chunk, below(random, chunk.length + 1), Buffer.from(nastyText(random))),
	(chunk, random) => {
		const noise = Buffer.from(Array.from({length: 1 + below(random, 32)}, () => below(random, 256)));
		return insertAt(chunk, below(random, chunk.length + 1), noise);
	},
];

/** Repeats one byte or one short part of a chunk until the input is as long as allowed. */
function endless(chunk: Buffer, random: Random, maxBytes: number): Buffer {
	const [from, to] = range(chunk, random);
	const part = random() < 0.5 || from === to ? Buffer.of(pick(random, bytes)) : chunk.subarray(from, to);
	const room = Math.max(0, maxBytes - chunk.length);
	return insertAt(chunk, to, Buffer.alloc(below(random, room), part));
}

/** Cuts the bytes at random places, often into single bytes. */
function rechunk(whole: Buffer, random: Random): Buffer[] {
	const most = pick(random, [1, 3, 20, 500, Math.max(1, whole.length)]);
	const chunks: Buffer[] = [];
	for (let at = 0; at < whole.length && chunks.length < 2000;) {
		const end = chunks.length === 1999 ? whole.length : at + 1 + below(random, most);
		chunks.push(whole.subarray(at, end));
		at = end;
	}
	return chunks;
}

/** Makes an input for a codec: valid traffic with a few changes, seldom none. */
export function randomInput(
	random: Random,
	{sample, words = [], repair, maxBytes = usualMaxBytes}: Opened,
): Input {
	let chunks: Buffer[] = sample(random).map(chunk => Buffer.from(chunk));
	if (random() < 0.3) {
		const others = sample(random).map(chunk => Buffer.from(chunk));
		// One after the other, or interleaved.
		if (random() < 0.5) chunks.push(...others);
		else
			chunks = Array.from({length: Math.max(chunks.length, others.length)}).flatMap((_, at) =>
				[chunks[at], others[at]].flatMap(chunk => chunk ?? []),
			);
	}
	for (let left = random() < 0.05 ? 0 : 1 + below(random, 6); left > 0 && chunks.length > 0; left--) {
		const at = below(random, chunks.length);
		const chunk = chunks[at] ?? Buffer.alloc(0);
		const kind = random();
		if (kind < 0.75) chunks[at] = pick(random, changes)(chunk, random, words);
		else if (kind < 0.77) chunks[at] = endless(chunk, random, maxBytes);
		else if (kind < 0.82) chunks.splice(at, 1);
		else if (kind < 0.88) chunks.splice(below(random, chunks.length + 1), 0, chunk);
		else if (kind < 0.92) chunks.reverse();
		else chunks = chunks.length < 50 ? rechunk(Buffer.concat(chunks), random) : [Buffer.concat(chunks)];
	}
	if (chunks.length === 0) chunks = [Buffer.from(inputOf('')[0] ?? [])];
	const repaired = repair && random() < 0.8 ? chunks.map(chunk => repair(chunk)) : chunks;
	let room = maxBytes;
	return repaired.map(chunk => {
		const kept = chunk.subarray(0, room);
		room -= kept.length;
		return kept;
	});
}

/** Returns simpler inputs, the simplest first. */
export function* simpler(input: Input): Generator<Input> {
	if (input.length > 1) yield [Buffer.concat(input)];
	for (let size = Math.ceil(input.length / 2); size >= 1 && input.length > 1; size = Math.floor(size / 2))
		for (let at = 0; at < input.length; at += size) yield [...input.slice(0, at), ...input.slice(at + size)];
	for (const [index, chunk] of input.entries()) {
		for (let size = Math.ceil(chunk.length / 2); size >= 1; size = Math.floor(size / 2)) {
			for (let at = 0; at < chunk.length; at += size) {
				const shorter = Buffer.concat([chunk.subarray(0, at), chunk.subarray(at + size)]);
				yield input.map((other, place) => (place === index ? shorter : other));
			}
		}
	}
}
