import {errorWords, type ErrorKey} from '../contract/error-words.ts';

type Key = ErrorKey | `missingPermission.${string}`;

/** The service says no: thrown anywhere below the router, which turns it into the error body. (Specification: Errors) */
export class Refusal extends Error {
	override name = 'Refusal';
	readonly status: number;
	readonly key: Key | undefined;

	/** Status and words come from the contract's table; `message` adds what exactly is wrong. */
	constructor(key: Key, message?: string) {
		super(message ?? wordsOf(key).title);
		this.key = key;
		this.status = wordsOf(key).status;
	}
}

function wordsOf(key: Key): {status: number; title: string} {
	if (isKnown(key)) return errorWords[key];
	return {status: 403, title: `The permission ${key.slice('missingPermission.'.length)} is missing.`};
}

function isKnown(key: Key): key is ErrorKey {
	return Object.hasOwn(errorWords, key);
}
