import {linkTimings} from '../../contract/models/link.ts';
import {repeat} from '../../lib/clock.ts';
import {nodeAgentMessages} from '../../messages/service-servers.ts';
import type {ServiceContext} from '../context.ts';
import type {NodeRecord} from '../records.ts';
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
	const isSilent = (node: LinkedNode['node']): boolean => {
		const {connection = 0, isOpen = false} = node.link;
		if (!isOpen || isHere(node.id, connection)) return !seen.delete(node.id) && false;
		// No other instance has its connection.
		if (!isShared) return true;
		const sign = signOf(node);
		const known = seen.get(node.id);
		if (known?.sign === sign) return clock.monotonic() - known.at > silenceMs;
		seen.set(node.id, {sign, at: clock.monotonic()});
		return false;
	};
	const check = async () => {
		const [nodes, orders] = await records.read(
			async reading =>
				[await reading.nodes.linked(), await reading.orders.waitingSince(clock.now() - maxOrderMs)] as const,
		);
		const ids = new Set(nodes.map(({id}) => id));
		for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id);
		const late = new Set(orders.map(({nodeId}) => nodeId));
		for (const node of nodes.filter(isLinkedNode)) {
			if (isSilent(node)) await logOut(service, node);
			if (late.has(node.id)) await change(service, node.id, giveUpOrders);
		}
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

const signOf = ({lastAlive, link}: NodeRecord): string => `${link?.connection} ${lastAlive}`;

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
const logOut = (service: ServiceContext, silent: LinkedNode['node']): Promise<void> =>
	change(service, silent.id, async linked => {
		const {node} = linked;
		if (!node.link.isOpen || signOf(node) !== signOf(silent)) return;
		const connection = (node.link.connection ?? 0) + 1;
		await goOffline({...linked, node: {...node, link: {...node.link, connection}}});
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
