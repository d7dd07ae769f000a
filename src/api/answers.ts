import {hash} from 'node:crypto';
import type {Bytes, Endpoint} from '../contract/endpoint.ts';
import {ApiError} from '../contract/errors.ts';
import {reasonOf} from '../contract/reasons.ts';
import {isTooDeep} from '../lib/depth.ts';
import {parseJson} from '../lib/json.ts';
import type {RawAnswer} from '../contract/endpoints/index.ts';
import type {WireAnswer} from './wire.ts';

/**
Reads the answers to one row. Where the row is polled, an answer of the very bytes of the one before is that very
value: of long bodies only a digest is kept to tell, as there may be hundreds of megabytes.
*/
export function readerOf(row: Endpoint, request: string): (answer: WireAnswer) => unknown {
	const quick = row.reader?.();
	if (!quick) return answer => readAnswer(row, answer, request, undefined);
	let last: {mark: string; value: unknown} | undefined;
	return answer => {
		const mark = markOf(answer.body);
		if (last?.mark !== mark) last = {mark, value: readAnswer(row, answer, request, quick)};
		return last.value;
	};
}

const shortBytes = 65_536;

/** Equal for equal bodies only. A short one is its own mark: loading cryptography takes a command 3 ms. */
function markOf(body: Uint8Array): string {
	return body.byteLength <= shortBytes
		? `=${Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')}`
		: hash('sha256', body);
}

/** Reads a 2xx answer as its row says; rejects with `unreadable` and the reason. */
function readAnswer(
	row: Endpoint,
	answer: WireAnswer,
	request: string,
	quick: ((value: unknown) => unknown) | undefined,
): unknown {
	if (row.response === 'nothing') return undefined;
	if (row.response === 'bytes') return bytesOf(answer);
	if (row.response === 'text') return textOf(answer);
	const value = jsonOf(answer, request);
	const known = quick?.(value);
	if (known !== undefined) return known;
	const read = row.response.safeParse(value);
	if (read.success) return read.data;
	if (answer.body.byteLength === 0) throw unreadable('The answer is empty.', answer, request);
	throw unreadable(`The answer is not what was expected (${reasonOf(read.error)}).`, answer, request);
}

export function readRaw(answer: WireAnswer): RawAnswer {
	const contentType = answer.header('content-type');
	const text = textOf(answer);
	return {status: answer.status, contentType, body: text === '' ? undefined : jsonOrText(text)};
}

/** Undefined where the body is empty. Never says what is in the body: it may be a secret. */
function jsonOf(answer: WireAnswer, request: string): unknown {
	const text = textOf(answer);
	if (text.trim() === '') return undefined;
	try {
		return parseJson(text);
	} catch {
		const what = text.trimStart().startsWith('<')
			? 'The answer is a web page instead of JSON: check the base URL.'
			: 'The answer is not valid JSON.';
		throw unreadable(what, answer, request);
	}
}

/** What nests too deeply stays text: nothing of it is lost. */
function jsonOrText(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return isTooDeep(value) ? text : value;
	} catch {
		return text;
	}
}

const textOf = (answer: WireAnswer): string => new TextDecoder().decode(answer.body);

const unreadable = (message: string, {status}: WireAnswer, request: string) =>
	new ApiError(message, {reason: 'unreadable', request, status});

function bytesOf(answer: WireAnswer): Bytes {
	const said = answer.header('content-type');
	const isVague = said === undefined || said.startsWith('application/octet-stream');
	return {bytes: answer.body, contentType: (isVague ? sniffed(answer.body) : undefined) ?? said};
}

/** By the first bytes. (Specification: Other; the image's content type is not shown) */
function sniffed(bytes: Uint8Array): string | undefined {
	const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
	if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
	if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
	if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
	if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
	return undefined;
}
