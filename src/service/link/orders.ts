import type {LinkOrder} from '../../contract/models/link.ts';
import {linkMessages as messages} from '../../messages/link.ts';
import type {ServiceContext} from '../context.ts';
import {addNotification} from '../records/history.ts';
import type {OrderRecord, OrderResult} from '../records/records.ts';
import {Refusal} from '../http/refusal.ts';
import {type LinkedNode, nameOf} from './linked-node.ts';

/*
Orders for a linked node are records from the request that gives them until the machine reports the result, wherever the
agent is connected. The machine carries out none twice.
*/

/** An order that nobody has confirmed for this long is given up: it would surprise the players later. */
export const maxOrderMs = 10 * 60_000;
/** Orders of one node without a result; as many that were given up are remembered. */
const maxOrders = 1000;

/** Stores an order in the transaction that accepts its request. */
export async function putOrder(
	linked: LinkedNode,
	order: LinkOrder,
	awaitedId: string | undefined,
): Promise<void> {
	const {service, records, node} = linked;
	const {newId, clock} = service;
	if ((await records.orders.pendingOf(node.id)).length >= maxOrders)
		throw new Refusal('server.too_many_tasks');
	await records.orders.putInBudget({
		id: awaitedId ?? newId(),
		teamId: node.teamId,
		nodeId: node.id,
		createdAt: clock.now(),
		order,
		...(awaitedId !== undefined && {isAwaited: true}),
	});
	if (order.kind === 'deleteBackup') await rememberLeaving(linked, order);
}

/** The machine may still report the backup. */
async function rememberLeaving(
	{records}: LinkedNode,
	order: LinkOrder & {kind: 'deleteBackup'},
): Promise<void> {
	const server = await records.servers.get(order.serverId);
	if (!server?.linked) return;
	const leaving = [...(server.linked.leaving ?? []), order.backupId];
	await records.servers.put({...server, linked: {...server.linked, leaving}});
}

export const isTooOld = ({clock}: Pick<ServiceContext, 'clock'>, {createdAt}: OrderRecord): boolean =>
	clock.now() - createdAt >= maxOrderMs;

/**
Gives up orders that are too old, and tells the team that their results are unknown. Waits for the reports of an agent that
has just connected, because the results may be among them.
*/
export async function giveUpOrders(linked: LinkedNode): Promise<void> {
	const {service, records, node} = linked;
	const {isOpen, isCaughtUp} = node.link;
	if (isOpen && !isCaughtUp) return;
	const all = await records.orders.ofNode(node.id);
	const late = all.filter(order => !order.isGivenUp && isTooOld(service, order));
	const {title, message} = messages.unknownResult;
	for (const order of late) {
		await records.orders.put({...order, isGivenUp: true});
		const text = message(await serverNameOf(linked, order), order.order.kind, nameOf(node));
		await addNotification(service, records, node.teamId, {type: 'ORDER_UNKNOWN', title, message: text});
	}
	const givenUp = late.length > 0 ? [...all.filter(({isGivenUp}) => isGivenUp), ...late] : [];
	for (const {id} of givenUp.slice(0, -maxOrders)) await records.orders.remove(id);
	// The steps that waited for these have ended.
	for (const order of all)
		if (order.result && isTooOld(service, order)) await records.orders.remove(order.id);
}

/** Removes an order that has a result, unless someone waits for it. */
export async function endOrder(linked: LinkedNode, record: OrderRecord, result: OrderResult): Promise<void> {
	const {service, records, node} = linked;
	const {refused} = result;
	const {id, order, teamId, isGivenUp, isAwaited} = record;
	if (isAwaited) await records.orders.put({...record, isGivenUp: true, result});
	else await records.orders.remove(id);
	if (refused === undefined && !isGivenUp) return;
	const server = await serverNameOf(linked, record);
	const notification =
		refused === undefined
			? {
					type: 'ORDER_CONFIRMED',
					title: messages.lateResult.title,
					message: messages.lateResult.message(server, order.kind, nameOf(node)),
				}
			: {
					type: 'ORDER_REFUSED',
					title: messages.refusedOrder.title,
					message: messages.refusedOrder.message(server, order.kind, refused),
				};
	await addNotification(service, records, teamId, notification);
}

const serverNameOf = async ({records}: LinkedNode, {order}: OrderRecord): Promise<string> =>
	(await records.servers.get(order.serverId))?.displayName ?? order.serverId;
