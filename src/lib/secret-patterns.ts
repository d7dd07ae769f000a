/**
Places where people write secrets: a console variable that holds a password, `name=value` and `name: value` with a
telling name, and credentials in an HTTP header. The secret follows the name, quoted or up to white space.
*/
const named =
	/((?:password|passwd|passphrase|secret|token|api_?key|access_?key|authkey|steamaccount)\w{0,40})(["']?(?:\s{0,4}[=:]\s{0,4}|\s{1,4}))("[^"]*"|'[^']*'|[^\s"';,}]+)/gi;
const bearer = /\b(bearer|basic)(\s+)([\w+/=.~-]{8,})/gi;

/** Replaces a secret. */
const hidden = '***';

/** Replaces every secret in a text with `***`; returns text without secrets unchanged. */
export function withoutSecrets(text: string): string {
	return hide(hide(text, bearer), named);
}

export function hasSecret(text: string): boolean {
	return withoutSecrets(text) !== text;
}

function hide(text: string, pattern: RegExp): string {
	return text.replace(pattern, (whole, name: string, between: string, value: string) =>
		isEmptyOrHidden(value) ? whole : name + between + hidden,
	);
}

/** True for an empty or already hidden value. */
function isEmptyOrHidden(value: string): boolean {
	return value === '""' || value === "''" || value === hidden;
}
