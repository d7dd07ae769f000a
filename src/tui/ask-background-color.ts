import type {Readable} from 'node:stream';
import {afterUnlessDone} from '../lib/clock.ts';
import {createBackgroundReader, backgroundQuery, type Background} from './terminal/background-color.ts';

type Options = {
	stdin: Readable;
	/** Sends bytes to the terminal. */
	send: (bytes: string) => void;
	found: (background: Background) => void;
	/** Calls back after this many ms, unless it is called off. */
	after?: (ms: number, run: () => void) => () => void;
};

/** So long an Esc may be the beginning of the answer, ms. */
const patienceMs = 1000;
/** Who has not answered by then never will, ms. */
const longestMs = 30_000;
/** So long the end waits for an answer that is on its way, so that the shell does not get it, ms. */
const partingMs = 300;

/**
Asks the terminal for the colour of its ground. Its answer comes among the keys: until it is there, it is taken out of
each read before Ink sees what was read.
*/
export function askBackground({stdin, send, found, after = afterUnlessDone}: Options) {
	const reader = createBackgroundReader();
	const over = Promise.withResolvers<void>();
	let isAwaited = true;
	const read = stdin.read.bind(stdin);
	const stop = () => {
		if (Object.hasOwn(stdin, 'read')) Reflect.deleteProperty(stdin, 'read');
		callOff.forEach(call => call());
		isAwaited = false;
		over.resolve();
	};
	/** Node itself calls it with 0, to have more fetched. */
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
	const callOff = [
		after(patienceMs, () => {
			isAwaited = false;
			const keys = reader.patienceIsOver();
			// What was given away is not to be read as new.
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
		/** Fulfilled when nothing of the answer can come any more that the shell would get instead. */
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
