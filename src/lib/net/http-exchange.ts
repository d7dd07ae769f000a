import {promisify} from 'node:util';
import {brotliDecompress, constants, gunzip, inflate} from 'node:zlib';
import type {Dispatcher} from 'undici';
import {codeOf} from './connection-problem.ts';
import {
	bodyLimit,
	type HttpAnswer,
	type HttpBody,
	type HttpOptions,
	type HttpRequest,
	isSuccess,
	readBody,
} from './http-message.ts';
import {untilAborted} from './until-aborted.ts';

/** The time for an exchange was up. */
export class HttpTimeout extends Error {
	override readonly name = 'HttpTimeout';
}

/**
Sends a request once and returns the whole answer, decompressed. Follows no redirects. Rejects with the signal's reason,
`HttpTimeout`, or an error for `connectionProblem`.
*/
export async function exchange(
	dispatcher: Dispatcher,
	request: HttpRequest,
	options: HttpOptions,
): Promise<HttpAnswer> {
	const {signal, timeoutMs} = options;
	const timeout =
		timeoutMs === undefined ? undefined : AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs)));
	const over = timeout ? AbortSignal.any([signal, timeout]) : signal;
	try {
		// undici notices only once it is connected that a request was given up.
		return await untilAborted(receive(dispatcher, request, {...options, signal: over}), over);
	} catch (error) {
		signal.throwIfAborted();
		throw timeout?.aborted ? new HttpTimeout() : error;
	}
}

async function receive(
	dispatcher: Dispatcher,
	{method, url, headers, body}: HttpRequest,
	{signal, maxBytes, onSent = () => {}, onChunk}: HttpOptions,
): Promise<HttpAnswer> {
	signal.throwIfAborted();
	const answer = await dispatcher.compose(noteStart(onSent)).request({
		origin: url.origin,
		path: url.pathname + url.search,
		method,
		headers: {...headers},
		body: body ?? null,
		signal,
	});
	const status = answer.statusCode;
	const fields = new Map(Object.entries(answer.headers));
	const header = (name: string) => [fields.get(name)].flat().join(', ') || undefined;
	const limit = bodyLimit(status, maxBytes);
	if (isSuccess(status) && Number(header('content-length') ?? 0) > limit) {
		answer.body.on('error', () => {}).destroy();
		return {status, header, body: Buffer.alloc(0), isCut: true};
	}
	const packed = await readBody(answer.body as AsyncIterable<Buffer>, limit, onChunk); // without an encoding
	return {status, header, ...(await unpack(packed, {status, coding: header('content-encoding'), limit}))};
}

const unpackers = new Map([
	['gzip', promisify(gunzip)],
	['x-gzip', promisify(gunzip)],
	['deflate', promisify(inflate)],
	['br', promisify(brotliDecompress)],
]);

type Packing = {status: number; coding: string | undefined; limit: number};

async function unpack(packed: HttpBody, {status, coding = '', limit}: Packing): Promise<HttpBody> {
	const unpacker = unpackers.get(coding.trim().toLowerCase());
	if (!unpacker || packed.body.byteLength === 0) return packed;
	// Unpacks as much of a cut body as arrived.
	const end = packed.isCut && unpacker !== unpackers.get('br') ? {finishFlush: constants.Z_SYNC_FLUSH} : {};
	try {
		return {body: await unpacker(packed.body, {maxOutputLength: limit, ...end}), isCut: packed.isCut};
	} catch (error) {
		const isCut = codeOf(error) === 'ERR_BUFFER_TOO_LARGE';
		// The status of a refusal is enough; its text is lost.
		if (isCut || !isSuccess(status)) return {body: Buffer.alloc(0), isCut};
		throw error;
	}
}

const noteStart =
	(onSent: () => void): Dispatcher.DispatcherComposeInterceptor =>
	dispatch =>
	(options, handler) =>
		dispatch(options, {
			...delegateTo(handler),
			onRequestStart: (controller, context) => {
				handler.onRequestStart?.(controller, context);
				if (!controller.aborted) onSent();
			},
		});

/** Handlers are class instances: their methods cannot be spread. */
export const delegateTo = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => ({
	onRequestStart: (...given) => handler.onRequestStart?.(...given),
	onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
	onResponseStarted: () => handler.onResponseStarted?.(),
	onResponseStart: (...given) => handler.onResponseStart?.(...given),
	onResponseData: (...given) => handler.onResponseData?.(...given),
	onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
	onResponseError: (...given) => handler.onResponseError?.(...given),
});
