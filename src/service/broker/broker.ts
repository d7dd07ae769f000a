import type {Clock} from '../../lib/time/clock.ts';
import {type BrokerFaults, usualFaults} from './faults.ts';
import {brokerMessages as busMessages} from '../../messages/service.ts';
import {brokerMessages} from '../../messages/feed.ts';
import type {HeaderOf} from '../access/accounts.ts';
import type {OnEvent} from '../events.ts';
import {openHeld, shareOf} from '../held.ts';
import {budgets} from '../limits.ts';
import {Refusal} from '../http/refusal.ts';
import type {SignIn} from '../access/sign-in.ts';
import {type BrokerHeld, messageTo, openSession, type Session} from './session.ts';
import type {Accepted, Peer} from './peer.ts';

type Options = {clock: Clock; random: () => number; faults: BrokerFaults};

/** Packets within this time are one burst, whose order a broker may change. */
const burstMs = 20;

/** Opens the delivery from the broker to its sessions: immediate, delayed or reordered. */
function openDelivery({clock, random, faults}: Options) {
	const pending = new Set<() => void>();
	let burst: (() => void)[] = [];
	const later = (delayMs: number, task: () => void) => {
		const cancelTimer = clock.after(delayMs, () => {
			pending.delete(cancelTimer);
			task();
		});
		pending.add(cancelTimer);
	};
	const flush = () => {
		const sends = burst;
		burst = [];
		for (const send of shuffle(sends, random)) send();
	};
	return {
		pass: (send: () => void) => {
			if (faults.reorder) {
				burst.push(send);
				if (burst.length === 1) later(faults.delayMs + burstMs, flush);
			} else if (faults.delayMs > 0) later(faults.delayMs, send);
			else send();
		},
		close: () => {
			for (const cancelTimer of pending) cancelTimer();
			pending.clear();
		},
	};
}

function shuffle<Item>(items: Item[], random: () => number): Item[] {
	return items
		.map(item => ({item, weight: random()}))
		.sort((a, b) => a.weight - b.weight)
		.map(({item}) => item);
}

/** Sends `packet` as JSON to every connected member of a team. */
export type Broadcast = (teamId: string, packet: object) => void;

export type Broker = {
	broadcast: Broadcast;
	/** Resolves to why a handshake is refused, or to undefined if it is accepted. Never rejects. */
	refusal: (handshake: HeaderOf, address?: string) => Promise<Refusal | undefined>;
	accept: (peer: Peer, handshake: HeaderOf) => Accepted;
	/** True behaves like a suspended process: connections stay open, but nothing is read or sent. */
	freeze: (frozen: boolean) => void;
	/** Runs the task now, or when the broker is no longer frozen. */
	whenAwake: (task: () => void) => void;
	/** The applications with a connection that has signed in. */
	applications: () => ReadonlySet<string>;
	/** Closes the connections of an application that may no longer sign in. */
	endSessions: (applicationId: string) => void;
	/** False closes every connection, and refuses others until it is true again. */
	setAvailable: (isAvailable: boolean) => void;
	/** Closes every connection. Clients may reconnect. */
	dropAll: (code: number, reason: string) => void;
	connections: () => number;
	faults: BrokerFaults;
	close: () => void;
};

export type BrokerOptions = {
	clock: Clock;
	random: () => number;
	newId: () => string;
	signIn: Omit<SignIn, 'countRequest'>;
	/** Disconnects clients that send no CONNECT or miss the heart-beats they promised. Only with a real clock. */
	cutSilent: boolean;
	/** Initial value of `BrokerFaults.refusesEarly`. */
	refusesEarly: boolean;
	onEvent: OnEvent;
	/** Called with bugs of this program, which end only the connection. */
	onBug: (bug: unknown) => void;
};

/** The code of a close. (IANA: WebSocket Close Code Number Registry) */
const tryAgainLater = 1013;

function openBrokerHeld(onEvent: OnEvent, connections: () => number): BrokerHeld {
	const {feed, subscription, unread} = budgets;
	return {
		feeds: openHeld('feed', feed, onEvent),
		subscriptions: openHeld('subscription', subscription, onEvent),
		maxUnread: () => shareOf(unread, connections()),
	};
}

/** Opens a STOMP 1.2 broker with topics only, like Spring's simple broker: messages are not stored. */
export function openBroker(options: BrokerOptions): Broker {
	const sessions = new Set<Session>();
	const faults: BrokerFaults = {...usualFaults, refusesEarly: options.refusesEarly};
	const held = openBrokerHeld(options.onEvent, () => sessions.size);
	const asleep: (() => void)[] = [];
	const delivery = openDelivery({...options, faults});
	let isAvailable = true;
	const dropAll = (code: number, reason: string) => {
		for (const session of sessions) session.drop(code, reason);
		sessions.clear();
	};
	return {
		faults,
		dropAll,
		setAvailable: is => {
			isAvailable = is;
			if (!is) dropAll(tryAgainLater, brokerMessages.interrupted);
		},
		applications: () => new Set([...sessions].flatMap(session => session.applicationId() ?? [])),
		endSessions: applicationId => {
			for (const session of sessions) session.revoke(applicationId);
		},
		connections: () => sessions.size,
		broadcast: (teamId, packet) => {
			if (faults.deaf || sessions.size === 0) return;
			const body = JSON.stringify(packet);
			const destination = `/topic/team/${teamId}`;
			const messageFor = messageTo(destination, options.newId(), body);
			delivery.pass(() => {
				for (const session of sessions) session.deliver(destination, messageFor);
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
		refusal: async (handshake, address) => {
			if (faults.down) return new Refusal('general.not_carried_out');
			if (!isAvailable) return new Refusal('general.not_carried_out', busMessages.noEvents);
			if (!faults.refusesEarly) return undefined;
			try {
				const account = await options.signIn.accountOf(handshake);
				return account ? undefined : options.signIn.refuse(address, handshake);
			} catch (error) {
				if (error instanceof Refusal) return error;
				options.onBug(error);
				return new Refusal('general.internal_error');
			}
		},
		accept: (peer, handshake) => {
			const session = openSession({...options, faults, peer, handshake, held});
			sessions.add(session);
			// It may have changed since the handshake.
			if (!isAvailable) session.drop(tryAgainLater, brokerMessages.interrupted);
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
			dropAll(1001, brokerMessages.closing);
		},
	};
}
