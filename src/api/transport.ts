import {constants, createBrotliDecompress, createGunzip, createInflate} from 'node:zlib';
import {proxiesIn} from '../lib/proxies.ts';
import {
	collectBody,
	WireProblem,
	type Carrier,
	type Wire,
	type WireAnswer,
	type WireOptions,
} from './wire.ts';

/**
HTTP/1.1 with keep-alive connections and the environment's proxies, authorities and client certificate. Node's own client
loads in a quarter of the time of undici, which only a proxy needs.
*/
export function networkWire(env: NodeJS.ProcessEnv = process.env): Wire {
	let opened: Promise<Carrier> | undefined;
	return async (request, options) => {
		opened ??= openCarrier(env);
		const {carry, explain} = await opened.catch((cause: unknown) => {
			opened = undefined;
			throw new WireProblem(cause);
		});
		const coded = {...request, headers: {...request.headers, 'Accept-Encoding': 'gzip, deflate, br'}};
		const answer = await carry(coded, options).catch(async (problem: unknown) => {
			if (!(problem instanceof WireProblem)) throw problem;
			throw new WireProblem(await explain(problem.cause, request.url), problem.tooLarge);
		});
		const {signal} = options;
		const body = await decompress(answer, options).catch((problem: unknown) => {
			signal.throwIfAborted();
			throw problem;
		});
		signal.throwIfAborted();
		return {...answer, body};
	};
}

async function openCarrier(env: NodeJS.ProcessEnv): Promise<Carrier> {
	const {http, https} = proxiesIn(env);
	return http || https
		? (await import('./proxied-carrier.ts')).proxiedCarrier(env)
		: (await import('./direct-carrier.ts')).directCarrier(env);
}

const unpackers = {
	gzip: createGunzip,
	'x-gzip': createGunzip,
	deflate: createInflate,
	br: createBrotliDecompress,
};

async function decompress(answer: WireAnswer, {maxBytes, spare}: WireOptions): Promise<Uint8Array> {
	const coding = answer.header('content-encoding')?.trim().toLowerCase();
	if (coding === undefined || answer.body.byteLength === 0 || !isUnpacked(coding)) return answer.body;
	try {
		const body = collectBody(200, maxBytes, {spare});
		// A truncated body is read as far as possible.
		const options = answer.cut && coding !== 'br' ? {finishFlush: constants.Z_SYNC_FLUSH} : {};
		const unpacker = unpackers[coding](options);
		unpacker.end(answer.body);
		for await (const chunk of unpacker) body.add(chunk as Buffer);
		return body.bytes();
	} catch (cause) {
		// The status of a refusal is enough; its text is lost.
		if (answer.status < 200 || answer.status > 299) return new Uint8Array();
		throw cause instanceof WireProblem ? cause : new WireProblem(cause);
	}
}

const isUnpacked = (coding: string): coding is keyof typeof unpackers => Object.hasOwn(unpackers, coding);
