import {inflateSync} from 'node:zlib';
import {pictureFacts} from '../contract/pictures.ts';
import type {Pixels} from '../app/kernel/front-end.ts';

/** Larger pictures are not decoded, pixels. */
const maxPixels = 4_000_000;

/**
Decodes a PNG and scales it down by averaging; returns undefined if it cannot be drawn. The decoder is loaded
on first use.
*/
export async function drawPicture(bytes: Uint8Array, side: number): Promise<Pixels | undefined> {
	const {type, width: across = 0, height: down = 0} = pictureFacts(bytes) ?? {};
	const pixels = across * down;
	if (type !== 'image/png' || pixels === 0 || pixels > maxPixels) return undefined;
	const {decode, convertIndexedToRgb} = await import('fast-png');
	try {
		const png = decode(keepPixelChunks(bytes, pixels));
		const {width, height, depth, palette} = png;
		const data = palette ? convertIndexedToRgb(png) : png.data;
		const channels = palette ? (palette[0]?.length ?? 3) : png.channels;
		if (!palette && depth < 8) return undefined;
		return scalePixels({width, height, channels, data, most: depth === 16 ? 0xffff : 0xff}, side);
	} catch {
		// A file with false metadata is named instead of drawn.
		return undefined;
	}
}

/** The chunks with the pixels. Others, such as color profiles, are also compressed. (PNG, third edition, 5.6) */
const pixelChunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Four channels of two bytes; interlacing and the filter bytes of narrow rows at most double it. */
const maxBytesPerPixel = 2 * 8;

/** Returns the file with only its pixels. Throws if they are incomplete or decompress to more than the picture needs. */
function keepPixelChunks(bytes: Uint8Array, pixels: number): Uint8Array {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const kept = [file.subarray(0, 8)];
	const data: Buffer[] = [];
	for (let at = 8; at < file.length;) {
		const end = at + 12 + file.readUInt32BE(at);
		const type = file.toString('latin1', at + 4, at + 8);
		if (pixelChunks.has(type)) kept.push(file.subarray(at, end));
		if (type === 'IDAT') data.push(file.subarray(at + 8, end - 4));
		at = type === 'IEND' ? file.length : end;
	}
	inflateSync(Buffer.concat(data), {maxOutputLength: maxBytesPerPixel * pixels + 1024});
	return Buffer.concat(kept);
}

type Raw = {width: number; height: number; channels: number; data: ArrayLike<number>; most: number};

function scalePixels(raw: Raw, side: number): Pixels {
	const {width, height} = raw;
	const factor = Math.max(1, Math.max(width, height) / side);
	const columns = Math.max(1, Math.round(width / factor));
	const rows = Math.max(1, Math.round(height / factor));
	const colours = Array.from({length: rows}, (_, y) =>
		Array.from({length: columns}, (_unused, x) => {
			const area = {
				left: Math.floor((x * width) / columns),
				right: Math.max(1, Math.floor(((x + 1) * width) / columns)),
				top: Math.floor((y * height) / rows),
				bottom: Math.max(1, Math.floor(((y + 1) * height) / rows)),
			};
			return meanColor(raw, area);
		}),
	);
	return {columns, rows, colors: colours};
}

/** Returns `#rrggbb`, or undefined if the area is mostly transparent. */
function meanColor(
	{width, channels, data, most}: Raw,
	{left, right, top, bottom}: {left: number; right: number; top: number; bottom: number},
): string | undefined {
	const sums = [0, 0, 0, 0];
	let count = 0;
	for (let y = top; y < Math.max(bottom, top + 1); y++) {
		for (let x = left; x < Math.max(right, left + 1); x++) {
			const at = (y * width + x) * channels;
			const isGrey = channels < 3;
			const alpha = channels === 2 || channels === 4 ? (data[at + channels - 1] ?? most) : most;
			for (const index of [0, 1, 2]) {
				sums[index] = (sums[index] ?? 0) + (data[at + (isGrey ? 0 : index)] ?? 0) * alpha;
			}
			sums[3] = (sums[3] ?? 0) + alpha;
			count++;
		}
	}
	const alpha = sums[3] ?? 0;
	if (alpha < (count * most) / 2) return undefined;
	const hex = (sum: number) =>
		Math.round(((sum / alpha) * 255) / most)
			.toString(16)
			.padStart(2, '0');
	return `#${hex(sums[0] ?? 0)}${hex(sums[1] ?? 0)}${hex(sums[2] ?? 0)}`;
}
