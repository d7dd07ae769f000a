import type {HttpApi, HttpArgument, HttpRequest, JsonTemplate} from '../../../games/console-types.ts';
import {httpConsoleMessages} from '../../../messages/service-servers.ts';
import {ConsoleError} from '../console-error.ts';

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

/** Returns the request that a game has for a command. Throws `ConsoleError` `malformed` if it has none. */
export function callOf({requests}: HttpApi, command: string): Call {
	const table = new Map(Object.entries(requests));
	const [, name = '', rest = ''] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(command) ?? [];
	const request = table.get(name === '*' ? '' : name.toLowerCase()) ?? table.get('*');
	if (!request || name === '') {
		const known = [...table.keys()].filter(word => word !== '*');
		throw new ConsoleError('malformed', httpConsoleMessages.unknownCommand(name, known));
	}
	const values = new Map<string, Value>([
		...readArguments(name, request.arguments ?? [], rest, request === table.get('*')),
		['command', command.trim()],
	]);
	const body = request.body === undefined ? undefined : fill(request.body, values);
	return {
		method: request.method,
		path: insert(request.path, values, encodeURIComponent) + queryOf(request.query, values),
		body: body === undefined ? undefined : JSON.stringify(body),
		answer: request.answer,
	};
}

function readArguments(
	name: string,
	expected: readonly HttpArgument[],
	text: string,
	isAnyCommand: boolean,
): [string, Value][] {
	if (isAnyCommand) return [];
	const fail = (): never => {
		const usage = expected.map(({name: word, optional}) => (optional ? `[${word}]` : `<${word}>`));
		throw new ConsoleError('malformed', httpConsoleMessages.usage([name, ...usage].join(' ')));
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
