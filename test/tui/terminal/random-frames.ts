import fc from 'fast-check';
import type {MeantCell} from './ink-like.ts';

/** Terminals disagree about the width of these, so only the cells around them are checked. */
export const disputed = ['👨‍👩‍👧', '👍🏽', '⚠️', '❤️', '🇩🇪', '1️⃣', '⌚', '™', '▶', 'नी'];
const wide = ['漢', '字', '한', '、', 'Ａ'];
const narrow = ['a', 'b', '7', '-', 'é', 'ß', '│', '─', 'e\u0301', 'я', '…', ' ', ' ', ' '];
const looks = [
	'',
	'',
	'',
	'1',
	'2',
	'1;2',
	'3',
	'4',
	'7',
	'9',
	'31',
	'92',
	'41',
	'104;30',
	'38;5;120',
	'48;5;236',
	'38;2;1;2;3',
	'48;2;90;80;70;1',
	'7;33',
	'4;53',
];

const cell = fc.record({
	text: fc.oneof(
		{weight: 12, arbitrary: fc.constantFrom(...narrow)},
		{weight: 3, arbitrary: fc.constantFrom(...wide)},
		{weight: 1, arbitrary: fc.constantFrom(...disputed)},
	),
	sgr: fc.constantFrom(...looks),
});
const stretch = fc.record({
	x: fc.nat(30),
	y: fc.nat(12),
	cells: fc.array(cell, {minLength: 1, maxLength: 8}),
	times: fc.constantFrom(1, 1, 1, 3, 12),
});
const edit = fc.oneof(
	{weight: 6, arbitrary: fc.record({kind: fc.constant('write' as const), stretch})},
	{weight: 2, arbitrary: fc.record({kind: fc.constant('clear' as const), stretch, length: fc.nat(30)})},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('scroll' as const),
			top: fc.nat(12),
			bottom: fc.nat(12),
			left: fc.constantFrom(0, 0, 6),
			by: fc.integer({min: -3, max: 3}),
		}),
	},
);
const cursor = fc.option(fc.record({x: fc.nat(29), y: fc.nat(11)}), {nil: undefined});
const step = fc.oneof(
	{
		weight: 10,
		arbitrary: fc.record({
			kind: fc.constant('frame' as const),
			edits: fc.array(edit, {maxLength: 4}),
			cursor,
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('resize' as const),
			columns: fc.integer({min: 1, max: 30}),
			rows: fc.integer({min: 1, max: 12}),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({kind: fc.constantFrom('redraw' as const, 'stop' as const, 'go' as const)}),
	},
	{weight: 1, arbitrary: fc.record({kind: fc.constant('suspend' as const)})},
);

/** Sequences of possible events for a screen. */
export const steps = fc.array(step, {minLength: 1, maxLength: 12});

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const blankCell: MeantCell = {text: ' ', width: 1, sgr: ''};

function widthOf(text: string): 1 | 2 {
	return wide.includes(text) || (disputed.includes(text) && text !== '™' && text !== '▶') ? 2 : 1;
}

/** One row as `columns` cells; the right half of a wide character is undefined. */
export type Places = (MeantCell | undefined)[];

function setPlace(row: Places, x: number, next: MeantCell): void {
	if (x + next.width > row.length) return;
	for (let at = x; at < x + next.width; at++) {
		if (row[at] === undefined) row[at - 1] = blankCell;
		if (row[at]?.width === 2) row[at + 1] = blankCell;
		row[at] = blankCell;
	}
	row[x] = next;
	if (next.width === 2) row[x + 1] = undefined;
}

export function applyEdit(screen: Places[], change: Edit): void {
	if (change.kind === 'scroll') {
		const {left, by} = change;
		const [top, bottom] = [Math.min(change.top, change.bottom), Math.max(change.top, change.bottom)];
		const before = screen.map(row => [...row]);
		for (let y = top; y <= Math.min(bottom, screen.length - 1); y++) {
			const from = y + by >= top && y + by <= bottom ? before[y + by] : undefined;
			const row = screen[y] ?? [];
			for (let x = left; x < row.length; x++) setPlace(row, x, blankCell);
			for (let x = left; x < row.length; x++) {
				const moved = from?.[x];
				if (moved) setPlace(row, x, moved);
			}
		}
		return;
	}
	const row = screen[change.stretch.y % screen.length] ?? [];
	let x = change.stretch.x % row.length;
	if (change.kind === 'clear') {
		for (let n = 0; n < change.length && x < row.length; n++) setPlace(row, x++, blankCell);
		return;
	}
	for (let n = 0; n < change.stretch.times; n++) {
		for (const {text, sgr} of change.stretch.cells) {
			const width = widthOf(text);
			if (x + width <= row.length) setPlace(row, x, {text, width, sgr});
			x += width;
		}
	}
}

/** The same cells in another size, as far as they fit. */
export function resizedScreen(screen: Places[], columns: number, rows: number): Places[] {
	return Array.from({length: rows}, (_, y) => {
		const row: Places = Array.from({length: columns}, () => blankCell);
		for (const [x, place] of (screen[y] ?? []).entries()) if (place) setPlace(row, x, place);
		return row;
	});
}
