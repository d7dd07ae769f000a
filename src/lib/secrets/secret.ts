import {inspect} from 'node:util';

/** Every secret of the session; none may appear in a report. */
const knownSecrets = new Set<string>();
/** Replacing shorter secrets would garble ordinary words. */
const minLength = 3;

/** Replaces every known secret with dots. */
export function withoutKnownSecrets(text: string): string {
	const longestFirst = [...knownSecrets].sort((a, b) => b.length - a.length);
	return longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '••••'), text);
}

/** A text that is never printed: it serializes as dots, and only `reveal` returns it. */
export class Secret {
	readonly #text: string;

	constructor(text: string) {
		this.#text = text;
		if (text.length < minLength) return;
		knownSecrets.add(text);
		// As in a path or a query.
		knownSecrets.add(encodeURIComponent(text.toWellFormed()));
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
