import {errorWords, type ErrorKey} from '../contract/error-words.ts';

/** Refusals for which the specification gives a status and no key; these keys are our own. */
const ownWords = {
	'general.unauthorized': {status: 401, title: 'The credentials are missing or invalid.'},
	'general.host_not_allowed': {
		status: 403,
		title: 'This service does not answer under the name in the Host header.',
	},
	'general.origin_not_allowed': {status: 403, title: 'Web pages of another origin may not use this service.'},
	'general.path_not_found': {status: 404, title: 'The service has no such path.'},
	'general.method_not_allowed': {status: 405, title: 'This path does not support the method.'},
	'general.internal_error': {status: 500, title: 'The service failed. This is a bug in rcondeck.'},
	'general.unavailable': {status: 503, title: 'The service is closed.'},
} as const;

type OwnKey = keyof typeof ownWords;
type Key = ErrorKey | OwnKey | `missingPermission.${string}`;

/** The service says no: thrown anywhere below the router, which turns it into the error body. (Specification: Errors) */
export class Refusal extends Error {
	override name = 'Refusal';
	readonly status: number;
	readonly key: Key;

	/** Status and words come from the tables; `message` adds what exactly is wrong. */
	constructor(key: Key, message?: string, options?: ErrorOptions) {
		super(message ?? wordsOf(key).title, options);
		this.key = key;
		this.status = wordsOf(key).status;
	}
}

/** Status, headers and body of the refusal, for whatever sends it. */
export function wireOf({key, message, status}: Refusal): {
	status: number;
	headers: Record<string, string>;
	body: string;
} {
	return {status, headers: {'Content-Type': 'application/json'}, body: JSON.stringify({key, message})};
}

export function responseOf(refusal: Refusal, more: Record<string, string> = {}): Response {
	const {status, headers, body} = wireOf(refusal);
	return new Response(body, {status, headers: {...headers, ...more}});
}

function wordsOf(key: Key): {status: number; title: string} {
	if (isIn(errorWords, key)) return errorWords[key];
	if (isIn(ownWords, key)) return ownWords[key];
	return {status: 403, title: `The permission ${key.slice('missingPermission.'.length)} is missing.`};
}

function isIn<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
	return Object.hasOwn(table, key);
}
