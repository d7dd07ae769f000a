import type {Readable} from 'node:stream';
import {afterUnlessDone} from '../../lib/time/clock.ts';

type Options = {
	stdin: Readable;
	/** Runs a function after a delay in ms; returns a function that cancels it. */
	after?: (ms: number, run: () => void) => () => void;
};

/** How long nothing may arrive until a paste, or another sequence that the terminal never ended, is over, ms. */
export const unendedMs = 1000;
/** More of a paste is dropped. */
const maxLength = 1024 * 1024;

const [startMark, endMark] = ['\x1b[200~', '\x1b[201~'];
/** Ctrl-C, also in the form of the kitty keyboard protocol: with any lock, and with alternate keys. */
const ctrlC = /\x03|\x1b\[(?:\d+:\d*:)?99[\d:]*;(?:5|69|133|197)(?::1)?(?:;[\d:]*)?u/;
/** One key: a character, or what begins with Esc. */
const singleKey = /^(?:\x1b.*|.)$/su;

/**
Ends a bracketed paste whose end never arrives, before any other reader of the keys: they would take all keys for a part of it.
It is over a second after its last text, and at once with Ctrl-C.
*/
export function endPastes({stdin, after = afterUnlessDone}: Options): () => void {
	const reader = createPasteReader();
	const read = stdin.read.bind(stdin);
	let ended = '';
	let cancelTimer = () => {};
	const end = () => {
		ended += reader.end();
		if (ended !== '') stdin.emit('readable');
	};
	// Node passes a size of 0 to fetch more data.
	stdin.read = (size?: number): unknown => {
		if (size !== 0 && ended !== '') {
			const keys = ended;
			ended = '';
			return keys;
		}
		for (;;) {
			const chunk: unknown = read(size);
			if (typeof chunk !== 'string') return chunk;
			cancelTimer();
			const keys = reader.take(chunk);
			if (reader.isOpen()) cancelTimer = after(unendedMs, end);
			if (keys !== '') return keys;
		}
	};
	return () => cancelTimer();
}

/** `take` returns the complete part of a read, and `end` the open paste with its end. */
export function createPasteReader() {
	/** `overdue`: its end may still arrive, with more text before it. */
	let state: 'closed' | 'open' | 'overdue' = 'closed';
	let held = '';
	/** The end of what was passed on, or held: a mark may be split. */
	let seam = '';

	const takeClosed = (text: string): string => {
		const all = seam + text;
		const at = all.indexOf(startMark);
		if (at === -1) {
			seam = all.slice(1 - startMark.length);
			return text.replaceAll(endMark, '');
		}
		const from = at + startMark.length - seam.length;
		[state, held, seam] = ['open', '', ''];
		return text.slice(0, from) + takeOpen(text.slice(from));
	};
	const takeOpen = (text: string): string => {
		const all = seam + text;
		const at = all.indexOf(endMark);
		if (at !== -1) {
			const before = (held + text).slice(0, held.length + at - seam.length);
			const after = all.slice(at + endMark.length);
			[state, held, seam] = ['closed', '', ''];
			return before + endMark + takeClosed(after);
		}
		const key = ctrlC.exec(text);
		if (key) {
			held += text.slice(0, key.index);
			return end() + key[0] + take(text.slice(key.index + key[0].length));
		}
		held = (held + text).slice(0, maxLength);
		seam = all.slice(1 - endMark.length);
		return '';
	};
	const end = (): string => {
		const paste = held + endMark;
		[state, held, seam] = ['overdue', '', ''];
		return paste;
	};
	const take = (text: string): string => {
		if (state === 'closed') return takeClosed(text);
		if (state === 'open') return takeOpen(text);
		if (text === '') return '';
		if (singleKey.test(text)) {
			state = 'closed';
			return takeClosed(text);
		}
		// Nobody types several characters at once: the rest of the paste, which must not act as keys.
		state = 'open';
		return startMark + takeOpen(text);
	};
	return {take, end, isOpen: () => state === 'open'};
}
