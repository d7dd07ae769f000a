import {promisify} from 'node:util';
import {brotliDecompress, constants, gunzip, inflate} from 'node:zlib';
import type {Dispatcher} from 'undici';
import type {Network} from '../lib/dispatcher.ts';
import {
	collectBody,
	WireProblem,
	type Wire,
	type WireAnswer,
	type WireOptions,
	type WireRequest,
} from './wire.ts';

/**
HTTP/1.1 with undici: keep-alive connections and the environment's proxies. Importing undici takes about 60 ms, so it
waits for the first call. Uses the dispatcher instead of undici's fetch, which repeats a POST after a 421.
*/
export function undiciWire(env: NodeJS.ProcessEnv = process.env): Wire {
	let opened: Promise<Network> | undefined;
	return async (request, options) => {
		opened ??= openedNetwork(env);
		const {dispatcher, explain} = await opened.catch((cause: unknown) => {
			opened = undefined;
			throw new WireProblem(cause);
		});
		const answer = await exchange(dispatcher, request, options).catch(async (problem: unknown) => {
			if (!(problem instanceof WireProblem)) throw problem;
			throw new WireProblem(await explain(problem.cause, request.url), problem.tooLarge);
		});
		return {...answer, body: await decompress(answer, options.maxBytes)};
	};
}

async function openedNetwork(env: NodeJS.ProcessEnv): Promise<Network> {
	const {openNetwork} = await import('../lib/dispatcher.ts');
	// The caller enforces one deadline for the whole exchange.
	return openNetwork(env, {tunnels: false, headersTimeout: 0, bodyTimeout: 0});
}

function exchange(
	dispatcher: Dispatcher,
	request: WireRequest,
	{signal, maxBytes, onSent}: WireOptions,
): Promise<WireAnswer> {
	return new Promise((resolve, reject) => {
		let stop = (_reason: Error) => {};
		let answer: Omit<WireAnswer, 'body' | 'cut'> | undefined;
		let body = collectBody(0, maxBytes);
		const settle = (finish: () => void) => {
			signal.removeEventListener('abort', abandon);
			finish();
		};
		const fail = (reason: unknown) => settle(() => reject(reason));
		const finish = () => {
			const done = answer;
			if (done) settle(() => resolve({...done, body: body.bytes(), cut: body.isCut()}));
		};
		const abandon = () => {
			fail(signal.reason);
			stop(new Error('abandoned'));
		};
		if (signal.aborted) return fail(signal.reason);
		signal.addEventListener('abort', abandon, {once: true});
		const handler: Dispatcher.DispatchHandler = {
			onRequestStart: controller => {
				stop = reason => controller.abort(reason);
				// Abort here, so that a request given up while connecting is not sent.
				if (signal.aborted) return stop(new Error('abandoned'));
				onSent();
			},
			onResponseStart: (_controller, status, headers) => {
				if (status < 200) return;
				answer = {status, header: name => [headers[name]].flat().join(', ') || undefined};
				body = collectBody(status, maxBytes);
			},
			onResponseData: (controller, chunk) => {
				try {
					if (body.add(chunk) === 'more') return;
					finish();
				} catch (problem) {
					fail(problem);
				}
				controller.abort(new Error('enough'));
			},
			onResponseEnd: finish,
			onResponseError: (_controller, cause) => fail(new WireProblem(cause)),
		};
		try {
			dispatcher.dispatch(
				{
					origin: request.url.origin,
					path: request.url.pathname + request.url.search,
					method: request.method,
					headers: {...request.headers, 'Accept-Encoding': 'gzip, deflate, br'},
					body: request.body ?? null,
				},
				handler,
			);
		} catch (cause) {
			fail(new WireProblem(cause));
		}
	});
}

const unpack = {gzip: promisify(gunzip), 'x-gzip': promisify(gunzip), deflate: promisify(inflate)};
const unpackBrotli = promisify(brotliDecompress);

async function decompress(answer: WireAnswer, maxBytes: number): Promise<Uint8Array> {
	const coding = answer.header('content-encoding')?.trim().toLowerCase();
	if (coding === undefined || coding === 'identity' || answer.body.byteLength === 0) return answer.body;
	try {
		if (coding === 'br') return await unpackBrotli(answer.body, {maxOutputLength: maxBytes});
		if (!isZlib(coding)) return answer.body;
		// A truncated body is read as far as possible.
		return await unpack[coding](answer.body, {
			maxOutputLength: maxBytes,
			...(answer.cut && {finishFlush: constants.Z_SYNC_FLUSH}),
		});
	} catch (cause) {
		// The status of a refusal is enough; its text is lost.
		if (answer.status < 200 || answer.status > 299) return new Uint8Array();
		throw new WireProblem(cause, cause instanceof RangeError);
	}
}

const isZlib = (coding: string): coding is keyof typeof unpack => Object.hasOwn(unpack, coding);
