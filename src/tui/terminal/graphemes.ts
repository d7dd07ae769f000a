import stringWidth from 'string-width';
import {pushAll} from '../../lib/lists/long-lists.ts';
import {segmentsOf} from '../../lib/text/width.ts';

/** A grapheme as stored in a cell: printable, 1 or 2 columns wide. */
export type Grapheme = {readonly text: string; readonly width: 1 | 2};

/** Longer than any real emoji; longer clusters (stacked combining marks) are cut to their first character. */
const longestCluster = 32;

/**
Removes the characters that control a terminal or are invisible, except the two joiners, which emoji and Indic scripts
need.
*/
const withoutControls = (text: string) =>
	text.replaceAll(/[\p{Control}\p{Surrogate}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Format}/gu, '');

/** Ranges of characters that stand alone and have the same width in every terminal: no emoji, no combining marks. */
const narrow = [
	0x20, 0x7e, 0xa1, 0xac, 0xae, 0x2ff, 0x370, 0x377, 0x37a, 0x37f, 0x384, 0x482, 0x48a, 0x52f, 0x2010, 0x2027,
	0x2030, 0x203b, 0x20a0, 0x20bf, 0x2190, 0x2193, 0x2200, 0x22ff, 0x2500, 0x25a9, 0x25ac, 0x25b5, 0x25b7,
	0x25bf, 0x25c1, 0x25fa, 0x2713, 0x2713, 0x2717, 0x2717, 0x2800, 0x28ff,
];
const wide = [
	0x3000, 0x3029, 0x3041, 0x3096, 0x309b, 0x30ff, 0x3105, 0x312f, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xac00,
	0xd7a3, 0xff01, 0xff60, 0xffe0, 0xffe6,
];

const widthOfUnit = new Uint8Array(0x10000);
for (const [ranges, width] of [
	[narrow, 1],
	[wide, 2],
] as const) {
	for (let at = 0; at < ranges.length; at += 2) {
		widthOfUnit.fill(width, ranges[at], (ranges[at + 1] ?? 0) + 1);
	}
}

/**
Returns 1 or 2 for a UTF-16 unit that is a grapheme on its own with a width that all terminals agree on, else
0.
*/
export function simpleWidth(unit: number): number {
	return widthOfUnit[unit] ?? 0;
}

/** Returns whether every terminal is known to advance its cursor by the width that we assume for this grapheme. */
export function isSimple(text: string): boolean {
	return text.length === 1 && simpleWidth(text.charCodeAt(0)) > 0;
}

const addsNoColumn = (character: string) => /[\p{Mark}\p{Format}]/u.test(character);

/**
Returns how many cells after a grapheme it may overwrite: terminals that do not join its characters draw them
side by side.
*/
export function spillOf(text: string, width: number): number {
	let widest = 0;
	for (const character of text) {
		if (!addsNoColumn(character)) widest += simpleWidth(character.charCodeAt(0)) || 2;
	}
	return Math.max(0, widest - width);
}

/** Splits a text without control characters into graphemes; unprintable ones become question marks. */
export function graphemesOf(text: string): Grapheme[] {
	const found: Grapheme[] = [];
	for (const {segment} of segmentsOf(text)) {
		const clean = withoutControls(segment);
		const cluster =
			clean.length > longestCluster ? String.fromCodePoint(clean.codePointAt(0) ?? 0x3f) : clean;
		const width = stringWidth(cluster);
		if (width === 1 || width === 2) found.push({text: cluster, width});
		else if (width === 0) found.push({text: '?', width: 1});
		else pushAll(found, piecesOf(cluster));
	}
	return found;
}

/** Splits clusters of several columns (conjuncts of three letters, stray skin tones); marks stay with their base. */
function piecesOf(cluster: string): Grapheme[] {
	const pieces: Grapheme[] = [];
	for (const character of cluster) {
		const width = stringWidth(character);
		const last = pieces.at(-1);
		if (width === 1 || width === 2) pieces.push({text: character, width});
		else if (last) pieces[pieces.length - 1] = {text: last.text + character, width: last.width};
	}
	return pieces;
}
