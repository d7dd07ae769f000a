import {openTerminalWriter} from '../../src/tui/terminal/writer.ts';
import {createTui, type Action} from '../tui/terminal/tui-frames.ts';
import {fakeOutput} from '../tui/terminal/fake-output.ts';
import {fakeWindow} from '../tui/terminal/fake-window.ts';
import {openInkTui} from '../tui/terminal/ink-tui.ts';
import {createOracle} from '../tui/terminal/oracle.ts';
import {quantile} from './quantile.ts';
import {rowOf, type Row} from './row.ts';

/**
Measures bytes per frame, each the median of a few frames of the same action: the smallest difference of cells according
to an oracle (also if the console may be scrolled first), and the writer.
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

type Figures = {least: number; scrolled: number; writer: number};

async function measure(action: Action, columns: number, rows: number): Promise<Figures> {
	const tui = createTui(columns, rows);
	const first = tui.frame();
	const oracle = createOracle(columns, rows);
	oracle.next(first);
	let bytes = 0;
	const {output} = fakeOutput(chunk => (bytes += Buffer.byteLength(chunk)));
	const writer = openTerminalWriter({stdout: fakeWindow(columns, rows), output, synchronized: true});
	const tty = await openInkTui(writer.stream, first);
	const seen: Figures[] = [];
	for (let turn = 0; turn < turns; turn++) {
		const frame = tui.after(action);
		bytes = 0;
		await tty.show(frame);
		const {cells, scrolled} = oracle.next(frame, action === 'line' ? tui.region() : undefined);
		seen.push({least: cells, scrolled, writer: bytes});
	}
	await tty.close();
	await writer.close();
	const of = (name: keyof Figures) =>
		quantile(
			seen.map(figures => figures[name]),
			0.5,
		);
	return {least: of('least'), scrolled: of('scrolled'), writer: of('writer')};
}

export async function run(): Promise<readonly Row[]> {
	const table: Row[] = [];
	for (const [columns, rows] of sizes) {
		for (const [action, words] of actions) {
			const {least, scrolled, writer} = await measure(action, columns, rows);
			const scrolling = scrolled < least ? `, ${(writer / scrolled).toFixed(2)} × with scrolling` : '';
			table.push(
				rowOf(
					`Bytes of ${words} at ${columns}x${rows}, relative to the smallest difference`,
					writer / least,
					{unit: '×', most: 1.05, detail: `${writer} bytes${scrolling}`},
				),
			);
		}
	}
	return table;
}
