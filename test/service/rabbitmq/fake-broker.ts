import {openBrokerBus, type BrokerBusOptions} from '../../../src/service/rabbitmq/broker-bus.ts';
import type {BrokerConnection, ConnectOptions, Incoming} from '../../../src/service/rabbitmq/connect.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

/** A broker in this process that connects the buses of several instances. */
export type FakeBroker = {
	/** Opens the bus of an instance. */
	open: (options?: Partial<BrokerBusOptions>) => ReturnType<typeof openBrokerBus>;
	/** Ends all connections. It accepts none until `start`. */
	stop: () => void;
	start: () => void;
	/** Ends the oldest connection. */
	cutOldest: () => void;
	/** False delivers messages without confirming them. */
	confirm: (confirms: boolean) => void;
	setBlocked: (isBlocked: boolean) => void;
	/** Loses the next message on its way to each instance. */
	loseNext: () => void;
};

export function fakeBroker(): FakeBroker {
	const clients = new Map<ConnectOptions, (reason: string) => void>();
	let [isUp, losesNext, confirms] = [true, false, true];
	const stop = () => {
		isUp = false;
		for (const end of clients.values()) end('stopped');
		clients.clear();
	};
	const deliver = (incoming: Incoming) => {
		for (const {instance, onMessage} of clients.keys())
			if (instance !== incoming.sender && !losesNext) onMessage(structuredClone(incoming));
		losesNext = false;
	};
	const connect = async (options: ConnectOptions): Promise<BrokerConnection> => {
		if (!isUp) throw new Error('connect ECONNREFUSED');
		let end: (reason: string) => void = () => {};
		const ended = new Promise<string>(resolve => (end = resolve));
		clients.set(options, end);
		return {
			publish: ({number, message}, onConfirmed) => {
				if (!clients.has(options)) return;
				void Promise.resolve().then(() => {
					deliver({sender: options.instance, number, message});
					if (confirms) onConfirmed();
				});
			},
			close: async () => {
				clients.delete(options);
				end('closed');
			},
			ended,
		};
	};
	return {
		open: options =>
			openBrokerBus({
				connect,
				clock: manualClock(),
				random: () => 0,
				onEvent: () => {},
				onBug: bug => {
					throw bug;
				},
				...options,
			}),
		stop,
		start: () => void (isUp = true),
		cutOldest: () => {
			const [oldest] = clients;
			if (!oldest) return;
			clients.delete(oldest[0]);
			oldest[1]('cut');
		},
		confirm: is => void (confirms = is),
		setBlocked: isBlocked => {
			for (const {onBlocked} of clients.keys()) onBlocked(isBlocked);
		},
		loseNext: () => void (losesNext = true),
	};
}
