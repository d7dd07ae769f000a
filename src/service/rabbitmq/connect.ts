import {randomUUID} from 'node:crypto';
import {
	type ChannelModel,
	type ConfirmChannel,
	connect,
	type ConsumeMessage,
	type SocketOptions,
} from 'amqplib';
import type {Clock} from '../../lib/time/clock.ts';
import type {BusMessage} from '../bus.ts';
import {parseJson} from '../../lib/json/json.ts';
import {brokerMessages as messages} from '../../messages/service.ts';

/** A message of this instance. Each has the next number. */
export type Outgoing = {number: number; message: BusMessage; body: Buffer};

/** Publishes a message. `onConfirmed` is called when the broker has it. */
export type Publish = (outgoing: Outgoing, onConfirmed: () => void) => void;

/**
Limits of what waits for the broker: more than an instance publishes in a minute. A message that is later than that may do
more harm than none.
*/
const [maxMessages, maxBytes, maxAgeMs] = [20_000, 32 * 1024 * 1024, 60_000];

/** Keeps messages until the broker confirms them. The oldest beyond the limits are dropped. */
export function createOutgoing({monotonic}: Clock) {
	const kept = new Map<number, Outgoing & {sentAt: number}>();
	let [bytes, latest, published] = [0, 0, 0];
	let [publish, last]: (Publish | undefined)[] = [];
	let onEmpty = () => {};
	const remove = (number: number) => {
		bytes -= kept.get(number)?.body.length ?? 0;
		kept.delete(number);
		if (kept.size === 0) onEmpty();
	};
	const trim = () => {
		const tooOld = monotonic() - maxAgeMs;
		for (const [number, {sentAt}] of kept) {
			if (kept.size <= maxMessages && bytes <= maxBytes && sentAt >= tooOld) return;
			remove(number);
		}
	};
	const pass = (outgoing: Outgoing) => {
		if (!publish) return;
		published = outgoing.number;
		publish(outgoing, () => remove(outgoing.number));
	};
	return {
		add: (message: BusMessage): void => {
			const outgoing = {number: ++latest, message, body: bodyOf(message)};
			kept.set(outgoing.number, {...outgoing, sentAt: monotonic()});
			bytes += outgoing.body.length;
			trim();
			pass(outgoing);
		},
		/** Lets messages wait. */
		hold: (): void => void (publish = undefined),
		/** Publishes waiting and later messages. A new connection repeats unconfirmed messages of an earlier one. */
		resume: (to: Publish): void => {
			if (to !== last) published = 0;
			last = publish = to;
			trim();
			for (const [number, outgoing] of kept) if (number > published) pass(outgoing);
		},
		/** Resolves when the broker has everything. */
		whenEmpty: (): Promise<void> =>
			new Promise(resolve => {
				if (kept.size === 0) resolve();
				else onEmpty = resolve;
			}),
	};
}

/** Returns the content of a message: that of a packet is what clients of the feed get. */
const bodyOf = (message: BusMessage): Buffer =>
	Buffer.from(JSON.stringify(message.kind === 'packet' ? message.packet : message));

/** A message of another instance. */
export type Incoming = {sender: string; number: number; message: BusMessage};

export type BrokerEvents = {
	onMessage: (incoming: Incoming) => void;
	/** The broker accepts no messages for now, for example because its disk is full. */
	onBlocked: (isBlocked: boolean) => void;
	/** Called with errors of `onMessage`. */
	onBug: (bug: unknown) => void;
};

export type BrokerConnection = {
	publish: Publish;
	close: () => Promise<void>;
	/** Resolves to why the connection has ended. */
	ended: Promise<string>;
};

export type ConnectOptions = BrokerEvents & {
	/** The name of this instance as a sender. */
	instance: string;
	/** Cuts the connection. */
	signal: AbortSignal;
};

/** Clients of RabbitMQ's STOMP find the packets of a team at `/topic/team.TEAM`. */
const packets = {exchange: 'amq.topic', prefix: 'team.'};
/** The exchange of messages between instances, and the prefix of their queues. */
const instances = 'rcondeck';

const connectMs = 5000;
/** The connection is given up after two missed ones. */
const heartbeatSeconds = 5;
/** What waits for an instance that reads too slowly. Beyond it, the broker drops the oldest. */
const queueLimits = {'x-max-length': 50_000, 'x-max-length-bytes': 64 * 1024 * 1024};

/**
Connects an instance. It gets the packets of all teams, not only of those with clients here: a binding takes effect some
time after a client has subscribed, and without the others a missing number would not show a loss.
*/
export async function connectRabbit(url: string, options: ConnectOptions): Promise<BrokerConnection> {
	const socketOptions: SocketOptions & {signal: AbortSignal} = {
		timeout: connectMs,
		noDelay: true,
		signal: options.signal,
		clientProperties: {connection_name: 'rcondeck'},
	};
	const model = await connect(withHeartbeat(url), socketOptions);
	let end: (reason: string) => void = () => {};
	const ended = new Promise<string>(resolve => (end = resolve));
	const fail = (error: Error) => {
		end(error.message);
		void leave(model);
	};
	model.on('error', fail);
	model.on('close', () => end(messages.closed));
	model.on('blocked', () => options.onBlocked(true));
	model.on('unblocked', () => options.onBlocked(false));
	try {
		const channel = await model.createConfirmChannel();
		channel.on('error', fail);
		await consume(channel, options, fail);
		return {
			publish: (outgoing, onConfirmed) =>
				publish(channel, options.instance, outgoing, error => (error ? fail(error) : onConfirmed())),
			close: () => leave(model),
			ended,
		};
	} catch (error) {
		void leave(model);
		throw error;
	}
}

/** Closes a connection that may have ended already. */
const leave = (model: ChannelModel): Promise<void> => model.close().catch(() => {});

function withHeartbeat(url: string): string {
	const address = new URL(url);
	if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', `${heartbeatSeconds}`);
	return address.href;
}

async function consume(
	channel: ConfirmChannel,
	{instance, onMessage, onBug}: ConnectOptions,
	fail: (error: Error) => void,
): Promise<void> {
	await channel.assertExchange(instances, 'fanout');
	// A new name for each connection: the broker may not have noticed the end of the last one.
	const {queue} = await channel.assertQueue(`${instances}.${randomUUID()}`, {
		exclusive: true,
		durable: false,
		autoDelete: true,
		arguments: queueLimits,
	});
	await channel.bindQueue(queue, instances, '');
	await channel.bindQueue(queue, packets.exchange, `${packets.prefix}#`);
	const receive = (delivery: ConsumeMessage | null) => {
		if (!delivery) return fail(new Error(messages.queueDeleted));
		try {
			const incoming = incomingOf(delivery);
			if (incoming && incoming.sender !== instance) onMessage(incoming);
		} catch (error) {
			onBug(error);
		}
	};
	// Without acknowledgments, so that nothing is delivered again after its effect.
	await channel.consume(queue, receive, {noAck: true, exclusive: true});
}

function publish(
	channel: ConfirmChannel,
	instance: string,
	{number, message, body}: Outgoing,
	onDone: (error: Error | null) => void,
): void {
	const properties = {appId: instance, messageId: `${number}`, contentType: 'application/json'};
	const [exchange, key] =
		message.kind === 'packet' ? [packets.exchange, packets.prefix + message.teamId] : [instances, ''];
	try {
		channel.publish(exchange, key, body, properties, onDone);
	} catch {
		// The channel has closed. The next connection publishes the message.
	}
}

/** Returns undefined for a message that is not from an instance. */
function incomingOf({fields, properties, content}: ConsumeMessage): Incoming | undefined {
	const {appId: sender, messageId} = properties as {appId?: unknown; messageId?: unknown};
	const number = Number(messageId);
	if (typeof sender !== 'string' || !Number.isInteger(number)) return undefined;
	// Written by `connect.ts`, perhaps of another version.
	const body = parseJson(content.toString()) as BusMessage;
	const {exchange, routingKey} = fields;
	if (exchange !== packets.exchange) return {sender, number, message: body};
	return {
		sender,
		number,
		message: {kind: 'packet', teamId: routingKey.slice(packets.prefix.length), packet: body},
	};
}
