import type {Duplex} from 'node:stream';
import type {FeedSocket, OpenSocket} from '../contract/socket.ts';
import type {Explain} from '../lib/explain-hang-up.ts';

/** A WebSocket of a library. `terminate` drops the connection, or the attempt, immediately. */
export type LibrarySocket = Pick<FeedSocket, 'readyState' | 'send' | 'close' | 'terminate'> & {
	ping: () => void;
};

/**
`status` and `retryAfter`: from the response to a failed handshake. `cause`: why there was none. `isBadMessage`: the library
ended the connection because of a message.
*/
export type LibraryEnd = {
	code: number;
	reason: string;
	status?: number | undefined;
	retryAfter?: string | undefined;
	cause?: Error | undefined;
	isBadMessage: boolean;
};

export type LibraryEvents = {
	/** `connection`: the stream below the WebSocket. */
	opened: (connection: Duplex | undefined) => void;
	message: (data: string | ArrayBuffer) => void;
	/** Called once, as the last event. */
	closed: (end: LibraryEnd) => void;
};

export type SocketLibrary = {
	open: (url: string, options: Parameters<OpenSocket>[1], events: LibraryEvents) => LibrarySocket;
	explain: Explain;
};
