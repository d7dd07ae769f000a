import type {Client} from '@stomp/stompjs';
import type {Clock} from '../lib/clock.ts';

/** How long a broker may take to refuse a destination, where it gives no receipts. */
const quietMs = 1000;

/** What ends a connection: the receipt that an ERROR frame names, and its words. */
export type Objection = {receipt?: string | undefined; words?: string | undefined};

/** For which destination a connection ended; undefined where one of them is to blame, but nobody says which. */
export type Blame = {destination: string | undefined};

export type Subscribing = {
	/** Who is to blame for an end that comes now; undefined where it has nothing to do with what was asked for. */
	blame: (objection: Objection) => Blame | undefined;
	stop: () => void;
};

type Options = {
	destinations: readonly string[];
	/** Asks for one after the other: whatever a broker says or leaves out, only one can be meant. */
	oneByOne: boolean;
	clock: Clock;
	onMessage: (body: string) => void;
	/** All are granted, as far as the broker gives receipts, or it has objected to none. */
	onGranted: () => void;
};

/**
Asks for the destinations of a connection, each with a receipt. A broker that refuses one ends the whole connection:
Spring names the receipt in its ERROR but gives none for a SUBSCRIBE, RabbitMQ gives receipts and names none. (both seen)
*/
export function subscribeTo(client: Client, options: Options): Subscribing {
	const {destinations, oneByOne, clock, onMessage, onGranted} = options;
	const asked = new Map<string, string>();
	const open = new Map<string, string>();
	const waiting = [...destinations];
	let isSettled = false;
	let callOff = () => {};

	const ask = (destination: string) => {
		const receipt = `subscribed-${asked.size}`;
		asked.set(receipt, destination);
		open.set(receipt, destination);
		client.watchForReceipt(receipt, () => {
			open.delete(receipt);
			if (open.size === 0 && !isSettled) next();
		});
		client.subscribe(destination, message => onMessage(message.body), {receipt});
	};
	const next = () => {
		callOff();
		open.clear();
		const batch = waiting.splice(0, oneByOne ? 1 : waiting.length);
		if (batch.length === 0) {
			isSettled = true;
			onGranted();
			return;
		}
		batch.forEach(ask);
		callOff = clock.after(quietMs, next);
	};
	next();
	return {
		blame: ({receipt, words = ''}) => {
			const byReceipt = receipt === undefined ? undefined : asked.get(receipt);
			if (byReceipt !== undefined) return {destination: byReceipt};
			if (isSettled) return undefined;
			const candidates = [...open.values()];
			const named = candidates.filter(destination => isNamed(destination, words));
			const [only] = named.length > 0 || !oneByOne ? named : candidates;
			return {destination: named.length > 1 ? undefined : only};
		},
		stop: () => {
			isSettled = true;
			callOff();
		},
	};
}

/** As a word of its own: one destination may be the beginning of another. */
function isNamed(destination: string, words: string): boolean {
	const at = words.indexOf(destination);
	return at >= 0 && !/[\w/-]/.test(words.charAt(at + destination.length));
}
