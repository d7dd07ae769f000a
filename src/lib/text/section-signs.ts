/*
Minecraft's formatting codes: a section sign and a character, or `§x` and six of them for a color in hexadecimal digits.
(https://minecraft.wiki/w/Formatting_codes)
*/
const code = /\xA7x((?:\xA7[\da-f]){6})|\xA7([\da-fk-or])/gi;

export const withoutSectionSigns = (text: string): string => text.replaceAll(code, '');

/** The color of each digit: its SGR code (ECMA-48), and what it looks like in the game. */
const colors = [
	[90, 0x000000],
	[34, 0x0000aa],
	[32, 0x00aa00],
	[36, 0x00aaaa],
	[31, 0xaa0000],
	[35, 0xaa00aa],
	[33, 0xffaa00],
	[37, 0xaaaaaa],
	[90, 0x555555],
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
Replaces the formatting codes by those of a terminal with 16 colors. Black and white, which may be the background, become gray
and the terminal's own color. Every line ends without a style.
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
