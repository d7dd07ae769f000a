import {openTerminalWriter} from '../../src/tui/terminal/writer.ts';
import {createTui, type Action} from '../tui/terminal/tui-frames.ts';
import {fakeOutput} from '../tui/terminal/fake-output.ts';
import {fakeWindow} from '../tui/terminal/fake-window.ts';
import {fakeTty, openInkTui} from '../tui/terminal/ink-tui.ts';
import {createOracle} from '../tui/terminal/oracle.ts';
import {buildCurses} from './curses.ts';
import {quantile} from './quantile.ts';
import {rowOf, type Row} from './row.ts';

/**
Measures bytes per frame, each the median of a few frames of the same action: the smallest difference of cells according
to an oracle (also if the console may be scrolled first), the writer, ncurses if it can be compiled, Ink's incremental
mode, and plain Ink.
*/
const sizes: [columns: number, rows: number][] = [
	[80, 24],
	[120, 40],
	[200, 60],
];
const actions: [action: Action, words: string][] = [
	['key', 'a typed key'],
	['line', 'a new line'],
	['poll', 'a poll with one change'],
	['pane', 'another pane'],
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
	const of = (name: keyof Figures) =>
		quantile(
			seen.map(figures => figures[name]),
			0.5,
		);
	return {
		least: of('least'),
		scrolled: of('scrolled'),
		writer: of('writer'),
		curses: of('curses'),
		incremental: of('incremental'),
		plain: of('plain'),
	};
}

export async function run(): Promise<readonly Row[]> {
	const table: Row[] = [];
	for (const [columns, rows] of sizes) {
		for (const [action, words] of actions) {
			const {least, scrolled, writer, curses, incremental, plain} = await measure(action, columns, rows);
			const others = {ncurses: curses, 'Ink incremental': incremental, Ink: plain};
			const beside = Object.entries(others).map(([name, bytes]) =>
				Number.isNaN(bytes)
					? `${name} not compiled: apt-get install gcc libncurses-dev`
					: `${name} ${(bytes / least).toFixed(1)} ×`,
			);
			const scrolling = scrolled < least ? `, ${(writer / scrolled).toFixed(2)} × with scrolling` : '';
			const detail = `${writer} bytes${scrolling}; ${beside.join(', ')}`;
			table.push(
				rowOf(
					`Bytes of ${words} at ${columns}x${rows}, relative to the smallest difference`,
					writer / least,
					{unit: '×', most: 1.05, detail},
				),
			);
		}
	}
	curses?.remove();
	return table;
}
