import {randomUUID} from 'node:crypto';
import {type Clock, pause} from '../../lib/time/clock.ts';
import {backoffMs} from '../../lib/time/retry-delay.ts';
import {brokerMessages as messages} from '../../messages/service.ts';
import {type Bus, openLocalBus} from '../bus.ts';
import type {OnEvent} from '../events.ts';
import {type BrokerConnection, type ConnectOptions, createOutgoing, type Incoming} from './connect.ts';

/** The position of a message among those of its sender. `gap`: earlier ones are missing. */
type Place = 'next' | 'repeated' | 'gap';

/**
Follows the numbers of the messages of each sender. A sender repeats what the broker has not confirmed; what a broker or a
sender had to drop is missing.
*/
function createSequences() {
	const latest = new Map<string, number>();
	let following = new Set<string>();
	return {
		place: (sender: string, number: number): Place => {
			const before = latest.get(sender) ?? 0;
			if (number <= before) return 'repeated';
			const isGap = following.has(sender) && number > before + 1;
			latest.set(sender, number);
			following.add(sender);
			return isGap ? 'gap' : 'next';
		},
		/** The connection was lost: the next message of each sender may have any larger number. */
		restart: (): void => void (following = new Set()),
	};
}

export type BrokerBusOptions = {
	/** Rejects if the broker cannot be used. */
	connect: (options: ConnectOptions) => Promise<BrokerConnection>;
	clock: Clock;
	random: () => number;
	onEvent: OnEvent;
	onBug: (bug: unknown) => void;
};

const [firstRetryMs, maxRetryMs] = [500, 15_000];
/** How long `close` waits for the broker to confirm the last messages, and for its goodbye. */
const closeMs = 2000;

/**
Opens the bus of an instance that a broker connects to others. Rejects if the broker cannot be used at the start. When the
connection is lost later, messages wait, within limits. If messages of another instance are missing, that is a short loss
of the connection for `onConnection`: what follows from them must be read again.
*/
export async function openBrokerBus({
	connect,
	clock,
	random,
	onEvent,
	onBug,
}: BrokerBusOptions): Promise<Bus> {
	const local = openLocalBus(onBug);
	const outgoing = createOutgoing(clock);
	const sequences = createSequences();
	const listeners: ((isConnected: boolean) => void)[] = [];
	const [closing, cutting] = [new AbortController(), new AbortController()];
	let isConnected = false;
	let onBlocked = (_isBlocked: boolean) => {};
	let closeConnection = async () => {};
	let stopTimer = () => {};

	const report = (is: boolean) => {
		for (const listener of listeners) listener(is);
	};
	const change = (is: boolean, reason?: string) => {
		if (is === isConnected || closing.signal.aborted) return;
		isConnected = is;
		onEvent({kind: 'broker', isConnected: is, reason});
		report(is);
	};
	const send: Bus['send'] = message => {
		local.send(message);
		outgoing.add(message);
	};
	const onMessage = ({sender, number, message}: Incoming) => {
		const place = sequences.place(sender, number);
		if (place === 'repeated') return;
		if (place === 'gap' && isConnected) {
			report(false);
			report(true);
		}
		local.send(message);
	};
	const instance = randomUUID();
	const open = () => {
		sequences.restart();
		return connect({instance, signal: cutting.signal, onMessage, onBlocked: is => onBlocked(is), onBug});
	};
	/** Publishes on a connection until it ends. */
	const follow = async ({publish, ended, close}: BrokerConnection) => {
		closeConnection = close;
		const resume = () => {
			outgoing.resume(publish);
			// Its number shows the others whether something before it is missing.
			send({kind: 'connected'});
			change(true);
		};
		onBlocked = isBlocked => {
			if (!isBlocked) return resume();
			outgoing.hold();
			change(false, messages.blocked);
		};
		resume();
		const reason = await ended;
		onBlocked = () => {};
		outgoing.hold();
		change(false, reason);
	};
	const kept = keepConnected(await open(), {open, follow, clock, random, signal: closing.signal});
	return {
		on: local.on,
		send,
		isConnected: () => isConnected,
		onConnection: receive => void listeners.push(receive),
		close: async () => {
			closing.abort();
			const isLate = new Promise<void>(resolve => (stopTimer = clock.after(closeMs, resolve)));
			await Promise.race([outgoing.whenEmpty().then(closeConnection), isLate]);
			stopTimer();
			cutting.abort();
			await kept;
		},
	};
}

type Keep = Pick<BrokerBusOptions, 'clock' | 'random'> & {
	open: () => Promise<BrokerConnection>;
	follow: (connection: BrokerConnection) => Promise<void>;
	signal: AbortSignal;
};

/** Uses a connection, and opens another one whenever it ends, until the signal. */
async function keepConnected(
	first: BrokerConnection,
	{open, follow, clock, random, signal}: Keep,
): Promise<void> {
	let connection: BrokerConnection | undefined = first;
	for (let failures = 0; !signal.aborted; failures++) {
		if (connection) {
			await follow(connection);
			failures = 0;
		}
		// At random, because all instances have lost their connections.
		const delayMs = backoffMs(firstRetryMs, maxRetryMs, failures) * (0.5 + 0.5 * random());
		await pause(clock, delayMs, signal).catch(() => {});
		connection = signal.aborted ? undefined : await open().catch(() => undefined);
	}
	await connection?.close();
}
