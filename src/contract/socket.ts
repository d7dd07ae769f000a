import type {ByName} from '../lib/json/maps.ts';

/**
`status`: HTTP status of a failed handshake, or 101 if the rest of the response is invalid. `retryAfter`: its
`Retry-After` header. `heardAt`: when a connection that went silent received its last byte, epoch ms.
*/
export type SocketClosed = {
	code?: number;
	reason?: string;
	status?: number;
	retryAfter?: string;
	heardAt?: number;
};

type Listener<Event> = ((event: Event) => unknown) | undefined | null;

/** The part of a WebSocket that the feed needs. `readyState` has the standard values: 0 connecting … 3 closed. */
export type FeedSocket = {
	readonly url: string;
	readonly readyState: number;
	binaryType: string;
	onopen: Listener<object>;
	onmessage: Listener<{data: string | ArrayBuffer}>;
	onclose: Listener<SocketClosed>;
	onerror: Listener<{message?: string}>;
	send: (data: string | Uint8Array) => void;
	close: () => void;
	/** Drops the connection immediately, without the closing handshake. */
	terminate: () => void;
};

export type OpenSocket = (url: string, options: {protocols: string[]; headers: ByName<string>}) => FeedSocket;
