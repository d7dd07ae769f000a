import type {Readable, Writable} from 'node:stream';
import {afterUnlessDone} from '../../lib/time/clock.ts';
import {unendedMs} from './pastes.ts';

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
	let cancelUnended = () => {};
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
			cancelUnended();
			if (reader.isHolding()) cancelUnended = after(unendedMs, reader.drop);
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
			cancelUnended();
			Reflect.deleteProperty(stdin, 'read');
		},
	};
}

/**
The flags of the kitty keyboard protocol that are needed to tell a repeat from a press: disambiguate (1), event types (2),
alternate keys (4), all keys as escape codes (8), because Enter, Tab and Backspace report no repeats otherwise, and the
text of a key (16), which is otherwise lost. (https://sw.kovidgoyal.net/kitty/keyboard-protocol)
*/
const kittyFlags = 31;
/** Asks for the flags that are in effect; a terminal without the protocol ignores it. */
const kittyQuery = '\x1b[?u';
const pushKitty = `\x1b[>${kittyFlags}u`;
const popKitty = '\x1b[<u';

/**
Matches an answer to the query, the answer to DA1 (`c`), the ends of a bracketed paste, and keys with parameters. DA1, which
every terminal answers, is asked for with the background color, after the query.
*/
const sequence = /\x1b\[(?:\?(\d+)u|\?[\d;]*(c)|(\d[\d;:]*)([u~A-Z]))/g;
/** Matches the start of one at the end of a read. No key is sent as such a start. */
const incomplete = /\x1b\[[?\d][\d;:]{0,200}$/;

const [shiftBit, altBits, ctrlBit, superBits] = [1, 2 + 32, 4, 8 + 16];
const lockBits = 64 + 128;
/** The keys of the number pad that type something, from 57399. */
const keypad = '0123456789./*-+\r=,';
const [firstKeypad, firstFunctional, lastFunctional] = [57_399, 57_344, 63_743];
const [tab, enter, esc, backspace] = [9, 13, 27, 127];

export type KittyReader = {
	/**
	Translates the keys of a read into the form that they have without the protocol, except for repeats, which keep
	their event type, and keys that are ambiguous without it, such as Esc. Drops releases. Returns the flags that the
	terminal reported in this read; 0 if it has passed over the query.
	*/
	take: (text: string) => {keys: string; flags?: number};
	/** Repeats are presses until the terminal has confirmed that it reports them. */
	markRepeats: (areMarked: boolean) => void;
	/** The start of a sequence is held. */
	isHolding: () => boolean;
	/** Drops that start, which is not a key. */
	drop: () => void;
};

export function createKittyReader(): KittyReader {
	let held = '';
	let isPasting = false;
	let areMarked = false;
	return {
		take: chunk => {
			const all = held + chunk;
			held = incomplete.exec(all)?.[0] ?? '';
			let flags: number | undefined;
			const keys = all
				.slice(0, all.length - held.length)
				.replaceAll(sequence, (bytes, answer?: string, later?: string, fields?: string, final?: string) => {
					const isMark = final === '~' && (fields === '200' || fields === '201');
					if (isMark) isPasting = fields === '200';
					if (isMark || isPasting) return bytes;
					if (answer !== undefined) flags = Number(answer);
					if (later !== undefined) {
						flags ??= 0;
						return bytes;
					}
					if (fields === undefined || final === undefined) return '';
					return translate(bytes, fields, final, areMarked);
				});
			return {keys, ...(flags !== undefined && {flags})};
		},
		markRepeats: marked => void (areMarked = marked),
		isHolding: () => held !== '',
		drop: () => void (held = ''),
	};
}

/** Translates `key:shifted:base ; modifiers:event ; text`, each optional but the key. */
function translate(bytes: string, fields: string, final: string, areMarked: boolean): string {
	const [keys = [], states = [], text = []] = fields.split(';').map(field => field.split(':').map(Number));
	const [code = 0, shifted = 0, base = 0] = keys;
	const [state = 0, event = 1] = states;
	const modifiers = Math.max(0, state - 1) & ~lockBits;
	if (event === 3 || modifiers & superBits) return '';
	const isRepeat = event === 2 && areMarked;
	const inForm = (key: number, bits: number, typed = '') =>
		`\x1b[${key};${bits + 1}${isRepeat ? ':2' : ''}${typed}${final}`;
	if (final !== 'u') return fields.includes(':') ? inForm(code, modifiers) : bytes;

	const typed = textOf(text) || (keypad[code - firstKeypad] ?? '');
	if (typed === '\r' || code === enter) return modifiers === 0 && !isRepeat ? '\r' : inForm(enter, modifiers);
	const isFunctional = code >= firstFunctional && code <= lastFunctional;
	if (code === tab || code === esc || code === backspace || (isFunctional && typed === '')) {
		return inForm(code, modifiers);
	}
	const hasAlt = (modifiers & altBits) !== 0;
	const hasCtrl = (modifiers & ctrlBit) !== 0;
	if (hasCtrl && !(hasAlt && typed !== '')) {
		// Ctrl-C works in every layout, and Ctrl-[ is Esc.
		const letter = code > 127 && base > 0 ? base : code;
		return letter === 0x5b ? inForm(esc, 0) : inForm(letter, modifiers & ~shiftBit);
	}
	const plain = modifiers & shiftBit ? shifted || upperCase(code) : code;
	// Alt may also be a part of what types a character, such as Option on a Mac.
	const isAlt =
		hasAlt && !hasCtrl && (typed === '' || typed === characterOf(plain) || typed === characterOf(code));
	if (isAlt) return inForm(plain, 2);
	const character = typed || characterOf(plain);
	if (!isRepeat) return character;
	return inForm(0, 0, `;${Array.from(character, one => one.codePointAt(0)).join(':')}`);
}

/** Returns the printable text of the code points. */
const textOf = (codes: readonly number[]): string => codes.map(characterOf).join('');

function characterOf(code: number): string {
	const isPrintable = code >= 0x20 && !(code >= 0x7f && code < 0xa0) && code <= 0x10_ff_ff;
	return isPrintable ? String.fromCodePoint(code) : '';
}

const upperCase = (code: number): number => characterOf(code).toUpperCase().codePointAt(0) ?? code;
