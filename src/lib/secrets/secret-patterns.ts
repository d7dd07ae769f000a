import {withoutCommandSecrets} from './secret-commands.ts';

/**
Places where people write secrets: a console variable that holds a password, `name=value` and `name: value` with a
telling name, and credentials in an HTTP header. The secret follows the name, quoted or up to white space.
*/
const named =
	/((?:password|passwd|passphrase|secret|token|api_?key|access_?key|authkey|steamaccount)\w{0,40})(["']?(?:\s{0,4}[=:]\s{0,4}|\s{1,4}))("[^"]*"|'[^']*'|[^\s"';,}]+)/gi;
const bearer = /\b(bearer|basic)(\s+)([\w+/=.~-]{8,})/gi;

/** The name of a setting that is a secret, such as `rcon_password`, `ServerAdminPassword` and `rcon.password`. */
const secretName = /[\w.]{0,60}?(?:password|passwd|passphrase|authkey|steamaccount|api_?key|secret|token)/
	.source;
const isWholeName = new RegExp(`^${secretName}$`, 'i');
/**
The name, and what separates it from its value: `"name" is "value"`, `name = value`, `name   : value : flags`, `name "value"`,
and the echo of a command, `"name value"`. Bounded, so that it takes linear time.
*/
const separators = /["']?[ \t]{0,80}(?:[=:]|is\b:?)[ \t]{0,80}|["']?[ \t]{1,80}(?=["'])|[ \t]{1,8}(?=[^\s"'])/
	.source;
const listed = new RegExp(
	`(?<![\\w.])(?<quote>["']?)(?<name>${secretName})(?![\\w.])(?:${separators})`,
	'gi',
);
const mayBeListed = /passw|passphrase|authkey|steamaccount|api_?key|secret|token/i;
/** A word that names any secret is a setting only where a setting can stand, and not in a sentence. */
const startsSetting = /(?:^|[\n\r{[(,;:]|\b(?:rcon|admin|server|console|game|join|telnet))[ \t]{0,8}["']?$/i;
const isNoValue = /^(?:true|false|null|none|yes|no|undefined|unset|\*+|(?:\^\w)*)$/i;
const maxValue = 300;

/** Checks whether a word is the name of a setting that is a secret. */
export const isSecretSetting = (word: string): boolean => isWholeName.test(word);

/**
Replaces the values of secret settings with `***` where games list them, and nothing else: a sentence about passwords
remains as it is.
*/
export function withoutListedSecrets(text: string): string {
	if (!mayBeListed.test(text)) return text;
	let [clean, from] = ['', 0];
	for (const match of text.matchAll(listed)) {
		const at = match.index + match[0].length;
		const value = match.index < from ? undefined : valueAt(text, at, match);
		if (!value) continue;
		clean += text.slice(from, value.start) + hidden;
		from = value.end;
	}
	return clean + text.slice(from);
}

/** Returns the place of the value after a name; undefined if there is none, or none that is a secret. */
function valueAt(text: string, at: number, {index, 0: head, groups = {}}: RegExpExecArray) {
	const {quote = '', name = ''} = groups;
	const rest = text.slice(at, at + maxValue);
	const opening = /^["']/.exec(rest)?.[0];
	const separator = head.slice(quote.length + name.length);
	const isPair = /[=:]/.test(separator) || (quote !== '' && /is/i.test(separator));
	const isEcho = !isPair && quote !== '' && !separator.startsWith(quote);
	if (!isPair && !isEcho && opening === undefined) return undefined;
	const isBareWord = /^[a-z]+$/.test(name) && quote === '' && opening === undefined;
	if (isBareWord && !startsSetting.test(text.slice(Math.max(0, index - 20), index))) return undefined;
	const end = opening === undefined ? bareEnd(rest, isEcho ? quote : undefined) : quotedEnd(rest, opening);
	const offset = opening === undefined ? 0 : 1;
	const value = rest.slice(offset, end);
	return value.trim() === '' || isNoValue.test(value.trim())
		? undefined
		: {start: at + offset, end: at + end};
}

/** The end of a text in quotes, or of its line. */
function quotedEnd(rest: string, opening: string): number {
	for (let at = 1; at < rest.length; at++) {
		const character = rest[at];
		if (character === '\\') at++;
		else if (character === opening || character === '\n' || character === '\r') return at;
	}
	return rest.length;
}

/** The end of a value without quotes: of its column, of the pair or of the line. */
function bareEnd(rest: string, closing: string | undefined): number {
	const end = closing === undefined ? rest.search(/[\n\r,;}"')]|\s:|\s{2}|\s\(/) : rest.indexOf(closing);
	return rest.startsWith(':') ? 0 : end === -1 ? rest.length : end;
}

/** Replaces a secret. */
const hidden = '***';

/** Replaces every secret in a text with `***`; returns text without secrets unchanged. */
export function withoutSecrets(text: string): string {
	const listed = withoutListedSecrets(withoutCommandSecrets(text, hidden));
	return hide(hide(listed, bearer), named);
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
