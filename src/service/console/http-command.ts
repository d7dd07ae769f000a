import {tryParseJson} from '../../lib/json/json.ts';
import {type ByName, ownValue} from '../../lib/json/maps.ts';
import type {HttpApi, HttpArgument, HttpRequest, JsonTemplate} from '../../games/console-types.ts';
import {httpConsoleMessages} from '../../messages/service.ts';
import {ConsoleError} from './console-error.ts';

/** The text of an answer: what is at `path` in the JSON, or all of it. */
export function answerText(body: string, path: string | undefined): string {
	const document = path === undefined ? undefined : tryParseJson(body);
	const found = path?.split('.').reduce(fieldOf, document);
	if (found === undefined || found === null) return body.trim();
	if (typeof found === 'string') return found.trim();
	if (Array.isArray(found)) return found.map(textOf).join('\n').trim();
	return textOf(found);
}

/**
The status of a response. TShock writes it into the body too, where it counts: some versions send errors with HTTP status
200.
*/
export function statusOf(httpStatus: number, body: string): number {
	const status = fieldOf(tryParseJson(body), 'status');
	return httpStatus === 200 && typeof status === 'string' && /^[345]\d\d$/.test(status)
		? Number(status)
		: httpStatus;
}

function fieldOf(value: unknown, name: string): unknown {
	if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
	return Reflect.get(value, name);
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The request of a command, without the login. */
export type Call = {
	method: 'GET' | 'POST';
	/** With the query. */
	path: string;
	/** Undefined if the request has no body. */
	body: string | undefined;
	/** See `HttpRequest`. */
	answer: string | undefined;
};

type Value = string | number;
type Values = ReadonlyMap<string, Value>;

/** Returns the request that a game has for a command. Throws `ConsoleError` `unsendable` if it has none. */
export function callOf({requests}: HttpApi, command: string): Call {
	const {name, rest, request} = findRequest(requests, command);
	if (!request || name === '') {
		const known = Object.keys(requests).filter(word => word !== '*');
		throw new ConsoleError('unsendable', httpConsoleMessages.unknownCommand(name, known));
	}
	const values = new Map<string, Value>([
		...(request === requests['*'] ? [] : readArguments(name, request.arguments ?? [], rest)),
		['command', command.trim()],
	]);
	return {
		method: request.method,
		path: insert(request.path, values, encodeURIComponent) + queryOf(request.query, values),
		body: bodyOf(request.body, values),
		answer: request.answer,
	};
}

/** Splits a command into its first word and the rest, and finds its request; `*` is the request of any other command. */
export function findRequest<Request>(
	requests: ByName<Request>,
	command: string,
): {name: string; rest: string; request: Request | undefined} {
	const [, name = '', rest = ''] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(command) ?? [];
	const word = name === '*' ? '' : name.toLowerCase();
	return {name, rest, request: ownValue(requests, word) ?? ownValue(requests, '*')};
}

/** Returns the JSON of a body whose placeholders have these values. */
export function bodyOf(template: JsonTemplate | undefined, values: Values): string | undefined {
	return template === undefined ? undefined : JSON.stringify(fill(template, values));
}

/** Reads the arguments of a command. Throws `ConsoleError` `unsendable` if they are not as expected. */
export function readArguments(
	name: string,
	expected: readonly HttpArgument[],
	text: string,
): [string, Value][] {
	const fail = (): never => {
		const usage = expected.map(({name: word, optional}) => (optional ? `[${word}]` : `<${word}>`));
		throw new ConsoleError('unsendable', httpConsoleMessages.usage([name, ...usage].join(' ')));
	};
	let rest = text;
	const values = expected.flatMap(({name: word, type, optional = false}): [string, Value][] => {
		const [value = ''] = type === 'rest' ? [rest] : (/^\S*/.exec(rest) ?? []);
		rest = rest.slice(value.length).trimStart();
		if (value === '') return optional ? [] : fail();
		if (type !== 'number') return [[word, value]];
		return /^-?\d{1,15}$/.test(value) ? [[word, Number(value)]] : fail();
	});
	return rest === '' ? values : fail();
}

const placeholder = /\{([a-z]\w*)\}/gi;

function insert(text: string, values: Values, encode: (value: string) => string): string {
	return text.replaceAll(placeholder, (_, name: string) => encode(String(values.get(name) ?? '')));
}

function queryOf(query: HttpRequest['query'] = {}, values: Values): string {
	const pairs = Object.entries(query).filter(([, text]) => !isMissing(text, values));
	const parts = pairs.map(
		([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(insert(text, values, String))}`,
	);
	return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** Whether a text is the placeholder of an argument that was not given. */
function isMissing(text: JsonTemplate, values: Values): boolean {
	const name = typeof text === 'string' ? nameIn(text) : undefined;
	return name !== undefined && !values.has(name);
}

/** Returns the name if the text is exactly a placeholder. */
const nameIn = (text: string): string | undefined => /^\{([a-z]\w*)\}$/i.exec(text)?.[1];

function fill(template: JsonTemplate, values: Values): unknown {
	if (typeof template === 'string') {
		const name = nameIn(template);
		return name === undefined ? insert(template, values, String) : values.get(name);
	}
	if (typeof template !== 'object') return template;
	if (isList(template)) return template.map(item => fill(item, values));
	const fields = Object.entries(template).filter(([, value]) => !isMissing(value, values));
	return Object.fromEntries(fields.map(([name, value]) => [name, fill(value, values)]));
}

const isList = (template: object): template is readonly JsonTemplate[] => Array.isArray(template);
