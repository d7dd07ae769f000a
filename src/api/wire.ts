import type {Explain} from '../lib/explain-hang-up.ts';
import {requestMessages} from '../messages/requests.ts';

export type WireRequest = {
	method: string;
	url: URL;
	headers: Record<string, string>;
	body: string | Uint8Array | undefined;
};

/** `cut`: the body of a refusal was longer than what is read of it. */
export type WireAnswer = {
	status: number;
	header: (name: string) => string | undefined;
	body: Uint8Array;
	cut: boolean;
};

/** Sends a request once and returns the whole response. Rejects with `WireProblem`, or with the signal's reason. */
export type Wire = (request: WireRequest, options: WireOptions) => Promise<WireAnswer>;
export type WireOptions = {
	signal: AbortSignal;
	/** For the decompressed body of a 2xx response. */
	maxBytes: number;
	/** Called when sending starts: from then on the request may be executed. */
	onSent: () => void;
	/** May take the chunks of a 2xx body as they arrive; the response then has no body. */
	takeBody?: ((chunk: Uint8Array) => void) | undefined;
	/** Memory that a large body may use; nobody else reads or writes it. */
	spare?: Uint8Array | undefined;
};

/** Sends a request once and returns the response with its content coding. Rejects like a `Wire`. */
export type Carrier = {
	carry: (request: WireRequest, options: WireOptions) => Promise<WireAnswer>;
	explain: Explain;
};

/** How much of a refusal's body is read. */
const refusalBytes = 256 * 1024;

export class WireProblem extends Error {
	override name = 'WireProblem';
	readonly tooLarge: boolean;

	constructor(cause: unknown, tooLarge = false) {
		super(requestMessages.failed, {cause});
		this.tooLarge = tooLarge;
	}
}

/**
Collects the chunks of a body up to its limit in one growing buffer. The memory of thousands of small chunks would not be
returned to the system after a large body. `expected`: the bytes that the headers announce. `take`: takes the chunks of a 2xx
body instead. `spare`: used instead of new memory, if it is large enough.
*/
export function collectBody(
	status: number,
	maxBytes: number,
	{
		expected = 0,
		take,
		spare,
	}: {expected?: number; take?: WireOptions['takeBody']} & Pick<WireOptions, 'spare'> = {},
) {
	let buffer: Uint8Array = new Uint8Array();
	const isRefusal = status < 200 || status > 299;
	const limit = isRefusal ? refusalBytes : maxBytes;
	/** Bytes received, and bytes kept. */
	let [length, kept] = [0, 0];
	return {
		/** `full`: stop reading. Throws if a 2xx body exceeds its limit. */
		add: (chunk: Uint8Array): 'more' | 'full' => {
			length += chunk.byteLength;
			if (length <= limit) {
				if (take && !isRefusal) {
					take(chunk);
					return 'more';
				}
				// Most bodies are one chunk.
				if (kept === 0) buffer = chunk;
				else {
					if (length > buffer.byteLength)
						buffer = grown(buffer, kept, {
							spare,
							length: Math.min(limit, expected < length ? 2 * length : expected),
						});
					buffer.set(chunk, kept);
				}
				kept = length;
				return 'more';
			}
			if (!isRefusal) throw new WireProblem(undefined, true);
			return 'full';
		},
		bytes: (): Uint8Array => buffer.subarray(0, kept),
		isCut: (): boolean => length > limit,
	};
}

/** Returns a larger buffer, with some more space than `length`: the next body, for which it is spare, may be longer. */
function grown(
	buffer: Uint8Array,
	kept: number,
	{spare, length}: {spare: Uint8Array | undefined; length: number},
): Uint8Array {
	const isSpare = spare !== undefined && spare.byteLength >= length && spare.buffer !== buffer.buffer;
	const next = isSpare ? spare : Buffer.allocUnsafeSlow(length + Math.floor(length / 16));
	next.set(buffer.subarray(0, kept));
	return next;
}
