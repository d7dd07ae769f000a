import {pause} from '../../lib/clock.ts';
import {stepMessages} from '../../messages/service-automations.ts';
import type {ServiceContext} from '../context.ts';
import type {NodeRecord, ServerRecord} from '../records.ts';
import type {GiveOrders, Reading} from '../repositories.ts';
import {isUnavailable, onceAvailable, whenAvailable} from '../when-available.ts';

/** A database that instances share is read less often. */
export const checkEveryMs = ({isShared}: ServiceContext): number => (isShared ? 1000 : 100);

/** How long the agent of a linked node may be away before an order is refused: agents try at least twice a minute. */
const maxAwayMs = 60_000;

type Ordering = {service: ServiceContext; server: ServerRecord; signal: AbortSignal};

type Check = (records: Reading, server: ServerRecord) => Promise<void>;

/**
Gives an order to the agent of a server, once, if `check` passes, which throws otherwise. Waits for the records. If the server
is on another machine, it waits for an agent that is about to connect again, and until the machine has carried out the order.
Throws if it refuses, or if nobody knows whether it has carried it out.
*/
export async function giveOrder(ordering: Ordering, check: Check, give: GiveOrders): Promise<void> {
	const {service, server} = ordering;
	const awaitedId = server.linked && service.newId();
	await giveOnce(ordering, check, give, awaitedId);
	if (awaitedId !== undefined) await awaitResult(ordering, awaitedId);
}

/** The same for an RCON command, which never becomes a record: does not wait for its answer. */
export const giveCommand = (ordering: Ordering, check: Check, give: GiveOrders): Promise<void> =>
	giveOnce(ordering, check, give);

async function giveOnce(
	{service, server, signal}: Ordering,
	check: Check,
	give: GiveOrders,
	awaitedId?: string,
): Promise<void> {
	const {records, clock} = service;
	const once = () =>
		records.transact(async transaction => {
			const present = await transaction.servers.get(server.id);
			if (!present) throw new Error(stepMessages.serverGone);
			if (isReconnecting(service, await transaction.nodes.get(present.nodeId))) return false;
			await check(transaction, present);
			transaction.order(present.nodeId, give, awaitedId);
			return true;
		});
	while (!(await onceAvailable(service, once, signal))) await pause(clock, checkEveryMs(service), signal);
}

/** While the service was away, no agent could connect. */
const isReconnecting = ({clock, openedAt}: ServiceContext, node: NodeRecord | undefined): boolean =>
	node?.link !== undefined &&
	node.status === 'OFFLINE' &&
	clock.now() - Math.max(node.lastAlive, openedAt) < maxAwayMs;

async function awaitResult({service, server, signal}: Ordering, orderId: string): Promise<void> {
	const {records, clock} = service;
	const read = async ({orders, servers}: Reading) => {
		const order = await orders.get(orderId);
		return {order, isGone: !order && !(await servers.get(server.id))};
	};
	try {
		for (;;) {
			const {order, isGone} = await whenAvailable(service, () => records.read(read));
			if (isGone) throw new Error(stepMessages.serverGone);
			// An instance of an earlier version removes the order with its result.
			if (!order) throw new Error(stepMessages.resultLost);
			if (order.result?.refused !== undefined) throw new Error(order.result.refused);
			if (order.result) return;
			if (order.isGivenUp) throw new Error(stepMessages.notConfirmed);
			await pause(clock, checkEveryMs(service), signal);
		}
	} finally {
		if (!service.closed.aborted) await forgetResult(service, orderId);
	}
}

/** Removes a result that nobody awaits any more, also if it is still to come. */
async function forgetResult({records}: ServiceContext, orderId: string): Promise<void> {
	try {
		await records.transact(async ({orders}) => {
			const order = await orders.get(orderId);
			if (order?.result) await orders.remove(orderId);
			else if (order) {
				const {isAwaited: _, ...others} = order;
				await orders.put(others);
			}
		});
	} catch (error) {
		// It is removed when it is old.
		if (!isUnavailable(error)) throw error;
	}
}
