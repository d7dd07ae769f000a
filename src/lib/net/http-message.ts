import type {ByName} from '../json/maps.ts';
import {parseJson} from '../json/json.ts';

export type HttpRequest = {
	method: string;
	url: URL;
	headers?: ByName<string>;
	body?: string | Uint8Array | undefined;
};

/** `isCut`: the body was longer than the limit. */
export type HttpAnswer = {
	status: number;
	/** The values of repeated headers are joined by commas. */
	header: (name: string) => string | undefined;
	body: Buffer;
	isCut: boolean;
};

export type HttpOptions = {
	signal: AbortSignal;
	/** For the whole exchange. */
	timeoutMs?: number;
	/** For the decompressed body of a 2xx answer. */
	maxBytes: number;
	/** Called when sending starts: from then on the request may be executed. */
	onSent?: () => void;
	/** Called with each part of the body as it arrives, before it is decompressed. */
	onChunk?: (chunk: Buffer) => void;
};

/** How much of the body of another answer than a 2xx is read. */
const refusalBytes = 256 * 1024;

export const isSuccess = (status: number) => status >= 200 && status <= 299;

/** How many bytes of a body are read. */
export const bodyLimit = (status: number, maxBytes: number) => (isSuccess(status) ? maxBytes : refusalBytes);

export type HttpBody = Pick<HttpAnswer, 'body' | 'isCut'>;

/** Reads a body up to its limit. Leaving the loop closes the connection. */
export async function readBody(
	chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
	limit: number,
	onChunk: HttpOptions['onChunk'] = () => {},
): Promise<HttpBody> {
	const kept: Buffer[] = [];
	let length = 0;
	for await (const chunk of chunks) {
		const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
		onChunk(bytes);
		kept.push(bytes);
		length += bytes.byteLength;
		if (length > limit) break;
	}
	return {body: Buffer.concat(kept, Math.min(length, limit)), isCut: length > limit};
}

/** Returns the value of a JSON body; undefined if it is none. */
export function jsonOf({body}: Pick<HttpAnswer, 'body'>): unknown {
	try {
		return parseJson(body.toString('utf8'));
	} catch {
		return undefined;
	}
}
