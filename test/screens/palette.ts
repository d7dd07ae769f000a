/** The 16 colors that a terminal's settings define. */
const sixteen = [
	'#1b1f27',
	'#f47067',
	'#57ab5a',
	'#c69026',
	'#539bf5',
	'#b083f0',
	'#39c5cf',
	'#adbac7',
	'#768390',
	'#ff938a',
	'#6bc46d',
	'#daaa3f',
	'#6cb6ff',
	'#dcbdfb',
	'#56d4dd',
	'#f0f3f6',
];

/** Converts an xterm.js color to `#rrggbb`: mode 1 of 16, 2 of 256, 3 of all; undefined for the terminal's default. */
export function paletteColor(mode: number, value: number): string | undefined {
	const kind = mode >> 24;
	if (kind === 0) return undefined;
	return kind === 3 ? hex([value >> 16, (value >> 8) & 255, value & 255]) : ofTable(value);
}

/** Looks up a color: 16 basic ones, a 6×6×6 cube, and 24 grays (xterm's own table). */
function ofTable(value: number): string {
	if (value < 16) return sixteen[value] ?? '#ffffff';
	if (value >= 232) return hex(Array.from({length: 3}, () => 8 + (value - 232) * 10));
	const steps = [Math.floor((value - 16) / 36), Math.floor((value - 16) / 6) % 6, (value - 16) % 6];
	return hex(steps.map(step => (step === 0 ? 0 : 55 + step * 40)));
}

const hex = (parts: number[]) => `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`;
