import {expect, test} from 'vitest';
import {openTerminalWriter} from '../../../src/tui/terminal/writer.ts';
import {createTui, type Action} from './tui-frames.ts';
import {openEmulator} from './emulator.ts';
import {fakeOutput} from './fake-output.ts';
import {fakeWindow} from './fake-window.ts';
import {fakeTty, openInkTui} from './ink-tui.ts';

type Emulator = ReturnType<typeof openEmulator>;

function picture({terminal, cell, cursor}: Emulator) {
	const rows = Array.from({length: terminal.rows}, (_, y) =>
		Array.from({length: terminal.cols}, (__, x) => cell(x, y)),
	);
	return {rows, cursor: cursor()};
}

/** The same program on a bare emulator and, through the writer, on another. */
async function openBoth(columns: number, rows: number) {
	const bare = openEmulator(columns, rows);
	const judged = openEmulator(columns, rows);
	const fake = fakeOutput(judged.write);
	const stdout = fakeWindow(columns, rows);
	const writer = openTerminalWriter({stdout, output: fake.output, synchronized: true});
	const tui = createTui(columns, rows);
	const tty = fakeTty(columns, rows, bare.write);
	const shows = [await openInkTui(tty, tui.frame()), await openInkTui(writer.stream, tui.frame())];
	return {bare, judged, writer, stdout, tty, tui, shows};
}

test.each([
	[80, 24],
	[120, 40],
	[200, 60],
])(
	'at %ix%i Ink shows the same with and without the writer',
	async (columns, rows) => {
		const {bare, judged, writer, tui, shows} = await openBoth(columns, rows);
		const actions: Action[] = ['key', 'line', 'key', 'line', 'line', 'poll', 'pane', 'key', 'pane', 'line'];
		for (const action of actions) {
			const frame = tui.after(action);
			for (const show of shows) await show.show(frame);
			expect(picture(judged)).toEqual(picture(bare));
		}
		for (const show of shows) await show.close();
		await writer.close();
		expect(judged.isAlternate()).toBe(false);
	},
	30_000,
);

test('Ink shows the same with and without the writer after the window grows and shrinks', async () => {
	const {bare, judged, writer, stdout, tty, shows} = await openBoth(80, 24);
	for (const [columns, rows] of [
		[60, 20],
		[132, 43],
		[40, 43],
		[121, 12],
		[20, 6],
		[80, 24],
	] as const) {
		const tui = createTui(columns, rows);
		for (const emulator of [bare, judged]) emulator.resize(columns, rows);
		for (const window of [tty, stdout]) {
			Object.assign(window, {columns, rows});
			window.emit('resize');
		}
		for (const frame of [tui.frame(), tui.after('line')]) for (const show of shows) await show.show(frame);
		expect(picture(judged), `${columns}x${rows}`).toEqual(picture(bare));
	}
	for (const show of shows) await show.close();
	await writer.close();
});

test('the shell has its own screen while Ink is suspended, and the TUI returns unchanged afterward', async () => {
	const {judged, writer, tui, shows} = await openBoth(80, 24);
	await shows[1]?.show(tui.after('line'));
	const before = picture(judged);
	await shows[1]?.suspended(async () => {
		await writer.suspend();
		expect(judged.isAlternate()).toBe(false);
		judged.write('$ ls\r\nassets src test\r\n');
		writer.resume();
	});
	await Promise.resolve();
	expect(judged.isAlternate()).toBe(true);
	expect(picture(judged)).toEqual(before);
	for (const show of shows) await show.close();
	await writer.close();
	expect(judged.rows().slice(0, 2)).toEqual(['$ ls', 'assets src test']);
});
