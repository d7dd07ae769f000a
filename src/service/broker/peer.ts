/** The broker's side of one connection. */
export type Peer = {
	send: (text: string) => void;
	/** Ends the connection; an orderly close unless `code` is 1006, which hangs up without a word. */
	close: (code: number, reason: string) => void;
	/** Bytes that were sent and have not left yet. */
	waitingBytes: () => number;
	/** True reads nothing more, until it is false again. Undefined where a frozen broker is silent by itself. */
	freeze?: (frozen: boolean) => void;
};

/** What a connection's owner tells the broker. */
export type Accepted = {receive: (data: string | Uint8Array) => void; closed: () => void};
