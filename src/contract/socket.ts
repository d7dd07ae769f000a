/** `status` is the HTTP status of a handshake that was refused. */
export type SocketClosed = {code?: number; reason?: string; status?: number};

/** The part of a WebSocket that the feed needs; `readyState` counts as there: 0 connecting … 3 closed. */
export type FeedSocket = {
	url: string;
	binaryType?: string;
	readonly readyState: number;
	onopen: (() => void) | null;
	onmessage: ((event: {data: string | ArrayBuffer}) => void) | null;
	onclose: ((event: SocketClosed) => void) | null;
	onerror: ((event: {message?: string}) => void) | null;
	send: (data: string | Uint8Array) => void;
	close: () => void;
	/** Drops the connection at once, without the closing handshake. */
	terminate?: () => void;
};

export type OpenSocket = (
	url: string,
	options: {protocols: string[]; headers: Record<string, string>},
) => FeedSocket;
