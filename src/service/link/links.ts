import type {LinkOrder} from '../../contract/models/link.ts';
import {onlySimulated} from '../agent/agent.ts';
import type {Given, NodeOrders, Recipients} from '../records/repositories.ts';
import {type LinkCommands, openLinkCommands} from './commands.ts';
import {isLinkedNode, type LinkedNode} from './linked-node.ts';
import {putOrder} from './orders.ts';
import type {HeaderOf} from '../access/accounts.ts';
import type {Bus} from '../bus.ts';
import type {ServiceContext} from '../context.ts';
import {linkMessages as messages} from '../../messages/link.ts';
import {shareOf} from '../held.ts';
import {Refusal} from '../http/refusal.ts';
import {budgets} from '../limits.ts';
import {type HubSession, type LinkPeer, openHubSession} from './hub-session.ts';
import {nodeTokenOf} from './node-token.ts';
import {forgetConnections, superviseNodes} from './supervise.ts';

/** Stores what a request orders from the agent of another machine, in the transaction of the request. */
async function orderLinked(
	linked: LinkedNode,
	commands: LinkCommands,
	{give, awaitedId}: Given,
): Promise<void> {
	const {service, records, node} = linked;
	const orders: LinkOrder[] = [];
	give(collectOrders(orders, (order, signal) => commands.send(linked, order, signal)));
	for (const order of orders) await putOrder(linked, order, awaitedId);
	if (orders.length > 0) records.afterCommit(() => service.bus.send({kind: 'orders', nodeId: node.id}));
}

const refuseHere = () => {
	throw new TypeError('The checks refuse this for linked nodes.');
};

const collectOrders = (orders: LinkOrder[], rcon: NodeOrders['rcon']): NodeOrders => ({
	rcon,
	start: serverId => void orders.push({kind: 'start', serverId}),
	stop: (serverId, force, message = '') => void orders.push({kind: 'stop', serverId, force, message}),
	restart: (serverId, force) => void orders.push({kind: 'restart', serverId, force}),
	schedule: timed => void orders.push({kind: 'schedule', ...timed}),
	keepForLater: later => void orders.push({kind: 'later', ...later}),
	cancel: ({id: taskId, targetIds: [serverId = '']}) => void orders.push({kind: 'cancel', serverId, taskId}),
	backUp: (serverId, name) => void orders.push({kind: 'backUp', serverId, name}),
	rollBack: (serverId, backupId) => void orders.push({kind: 'rollBack', serverId, backupId}),
	deleteArchive: async ({id: serverId}, {backupId}) =>
		void orders.push({kind: 'deleteBackup', serverId, backupId}),
	install: onlySimulated.install,
	changeDirectory: onlySimulated.changeDirectory,
	wipeSavegames: onlySimulated.wipeSavegames,
	changeBackupDirectory: refuseHere,
	remove: refuseHere,
	forget: refuseHere,
	reopen: refuseHere,
});

/** The agents of linked nodes, some of which are connected to this instance. */
export type Links = {
	/** Forgets the connections of an earlier process, and notices from now on which agents do not answer. */
	start: () => Promise<void>;
	/** Resolves to the refusal of a handshake without the token of a node. */
	refusal: (header: HeaderOf, address?: string) => Promise<Refusal | undefined>;
	accept: (peer: LinkPeer, header: HeaderOf) => Pick<HubSession, 'receive' | 'closed'>;
	order: Recipients['orderLinked'];
	/** How many agents are connected to this instance. */
	connections: () => number;
	/** Ends the connections of an application. */
	endSessions: (applicationId: string) => void;
	/** Ends all connections. Resolves when nothing of them is being stored. */
	close: () => Promise<void>;
};

/** Ends the oldest connections of a token that connects again: what one has received is in memory until it is stored. */
function endOldest(sessions: ReadonlySet<HubSession>, applicationId: string): undefined {
	const others = [...sessions].filter(session => session.applicationId() === applicationId);
	for (const oldest of others.slice(0, -maxOthers)) oldest.terminate();
}

/** Connections with the token of one node beside a new one: that of the agent, and one that it has given up. */
const maxOthers = 2;

export function openLinks(service: () => ServiceContext, bus: Bus, onBug: (bug: unknown) => void): Links {
	/** Also those that have ended and are still being stored. */
	const sessions = new Set<HubSession>();
	/** The newest connection of each node at this instance. */
	const current = new Map<string, HubSession>();
	const isHere = (nodeId: string, connection: number) =>
		current.get(nodeId)?.link()?.connection === connection;
	const commands = openLinkCommands(service, isHere);
	let supervision: ReturnType<typeof superviseNodes> | undefined;
	const supervise = () => {
		supervision ??= superviseNodes(service(), isHere, onBug);
	};
	bus.on('linked', ({nodeId, connection}) => {
		const session = current.get(nodeId);
		if ((session?.link()?.connection ?? Infinity) < connection) session?.refuse(messages.replaced);
	});
	bus.on('orders', ({nodeId}) => current.get(nodeId)?.sendOrders());
	bus.on('command', ({nodeId, connection, expiresAt, order}) => {
		if (!commands.remember(order) || service().clock.now() > expiresAt) return;
		if (isHere(nodeId, connection)) current.get(nodeId)?.sendCommand(order);
	});
	bus.on('answer', ({serverId, commandId}) => commands.answered(serverId, commandId));
	return {
		start: async () => {
			const {isShared, supervises} = service();
			const hasLinked = !isShared && (await forgetConnections(service()));
			if (supervises && (isShared || hasLinked)) supervise();
		},
		refusal: async (header, address) => {
			const {records, signIn, strictSpec} = service();
			if (strictSpec) return new Refusal('general.path_not_found');
			try {
				const token = await records.read(reading => nodeTokenOf(reading, header));
				return token ? endOldest(sessions, token.id) : signIn.refuse(address, header);
			} catch (error) {
				if (error instanceof Refusal) return error;
				throw error;
			}
		},
		accept: (peer, header) => {
			supervise();
			const session = openHubSession({
				service: service(),
				commands,
				peer,
				header,
				maxCharacters: () => shareOf(budgets.received, sessions.size),
				onBug,
				onLinked: ({nodeId, connection}) => {
					// The result of a commit may arrive after that of the next connection.
					if ((current.get(nodeId)?.link()?.connection ?? 0) > connection) return session.terminate();
					bus.send({kind: 'linked', nodeId, connection});
					current.set(nodeId, session);
				},
				onEnd: () => {
					void session.idle().then(() => sessions.delete(session));
					const nodeId = session.link()?.nodeId ?? '';
					if (current.get(nodeId) === session) current.delete(nodeId);
				},
			});
			sessions.add(session);
			return session;
		},
		order: (records, node, given) =>
			isLinkedNode(node)
				? orderLinked({service: service(), records, node}, commands, given)
				: Promise.resolve(),
		connections: () => current.size,
		endSessions: applicationId => {
			for (const session of sessions) if (session.applicationId() === applicationId) session.terminate();
		},
		close: async () => {
			supervision?.stop();
			commands.close();
			const open = [...sessions];
			for (const session of open) session.terminate();
			await Promise.all([supervision?.idle(), ...open.map(session => session.idle())]);
		},
	};
}
