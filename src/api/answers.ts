import type {Bytes, CallOptions, Endpoint, TextOptions} from '../contract/endpoint.ts';
import {ApiError} from '../contract/errors.ts';
import {reasonOf} from '../contract/reasons.ts';
import {isTooDeep} from '../lib/depth.ts';
import {parseJson} from '../lib/json.ts';
import {createListParser} from '../lib/json-list.ts';
import {createRecordStream} from '../lib/json-records.ts';
import {hasTooManyValues} from '../lib/json-size.ts';
import type {RawAnswer} from '../contract/endpoints/index.ts';
import type {WireAnswer} from './wire.ts';
import {answerMessages, requestMessages} from '../messages/requests.ts';

/** Longer bodies, of more than 20,000 servers, are not kept to compare them with the next. */
const maxKeptBytes = 16 * 1024 ** 2;

/** Smaller bodies are chunks of the connection. */
const minSpareBytes = 256 * 1024;

/**
Reads the responses to one endpoint. For polled endpoints, a response with the same bytes as the previous one returns
the same value, and of a list only the records whose bytes changed are parsed. `takeSpare` returns the memory of a body that
is no longer needed, for the next one: otherwise polls of thousands of servers leave 10 MB each until a collection.
*/
export function readerOf(row: Endpoint, request: string) {
	const quick = row.reader?.();
	const parseList = createListParser();
	let last: {body: Uint8Array; value: unknown} | undefined;
	let spare: Uint8Array | undefined;
	const release = (body: Uint8Array | undefined) => {
		spare = body && body.byteLength >= minSpareBytes ? new Uint8Array(body.buffer) : undefined;
	};
	const takeSpare = () => {
		const taken = spare;
		spare = undefined;
		return taken;
	};
	const read = (answer: WireAnswer, {asSent}: CallOptions): unknown => {
		const {body} = answer;
		const isKept = quick && !asSent && row.method === 'GET' && body.byteLength <= maxKeptBytes;
		if (!isKept) return readAnswer(row, answer, request, quick && (value => quick(value, asSent ?? false)));
		if (last && Buffer.compare(last.body, body) === 0) {
			release(body);
			return last.value;
		}
		const records = parseList(body);
		const value =
			(records && quick(records, false)) ?? readAnswer(row, answer, request, read => quick(read, false));
		release(last?.body);
		last = {body, value};
		return value;
	};
	return {read, takeSpare};
}

/**
Reads a list of which the JSON is needed, as it arrives. `openBody` begins again, for another attempt. `read` reads a body that
was not taken as well.
*/
export function openTextList(row: Endpoint, request: string, options: TextOptions) {
	const {textReader} = row;
	if (!textReader) return undefined;
	const begin = () => {
		options.begin();
		const list = textReader(options);
		const stream = createRecordStream(records => records.forEach(list.add));
		return {list, stream};
	};
	let current: ReturnType<typeof begin> | undefined;
	return {
		openBody: () => {
			current = begin();
			return current.stream.add;
		},
		read: (answer: WireAnswer): unknown => {
			const {list, stream} = current ?? begin();
			stream.add(answer.body);
			return readAnswer(row, {...answer, body: stream.rest()}, request, list.end);
		},
	};
}

/** Reads a 2xx response as declared by its endpoint; rejects with `unreadable` and the reason. */
function readAnswer(
	row: Endpoint,
	answer: WireAnswer,
	request: string,
	quick: ((value: unknown) => unknown) | undefined,
): unknown {
	if (!quick) {
		if (row.response === 'bytes') return bytesOf(answer, request);
		if (row.response === 'text') return pageless(textOf(answer), answer, request);
	}
	const isRead = row.method === 'GET';
	const value = valueOf(answer, request, isRead && row.plainText !== true);
	const known = quick?.(value);
	if (known !== undefined) return known;
	const {response} = row;
	if (typeof response === 'string') return undefined;
	const read = response.safeParse(value);
	if (read.success) return read.data;
	if (answer.body.byteLength === 0) throw unreadable(answerMessages.empty, answer, request);
	throw unreadable(answerMessages.unexpected(reasonOf(read.error)), answer, request);
}

export function readRaw(answer: WireAnswer, method: string): RawAnswer {
	const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
	if (!isRead) valueOf(answer, requestMessages.raw(method), isRead);
	const body = hasTooManyValues(answer.body) ? textOf(answer) : jsonOrText(textOf(answer), wholeJson);
	return {status: answer.status, contentType: answer.header('content-type'), body};
}

/**
The JSON value of a body; undefined if it is empty. A request that changes something may also be answered with plain text,
but not with a web page or truncated JSON: then the service may not have received the request. Errors never quote
the body: it may hold a secret.
*/
function valueOf(answer: WireAnswer, request: string, isJson: boolean): unknown {
	if (hasTooManyValues(answer.body)) throw unreadable(answerMessages.tooManyValues, answer, request);
	const text = pageless(textOf(answer), answer, request);
	const value = jsonOrText(text, parseJson);
	if (typeof value !== 'string' || value !== text) return value;
	if (isCutOff(text)) {
		throw unreadable(answerMessages.cutOff, answer, request);
	}
	if (isJson) throw unreadable(answerMessages.noJson, answer, request);
	return value;
}

/** The text, unless it is a web page: that comes from a proxy or another site, not from the service. */
function pageless(text: string, answer: WireAnswer, request: string): string {
	const isPage = text.trimStart().startsWith('<') || (isHtml(answer) && /<[a-z!/]/i.test(text));
	if (isPage) throw webPage(answer, request);
	return text;
}

const isHtml = (answer: WireAnswer): boolean => answer.header('content-type')?.includes('html') === true;

const webPage = (answer: WireAnswer, request: string) => unreadable(answerMessages.webPage, answer, request);

/** True for truncated JSON. The text is known not to be valid JSON. */
function isCutOff(text: string): boolean {
	if (!/^\s*[{["]/.test(text)) return false;
	let depth = 0;
	let isQuoted = false;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (isQuoted && character === '\\') at++;
		else if (character === '"') isQuoted = !isQuoted;
		else if (isQuoted) continue;
		else if (character === '{' || character === '[') depth++;
		else if (character === '}' || character === ']') depth--;
	}
	return isQuoted || depth > 0;
}

/** undefined if the text is blank. */
function jsonOrText(text: string, parse: (text: string) => unknown): unknown {
	if (text.trim() === '') return undefined;
	try {
		return parse(text);
	} catch {
		return text;
	}
}

/** Values that nest too deeply stay text, so that nothing is lost. */
function wholeJson(text: string): unknown {
	const value: unknown = JSON.parse(text);
	return isTooDeep(value) ? text : value;
}

const textOf = (answer: WireAnswer): string => new TextDecoder().decode(answer.body);

const unreadable = (message: string, {status}: WireAnswer, request: string) =>
	new ApiError(message, {reason: 'unreadable', request, status});

function bytesOf(answer: WireAnswer, request: string): Bytes {
	const known = sniffType(answer.body);
	if (known === undefined && isHtml(answer)) throw webPage(answer, request);
	const said = answer.header('content-type');
	const isVague = said === undefined || said.startsWith('application/octet-stream');
	return {bytes: answer.body, contentType: (isVague ? known : undefined) ?? said};
}

/** Detects the type by the first bytes. (Specification: Other; the image's content type is not shown) */
function sniffType(bytes: Uint8Array): string | undefined {
	const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
	if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
	if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
	if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
	if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
	return undefined;
}
