import {openTerminalWriter} from '../../src/tui/terminal/writer.ts';
import {createTui, type Action} from '../tui/terminal/tui-frames.ts';
import {fakeOutput} from '../tui/terminal/fake-output.ts';
import {fakeWindow} from '../tui/terminal/fake-window.ts';
import {fakeTty, openInkTui} from '../tui/terminal/ink-tui.ts';
import {createOracle} from '../tui/terminal/oracle.ts';
import {buildCurses} from './curses.ts';

/**
Measures bytes per frame, each the median of a few frames of the same action: the smallest difference of cells according
to an oracle (also if the console may be scrolled first), the writer, ncurses if it can be compiled, Ink's incremental
mode, and plain Ink. Run it with `npm run bench:terminal`.
*/
const sizes: [columns: number, rows: number][] = [
	[80, 24],
	[120, 40],
	[200, 60],
];
const actions: [action: Action, words: string][] = [
	['key', 'a typed key'],
	['line', 'an appended line'],
	['poll', 'a poll with one change'],
	['pane', 'a pane switch'],
];
const turns = 11;

type Figures = {
	least: number;
	scrolled: number;
	writer: number;
	curses: number;
	incremental: number;
	plain: number;
};

const curses = buildCurses();
if (!curses) {
	console.log(
		'!! NOT COMPARED WITH NCURSES: this needs a C compiler and ncurses (Debian: gcc libncurses-dev).\n',
	);
}

function median(values: number[]): number {
	return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** A sink that counts the bytes since it was last read. */
function counter() {
	let bytes = 0;
	return {
		add: (chunk: string | Uint8Array) => {
			bytes += Buffer.byteLength(chunk);
		},
		take: () => {
			const taken = bytes;
			bytes = 0;
			return taken;
		},
	};
}

async function measure(action: Action, columns: number, rows: number): Promise<Figures> {
	const tui = createTui(columns, rows);
	const first = tui.frame();
	const oracle = createOracle(columns, rows);
	oracle.next(first);
	const [ours, incremental, plain] = [counter(), counter(), counter()];
	const stdout = fakeWindow(columns, rows);
	const writer = openTerminalWriter({stdout, output: fakeOutput(ours.add).output, synchronized: true});
	const shows = [
		await openInkTui(writer.stream, first),
		await openInkTui(fakeTty(columns, rows, incremental.add), first, {incremental: true}),
		await openInkTui(fakeTty(columns, rows, plain.add), first),
	];
	for (const sink of [ours, incremental, plain]) sink.take();
	const seen: Figures[] = [];
	const frames = [first];
	for (let turn = 0; turn < turns; turn++) {
		const frame = tui.after(action);
		frames.push(frame);
		for (const show of shows) await show.show(frame);
		const {cells, scrolled} = oracle.next(frame, action === 'line' ? tui.region() : undefined);
		seen.push({
			least: cells,
			scrolled,
			writer: ours.take(),
			curses: Number.NaN,
			incremental: incremental.take(),
			plain: plain.take(),
		});
	}
	for (const show of shows) await show.close();
	await writer.close();
	for (const [at, bytes] of (curses?.bytesOf(frames, columns, rows) ?? []).entries()) {
		const figures = seen[at - 1];
		if (figures) figures.curses = bytes;
	}
	const of = (name: keyof Figures) => median(seen.map(figures => figures[name]));
	return {
		least: of('least'),
		scrolled: of('scrolled'),
		writer: of('writer'),
		curses: of('curses'),
		incremental: of('incremental'),
		plain: of('plain'),
	};
}

const headings = [
	'smallest',
	'with scroll',
	'writer',
	'ratio',
	'ncurses',
	'ratio',
	'Ink incr.',
	'ratio',
	'Ink',
	'ratio',
];
console.log(`${''.padEnd(32)}${headings.map(heading => heading.padStart(12)).join('')}`);
const ratios: number[] = [];
for (const [columns, rows] of sizes) {
	for (const [action, words] of actions) {
		const {least, scrolled, writer, curses, incremental, plain} = await measure(action, columns, rows);
		ratios.push(writer / least);
		const others = [writer, curses, incremental, plain].flatMap(bytes => [bytes, (bytes / least).toFixed(2)]);
		const cells = [least, scrolled, ...others];
		const name = `${words}, ${columns}x${rows}`;
		console.log(`${name.padEnd(32)}${cells.map(cell => String(cell).padStart(12)).join('')}`);
	}
}
console.log(`\nwriter against the smallest difference of cells, median of all: ${median(ratios).toFixed(2)}`);
curses?.remove();
