import {pause} from '../../lib/time/clock.ts';
import {linkMessages} from '../../messages/link.ts';
import {brokerMessages as messages} from '../../messages/service.ts';
import type {Order} from '../agent/agent.ts';
import type {ServiceContext} from '../context.ts';
import type {CommandRecord} from '../records/records.ts';
import {Refusal} from '../http/refusal.ts';
import type {LinkedNode} from './linked-node.ts';

/** How long a command that nobody awaits counts as waiting for an answer. */
const unawaitedMs = 60_000;
/** A command that is on its way for longer is dropped: it would surprise the players. */
const maxWayMs = 30_000;
/** How soon the records are searched for an answer whose message is lost, for the first time. */
const firstLookMs = 1000;
/** Commands without an answer whose senders are remembered. */
const maxSenders = 1000;

/** The commands for consoles of linked servers, of all instances. */
export type LinkCommands = {
	/**
	Sends a command with the commit of a transaction, once. If a connection is cut, nobody knows whether it ran; its answer may
	still be reported later. Resolves to the answer until `signal`, or never. Throws `Refusal`.
	*/
	send: (linked: LinkedNode, order: Order, signal?: AbortSignal) => Promise<CommandRecord>;
	/** Remembers who sends a command, because the machine could name anyone. Returns false if it is known. */
	remember: (order: Order) => boolean;
	/** Returns a command that an instance has sent to this server. */
	sent: (serverId: string, commandId: string) => Order | undefined;
	/** An answer is stored. */
	answered: (serverId: string, commandId: string) => void;
	close: () => void;
};

type Waiting = {serverId: string; look: () => Promise<void>; end: () => void};

/** `isHere`: whether this instance has a connection. */
export function openLinkCommands(
	service: () => ServiceContext,
	isHere: (nodeId: string, connection: number) => boolean,
): LinkCommands {
	const waiting = new Map<string, Waiting>();
	const senders = new Map<string, Order>();
	const countOf = (serverId: string) =>
		[...waiting.values()].filter(command => command.serverId === serverId).length;
	const wait = ({serverId, commandId}: Order, signal?: AbortSignal): Promise<CommandRecord> => {
		const {records, clock, isShared} = service();
		return new Promise(resolve => {
			const over = new AbortController();
			const end = () => {
				over.abort();
				waiting.delete(commandId);
			};
			const look = async () => {
				const answer = await records
					.read(({commands}) => commands.find(serverId, commandId))
					// The database may be unreachable. The next attempt may succeed.
					.catch(() => undefined);
				if (!answer) return;
				end();
				resolve(answer);
			};
			waiting.set(commandId, {serverId, look, end});
			if (!signal) return void pause(clock, unawaitedMs, over.signal).then(end, () => {});
			if (signal.aborted) return end();
			signal.addEventListener('abort', end, {once: true});
			if (isShared) void lookRepeatedly(look, over.signal).catch(() => {});
		});
	};
	const lookRepeatedly = async (look: () => Promise<void>, signal: AbortSignal) => {
		for (let delayMs = firstLookMs; ; delayMs *= 2) {
			await pause(service().clock, delayMs, signal);
			await look();
		}
	};
	return {
		send: ({service: {limits, clock, bus}, records, node}, order, signal) => {
			if (countOf(order.serverId) >= limits.maxWaitingCommands) throw new Refusal('server.too_many_commands');
			const {connection = 0, isLost = false} = node.link;
			if (isLost) throw new Refusal('general.not_carried_out', linkMessages.connectsAgain);
			// It would arrive when nobody expects it anymore.
			if (!bus.isConnected() && !isHere(node.id, connection))
				throw new Refusal('general.not_carried_out', messages.noCommands);
			return new Promise(resolve => {
				records.afterCommit(() => {
					resolve(wait(order, signal));
					const expiresAt = clock.now() + maxWayMs;
					bus.send({kind: 'command', nodeId: node.id, connection, expiresAt, order});
				});
			});
		},
		remember: order => {
			if (senders.has(order.commandId)) return false;
			senders.set(order.commandId, order);
			const [oldest] = senders.keys();
			if (senders.size > maxSenders && oldest !== undefined) senders.delete(oldest);
			return true;
		},
		sent: (serverId, commandId) => {
			const order = senders.get(commandId);
			return order?.serverId === serverId ? order : undefined;
		},
		answered: (serverId, commandId) => {
			senders.delete(commandId);
			const command = waiting.get(commandId);
			if (command?.serverId === serverId) void command.look();
		},
		close: () => {
			for (const command of waiting.values()) command.end();
		},
	};
}
