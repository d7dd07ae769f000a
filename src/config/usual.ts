import {isFields} from '../contract/wire-values.ts';
import {clipboards, colours, themes} from './choices.ts';

/*
Accepts the usual settings without a schema, which takes longer to create than the first paint should. What these checks
refuse, the schemas read: they know all settings and name the mistake.
*/
type Check = (value: unknown) => boolean;

const isString: Check = value => typeof value === 'string';
const isText: Check = value => typeof value === 'string' && value !== '' && value.trim() === value;
const isWord: Check = value => typeof value === 'string' && /^[^\s"&;]+$/.test(value);
const isLine: Check = value => isText(value) && !/[\r\n]/.test(String(value));
const isFlag: Check = value => typeof value === 'boolean';
const isNumber =
	(least: number, most: number): Check =>
	value =>
		typeof value === 'number' && value >= least && value <= most;
const isWhole =
	(least: number, most: number): Check =>
	value =>
		Number.isSafeInteger(value) && isNumber(least, most)(value);
const isOneOf =
	(choices: readonly unknown[]): Check =>
	value =>
		choices.includes(value);
const isList =
	(isItem: Check, least = 0): Check =>
	value =>
		Array.isArray(value) && value.length >= least && value.every(isItem);
const isEither =
	(...checks: readonly Check[]): Check =>
	value =>
		checks.some(check => check(value));

const isTableWith =
	(isEntry: (entry: [name: string, value: unknown]) => boolean): Check =>
	value =>
		isFields(value) && !Object.hasOwn(value, '__proto__') && Object.entries(value).every(isEntry);

/** A table with only these settings. */
function isTable(settings: object): Check {
	const checks = new Map<string, Check>(Object.entries(settings));
	return isTableWith(([name, value]) => checks.get(name)?.(value) === true);
}

/** A table under names of the user's. */
const isTableOf = (isValue: Check): Check => isTableWith(([, value]) => isValue(value));

const isKeys = isEither(isString, isList(isString));

const isProfile = isTable({
	url: isText,
	label: isText,
	colour: isEither(isOneOf(colours), value => typeof value === 'string' && /^#[\da-fA-F]{6}$/.test(value)),
	read_only: isFlag,
	protect: isOneOf(['normal', 'high']),
	token_command: isText,
	token_file: isText,
	feed: isTable({url: isText, destinations: isList(isText, 1), login: isText}),
});

const isView = isTable({filter: isString, sort: isText, columns: isList(isText, 1), grouped: isFlag});

/** True if the content of config.toml is valid and the schema would return it as it is. */
export const isUsualConfig: Check = isTable({
	profile: isText,
	theme: isOneOf(themes),
	messages: isList(isText),
	reasons: isList(isText),
	bell: isEither(isFlag, isOneOf(['notify'])),
	at_once_per_node: isWhole(1, 20),
	scrollback: isWhole(100, 300_000),
	screen_reader: isFlag,
	keys: isTableOf(isKeys),
	clipboard: isOneOf(clipboards),
	mouse: isFlag,
	poll_seconds: isNumber(1, 3600),
	profiles: isTableOf(isProfile),
	views: isTableOf(isView),
	aliases: isTableWith(([name, line]) => isWord(name) && isLine(line)),
	dangerous: isList(isWord),
});

/** True if the content of credentials.toml is valid and the schema would return it as it is. */
export const isUsualCredentials: Check = isTableOf(
	isTable({
		token: isText,
		app_id: isText,
		app_secret: isText,
		bearer: isText,
		feed_passcode: isText,
		alerts_webhook: isText,
	}),
);
