import type {RefusedDestination} from '../../contract/packets.ts';
import type {Clock} from '../../lib/time/clock.ts';

export type Refusals = {
	/** The destinations for the next connection, and how to request them: see `subscribeTo`. */
	plan: () => {destinations: readonly string[]; oneByOne: boolean};
	/** True if the next connection will request fewer destinations, or will show which one is refused. */
	learn: (blame: Blame, reason: string) => boolean;
	list: () => readonly RefusedDestination[];
	/** Makes the next connection request all destinations again. Returns whether all were refused. */
	forgive: () => boolean;
};

/** Tracks which destinations a broker refuses. `learn` returns true only finitely often between calls of `forgive`. */
export function createRefusals(destinations: readonly string[]): Refusals {
	const refused = new Map<string, string>();
	const hasOthers = destinations.length > 1;
	let oneByOne = false;
	return {
		plan: () => ({
			destinations: destinations.filter(destination => !refused.has(destination)),
			oneByOne,
		}),
		learn: ({destination}, reason) => {
			if (destination === undefined) {
				const isNews = !oneByOne;
				oneByOne = true;
				return isNews && hasOthers;
			}
			refused.set(destination, reason);
			return refused.size < destinations.length;
		},
		list: () => [...refused].map(([destination, reason]) => ({destination, reason})),
		forgive: () => {
			const wereAll = hasOthers && refused.size === destinations.length;
			refused.clear();
			return wereAll;
		},
	};
}

/**
How long to wait at least for a refusal from a broker that sends no receipts, and at most on a slow network, where it is this
multiple of a round trip.
*/
const [leastQuietMs, mostQuietMs, roundTrips] = [1000, 10_000, 3];

/** The end of a connection: the receipt that an ERROR frame names, and its text. */
export type Objection = {receipt?: string | undefined; words?: string | undefined};

/** The destination that ended the connection; undefined if the broker does not say which one it was. */
export type Blame = {destination: string | undefined};

export type Subscribing = {
	/** Who caused the connection to end; undefined if the requested destinations did not. */
	blame: (objection: Objection) => Blame | undefined;
	/** A receipt has arrived. */
	received: (receipt: string | undefined) => void;
	/** A message of this subscription has arrived, so it was granted. */
	delivered: (subscription: string | undefined) => void;
	stop: () => void;
};

type Options = {
	destinations: readonly string[];
	/** Requests one at a time, so that a refusal can only concern that one, whatever the broker says. */
	oneByOne: boolean;
	clock: Clock;
	/** How long the broker took to answer CONNECT. */
	roundTripMs: number;
	/** Sends a SUBSCRIBE. */
	subscribe: (destination: string, id: string, receipt: string) => void;
	/** All are granted, as confirmed by receipts, messages, or by the absence of an objection. */
	onGranted: () => void;
};

/**
Subscribes to the destinations of a connection, each with a receipt. A broker that refuses one ends the entire
connection: Spring names the receipt in its ERROR but sends none for a SUBSCRIBE; RabbitMQ sends receipts but names
none. (Both observed)
*/
export function subscribeTo(options: Options): Subscribing {
	const {destinations, oneByOne, clock, roundTripMs, subscribe, onGranted} = options;
	const quietMs = Math.min(mostQuietMs, Math.max(leastQuietMs, roundTrips * roundTripMs));
	const destinationByReceipt = new Map<string, string>();
	const open = new Map<string, string>();
	const waiting = [...destinations];
	let isSettled = false;
	let cancelTimer = () => {};

	const ask = (destination: string) => {
		const number = destinationByReceipt.size;
		const receipt = `subscribed-${number}`;
		destinationByReceipt.set(receipt, destination);
		open.set(receipt, destination);
		subscribe(destination, `sub-${number}`, receipt);
	};
	const next = () => {
		cancelTimer();
		open.clear();
		const batch = waiting.splice(0, oneByOne ? 1 : waiting.length);
		if (batch.length === 0) {
			isSettled = true;
			onGranted();
			return;
		}
		batch.forEach(ask);
		cancelTimer = clock.after(quietMs, next);
	};
	const received = (receipt: string | undefined) => {
		if (receipt === undefined || !open.delete(receipt)) return;
		if (open.size === 0 && !isSettled) next();
	};
	next();
	return {
		blame: ({receipt, words = ''}) => {
			const byReceipt = receipt === undefined ? undefined : destinationByReceipt.get(receipt);
			if (byReceipt !== undefined) return {destination: byReceipt};
			if (isSettled) return undefined;
			const candidates = [...open.values()];
			const named = candidates.filter(destination => isNamed(destination, words));
			const [only] = named.length > 0 || !oneByOne ? named : candidates;
			return {destination: named.length > 1 ? undefined : only};
		},
		received,
		delivered: subscription => received(subscription?.replace(/^sub-/, 'subscribed-')),
		stop: () => {
			isSettled = true;
			cancelTimer();
		},
	};
}

/** As a separate word: one destination may be a prefix of another. */
function isNamed(destination: string, words: string): boolean {
	const at = words.indexOf(destination);
	return at >= 0 && !/[\w/-]/.test(words.charAt(at + destination.length));
}
