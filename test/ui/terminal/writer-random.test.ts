import {EventEmitter} from 'node:events';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {openTerminalWriter} from '../../../src/ui/terminal/writer.ts';
import {openEmulator, type SeenCell} from './emulator.ts';
import {fakeOutput} from './fake-output.ts';
import {createInkLike, type MeantCell, type MeantFrame} from './ink-like.ts';

/** Terminals disagree about how wide these are; all that is asked of their own cells is that no other cell suffers. */
const disputed = ['👨‍👩‍👧', '👍🏽', '⚠️', '❤️', '🇩🇪', '1️⃣', '⌚', '™', '▶', 'नी'];
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

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const blankCell: MeantCell = {text: ' ', width: 1, sgr: ''};

function widthOf(text: string): 1 | 2 {
	return wide.includes(text) || (disputed.includes(text) && text !== '™' && text !== '▶') ? 2 : 1;
}

/** One row as `columns` places; the right half of a pair is undefined. */
type Places = (MeantCell | undefined)[];

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

function apply(screen: Places[], change: Edit): void {
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

/** What a cell looks like in the emulator when it is written alone on an empty screen. */
const looksOf = new Map<string, SeenCell>();
function lookOf({text, sgr}: MeantCell): SeenCell {
	const key = `${sgr}m${text}`;
	let look = looksOf.get(key);
	if (!look) {
		const emulator = openEmulator(8, 1);
		emulator.write(`\x1b[${sgr}m${text}`);
		look = emulator.cell(0, 0);
		looksOf.set(key, look);
	}
	return look;
}

function differences(
	emulator: ReturnType<typeof openEmulator>,
	screen: Places[],
	frame: MeantFrame,
): string[] {
	const found: string[] = [];
	for (const [y, row] of screen.entries()) {
		for (const [x, meant] of row.entries()) {
			if (!meant || disputed.includes(meant.text)) continue;
			const is = emulator.cell(x, y);
			const should = lookOf(meant);
			if (is.text !== should.text || is.width !== should.width || is.look !== should.look) {
				found.push(`${x},${y}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`);
			}
		}
	}
	const at = emulator.cursor();
	const {cursor: meant} = frame;
	if (meant && (at.x !== meant.x || at.y !== meant.y)) {
		found.push(`cursor ${at.x},${at.y} instead of ${meant.x},${meant.y}`);
	}
	return found;
}

async function play(steps: Step[], options: {convertEol: boolean; synchronized: boolean; scroll: boolean}) {
	let columns = 24;
	let rows = 8;
	const emulator = openEmulator(columns, rows, options);
	emulator.write('$ shell\r\n');
	const fake = fakeOutput(emulator.write);
	const stdout = Object.assign(new EventEmitter(), {columns, rows});
	const writer = openTerminalWriter({stdout, output: fake.output, ...options});
	const ink = createInkLike(chunk => writer.stream.write(chunk));
	let screen: Places[] = Array.from({length: rows}, () => Array.from({length: columns}, () => blankCell));
	let frame: MeantFrame = {rows: []};
	const paint = (cursorAt: {x: number; y: number} | undefined) => {
		frame = {
			rows: screen.map(row => row.filter(place => place !== undefined)),
			cursor: cursorAt && {x: cursorAt.x % columns, y: cursorAt.y % rows},
		};
		ink.paint(frame);
	};
	ink.enter();
	paint(undefined);
	let isStopped = false;
	for (const taken of steps) {
		if (taken.kind === 'frame') {
			for (const change of taken.edits) apply(screen, change);
			paint(taken.cursor);
		} else if (taken.kind === 'resize') {
			({columns, rows} = taken);
			emulator.resize(columns, rows);
			screen = Array.from({length: rows}, (_, y) => {
				const row = Array.from({length: columns}, (): MeantCell | undefined => blankCell);
				for (const [x, place] of (screen[y] ?? []).entries()) if (place) setPlace(row, x, place);
				return row;
			});
			Object.assign(stdout, {columns, rows});
			stdout.emit('resize');
			ink.clear();
			paint(undefined);
		} else if (taken.kind === 'redraw') {
			emulator.write('\x1b[2;3Hrubbish\x1b[3;1H\x1b[1;41m漢漢');
			writer.redraw();
		} else if (taken.kind === 'suspend') {
			if (isStopped) continue;
			await writer.suspend();
			expect(emulator.isAlternate()).toBe(false);
			emulator.write('typed at the shell\r\n\x1b[2;4r');
			writer.resume();
		} else {
			isStopped = taken.kind === 'stop';
			if (isStopped) fake.stop();
			else fake.go();
		}
		// The writer sends in a microtask.
		await Promise.resolve();
		if (!isStopped) expect(differences(emulator, screen, frame)).toEqual([]);
	}
	fake.go();
	expect(differences(emulator, screen, frame)).toEqual([]);
	await writer.close();
	expect(emulator.isAlternate()).toBe(false);
}

test('after any sequence of frames, resizes, redraws, stops and suspensions the screen is the frame that was meant', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, {minLength: 1, maxLength: 12}),
			fc.record({convertEol: fc.boolean(), synchronized: fc.boolean(), scroll: fc.boolean()}),
			play,
		),
		{numRuns: Number(process.env['TERMINAL_RUNS'] ?? 5000)},
	);
}, 120_000);
