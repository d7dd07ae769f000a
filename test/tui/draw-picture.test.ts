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
