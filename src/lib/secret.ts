import {inspect} from 'node:util';

/** What must not be in any report, wherever it came from. */
const known = new Set<string>();
/** Shorter ones would black out words that mean nothing. */
const shortest = 3;

/** The text with dots where a secret stood. */
export function withoutSecrets(text: string): string {
	const longestFirst = [...known].sort((a, b) => b.length - a.length);
	return longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '••••'), text);
}

/** A text that must not be seen: however it is printed, it shows as dots; only `reveal` gives it away. */
export class Secret {
	readonly #text: string;

	constructor(text: string) {
		this.#text = text;
		if (text.length >= shortest) known.add(text);
	}

	reveal(): string {
		return this.#text;
	}

	toString(): string {
		return '••••';
	}

	toJSON(): string {
		return '••••';
	}

	[inspect.custom](): string {
		return '••••';
	}
}
