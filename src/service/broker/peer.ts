/** The broker's side of one connection. */
export type Peer = {
	send: (text: string) => void;
	/** Closes the connection gracefully, or without a closing handshake if `code` is 1006. */
	close: (code: number, reason: string) => void;
	/** Bytes that are buffered and not sent yet. */
	waitingBytes: () => number;
	/** The address of the client; undefined within this process. */
	address?: string | undefined;
	/** True stops reading until false. Undefined if a frozen broker is silent on this connection anyway. */
	freeze?: (frozen: boolean) => void;
};

/** The events that a connection's owner passes to the broker. */
export type Accepted = {receive: (data: string | Uint8Array) => void; closed: () => void};
