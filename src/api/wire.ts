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

/** Collects the chunks of a body up to its limit. */
export function collectBody(status: number, maxBytes: number) {
	const chunks: Uint8Array[] = [];
	const isRefusal = status < 200 || status > 299;
	const limit = isRefusal ? refusalBytes : maxBytes;
	let length = 0;
	return {
		/** `full`: stop reading. Throws if a 2xx body exceeds its limit. */
		add: (chunk: Uint8Array): 'more' | 'full' => {
			length += chunk.byteLength;
			if (length <= limit) {
				chunks.push(chunk);
				return 'more';
			}
			if (!isRefusal) throw new WireProblem(undefined, true);
			return 'full';
		},
		bytes: (): Uint8Array => (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
		isCut: (): boolean => length > limit,
	};
}
