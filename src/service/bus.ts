import type {Order} from './agent/agent.ts';

/** What instances of a service send each other, as JSON. An instance ignores kinds that it does not know. */
export type BusMessage =
	/** A packet for the members of a team. */
	| {kind: 'packet'; teamId: string; packet: object}
	/** The connections of an application end: it was removed, or its permissions have changed. */
	| {kind: 'revoked'; applicationId: string}
	/** The sender is connected, for the first time or again. */
	| {kind: 'connected'}
	/** The agent of a linked node has a new connection, which replaces those with smaller numbers. */
	| {kind: 'linked'; nodeId: string; connection: number}
	/** Orders for a linked node are stored. */
	| {kind: 'orders'; nodeId: string}
	/** A command for the console of a linked server. Only the instance with this connection passes it on, until then. */
	| {kind: 'command'; nodeId: string; connection: number; expiresAt: number; order: Order}
	/** The answer to a command of a linked server is stored. */
	| {kind: 'answer'; serverId: string; commandId: string}
	/** Automations were created, changed or deleted. */
	| {kind: 'automations'}
	/** A run is to end: it was canceled or deleted. */
	| {kind: 'run-ended'; runId: string};

type BusMessageOf<Kind extends BusMessage['kind']> = Extract<BusMessage, {kind: Kind}>;

/** Connects the instances of a service, or the parts of one instance. */
export type Bus = {
	/**
	Sends a message to all instances. Those of one sender arrive in order, at most once. This instance receives it before
	`send` returns, and the others later, if they are connected then. Never throws.
	*/
	send: (message: BusMessage) => void;
	/** Calls `receive` with each message of this kind. */
	on: <Kind extends BusMessage['kind']>(kind: Kind, receive: (message: BusMessageOf<Kind>) => void) => void;
	/** False: messages between this instance and the others wait. */
	isConnected: () => boolean;
	/** Calls `receive` with each change of `isConnected`. After a loss, messages of others may be missing. */
	onConnection: (receive: (isConnected: boolean) => void) => void;
	close: () => Promise<void>;
};

/** Opens the bus of a single instance. `onBug` is called with errors of receivers. */
export function openLocalBus(onBug: (bug: unknown) => void): Bus {
	const receivers = new Map<string, ((message: BusMessage) => void)[]>();
	return {
		send: message => {
			for (const receive of receivers.get(message.kind) ?? []) {
				try {
					receive(message);
				} catch (error) {
					onBug(error);
				}
			}
		},
		on: (kind, receive) => {
			const known = receivers.get(kind) ?? [];
			// By `send`, which finds it by its kind.
			receivers.set(kind, [...known, receive as (message: BusMessage) => void]);
		},
		isConnected: () => true,
		onConnection: () => {},
		close: async () => {},
	};
}
