import {parseJson} from '../lib/json.ts';

/** Larger bodies are not parsed, because that would delay the screen. */
const maxBytes = 64 * 1024;
/** Characters of a body in the log. */
const maxLength = 4000;

type Redact = (text: string) => string;

/** Names of values that are secrets, such as the code of an invitation. */
const secretName =
	/pass|secret|token|credential|authorization|cookie|login|^code$|(?:api|access|auth|private)_?key/i;

/**
Returns the text of a body without secrets. `redact` removes them from each string of a JSON text, where quotes are not
escaped. Returns undefined for a body that is not text or too large.
*/
export function bodyText(body: string | Uint8Array, redact: Redact): string | undefined {
	if (body.length > maxBytes) return undefined;
	const text = typeof body === 'string' ? body : decode(body);
	if (text === undefined) return undefined;
	const clean = redact(cleanJson(text, redact) ?? text);
	return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean;
}

function cleanJson(text: string, redact: Redact): string | undefined {
	try {
		return JSON.stringify(parseJson(text), (name: string, value: unknown) => {
			if (typeof value !== 'string') return value;
			return secretName.test(name) ? '***' : redact(value);
		});
	} catch {
		return undefined;
	}
}

function decode(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		return undefined;
	}
}
