import type {Output} from './tty-output.ts';

/** One completed write: its bytes, its duration, and the number of frames dropped in the meantime. */
export type WriteReport = {bytes: number; drainMs: number; dropped: number};

type Options = {
	output: Output;
	/** Returns the bytes that bring the terminal up to date; none if it is. */
	next: () => Uint8Array;
	now: () => number;
	onReport?: (report: WriteReport) => void;
	onLost?: (error: Error) => void;
};

/** Creates a queue that writes once at a time; all requests during a write become one more write. */
export function createQueue({output, next, now, onReport, onLost}: Options) {
	let isAsked = false;
	let isScheduled = false;
	let isClosed = false;
	let sentAt: number | undefined;
	let drainMs = 0;
	let frames = 0;
	const waiting: (() => void)[] = [];

	const send = () => {
		isScheduled = false;
		if (sentAt !== undefined || isClosed) return;
		isAsked = false;
		const bytes = next();
		if (bytes.length === 0) return rest();
		const dropped = Math.max(0, frames - 1);
		frames = 0;
		sentAt = now();
		output.write(bytes, error => onWritten(bytes.length, dropped, error));
	};
	const onWritten = (bytes: number, dropped: number, error?: Error) => {
		drainMs = now() - (sentAt ?? now());
		sentAt = undefined;
		if (isClosed) return;
		if (error) {
			close();
			onLost?.(error);
			return;
		}
		onReport?.({bytes, drainMs, dropped});
		if (isAsked) send();
		else rest();
	};
	const rest = () => {
		for (const resolve of waiting.splice(0)) resolve();
	};
	const close = () => {
		isClosed = true;
		rest();
	};

	return {
		/** Requests a write after the running code is done, because a frame comes in several writes. */
		ask(isFrame: boolean): void {
			isAsked = true;
			if (isFrame) frames++;
			if (isScheduled || sentAt !== undefined || isClosed) return;
			isScheduled = true;
			queueMicrotask(send);
		},
		/** Sends everything and waits until the terminal has accepted it, or is gone. */
		async settle(): Promise<void> {
			if (isClosed) return;
			isAsked = true;
			const settled = new Promise<void>(resolve => waiting.push(resolve));
			send();
			await settled;
		},
		lastDrainMs: () => Math.max(drainMs, sentAt === undefined ? 0 : now() - sentAt),
		close,
	};
}
