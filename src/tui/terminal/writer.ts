import {Writable} from 'node:stream';
import {createDisplay} from './display.ts';
import {createIntent} from './intent.ts';
import {untouched} from './modes.ts';
import {createQueue, type WriteReport} from './queue.ts';
import {createStyles} from './styles.ts';
import {openTtyOutput, type Output} from './tty-output.ts';

/** What Ink takes as its `stdout`. */
type TerminalStream = Writable & {isTTY: true; columns: number; rows: number};

/** The terminal: `process.stdout`, or anything that has a size and tells when it changes. */
type Terminal = {
	fd?: number;
	columns?: number | undefined;
	rows?: number | undefined;
	on(event: 'resize', listener: () => void): unknown;
	off(event: 'resize', listener: () => void): unknown;
};

type Options = {
	stdout: Terminal;
	/** Where bytes go; without it the terminal of `stdout.fd`, never blocking. */
	output?: Output;
	/** Frames are put between the marks of synchronized output (mode 2026): only if the terminal knows it. */
	synchronized?: boolean;
	/** Rows may be moved with scroll regions; default true. */
	scroll?: boolean;
	onReport?: (report: WriteReport) => void;
	/** The terminal is gone (EIO, EPIPE): told once, and nothing is written any more. */
	onLost?: (error: Error) => void;
	/** A clock in ms that never goes back. */
	now?: () => number;
};

export type TerminalWriter = {
	/** Ink's `stdout`. Parsed at once, so its write callbacks say nothing about the terminal. */
	readonly stream: TerminalStream;
	/** How long the terminal took for the last frame, or has taken so far for the one in progress, ms. */
	readonly lastDrainMs: () => number;
	/** Bytes that neither move the cursor nor show anything: a bell, a title, a copy to the clipboard. Never dropped. */
	send(bytes: string): void;
	/** Clears the screen and paints it again. */
	redraw(): void;
	/** Gives the terminal back for a while; fulfilled when it has been. What Ink writes meanwhile is remembered. */
	suspend(): Promise<void>;
	/** Takes the terminal again, also after somebody else had it without `suspend`, and paints all. */
	resume(): void;
	/** Gives the terminal back for good; fulfilled when it has taken everything, so an exit should not wait for ever. */
	close(): Promise<void>;
	/** The same at once, for exits; waits a quarter of a second at most for a terminal that takes nothing. */
	closeSync(): void;
};

/**
Stands between Ink (`alternateScreen: true`, `incrementalRendering: false`) and the terminal. It knows the cells on
the screen and sends only what differs, in one write a frame and one frame at a time: while the terminal has not
taken the last one, newer frames replace each other and only the newest is sent. What Ink writes outside of the
alternate screen passes as it is.
*/
export function openTerminalWriter(options: Options): TerminalWriter {
	const {stdout, output = openTtyOutput(stdout.fd ?? 1), now = () => performance.now()} = options;
	const size = () => ({columns: stdout.columns || 80, rows: stdout.rows || 24});
	const styles = createStyles();
	const intent = createIntent(size().columns, size().rows, styles);
	const {synchronized = false, scroll = true} = options;
	const display = createDisplay({styles, synchronized, scroll});
	const queue = createQueue({...options, output, now, next: () => Buffer.from(nextBytes())});
	let isHeld = false;
	let isClosed = false;

	const nextBytes = (): string => {
		if (isHeld) return display.bring({modes: untouched, screen: intent.screen, aside: ''});
		return display.bring({modes: intent.modes(), screen: intent.screen, aside: intent.takeAside()});
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
	const resized = () => {
		Object.assign(stream, size());
		intent.screen.resize(stream.columns, stream.rows);
		display.forget();
		stream.emit('resize');
		if (!isHeld) queue.ask(false);
	};
	const shut = () => {
		isClosed = true;
		stdout.off('resize', resized);
		queue.close();
		output.close();
	};
	stdout.on('resize', resized);

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
			if (!isClosed) shut();
		},
		closeSync() {
			if (isClosed) return;
			isHeld = true;
			output.writeSync(Buffer.from(nextBytes()));
			shut();
		},
	};
}
