import {Writable} from 'node:stream';
import {systemClock} from '../../lib/time/clock.ts';
import {createDisplay} from './display.ts';
import {createIntent} from './intent.ts';
import {untouched} from './modes.ts';
import {createQueue, type WriteReport} from './queue.ts';
import {createStyles} from './styles.ts';
import {openTtyOutput, type Output} from './tty-output.ts';

/** The interface that Ink expects of its `stdout`. */
type TerminalStream = Writable & {isTTY: true; columns: number; rows: number};

/** The terminal: `process.stdout`, or anything that has a size and reports changes of it. */
type Terminal = {
	fd?: number;
	columns?: number | undefined;
	rows?: number | undefined;
	on(event: 'resize', listener: () => void): unknown;
	off(event: 'resize', listener: () => void): unknown;
};

type Options = {
	stdout: Terminal;
	/** The target of the bytes; by default the terminal of `stdout.fd`, never blocking. */
	output?: Output;
	/** Wrap frames in synchronized output (mode 2026); only if the terminal supports it. */
	synchronized?: boolean;
	/** Allow moving rows with scroll regions; default true. */
	scroll?: boolean;
	onReport?: (report: WriteReport) => void;
	/** Called once when the terminal is gone (EIO, EPIPE); nothing is written after that. */
	onLost?: (error: Error) => void;
	/** A monotonic clock, ms. */
	now?: () => number;
};

export type TerminalWriter = {
	/** Ink's `stdout`. Writes are parsed synchronously, so their callbacks say nothing about the terminal. */
	readonly stream: TerminalStream;
	/** How long the terminal took for the last frame, or has taken so far for the current one, ms. */
	readonly lastDrainMs: () => number;
	/**
	Sends bytes that neither move the cursor nor display anything: a bell, a title, a copy to the clipboard.
	Never dropped.
	*/
	send(bytes: string): void;
	/** Clears the screen and paints it again. */
	redraw(): void;
	/** Restores the terminal temporarily; resolves when done. What Ink writes in the meantime is remembered. */
	suspend(): Promise<void>;
	/** Takes over the terminal again, even if another program used it without `suspend`, and paints everything. */
	resume(): void;
	/**
	Restores the terminal permanently; resolves when the terminal has accepted everything, so an exit should
	limit the wait.
	*/
	close(): Promise<void>;
	/**
	Does the same synchronously, for exits; waits at most a quarter of a second for a terminal that accepts no
	data.
	*/
	closeSync(): void;
};

/**
Opens a writer between Ink (`alternateScreen: true`, `incrementalRendering: false`) and the terminal. It
tracks the cells on the screen and sends only differences, in one write per frame and one frame at a time:
until the terminal has accepted the last frame, newer frames replace each other and only the newest is sent.
What Ink writes outside of the alternate screen passes through unchanged.
*/
export function openTerminalWriter(options: Options): TerminalWriter {
	const {stdout, output = openTtyOutput(stdout.fd ?? 1), now = systemClock.monotonic} = options;
	const size = () => ({columns: stdout.columns || 80, rows: stdout.rows || 24});
	const styles = createStyles();
	const intent = createIntent(size().columns, size().rows, styles);
	const {synchronized = false, scroll = true} = options;
	const display = createDisplay({styles, synchronized, scroll});
	const queue = createQueue({...options, output, now, next: () => Buffer.from(nextBytes())});
	let isHeld = false;
	let isClosed = false;

	const nextBytes = (): string => {
		if (isHeld) return display.bring({modes: untouched, screen: intent.screen, aside: '', queries: ''});
		const [aside, queries] = [intent.takeAside(), intent.takeQueries()];
		return display.bring({modes: intent.modes(), screen: intent.screen, aside, queries});
	};
	const stream = Object.assign(
		new Writable({
			decodeStrings: false,
			write(chunk: string | Buffer, _encoding, done) {
				const isFrame = intent.accept(String(chunk));
				if (!isHeld) queue.ask(isFrame);
				done();
			},
		}),
		{isTTY: true as const, ...size()},
	);
	const onResize = () => {
		Object.assign(stream, size());
		intent.screen.resize(stream.columns, stream.rows);
		display.forget();
		stream.emit('resize');
		if (!isHeld) queue.ask(false);
	};
	const closeStream = () => {
		isClosed = true;
		stdout.off('resize', onResize);
		queue.close();
		output.close();
	};
	stdout.on('resize', onResize);

	return {
		stream,
		lastDrainMs: queue.lastDrainMs,
		send(bytes) {
			intent.send(bytes);
			if (!isHeld) queue.ask(false);
		},
		redraw() {
			display.forget();
			if (!isHeld) queue.ask(false);
		},
		async suspend() {
			isHeld = true;
			await queue.settle();
		},
		resume() {
			isHeld = false;
			display.forgetModes();
			queue.ask(false);
		},
		async close() {
			if (isClosed) return;
			isHeld = true;
			await queue.settle();
			if (!isClosed) closeStream();
		},
		closeSync() {
			if (isClosed) return;
			isHeld = true;
			output.writeSync(Buffer.from(nextBytes()));
			closeStream();
		},
	};
}
