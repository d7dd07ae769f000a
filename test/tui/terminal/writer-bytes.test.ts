import {expect, test} from 'vitest';
import {openTerminalWriter} from '../../../src/tui/terminal/writer.ts';
import {createTui, type Action} from './tui-frames.ts';
import {fakeOutput} from './fake-output.ts';
import {fakeWindow} from './fake-window.ts';
import {createInkLike} from './ink-like.ts';
import {createOracle} from './oracle.ts';

const sizes: [columns: number, rows: number][] = [
	[80, 24],
	[120, 40],
	[200, 60],
];
const actions: Action[] = ['key', 'line', 'poll', 'pane'];

/** The bytes of ten frames, of the writer and of the oracle. */
async function compare(action: Action, columns: number, rows: number, scroll: boolean) {
	const fake = fakeOutput(() => {});
	const stdout = fakeWindow(columns, rows);
	const writer = openTerminalWriter({stdout, output: fake.output, scroll});
	const ink = createInkLike(chunk => writer.stream.write(chunk));
	const oracle = createOracle(columns, rows);
	const tui = createTui(columns, rows);
	ink.enter();
	ink.paint(tui.frame());
	await Promise.resolve();
	oracle.next(tui.frame());
	const ratios: number[] = [];
	for (let turn = 0; turn < 10; turn++) {
		const frame = tui.after(action);
		ink.paint(frame);
		await Promise.resolve();
		const least = oracle.next(frame, scroll && action === 'line' ? tui.region() : undefined);
		ratios.push((fake.writes.at(-1)?.length ?? 0) / (scroll ? least.scrolled : least.cells));
	}
	return ratios.sort((a, b) => a - b)[5] ?? Infinity;
}

test.each(sizes.flatMap(size => actions.map(action => [action, ...size] as const)))(
	'a frame for a %s at %ix%i is close to the smallest possible difference',
	async (action, columns, rows) => {
		expect(await compare(action, columns, rows, false)).toBeLessThanOrEqual(1.1);
	},
	30_000,
);

test.each(sizes)(
	'an appended line at %ix%i is close to the best use of a scroll region',
	async (columns, rows) => {
		expect(await compare('line', columns, rows, true)).toBeLessThanOrEqual(1.15);
	},
	30_000,
);
