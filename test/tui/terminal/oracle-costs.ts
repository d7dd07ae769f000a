/** The oracle's cursor; an unknown position is -1. */
export type Pen = {x: number; y: number; style: string};
export const unknown = -1;

/**
 * Attributes by what they set: b bold, d dim, i italic, u underline, r reverse, s strikethrough, fg, bg.
 */
function parts(sgr: string): Map<string, string> {
	const found = new Map<string, string>();
	const codes = sgr.split(';');
	for (let at = 0; at < codes.length; at++) {
		const code = codes[at] ?? '';
		if (code === '38' || code === '48') {
			const length = codes[at + 1] === '5' ? 3 : 5;
			found.set(code === '38' ? 'fg' : 'bg', codes.slice(at, at + length).join(';'));
			at += length - 1;
		} else if (/^(3|9)[0-7]$/.test(code)) found.set('fg', code);
		else if (/^(4|10)[0-7]$/.test(code)) found.set('bg', code);
		else if (code !== '') found.set(code, code);
	}
	return found;
}

const normalForms = new Map<string, string>();
/** A style with its SGR parameters in a fixed order. */
export function normal(sgr: string): string {
	let form = normalForms.get(sgr);
	if (form === undefined) {
		form = [...parts(sgr).values()].sort().join(';');
		normalForms.set(sgr, form);
	}
	return form;
}

const blankForms = new Map<string, string>();
/** The part of a style that is visible on a cell with a space. */
export function onBlank(sgr: string): string {
	let form = blankForms.get(sgr);
	if (form === undefined) {
		const found = parts(sgr);
		form = ['4', '7', '9', '53'].some(code => found.has(code)) ? normal(sgr) : (found.get('bg') ?? '');
		blankForms.set(sgr, form);
	}
	return form;
}

const ends: Record<string, string> = {
	'1': '22',
	'2': '22',
	'3': '23',
	'4': '24',
	'7': '27',
	'9': '29',
	'53': '55',
	fg: '39',
	bg: '49',
};
const changes = new Map<string, number>();
/** Bytes of the shortest SGR sequence from one style to another. */
export function styleCost(from: string, to: string): number {
	if (from === to) return 0;
	const key = `${from}>${to}`;
	let cost = changes.get(key);
	if (cost === undefined) {
		const [before, after] = [parts(from), parts(to)];
		const steps = new Set<string>();
		const isWeightLost = ['1', '2'].some(code => before.has(code) && !after.has(code));
		for (const name of before.keys()) if (!after.has(name)) steps.add(ends[name] ?? '');
		for (const [name, code] of after) {
			if (before.get(name) !== code || (isWeightLost && /^[12]$/.test(name))) steps.add(code);
		}
		const whole = to === '' ? 0 : 2 + to.length;
		cost = 3 + Math.min([...steps].join(';').length, whole);
		changes.set(key, cost);
	}
	return cost;
}

export function digits(n: number): number {
	return String(n).length;
}

function step(n: number): number {
	return n === 0 ? 0 : 3 + (n === 1 ? 0 : digits(n));
}

function along(from: number, to: number): number {
	if (from === to) return 0;
	if (to === 0) return 1;
	const column = 3 + digits(to + 1);
	return Math.min(column, step(Math.abs(to - from)), to < from ? from - to : Infinity);
}

/** Bytes of the shortest cursor move. */
export function moveCost(pen: Pen, x: number, y: number): number {
	if (pen.x === x && pen.y === y) return 0;
	const absolute = 3 + (y === 0 ? 0 : digits(y + 1)) + (x === 0 ? 0 : 1 + digits(x + 1));
	if (pen.y === unknown) return absolute;
	const down = y - pen.y;
	const rise = step(Math.abs(down));
	const feeds = down > 0 ? Math.min(down, rise) : rise;
	let best = Math.min(absolute, (pen.x === 0 ? 0 : 1) + feeds + along(0, x), rise + 3 + digits(x + 1));
	if (pen.x !== unknown) best = Math.min(best, rise + along(pen.x, x));
	return best;
}
