import type {LinkOrder, LinkedServer, ServiceMessage} from '../../contract/models/link.ts';
import {linkMessages as messages} from '../../messages/link.ts';
import type {ServiceContext} from '../context.ts';
import {notify} from '../history.ts';
import type {CommandRecord, OrderRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';

/** The connection of an agent whose servers are known. */
export type LinkConnection = {
	send: (message: ServiceMessage) => void;
	/** Ends it with a sentence that the agent shows. */
	refuse: (reason: string) => void;
};

/** A node whose servers run on another machine. */
export type LinkedNode = {
	id: string;
	service: ServiceContext;
	connection: LinkConnection | undefined;
	/** The last report of each server, for what the records do not have. */
	reported: Map<string, LinkedServer>;
	/** Who waits for the answer to a command, by its id. */
	waiting: Map<string, (answer: CommandRecord | undefined) => void>;
};

/** An order that nobody has confirmed for this long is given up: it would surprise the players later. */
const maxOrderMs = 10 * 60_000;
/** Orders of one node without a result. */
const maxOrders = 1000;

/** Stores an order in the transaction that accepts its request, and sends it. */
export function giveOrder(node: LinkedNode, order: LinkOrder): void {
	const {store, newId, clock} = node.service;
	const teamId = store.nodes.get(node.id)?.teamId;
	if (teamId === undefined) return;
	if (ordersOf(node).length >= maxOrders) throw new Refusal('server.too_many_tasks');
	const record = store.orders.put({id: newId(), teamId, nodeId: node.id, createdAt: clock.now(), order});
	store.afterCommit(() => sendOrder(node, record));
}

/** Sends the orders whose results are missing. The machine carries out none twice. */
export function sendOrders(node: LinkedNode): void {
	for (const record of ordersOf(node)) sendOrder(node, record);
}

const sendOrder = ({connection}: LinkedNode, {id, order}: OrderRecord): void =>
	connection?.send({type: 'order', id, order});

/** Gives up orders that are too old, and notifies the team. */
export function giveUpOrders(node: LinkedNode): void {
	const {store, clock} = node.service;
	for (const record of ordersOf(node)) {
		if (clock.now() - record.createdAt < maxOrderMs) continue;
		store.atomically(() => endOrder(node, record, messages.notConfirmed(nameOf(node))));
	}
}

/** Removes an order that has a result. `refused`: why it was not carried out, as a sentence. */
export function endOrder({service}: LinkedNode, record: OrderRecord, refused: string | undefined): void {
	const {order, teamId} = record;
	service.store.orders.remove(record.id);
	if (refused === undefined) return;
	const {displayName = order.serverId} = service.store.servers.get(order.serverId) ?? {};
	const {title, message} = messages.refusedOrder;
	notify(service, teamId, {type: 'ORDER_REFUSED', title, message: message(displayName, order.kind, refused)});
}

const ordersOf = ({id, service}: LinkedNode): OrderRecord[] =>
	service.store.orders.all().filter(({nodeId}) => nodeId === id);

export function nameOf({id, service}: Pick<LinkedNode, 'id' | 'service'>): string {
	const name = service.store.nodes.get(id)?.settings['name'];
	return typeof name === 'string' ? name : id;
}
