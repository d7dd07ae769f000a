/** Differences and failures of real brokers. (peers: seen on real brokers) */
export type BrokerFaults = {
	/** False confirms nothing but DISCONNECT, even if a receipt is requested, like Spring's simple broker. */
	receipts: boolean;
	/** True sends the server name and session id in CONNECTED; Spring's simple broker does not. */
	introduces: boolean;
	/**
	True refuses a handshake without valid credentials with HTTP 401; otherwise CONNECT is answered with ERROR.
	*/
	refusesEarly: boolean;
	/**
	How a SUBSCRIBE is refused: with an ERROR that names its receipt and destination, as in Spring; with one
	that names neither, as in RabbitMQ; or by closing the connection, as in RabbitMQ if a queue is missing.
	*/
	refuses: 'by-name' | 'vaguely' | 'mutely';
	/** A client with this many unread bytes for `maxWaitingMs` is disconnected with 4500 at the next packet. */
	maxWaitingBytes: number;
	/** Leaves time to read several long answers at once. */
	maxWaitingMs: number;
	/** True sends no heart-beats although they were promised. */
	beatless: boolean;
	/** True refuses new connections and closes existing ones. */
	down: boolean;
	/** True sends nothing, not even heart-beats, and answers nothing, including handshakes. See `freeze`. */
	frozen: boolean;
	/** True sends packets that are close together in a different order. */
	reorder: boolean;
	/** The delay of every packet in milliseconds. */
	delayMs: number;
	/** True drops packets in transit. */
	deaf: boolean;
};

export const usualFaults: BrokerFaults = {
	receipts: true,
	introduces: false,
	refusesEarly: false,
	refuses: 'by-name',
	maxWaitingBytes: 512 * 1024,
	maxWaitingMs: 5000,
	beatless: false,
	down: false,
	frozen: false,
	reorder: false,
	delayMs: 0,
	deaf: false,
};
