import {PassThrough, Writable} from 'node:stream';
import {Box, loadYoga, render, Text, useApp, useCursor} from 'ink';
import {createElement} from 'react';
import {lineOf, type MeantFrame} from './ink-like.ts';

/** A stream that Ink treats as a terminal; passes on everything that is written. */
export function fakeTty(columns: number, rows: number, take: (chunk: string) => void) {
	const stream = new Writable({
		decodeStrings: false,
		write(chunk: string | Buffer, _encoding, done) {
			take(String(chunk));
			done();
		},
	});
	return Object.assign(stream, {isTTY: true as const, columns, rows});
}

type App = ReturnType<typeof useApp>;
type Props = {frame: MeantFrame; columns: number; rows: number; onApp: (app: App) => void};

function Frame({frame, columns, rows, onApp}: Props) {
	onApp(useApp());
	const {setCursorPosition} = useCursor();
	setCursorPosition(frame.cursor);
	const lines = frame.rows.map((cells, y) =>
		createElement(Text, {key: y, wrap: 'truncate'}, lineOf(cells) || ' '),
	);
	return createElement(Box, {width: columns, height: rows, flexDirection: 'column'}, lines);
}

/** Shows frames through Ink, as the program does. */
export async function openInkTui(
	stdout: ReturnType<typeof fakeTty>,
	first: MeantFrame,
	{incremental = false} = {},
) {
	await loadYoga();
	let suspend: App['suspendTerminal'] | undefined;
	const element = (frame: MeantFrame) =>
		createElement(Frame, {
			frame,
			columns: stdout.columns,
			rows: stdout.rows,
			onApp: ({suspendTerminal}) => {
				suspend = suspendTerminal;
			},
		});
	const stdin = Object.assign(new PassThrough(), {
		isTTY: true,
		setRawMode() {},
		ref() {},
		unref() {},
	});
	const ink = render(element(first), {
		stdout: stdout as unknown as NodeJS.WriteStream,
		stdin: stdin as unknown as NodeJS.ReadStream,
		alternateScreen: true,
		incrementalRendering: incremental,
		interactive: true,
		exitOnCtrlC: false,
		patchConsole: false,
		maxFps: 1000,
	});
	await ink.waitUntilRenderFlush();
	return {
		async show(frame: MeantFrame) {
			ink.rerender(element(frame));
			await ink.waitUntilRenderFlush();
		},
		/** Like Ctrl-Z: Ink releases the terminal while the callback runs. */
		suspended: async (callback: () => Promise<void>) => suspend?.(callback),
		async close() {
			ink.unmount();
			await ink.waitUntilExit();
		},
	};
}
