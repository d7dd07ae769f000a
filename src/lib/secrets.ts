/**
Places where people write secrets: a console variable that holds a password, `name=value` and `name: value` with a
telling name, and credentials of an HTTP header. What follows the name is the secret, quoted or up to white space.
*/
const named =
	/((?:password|passwd|passphrase|secret|token|api_?key|access_?key|authkey|steamaccount)\w{0,40})(["']?(?:\s{0,4}[=:]\s{0,4}|\s{1,4}))("[^"]*"|'[^']*'|[^\s"';,}]+)/gi;
const bearer = /\b(bearer|basic)(\s+)([\w+/=.~-]{8,})/gi;

/** What is in place of a secret. */
const hidden = '***';

/** The text with every secret in it replaced by `***`; text without one is returned as it is. */
export function withoutSecrets(text: string): string {
	return hide(hide(text, bearer), named);
}

export function hasSecret(text: string): boolean {
	return withoutSecrets(text) !== text;
}

function hide(text: string, pattern: RegExp): string {
	return text.replace(pattern, (whole, name: string, between: string, value: string) =>
		isNothing(value) ? whole : name + between + hidden,
	);
}

/** An empty value, or one that has been hidden already. */
function isNothing(value: string): boolean {
	return value === '""' || value === "''" || value === hidden;
}
