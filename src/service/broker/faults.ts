/** Where real brokers differ, and how they fail. (peers: seen on real brokers) */
export type BrokerFaults = {
	/** True answers a SUBSCRIBE that asks for a receipt; Spring's simple broker does not. */
	receipts: boolean;
	/** True names itself and the session in CONNECTED; Spring's simple broker does not. */
	introduces: boolean;
	/** True refuses a handshake without good credentials with HTTP 401; else CONNECT is answered with ERROR. */
	refusesEarly: boolean;
	/**
	How a SUBSCRIBE is refused: with an ERROR that names its receipt and destination, as Spring does; with one that tells
	neither, as RabbitMQ does; or by hanging up, as RabbitMQ does where a queue is missing.
	*/
	refuses: 'by-name' | 'vaguely' | 'mutely';
	/** A consumer with this many bytes waiting is cut with 4500; 0 cuts everybody at the next packet. */
	maxWaitingBytes: number;
	/** True sends no heart-beats, although it promised them. */
	beatless: boolean;
	/** True refuses new connections and hangs up on all there are. */
	down: boolean;
	/** True says nothing more, not even heart-beats, and answers nothing, no handshake either. See `freeze`. */
	frozen: boolean;
	/** True sends packets that come close together in another order. */
	reorder: boolean;
	/** Milliseconds that every packet is late. */
	delayMs: number;
	/** True drops packets on their way. */
	deaf: boolean;
};

/** How the broker is until a fault is set. */
export const usualFaults: BrokerFaults = {
	receipts: false,
	introduces: false,
	refusesEarly: false,
	refuses: 'by-name',
	maxWaitingBytes: 512 * 1024,
	beatless: false,
	down: false,
	frozen: false,
	reorder: false,
	delayMs: 0,
	deaf: false,
};
