import type {ByName} from '../../lib/json/maps.ts';
import type {Readable} from 'node:stream';
import {afterUnlessDone} from '../../lib/time/clock.ts';
import {unendedMs} from './pastes.ts';

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
		cancelUnended();
		isAwaited = false;
		over.resolve();
	};
	let cancelUnended = () => {};
	const giveUp = () => {
		const keys = reader.giveUp();
		// Data passed on must not be read again as new.
		if (keys !== '') giveBack(keys);
	};
	/** Node itself calls it with 0 to trigger a read from the source. */
	stdin.read = (size?: number): unknown => {
		for (;;) {
			const chunk: unknown = read(size);
			if (typeof chunk !== 'string') return chunk;
			const keys = reader.take(chunk);
			cancelUnended();
			if (reader.isHolding()) cancelUnended = after(unendedMs, giveUp);
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

type Environment = ByName<string | undefined>;
export type Background = 'light' | 'dark';

/** OSC 11 requests the background color (xterm: ctlseqs). DA1, which every terminal answers, follows it. */
const backgroundQuery = '\x1b]11;?\x1b\\\x1b[c';

const osc = /\x1b\]11;([^\0-\x1f]*)(?:\x07|\x1b\\)/y;
/** An answer in which a key has arrived, such as Ctrl-C. */
const broken = /\x1b\]11;[^\0-\x1f]*(?=[\0-\x06\x08-\x1a\x1c-\x1f])/y;
const fence = /\x1b\[\?[\d;]*c/y;
/** The incomplete start of either answer, at the end of the data. */
const incompleteAnswer = /\x1b(?:\](?:1(?:1(?:;[^\0-\x1f]*\x1b?)?)?)?|\[(?:\?[\d;]*)?)?$/y;
/** Maximum length of an answer; anything longer is not one. */
const longest = 80;
/** From this length on, a start cannot be a key: `\x1b]11`, `\x1b[?`. */
const isCertainStart = (text: string) => text.startsWith('\x1b[?') || text.startsWith('\x1b]11');

/**
Returns whether the terminal is known to answer, or to ignore the query: the kinds that parse OSC. The Linux
console and old terminals would print it. GNU screen keeps the answer to itself; it uses the same TERM names
as tmux, which identifies itself by TMUX.
*/
export function answersBackgroundQuery({TERM: term = '', TMUX: tmux, STY: screen}: Environment): boolean {
	if (screen !== undefined && screen !== '') return false;
	if (/^(screen|tmux)/.test(term)) return tmux !== undefined && tmux !== '';
	return /^(xterm|rxvt|alacritty|kitty|foot|wezterm|ghostty|contour|konsole|gnome|vte|mintty|st-|iterm)/i.test(
		term,
	);
}

/** Parses `rgb:ffff/ffff/ffff`, with one to four digits each; returns undefined for anything else. */
export function backgroundOf(color: string): Background | undefined {
	const parts = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(color)?.slice(1);
	if (!parts) return undefined;
	const [red = 0, green = 0, blue = 0] = parts.map(
		part => Number.parseInt(part, 16) / (16 ** part.length - 1),
	);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? 'light' : 'dark';
}

export type BackgroundReader = {
	/** Removes the answer from a read and returns the rest: keys. */
	take: (text: string) => string;
	/** Returns the bytes that were kept as a possible start of an answer; from now on only a certain start is kept. */
	stopWaiting: () => string;
	/** The start of an answer, or Esc, is held. */
	isHolding: () => boolean;
	/** Drops a certain start, and returns any other as keys. */
	giveUp: () => string;
	background: () => Background | undefined;
	/** The answer is complete. */
	isOver: () => boolean;
};

/**
Extracts the answer from terminal input, in however many reads it arrives. A possible start of it, even a lone
Esc, waits for the next read. After `stopWaiting` an Esc is a key immediately; if the rest of a late answer
follows it, that rest is not taken for keys.
*/
export function createBackgroundReader(): BackgroundReader {
	let [held, passed, isLate, isOver] = ['', '', false, false];
	let background: Background | undefined;

	const take = (text: string): string => {
		if (isOver) return text;
		// The text before it was already passed on as keys and must not be repeated.
		const passedLength = passed.length;
		const all = passed + held + text;
		[held, passed] = ['', ''];
		let keys = '';
		let at = 0;
		while (at < all.length) {
			const escape = all.indexOf('\x1b', at);
			if (escape === -1 || isOver) {
				keys += all.slice(Math.max(at, passedLength));
				break;
			}
			keys += all.slice(Math.max(at, passedLength), Math.max(escape, passedLength));
			const answer = matchAt(osc, all, escape) ?? matchAt(fence, all, escape);
			const lost = matchAt(broken, all, escape)?.[0];
			const rest = matchAt(incompleteAnswer, all, escape)?.[0];
			if (answer) {
				at = escape + answer[0].length;
				if (answer[1] === undefined) isOver = true;
				else background ??= backgroundOf(answer[1]);
			} else if (lost !== undefined) at = escape + lost.length;
			else if (rest !== undefined && rest.length <= longest && (!isLate || isCertainStart(rest))) {
				held = rest;
				break;
			} else {
				if (isLate && rest !== undefined && rest.length <= longest) passed = rest;
				at = escape + 1;
				keys += all.slice(Math.max(escape, passedLength), Math.max(at, passedLength));
			}
		}
		return keys;
	};
	return {
		take,
		stopWaiting: () => {
			isLate = true;
			if (isOver || isCertainStart(held)) return '';
			const keys = held;
			[held, passed] = ['', held];
			return keys;
		},
		isHolding: () => held !== '',
		giveUp: () => {
			const keys = isCertainStart(held) ? '' : held;
			[held, passed] = ['', isLate ? keys : ''];
			return keys;
		},
		background: () => background,
		isOver: () => isOver,
	};
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
	pattern.lastIndex = at;
	return pattern.exec(text) ?? undefined;
}
