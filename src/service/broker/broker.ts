import type {Clock} from '../../lib/clock.ts';
import type {Account, HeaderOf} from '../accounts.ts';
import {Refusal} from '../refusal.ts';
import {openDelivery} from './delivery.ts';
import {openSession, type Session} from './session.ts';

/** Says something to every member of a team that listens. `packet` goes out as JSON. */
export type Broadcast = (teamId: string, packet: object) => void;

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
	/** A consumer with so many bytes waiting is cut with 4500; 0 cuts everybody at the next packet. */
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

export type Broker = {
	broadcast: Broadcast;
	/** Why a handshake is refused; undefined where it is welcome. */
	refusal: (handshake: HeaderOf) => Refusal | undefined;
	accept: (peer: Peer, handshake: HeaderOf) => Accepted;
	/** True stops everything as a stopped process does: connections stay, nothing is read, nothing is said. */
	freeze: (frozen: boolean) => void;
	/** Runs the task now, or when the broker is not frozen any more. */
	whenAwake: (task: () => void) => void;
	/** Hangs up on everybody; they may come back. */
	dropAll: (code: number, reason: string) => void;
	connections: () => number;
	faults: BrokerFaults;
	close: () => void;
};

export type BrokerOptions = {
	clock: Clock;
	random: () => number;
	newId: () => string;
	findAccount: (header: HeaderOf) => Account | undefined;
	/** Cuts clients that send no CONNECT, or none of the heart-beats they promised. Only where the clock is the real one. */
	cutSilent: boolean;
	/** Called with failures of our own; they end the connection and nothing else. */
	onBug: (bug: unknown) => void;
};

const usual: BrokerFaults = {
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

/** STOMP 1.2, as a simple broker of Spring does it: topics only, nothing is kept for later. */
export function openBroker(options: BrokerOptions): Broker {
	const sessions = new Set<Session>();
	const faults: BrokerFaults = {...usual};
	const asleep: (() => void)[] = [];
	const delivery = openDelivery({...options, faults});
	const dropAll = (code: number, reason: string) => {
		for (const session of sessions) session.drop(code, reason);
		sessions.clear();
	};
	return {
		faults,
		dropAll,
		connections: () => sessions.size,
		broadcast: (teamId, packet) => {
			if (faults.deaf || sessions.size === 0) return;
			const body = JSON.stringify(packet);
			delivery.pass(() => {
				for (const session of sessions) session.deliver(`/topic/team/${teamId}`, body);
			});
		},
		freeze: frozen => {
			faults.frozen = frozen;
			for (const session of sessions) session.freeze(frozen);
			if (!frozen) for (const task of asleep.splice(0)) task();
		},
		whenAwake: task => {
			if (faults.frozen) asleep.push(task);
			else task();
		},
		refusal: handshake => {
			if (faults.down) return new Refusal('general.unavailable');
			const isUnknown = faults.refusesEarly && !options.findAccount(handshake);
			return isUnknown ? new Refusal('general.unauthorized') : undefined;
		},
		accept: (peer, handshake) => {
			const session = openSession({...options, faults, peer, handshake});
			sessions.add(session);
			return {
				receive: session.receive,
				closed: () => {
					sessions.delete(session);
					session.closed();
				},
			};
		},
		close: () => {
			delivery.close();
			dropAll(1001, 'The service goes away.');
		},
	};
}
