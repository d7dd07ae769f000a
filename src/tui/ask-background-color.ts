import type {Readable} from 'node:stream';
import {afterUnlessDone} from '../lib/clock.ts';
import {createBackgroundReader, backgroundQuery, type Background} from './terminal/background-color.ts';

type Options = {
	stdin: Readable;
	/** Sends bytes to the terminal. */
	send: (bytes: string) => void;
	found: (background: Background) => void;
	/** Calls back after this time, ms; returns a function that cancels it. */
	after?: (ms: number, run: () => void) => () => void;
};

/** How long a received Esc may be the start of the answer, ms. */
const patienceMs = 1000;
/** A terminal that has not answered by then never will, ms. */
const longestMs = 30_000;
/** How long an exit waits for an answer in transit, so that the shell does not receive it, ms. */
const partingMs = 300;

/**
Asks the terminal for its background color. The answer arrives among the keys, so it is removed from each read
before Ink sees the data.
*/
export function askBackground({stdin, send, found, after = afterUnlessDone}: Options) {
	const reader = createBackgroundReader();
	const over = Promise.withResolvers<void>();
	let isAwaited = true;
	const before = Object.hasOwn(stdin, 'read') ? stdin.read : undefined;
	const read = stdin.read.bind(stdin);
	const stop = () => {
		if (before) stdin.read = before;
		else if (Object.hasOwn(stdin, 'read')) Reflect.deleteProperty(stdin, 'read');
		cancelTimer.forEach(call => call());
		isAwaited = false;
		over.resolve();
	};
	/** Node itself calls it with 0 to trigger a read from the source. */
	stdin.read = (size?: number): unknown => {
		for (;;) {
			const chunk: unknown = read(size);
			if (typeof chunk !== 'string') return chunk;
			const keys = reader.take(chunk);
			if (reader.isOver()) {
				stop();
				const background = reader.background();
				if (background) found(background);
			}
			if (keys !== '') return keys;
		}
	};
	const cancelTimer = [
		after(patienceMs, () => {
			isAwaited = false;
			const keys = reader.stopWaiting();
			// Data passed on must not be read again as new.
			if (keys !== '') giveBack(keys);
		}),
		after(longestMs, stop),
	];
	const giveBack = (keys: string) => {
		const {read: filtered} = stdin;
		stdin.read = (size?: number): unknown => {
			if (size === 0) return read(0);
			stdin.read = filtered;
			return keys;
		};
		stdin.emit('readable');
	};
	send(backgroundQuery);
	return {
		/** Resolves when no part of the answer can arrive anymore that the shell would receive instead. */
		settled: async (): Promise<void> => {
			if (!isAwaited) return;
			const timer = Promise.withResolvers<void>();
			const call = after(partingMs, timer.resolve);
			await Promise.race([over.promise, timer.promise]);
			call();
		},
		stop,
	};
}
