import {parseJson} from '../lib/json/json.ts';

/*
Names of fields whose values are secrets, in records of any service: the invite code of a team, the invite token and the
secret of a node, passwords in settings. Every output that hides secrets asks here.
*/
const secret =
	/passw|passphrase|passcode|secret|invit(?:e|ation)_?code|credential|authorization|cookie|token(?!s$|_?(?:id|name)$)|(?:api|access|auth|private)_?key/i;
/** Such as `issuedTokens`: a number unless it is a list of them. */
const severalTokens = /tokens$/i;

export const isSecretField = (name: string, value?: unknown): boolean =>
	secret.test(name) || (severalTokens.test(name) && value !== undefined && typeof value !== 'number');

/** What is written instead of a secret; it does not even show the length. */
export const hiddenSecret = '***';

/** A replacer of `JSON.stringify` that hides secrets. The fields of an object are judged by their own names. */
export function hideSecrets(name: string, value: unknown): unknown {
	if (!isSecretField(name, value)) return value;
	if (Array.isArray(value)) return value.map(one => hideSecrets(name, one));
	const isHidden = (typeof value === 'string' && value !== '') || typeof value === 'number';
	return isHidden ? hiddenSecret : value;
}

/** Returns the JSON text with its secrets hidden; the text itself if it has none. */
export const withoutSecretFields = (json: string): string =>
	isSecretField(json) || severalTokens.test(json) ? JSON.stringify(parseJson(json), hideSecrets) : json;
