import {
	type Listed,
	maxRecords,
	missing,
	pageIn,
	recordsIn,
	type Unreadable,
} from '../../contract/models/list.ts';
import {idOf, isFields} from '../../contract/wire-values.ts';
import {deepEqual, isTooDeep} from '../../lib/json/depth.ts';
import {pushAll} from '../../lib/lists/long-lists.ts';
import {answerMessages, pageMessages, requestMessages} from '../../messages/errors.ts';
import {sourceOf} from '../../contract/sources.ts';
import type {Bytes, Endpoint} from '../../contract/endpoint.ts';
import {ApiError} from '../../contract/errors.ts';
import {reasonOf} from '../../contract/reasons.ts';
import {parseJson} from '../../lib/json/json.ts';
import {hasTooManyValues} from '../../lib/json/json-size.ts';
import type {RawAnswer} from '../../contract/endpoints/index.ts';
import type {WireAnswer} from './wire.ts';

/** A poll must not read hundreds of pages. */
export const maxPages = 50;

/** The records of all pages, and why others are missing. */
export type WholeList = {records: unknown[]; missing: Unreadable[]};

/** `ask` reads a page as JSON. `isOver`: the time for further pages is over. */
export type Following = {ask: (page: number) => Promise<unknown>; isOver: () => boolean};

/**
Reads the pages after the first one until the last. Returns undefined for a list that is not a page or the last one. A page without
new records ends the list, whatever it says. Records that moved to a later page meanwhile are not repeated.
*/
async function followPages(first: unknown, {ask, isOver}: Following): Promise<WholeList | undefined> {
	let current = pageIn(first);
	if (!current || current.isLast) return undefined;
	const records = [...current.records];
	const seen = new Set(records.map(recordId));
	let page = current.said.page ?? 0;
	let total = current.said.totalElements;
	const lacking = (words: (count: number, total: number | undefined) => string): WholeList => ({
		records,
		missing: [missing(records.length, words(records.length, total))],
	});
	for (let count = 1; !current.isLast; count++) {
		const pages = count;
		if (pages >= maxPages || records.length >= maxRecords)
			return lacking((...counts) => pageMessages.stopped(pages, ...counts));
		if (isOver()) return lacking((...counts) => pageMessages.late(pages, ...counts));
		const before = current.records;
		const asked = ++page;
		current = pageIn(await ask(asked));
		if (!current) return lacking((...counts) => pageMessages.noPage(asked, ...counts));
		total = current.said.totalElements ?? total;
		if (current.records.length === 0) break;
		const fresh = current.records.filter(record => !seen.has(recordId(record) ?? ''));
		if (!current.isLast && (fresh.length === 0 || deepEqual(current.records, before)))
			return lacking((...counts) => pageMessages.repeats(asked, ...counts));
		for (const record of fresh) seen.add(recordId(record));
		pushAll(records, fresh);
	}
	const read = records.length;
	return total !== undefined && total > read
		? lacking(() => pageMessages.fewer(read, total))
		: {records, missing: []};
}

/** An empty id is not an id, so the result for a record without one is never in a list of ids as text. */
const recordId = (record: unknown): string | undefined => (isFields(record) ? idOf(record['id']) : undefined);

/** Replaces records that the service sent again with those already read, to avoid reading them twice. */
function keepRead(sent: unknown, before: unknown): void {
	const known = new Map(itemsOf(before)?.map(item => [idIn(item), item]));
	if (known.size === 0) return;
	const records = recordsIn(sent) ?? [];
	for (const [index, record] of records.entries()) {
		const old = known.get(idIn(record));
		// It is in JSON that was parsed for this response.
		if (isFields(old) && deepEqual(record, sourceOf(old))) (records as unknown[])[index] = old;
	}
}

/**
Returns the value with its unchanged parts replaced by the objects of the earlier poll: the whole value, or records of a list.
An object that is still the same is neither cleaned nor painted again.
*/
export function withReused(now: unknown, before: unknown): unknown {
	const [items, earlier] = [itemsOf(now), itemsOf(before)];
	if (!items || !earlier) return deepEqual(now, before) ? before : now;
	const known = new Map(earlier.map(item => [idIn(item), item]));
	const list = {
		...(now as object),
		items: items.map(item => {
			const old = known.get(idIn(item));
			return deepEqual(item, old) ? old : item;
		}),
	};
	return deepEqual(list, before) ? before : list;
}

const itemsOf = (value: unknown): readonly unknown[] | undefined =>
	isFields(value) && Array.isArray(value['items']) ? value['items'] : undefined;

const idIn = (item: unknown): string | undefined => (isFields(item) ? idOf(item['id']) : undefined);

/** Longer bodies, of more than 20,000 servers, are not kept to compare them with the next. */
const maxKeptBytes = 16 * 1024 ** 2;

/**
Reads the responses to one endpoint. A response with the same bytes as the one before returns the same value, and unchanged
records of a list stay the same objects, so that polls repaint nothing.
*/
export function readerOf(row: Endpoint, request: string) {
	let last: {body: Uint8Array; value: unknown} | undefined;
	let lastList: unknown;
	const read = (answer: WireAnswer): unknown => {
		const {body} = answer;
		const isKept =
			row.method === 'GET' && typeof row.response === 'object' && body.byteLength <= maxKeptBytes;
		if (!isKept) return readAnswer(row, answer, request);
		if (last && Buffer.compare(last.body, body) === 0) return last.value;
		last = {body, value: readAnswer(row, answer, request, last?.value)};
		return last.value;
	};
	/** Reads a list; of one that is incomplete because it is a page, all pages. */
	return async (answer: WireAnswer, following: Following): Promise<unknown> => {
		const value = read(answer);
		// Callers choose the page of runs and the like.
		if (!isIncomplete(value) || row.query?.['page']) return value;
		const whole = await followPages(valueOf(answer, request, true), following);
		if (!whole) return value;
		const list = readValue(row, {value: whole.records, answer, request, before: lastList});
		return (lastList = withReused(withMissing(list as Listed<unknown>, whole), lastList));
	};
}

const isIncomplete = (value: unknown): boolean =>
	isFields(value) &&
	Array.isArray(value['unreadable']) &&
	(value as Listed<unknown>).unreadable.some(({isMissing}) => isMissing);

const withMissing = (list: Listed<unknown>, {missing}: WholeList): Listed<unknown> =>
	missing.length === 0 ? list : {...list, unreadable: [...list.unreadable, ...missing]};

/** Reads a 2xx response as declared by its endpoint; rejects with `unreadable` and the reason. */
function readAnswer(row: Endpoint, answer: WireAnswer, request: string, before?: unknown): unknown {
	if (row.response === 'bytes') return bytesOf(answer, request);
	if (row.response === 'text') return pageless(textOf(answer), answer, request);
	const isRead = row.method === 'GET';
	const value = valueOf(answer, request, isRead && row.plainText !== true);
	return readValue(row, {value, answer, request, before});
}

/** `before`: the value of the previous response. */
type Value = {value: unknown; answer: WireAnswer; request: string; before: unknown};

function readValue({response}: Endpoint, {value, answer, request, before}: Value): unknown {
	if (typeof response === 'string') return undefined;
	keepRead(value, before);
	const read = response.safeParse(value);
	if (read.success) return withReused(read.data, before);
	if (answer.body.byteLength === 0) throw unreadable(answerMessages.empty, answer, request);
	throw unreadable(answerMessages.unexpected(reasonOf(read.error)), answer, request);
}

/** Reads the JSON of a 2xx response to a GET. */
export const readJson = (answer: WireAnswer, request: string): unknown => valueOf(answer, request, true);

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

/**
The text, unless it is a web page or another document: that comes from a proxy or another site, not from the service. Answers
of games may begin with `<` as well: `<Admin> hello`.
*/
function pageless(text: string, answer: WireAnswer, request: string): string {
	const isPage = document.test(text) || (isHtml(answer) && element.test(text));
	if (isPage) throw webPage(answer, request);
	return text;
}

/** The beginning of an HTML document, or of another one in XML. Comments may come before. */
const document =
	/^\s*(?:<!--[^]{0,5000}?-->\s*){0,20}<(?:\?xml|!doctype|html|head|body|title|meta)(?=[\s>/]|$)/i;
const element =
	/<\/?(?:html|head|body|title|meta|script|style|h[1-6]|p|div|form|a|br|hr|center|pre)(?=[\s>/])/i;

const isHtml = (answer: WireAnswer): boolean => answer.header('content-type')?.includes('html') === true;

const webPage = (answer: WireAnswer, request: string) => unreadable(answerMessages.webPage, answer, request);

/** True for truncated JSON. The text is known not to be valid JSON. Games print `[Server] …` and `{player} …`. */
function isCutOff(text: string): boolean {
	if (!/^\s*(?:\{\s*(?:"|$)|\[\s*(?:[[{"]|$)|")/.test(text)) return false;
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
