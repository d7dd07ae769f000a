import type {Clock} from '../../lib/clock.ts';
import type {Account, HeaderOf} from '../accounts.ts';
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
};

/** What a connection's owner tells the broker. */
type Accepted = {receive: (data: string | Uint8Array) => void; closed: () => void};

/** Misbehaviour that was seen on real brokers, each off until switched on. */
export type BrokerFaults = {
	/** True refuses new connections and hangs up on all there are. */
	down: boolean;
	/** True says nothing more, not even heart-beats, and answers nothing. */
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
	/** Undefined where no connection can be made: the broker is down. */
	accept: (peer: Peer, handshake: HeaderOf) => Accepted | undefined;
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
	/** Cuts who promised heart-beats and sends none. Only where the clock is the real one. */
	cutSilent: boolean;
};

/** STOMP 1.2, as a simple broker of Spring does it: topics only, nothing is kept for later. */
export function openBroker(options: BrokerOptions): Broker {
	const sessions = new Set<Session>();
	const faults: BrokerFaults = {down: false, frozen: false, reorder: false, delayMs: 0, deaf: false};
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
		accept: (peer, handshake) => {
			if (faults.down) return undefined;
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
