import {crc32, deflateSync} from 'node:zlib';
import {encode} from 'fast-png';
import {expect, test} from 'vitest';
import {drawPicture} from '../../src/tui/draw-picture.ts';

/** Four quarters: red, green, blue, and transparent. */
function quarters(side: number): Uint8Array {
	const data = new Uint8Array(side * side * 4);
	for (let y = 0; y < side; y++) {
		for (let x = 0; x < side; x++) {
			const quarter = (y < side / 2 ? 0 : 2) + (x < side / 2 ? 0 : 1);
			data.set(
				[quarter === 0 ? 255 : 0, quarter === 1 ? 255 : 0, quarter === 2 ? 255 : 0, quarter === 3 ? 0 : 255],
				(y * side + x) * 4,
			);
		}
	}
	return encode({width: side, height: side, data, channels: 4});
}

test('scales a picture down by averaging, and keeps transparent areas empty', async () => {
	const pixels = await drawPicture(quarters(64), 2);
	expect(pixels).toEqual({
		columns: 2,
		rows: 2,
		colors: [
			['#ff0000', '#00ff00'],
			['#0000ff', undefined],
		],
	});
});

test('reads grayscale and 16-bit images, and the longer side determines the scale', async () => {
	const data = new Uint16Array(8 * 4).fill(0x8000);
	const pixels = await drawPicture(encode({width: 8, height: 4, data, channels: 1, depth: 16}), 4);
	expect(pixels).toMatchObject({columns: 4, rows: 2});
	expect(pixels?.colors[0]?.[0]).toBe('#808080');
});

test('does not draw a file that is not a PNG, has invalid headers, or is too large', async () => {
	const png = quarters(8);
	expect(await drawPicture(Uint8Array.of(0xff, 0xd8, 0xff, 0), 8)).toBeUndefined();
	expect(await drawPicture(png.slice(0, 40), 8)).toBeUndefined();
	const huge = png.slice();
	new DataView(huge.buffer).setUint32(16, 60_000);
	new DataView(huge.buffer).setUint32(20, 60_000);
	expect(await drawPicture(huge, 8)).toBeUndefined();
	const torn = png.slice();
	torn.fill(0, 45);
	expect(await drawPicture(torn, 8)).toBeUndefined();
});

function chunk(type: string, data: Uint8Array): Buffer {
	const named = Buffer.concat([Buffer.from(type), data]);
	const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	check.writeUInt32BE(crc32(named));
	return Buffer.concat([length, named, check]);
}

/** A PNG of eight bits and three channels that claims this size. */
function png(width: number, height: number, data: Uint8Array, ...more: Buffer[]): Uint8Array {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width);
	header.writeUInt32BE(height, 4);
	header.set([8, 2], 8);
	const signature = Buffer.from('89504e470d0a1a0a', 'hex');
	const chunks = [
		chunk('IHDR', header),
		...more,
		chunk('IDAT', deflateSync(data)),
		chunk('IEND', Buffer.of()),
	];
	return Buffer.concat([signature, ...chunks]);
}

const zeros = Buffer.alloc(50_000_000);

test.each([
	['pixels that decompress to more than the picture needs', png(10, 10, zeros)],
	['no rows', png(0xff00_400c, 0, Buffer.alloc(10))],
	['too many pixels', png(0xffff_ffff, 0xffff_ffff, Buffer.alloc(10))],
	['no header', Buffer.from('89504e470d0a1a0a00', 'hex')],
])('does not decode a file with %s', async (_name, bytes) => {
	const before = process.memoryUsage().arrayBuffers;
	expect(await drawPicture(bytes, 16)).toBeUndefined();
	expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
});

test('does not decompress a colour profile', async () => {
	const profile = chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(zeros)]));
	const before = process.memoryUsage().arrayBuffers;
	expect(await drawPicture(png(2, 2, Buffer.alloc(2 * 7), profile), 2)).toMatchObject({columns: 2, rows: 2});
	expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
});
