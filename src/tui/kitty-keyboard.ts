import type {Readable, Writable} from 'node:stream';
import {afterUnlessDone} from '../lib/clock.ts';
import {createKittyReader, kittyFlags, kittyQuery, popKitty, pushKitty} from './terminal/kitty-keys.ts';

type Options = {
	stdin: Readable;
	/** Receives modes and queries, which the writer keeps in order. */
	stream: Writable;
	/** Calls back after this time, ms; returns a function that cancels it. */
	after?: (ms: number, run: () => void) => () => void;
};

/** How long an answer to the first query delays an exit, ms; a terminal without the protocol never answers. */
const newMs = 1000;
/** How long an exit or a suspension waits for the first answer, and for one of a terminal that has answered, ms. */
const [firstMs, againMs] = [300, 1000];

/**
Uses the kitty keyboard protocol if the terminal offers all of it: only then are repeats of a held key known. Keys are
read in either form at any time, so that a late, wrong or missing answer loses none.
*/
export function openKittyKeyboard({stdin, stream, after = afterUnlessDone}: Options) {
	const reader = createKittyReader();
	const read = stdin.read.bind(stdin);
	let state: 'off' | 'asked' | 'on' | 'parting' = 'off';
	let isNew = false;
	let isSilent = false;
	let cancelTimer = () => {};
	let answered = Promise.withResolvers<void>();

	const change = (next: typeof state) => {
		state = next;
		reader.markRepeats(state === 'on');
	};
	const onFlags = (flags: number) => {
		isSilent = false;
		if (state === 'asked') {
			const isComplete = (flags & kittyFlags) === kittyFlags;
			change(isComplete ? 'on' : 'off');
			if (!isComplete) stream.write(popKitty);
		}
		answered.resolve();
	};
	const ask = (bytes: string) => {
		answered = Promise.withResolvers();
		stream.write(bytes + kittyQuery);
	};
	const answerOrTimeout = async (ms: number) => {
		const timeout = Promise.withResolvers<void>();
		const cancel = after(ms, timeout.resolve);
		await Promise.race([answered.promise, timeout.promise]);
		cancel();
	};
	// Node passes a size of 0 to fetch more data.
	stdin.read = (size?: number): unknown => {
		for (;;) {
			const chunk: unknown = read(size);
			if (typeof chunk !== 'string') return chunk;
			const {keys, flags} = reader.take(chunk);
			const isDropped = state === 'parting';
			if (flags !== undefined) onFlags(flags);
			if (keys !== '' && !isDropped) return keys;
		}
	};
	return {
		/** Switches the protocol on; also after another program had the terminal. */
		start(): void {
			change('asked');
			// A terminal that has not answered will not answer now.
			isNew = !isSilent;
			cancelTimer();
			cancelTimer = after(newMs, () => {
				isNew = false;
				isSilent = state === 'asked';
			});
			ask(pushKitty);
		},
		/**
		Switches the protocol off, and resolves when no key in its form is on the way, such as the release of the key
		that quits: the shell would take it for text. Until then keys are dropped.
		*/
		async part(): Promise<void> {
			if (state === 'asked' && isNew) await answerOrTimeout(firstMs);
			if (state !== 'on') return;
			change('parting');
			ask(popKitty);
			await answerOrTimeout(againMs);
			change('off');
		},
		stop(): void {
			cancelTimer();
			Reflect.deleteProperty(stdin, 'read');
		},
	};
}
