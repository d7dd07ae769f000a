/*
Minecraft's formatting codes: a section sign and a character, or `§x` and six of them for a color in hexadecimal digits.
(https://minecraft.wiki/w/Formatting_codes)
*/
const code = /\xA7x((?:\xA7[\da-f]){6})|\xA7([\da-fk-or])/gi;

/** A piece of a text in one color: of the 16 of a terminal by name, or `#rrggbb`; undefined for the terminal's own. */
export type ColoredText = {text: string; color: string | undefined};

/**
The 16 colors by digit. Black, gray and white, which may be the background, become the terminal's own color, and dark blue,
which hardly differs from a dark one, becomes blue.
*/
const names = [
	undefined,
	'blueBright',
	'green',
	'cyan',
	'red',
	'magenta',
	'yellow',
	undefined,
	undefined,
	'blueBright',
	'greenBright',
	'cyanBright',
	'redBright',
	'magentaBright',
	'yellowBright',
] as const;

/** Splits a text at its formatting codes, which are removed. Every line begins in the terminal's own color. */
export function coloredTexts(text: string): ColoredText[] {
	const pieces: ColoredText[] = [];
	for (const [index, line] of text.split('\n').entries()) {
		let [from, color]: [number, string | undefined] = [0, undefined];
		const add = (end: number) => {
			if (end > from) pieces.push({text: line.slice(from, end), color});
		};
		if (index > 0) pieces.push({text: '\n', color: undefined});
		for (const found of line.matchAll(code)) {
			add(found.index);
			from = found.index + found[0].length;
			color = colorAfter(found, color);
		}
		add(line.length);
	}
	return pieces;
}

function colorAfter([, hex, letter = '']: RegExpExecArray, before: string | undefined): string | undefined {
	if (hex !== undefined) return readable(hex.replaceAll('\xA7', ''));
	if (/[\da-f]/i.test(letter)) return names[Number.parseInt(letter, 16)];
	return /r/i.test(letter) ? undefined : before;
}

/** A color that is nearly black or white may be that of the background. */
function readable(hex: string): string | undefined {
	const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(at => Number.parseInt(hex.slice(at, at + 2), 16));
	const brightness = 0.3 * red + 0.59 * green + 0.11 * blue;
	return brightness < 40 || brightness > 225 ? undefined : `#${hex.toLowerCase()}`;
}

export const withoutSectionSigns = (text: string): string => text.replaceAll(code, '');

/** The color of each digit: its SGR code (ECMA-48), and what it looks like in the game. */
const colors = [
	[39, 0x000000],
	[94, 0x0000aa],
	[32, 0x00aa00],
	[36, 0x00aaaa],
	[31, 0xaa0000],
	[35, 0xaa00aa],
	[33, 0xffaa00],
	[39, 0xaaaaaa],
	[39, 0x555555],
	[94, 0x5555ff],
	[92, 0x55ff55],
	[96, 0x55ffff],
	[91, 0xff5555],
	[95, 0xff55ff],
	[93, 0xffff55],
	[39, 0xffffff],
] as const;
const styles: ReadonlyMap<string, string> = new Map([
	['l', '1'],
	['m', '9'],
	['n', '4'],
	['o', '3'],
	['r', '0'],
]);

/**
Replaces the formatting codes by those of a terminal with 16 colors. Black, gray and white, which may be the background, become
the terminal's own color. Every line ends without a style.
*/
export const withTerminalColors = (text: string): string =>
	text
		.split('\n')
		.map(line => {
			const shown = line.replaceAll(code, (_, hex: string | undefined, letter = '') => {
				const sgr =
					hex === undefined
						? sgrOf(String(letter).toLowerCase())
						: `0;${nearest(hex.replaceAll('\xA7', ''))}`;
				return sgr === undefined ? '' : `\x1b[${sgr}m`;
			});
			return shown === withoutSectionSigns(line) ? shown : `${shown}\x1b[0m`;
		})
		.join('\n');

/** A color also ends the styles before it. */
function sgrOf(letter: string): string | undefined {
	const [sgr] = colors[Number.parseInt(letter, 16)] ?? [];
	return sgr === undefined ? styles.get(letter) : `0;${sgr}`;
}

function nearest(hex: string): number {
	const wanted = Number.parseInt(hex, 16);
	const distanceTo = (color: number) =>
		[16, 8, 0].reduce((sum, shift) => sum + (((color >> shift) & 255) - ((wanted >> shift) & 255)) ** 2, 0);
	return colors.reduce((best, each) => (distanceTo(each[1]) < distanceTo(best[1]) ? each : best))[0];
}
