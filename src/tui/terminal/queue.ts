import type {Output} from './tty-output.ts';

/** One write that the terminal took: its bytes, how long that lasted, and how many frames fell away meanwhile. */
export type WriteReport = {bytes: number; drainMs: number; dropped: number};

type Options = {
	output: Output;
	/** The bytes that bring the terminal to where it should be by now; none if it is there. */
	next: () => Uint8Array;
	now: () => number;
	onReport?: (report: WriteReport) => void;
	onLost?: (error: Error) => void;
};

/** One write at a time; whatever is asked for while one is in progress becomes one more write. */
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
		output.write(bytes, error => taken(bytes.length, dropped, error));
	};
	const taken = (bytes: number, dropped: number, error?: Error) => {
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
		/** Soon, that is when the code that is running is through: a frame comes in several writes. */
		ask(isFrame: boolean): void {
			isAsked = true;
			if (isFrame) frames++;
			if (isScheduled || sentAt !== undefined || isClosed) return;
			isScheduled = true;
			queueMicrotask(send);
		},
		/** Sends what there is to send and waits until the terminal has taken it, or is gone. */
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
