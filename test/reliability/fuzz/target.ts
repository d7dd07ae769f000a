/** The bytes that a codec gets, as they arrive: chunks of a stream, datagrams, or parts of a text. */
export type Input = readonly Uint8Array[];

export type Random = () => number;

/** One codec or reader. */
export type Opened = {
	/** Valid traffic, as our own encoders write it. */
	sample: (random: Random) => Input;
	/** Feeds an input. Throws or rejects if the codec breaks a promise. */
	feed: (input: Input) => void | Promise<void>;
	/** Texts that mean something to the codec. */
	words?: readonly string[];
	/** Makes a changed chunk valid again where nothing else would be reached, such as a checksum. */
	repair?: (chunk: Uint8Array) => Uint8Array;
	/** How many inputs may be fed at the same time (default 1). */
	atOnce?: number;
	/** The longest input in bytes (default 64 KiB). */
	maxBytes?: number;
	close?: () => Promise<void> | void;
};

/** `pace`: an input waits for a network, or takes tens of milliseconds. */
export type Target = {
	name: string;
	pace?: 'waits' | 'slow';
	open: () => Opened | Promise<Opened>;
};

export const bytesOf = (input: Input): Buffer => Buffer.concat(input);

/** Returns the input as text. Bytes that are not UTF-8 become lone surrogates. */
export const textOf = (input: Input): string =>
	bytesOf(input).toString('utf8').replaceAll('\ufffd', '\ud83d');

/** An input of one text. */
export const inputOf = (...texts: (string | Uint8Array)[]): Input => texts.map(text => Buffer.from(text));

/** Throws if a promise is broken. */
export function promise(isKept: boolean, what: string): asserts isKept {
	if (!isKept) throw new Error(what);
}

export const pick = <Item>(random: Random, items: readonly Item[]): Item => {
	const item = items[Math.floor(random() * items.length)];
	if (item === undefined) throw new Error('Nothing to pick from.');
	return item;
};

/** A target without anything to open, which takes the input as text. */
export const textTarget = (
	name: string,
	samples: readonly string[],
	feed: (text: string) => unknown,
	words: readonly string[] = [],
): Target => ({
	name,
	open: () => ({
		words,
		sample: random => inputOf(pick(random, samples)),
		feed: input => void feed(textOf(input)),
	}),
});
