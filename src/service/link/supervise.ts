import {linkTimings} from '../../contract/models/link.ts';
import {repeat} from '../../lib/time/clock.ts';
import {nodeAgentMessages} from '../../messages/service.ts';
import type {ServiceContext} from '../context.ts';
import type {NodeConnection} from '../records/repositories.ts';
import {isUnavailable} from '../when-available.ts';
import {isLinkedNode, type LinkedNode} from './linked-node.ts';
import {giveUpOrders, maxOrderMs} from './orders.ts';
import {goOffline} from './presence.ts';

const checkMs = linkTimings.aliveMs;
/** After this, the instance that has a connection would have ended it or stored a sign of life. */
const silenceMs = linkTimings.silenceMs + 2 * linkTimings.aliveMs;

/**
Looks regularly for nodes whose connection was lost with its instance, and for orders that nobody confirms. Of several
instances that notice the same, one acts. `isHere`: whether this instance has a connection.
*/
export function superviseNodes(
	service: ServiceContext,
	isHere: (nodeId: string, connection: number) => boolean,
	onBug: (bug: unknown) => void,
): {stop: () => void; idle: () => Promise<void>} {
	const {clock, records, isShared, closed} = service;
	/** The last sign of life of each node, and when it was seen first: the clocks of instances may differ. */
	const seen = new Map<string, {sign: string; at: number}>();
	const isSilent = (open: NodeConnection): boolean => {
		const {nodeId, connection} = open;
		if (isHere(nodeId, connection)) return !seen.delete(nodeId) && false;
		// No other instance has its connection.
		if (!isShared) return true;
		const sign = signOf(open);
		const known = seen.get(nodeId);
		if (known?.sign === sign) return clock.monotonic() - known.at > silenceMs;
		seen.set(nodeId, {sign, at: clock.monotonic()});
		return false;
	};
	const check = async () => {
		const [open, orders] = await records.read(async reading => [
			await reading.nodes.connections(),
			await reading.orders.waitingSince(clock.now() - maxOrderMs),
		]);
		const ids = new Set(open.map(({nodeId}) => nodeId));
		for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id);
		for (const each of open) if (isSilent(each)) await logOut(service, each);
		for (const id of new Set(orders.map(({nodeId}) => nodeId))) await change(service, id, giveUpOrders);
	};
	let running: Promise<void> | undefined;
	const stop = repeat(
		clock,
		() => checkMs,
		() => {
			running ??= check()
				// The disk may be full. The next check may succeed.
				.catch((error: unknown) => {
					// What is not read is not silence: without the database, no agent can give a sign of life.
					seen.clear();
					if (!closed.aborted && !isUnavailable(error)) onBug(error);
				})
				.finally(() => (running = undefined));
		},
	);
	return {stop, idle: async () => running};
}

const signOf = ({connection, lastAlive}: NodeConnection): string => `${connection} ${lastAlive}`;

function change(
	service: ServiceContext,
	nodeId: string,
	work: (linked: LinkedNode) => Promise<void>,
): Promise<void> {
	return service.records.transact(async records => {
		const node = await records.nodes.get(nodeId);
		if (isLinkedNode(node)) await work({service, records, node});
	});
}

/** Ends a connection that shows no sign of life. If its instance continues, it finds that it counts no longer. */
const logOut = (service: ServiceContext, silent: NodeConnection): Promise<void> =>
	change(service, silent.nodeId, async linked => {
		const {node} = linked;
		const {connection = 0, isOpen = false} = node.link;
		const present = {nodeId: node.id, connection, lastAlive: node.lastAlive};
		if (!isOpen || signOf(present) !== signOf(silent)) return;
		await goOffline({...linked, node: {...node, link: {...node.link, connection: connection + 1}}});
	});

/** Logs out the nodes that were connected to an earlier process. Returns whether there are linked nodes. */
export const forgetConnections = ({records}: ServiceContext): Promise<boolean> =>
	records.transact(async ({nodes}) => {
		const linked = (await nodes.linked()).filter(isLinkedNode);
		for (const node of linked) {
			const closed = {...node, link: {...node.link, isOpen: false}};
			if (node.status === 'ONLINE')
				await nodes.put({...closed, status: 'OFFLINE', logoutReason: nodeAgentMessages.lostConnection});
			else if (node.link.isOpen) await nodes.put(closed);
		}
		return linked.length > 0;
	});
