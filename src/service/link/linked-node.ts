import type {LinkOrder, LinkedServer, ServiceMessage} from '../../contract/models/link.ts';
import {linkMessages as messages} from '../../messages/link.ts';
import type {ServiceContext} from '../context.ts';
import {notify} from '../history.ts';
import type {Order} from '../agent/agent.ts';
import type {CommandRecord, OrderRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';

/** The connection of an agent whose servers are known. */
export type LinkConnection = {
	send: (message: ServiceMessage) => void;
	/** Ends it with a sentence that the agent shows. */
	refuse: (reason: string) => void;
	/** Whether all that the agent reported before it connected is stored. */
	isCaughtUp: boolean;
};

/** A node whose servers run on another machine. */
export type LinkedNode = {
	id: string;
	service: ServiceContext;
	connection: LinkConnection | undefined;
	/** How far the clock of the machine is behind that of the service. */
	behindMs: number;
	/** The last report of each server, for what the records do not have. */
	reported: Map<string, LinkedServer>;
	/** Who waits for the answer to a command, by its id. */
	waiting: Map<string, (answer: CommandRecord | undefined) => void>;
	/** The commands that this process has sent and that have no answer, by their id: only these have a sender. */
	sent: Map<string, Order>;
};

/** An order that nobody has confirmed for this long is given up: it would surprise the players later. */
const maxOrderMs = 10 * 60_000;
/** Commands without an answer whose senders are remembered. */
const maxSent = 1000;
/** Orders of one node without a result; as many that were given up are remembered. */
const maxOrders = 1000;

/** Stores an order in the transaction that accepts its request, and sends it. */
export function giveOrder(node: LinkedNode, order: LinkOrder): void {
	const {store, newId, clock} = node.service;
	const teamId = store.nodes.get(node.id)?.teamId;
	if (teamId === undefined) return;
	if (pendingOf(node).length >= maxOrders) throw new Refusal('server.too_many_tasks');
	const record = store.orders.put({id: newId(), teamId, nodeId: node.id, createdAt: clock.now(), order});
	store.afterCommit(() => sendOrder(node, record));
}

/** Remembers who sends a command, because the machine could name anybody. */
export function rememberSent({sent}: LinkedNode, order: Order): void {
	sent.set(order.commandId, order);
	const [oldest] = sent.keys();
	if (sent.size > maxSent && oldest !== undefined) sent.delete(oldest);
}

/** Sends the orders whose results are missing. The machine carries out none twice. */
export function sendOrders(node: LinkedNode): void {
	for (const record of pendingOf(node)) if (!isTooOld(node, record)) sendOrder(node, record);
}

const sendOrder = ({connection}: LinkedNode, {id, order}: OrderRecord): void =>
	connection?.send({type: 'order', id, order});

/**
Gives up orders that are too old, and tells the team that their results are unknown. Waits for the reports of an agent that
has just connected, because the results may be among them.
*/
export function giveUpOrders(node: LinkedNode): void {
	const {service, connection} = node;
	const {store} = service;
	if (connection && !connection.isCaughtUp) return;
	const {title, message} = messages.unknownResult;
	for (const record of pendingOf(node)) {
		if (!isTooOld(node, record)) continue;
		store.atomically(() => {
			store.orders.put({...record, isGivenUp: true});
			const {kind} = record.order;
			const text = message(serverNameOf(node, record), kind, nameOf(node));
			notify(service, record.teamId, {type: 'ORDER_UNKNOWN', title, message: text});
			const givenUp = ordersOf(node).filter(({isGivenUp}) => isGivenUp);
			for (const {id} of givenUp.slice(0, -maxOrders)) store.orders.remove(id);
		});
	}
}

/** Removes an order that has a result. `refused`: why it was not carried out, as a sentence. */
export function endOrder(node: LinkedNode, record: OrderRecord, refused: string | undefined): void {
	const {service} = node;
	const {order, teamId, isGivenUp} = record;
	service.store.orders.remove(record.id);
	const name = serverNameOf(node, record);
	if (refused !== undefined) {
		const {title, message} = messages.refusedOrder;
		notify(service, teamId, {type: 'ORDER_REFUSED', title, message: message(name, order.kind, refused)});
	} else if (isGivenUp) {
		const {title, message} = messages.lateResult;
		const text = message(name, order.kind, nameOf(node));
		notify(service, teamId, {type: 'ORDER_CONFIRMED', title, message: text});
	}
}

/** The backups that the machine still has to delete. */
export const leavingBackups = (node: LinkedNode): Set<string> =>
	new Set(pendingOf(node).flatMap(({order}) => (order.kind === 'deleteBackup' ? [order.backupId] : [])));

const serverNameOf = ({service}: LinkedNode, {order}: OrderRecord): string =>
	service.store.servers.get(order.serverId)?.displayName ?? order.serverId;

const isTooOld = ({service}: LinkedNode, {createdAt}: OrderRecord): boolean =>
	service.clock.now() - createdAt >= maxOrderMs;

const pendingOf = (node: LinkedNode): OrderRecord[] => ordersOf(node).filter(({isGivenUp}) => !isGivenUp);

const ordersOf = ({id, service}: LinkedNode): OrderRecord[] =>
	service.store.orders.all().filter(({nodeId}) => nodeId === id);

export function nameOf({id, service}: Pick<LinkedNode, 'id' | 'service'>): string {
	const name = service.store.nodes.get(id)?.settings['name'];
	return typeof name === 'string' ? name : id;
}
