import type {Clock} from '../lib/clock.ts';

/** How long to wait for a refusal from a broker that sends no receipts. */
const quietMs = 1000;

/** The end of a connection: the receipt that an ERROR frame names, and its text. */
export type Objection = {receipt?: string | undefined; words?: string | undefined};

/** The destination that ended the connection; undefined if the broker does not say which one it was. */
export type Blame = {destination: string | undefined};

export type Subscribing = {
	/** Who caused the connection to end; undefined if the requested destinations did not. */
	blame: (objection: Objection) => Blame | undefined;
	/** A receipt has arrived. */
	received: (receipt: string | undefined) => void;
	stop: () => void;
};

type Options = {
	destinations: readonly string[];
	/** Requests one at a time, so that a refusal can only concern that one, whatever the broker says. */
	oneByOne: boolean;
	clock: Clock;
	/** Sends the headers of a SUBSCRIBE. */
	subscribe: (headers: Record<string, string>) => void;
	/** All are granted, as confirmed by receipts or by the absence of an objection. */
	onGranted: () => void;
};

/**
Subscribes to the destinations of a connection, each with a receipt. A broker that refuses one ends the entire
connection: Spring names the receipt in its ERROR but sends none for a SUBSCRIBE; RabbitMQ sends receipts but names
none. (Both observed)
*/
export function subscribeTo(options: Options): Subscribing {
	const {destinations, oneByOne, clock, subscribe, onGranted} = options;
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
		subscribe({destination, id: `sub-${number}`, receipt});
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
		received: receipt => {
			if (receipt === undefined || !open.delete(receipt)) return;
			if (open.size === 0 && !isSettled) next();
		},
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
