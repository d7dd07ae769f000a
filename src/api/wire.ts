import {requestMessages} from '../messages/requests.ts';
export type WireRequest = {
	method: string;
	url: URL;
	headers: Record<string, string>;
	body: string | Uint8Array | undefined;
};

/** `cut` says that a refusal's body was longer than anybody reads. */
export type WireAnswer = {
	status: number;
	header: (name: string) => string | undefined;
	body: Uint8Array;
	cut: boolean;
};

/** Sends one request once, and gives the whole answer. Rejects with `WireProblem`, or with the signal's reason. */
export type Wire = (request: WireRequest, options: WireOptions) => Promise<WireAnswer>;
export type WireOptions = {
	signal: AbortSignal;
	/** Of a body of a 2xx answer, unpacked. */
	maxBytes: number;
	/** Called when the request begins to leave: from then on it may be carried out. */
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

/** Gathers the chunks of a body up to its limit. */
export function collectBody(status: number, maxBytes: number) {
	const chunks: Uint8Array[] = [];
	const isRefusal = status < 200 || status > 299;
	const limit = isRefusal ? refusalBytes : maxBytes;
	let length = 0;
	return {
		/** `full`: no more is wanted. Throws where a good answer is larger than its limit. */
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
