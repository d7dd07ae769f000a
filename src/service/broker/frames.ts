import type {ByName} from '../../lib/json/maps.ts';
import type {Clock} from '../../lib/time/clock.ts';
import {brokerMessages} from '../../messages/feed.ts';
import {type Account, isAllowed} from '../access/accounts.ts';
import type {Held} from '../held.ts';
import {budgets} from '../limits.ts';
import type {BrokerFaults} from './faults.ts';

export type Beats = {sent: () => void; heard: () => void; stop: () => void};

type BeatOptions = {
	clock: Clock;
	/** 0 if the client requested none. */
	outEveryMs: number;
	/** 0 if the client promised none, or if silent clients are not disconnected. */
	inEveryMs: number;
	beat: () => void;
	silent: () => void;
};

/** Starts the heart-beats of one connection. Three missed ones count as silence. (STOMP 1.2: Heart-beating) */
export function openBeats({clock, outEveryMs, inEveryMs, beat, silent}: BeatOptions): Beats {
	let heardAt = clock.now();
	let cancelOutgoing = () => {};
	let cancelIncoming = () => {};
	const nextOut = () => {
		cancelOutgoing();
		if (outEveryMs === 0) return;
		cancelOutgoing = clock.after(outEveryMs, () => {
			beat();
			nextOut();
		});
	};
	const nextIn = () => {
		cancelIncoming = clock.after(inEveryMs, () => {
			if (clock.now() - heardAt >= 3 * inEveryMs) silent();
			else nextIn();
		});
	};
	nextOut();
	if (inEveryMs > 0) nextIn();
	return {
		sent: nextOut,
		heard: () => {
			heardAt = clock.now();
		},
		stop: () => {
			cancelOutgoing();
			cancelIncoming();
		},
	};
}

const escapes: ReadonlyMap<string, string> = new Map([
	['r', '\r'],
	['n', '\n'],
	['c', ':'],
	['\\', '\\'],
]);

/** A frame as stompjs's parser reports it. */
export type RawFrame = {
	command: string | undefined;
	headers: readonly (readonly [name: string, value: string])[];
};

/**
Reads the headers of a frame, trimmed; the first of repeated headers counts. stompjs would take quadratic time for a
header of spaces, and read an escaped backslash before an n as a line break. (STOMP 1.2: Value Encoding, Repeated Header
Entries)
*/
export function readHeaders({command, headers}: RawFrame): ByName<string> {
	const isPlain = command === 'CONNECT' || command === 'CONNECTED';
	const unescape = (value: string) =>
		isPlain ? value : value.replaceAll(/\\([rnc\\])/g, (_, letter: string) => escapes.get(letter) ?? '');
	const pairs = headers.map(([name, value]) => [name.trim(), unescape(value.trim())] as const);
	return Object.fromEntries(pairs.toReversed());
}

type Headers = ByName<string>;

/** The output to a client. `fail` sends an ERROR, which ends the connection; `leave` ends it as the client asked. */
type Line = {
	send: (command: string, headers: Headers) => void;
	end: (code: number, reason: string) => void;
	fail: (message: string, receipt?: string) => void;
	leave: (receipt: string | undefined) => void;
};
type Options = {
	/** Subscription id to destination. */
	subscriptions: Map<string, string>;
	account: () => Account | undefined;
	faults: BrokerFaults;
	line: Line;
	/** The bytes of the subscriptions of all sessions. */
	held: Held;
};

/** Per session. */
const maxSubscriptions = 100;
/** Topics ignore acknowledgments, and there is nothing to send in a transaction. */
const ignored: ReadonlySet<string> = new Set(['ACK', 'NACK', 'BEGIN', 'COMMIT', 'ABORT']);

/**
Creates what handles the frames of a client that has signed in. A frame that requests a receipt gets it when it has been handled,
or an ERROR that names it. (STOMP 1.2: Header receipt, ERROR)
*/
export function createFrameHandler(
	options: Options,
): (command: string | undefined, headers: Headers) => void {
	const {faults, line} = options;
	const subscribe = createSubscribe(options);
	const confirm = (receipt: string | undefined) => {
		if (faults.receipts && receipt !== undefined) line.send('RECEIPT', {'receipt-id': receipt});
	};
	return (command = '', headers) => {
		const {id, receipt} = headers;
		if (command === 'DISCONNECT') return line.leave(receipt);
		if (command === 'SEND') return line.fail(brokerMessages.sendRefused, receipt);
		if (command === 'SUBSCRIBE') {
			if (!subscribe(headers)) return;
		} else if (command === 'UNSUBSCRIBE') {
			if (id === undefined) return line.fail(brokerMessages.noSubscriptionId(command), receipt);
			removeSubscription(options, id);
		} else if (!ignored.has(command)) return line.fail(brokerMessages.unknownCommand, receipt);
		confirm(receipt);
	};
}

/** Including the overhead of a subscription. */
const sizeOf = (id: string, destination: string): number => Buffer.byteLength(id + destination) + 100;

type Subscriptions = Pick<Options, 'subscriptions' | 'account' | 'held'>;

function removeSubscription({subscriptions, account, held}: Subscriptions, id: string): void {
	const destination = subscriptions.get(id);
	if (destination === undefined) return;
	subscriptions.delete(id);
	held.free(account()?.id ?? '', sizeOf(id, destination));
}

export function removeSubscriptions(options: Subscriptions): void {
	for (const id of options.subscriptions.keys()) removeSubscription(options, id);
}

/** Returns a function that adds a subscription, and returns whether it did. */
function createSubscribe(options: Options): (headers: Headers) => boolean {
	const {subscriptions, account, faults, line, held} = options;
	const deny = (destination: string, receipt: string | undefined): void => {
		if (faults.refuses === 'mutely') return line.end(1000, brokerMessages.died);
		if (faults.refuses === 'vaguely') return line.fail(brokerMessages.invalidDestination);
		line.fail(brokerMessages.denied(destination), receipt);
	};
	return ({id, destination = '', receipt}) => {
		if (id === undefined) line.fail(brokerMessages.noSubscriptionId('SUBSCRIBE'), receipt);
		else if (!canReceive(destination, account())) deny(destination, receipt);
		else if (subscriptions.size >= maxSubscriptions && !subscriptions.has(id))
			line.fail(brokerMessages.tooManySubscriptions(maxSubscriptions), receipt);
		else if (sizeOf(id, destination) > budgets.subscription.one)
			line.fail(brokerMessages.longSubscription(budgets.subscription.one), receipt);
		else {
			removeSubscription(options, id);
			if (held.take(account()?.id ?? '', sizeOf(id, destination)))
				return subscriptions.set(id, destination).has(id);
			line.fail(brokerMessages.tooManyFeeds, receipt);
		}
		return false;
	};
}

/** Returns true for the topics of the client's own team, which show its servers, and for its user queues. */
function canReceive(destination: string, account: Account | undefined): boolean {
	if (destination.startsWith('/user/queue/')) return true;
	if (!account || !isAllowed(account, 'ACCESS_SERVERS')) return false;
	const topic = `/topic/team/${account.teamId}`;
	return destination === topic || destination.startsWith(`${topic}/`);
}
