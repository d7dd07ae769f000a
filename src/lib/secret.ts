import {inspect} from 'node:util';

/** A text that must not be seen: however it is printed, it shows as dots; only `reveal` gives it away. */
export class Secret {
	readonly #text: string;

	constructor(text: string) {
		this.#text = text;
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
