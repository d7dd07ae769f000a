import {repeat} from '../../lib/clock.ts';
import {nodeAgentMessages} from '../../messages/service-servers.ts';
import type {BlockedOperation, NodeAgent, Order} from '../agent/agent.ts';
import {disconnect} from '../agent/connection.ts';
import {sendHeartbeat} from '../agent/heartbeat.ts';
import {removeServer} from '../agent/maintenance.ts';
import {onlySimulated} from '../agent/only-simulated.ts';
import {limitWaitingCommands} from '../agent/waiting-commands.ts';
import type {BackupRecord, CommandRecord, ServerRecord} from '../records.ts';
import {giveOrder, giveUpOrders, rememberSent, type LinkedNode} from './linked-node.ts';

/** How often orders that nobody confirms are looked for. */
const checkMs = 30_000;
/** The longest that a caller may wait for an answer. */
const maxPatienceMs = 600_000;

/** Opens the agent of a node whose servers run on another machine: it passes orders to the agent there. */
export function openLinkedAgent(node: LinkedNode, onBug: (bug: unknown) => void): NodeAgent {
	const {service, id, reported} = node;
	const {store, clock} = service;
	const waiting = limitWaitingCommands(service);
	const stopChecking = repeat(
		clock,
		() => checkMs,
		() => {
			try {
				logOutLate(node);
				giveUpOrders(node);
			} catch (error) {
				// The disk may be full. The next check may succeed.
				onBug(error);
			}
		},
	);
	const forget = (server: ServerRecord) => {
		reported.delete(server.id);
		removeServer({service, tasks: new Map()}, server);
	};
	return {
		...onlySimulated,
		// The agent connects when it finds the service again.
		boot: async () => {
			const record = store.nodes.get(id);
			if (record?.status !== 'ONLINE') return;
			store.nodes.put({...record, status: 'OFFLINE', logoutReason: nodeAgentMessages.lostConnection});
		},
		start: serverId => giveOrder(node, {kind: 'start', serverId}),
		stop: (serverId, force, message = '') => giveOrder(node, {kind: 'stop', serverId, force, message}),
		restart: serverId => giveOrder(node, {kind: 'restart', serverId}),
		schedule: timed => giveOrder(node, {kind: 'schedule', ...timed}),
		cancel: ({id: taskId, targetIds: [serverId = '']}) => giveOrder(node, {kind: 'cancel', serverId, taskId}),
		backUp: (serverId, name) => giveOrder(node, {kind: 'backUp', serverId, name}),
		rollBack: (serverId, backupId) => giveOrder(node, {kind: 'rollBack', serverId, backupId}),
		deleteArchive: async ({backupId}) => {
			const serverId = serverOf(node, backupId);
			if (serverId !== undefined) giveOrder(node, {kind: 'deleteBackup', serverId, backupId});
		},
		changeBackupDirectory: () => {},
		remove: serverId => {
			const server = store.servers.get(serverId);
			if (server) forget(server);
		},
		forget,
		rcon: order =>
			waiting(order.serverId, () => sendCommand(node, order)).then(
				// Nobody receives an answer that is lost or too late.
				answer => answer ?? new Promise<never>(() => {}),
			),
		facts: serverId => {
			const {players, maxPlayers, map} = reported.get(serverId) ?? {};
			const isConnected = node.connection !== undefined && store.nodes.get(id)?.status === 'ONLINE';
			return {
				players: isConnected ? players : undefined,
				...(maxPlayers !== undefined && {maxPlayers}),
				...(map !== undefined && {map}),
			};
		},
		problem: serverId => reported.get(serverId)?.problem,
		blocked: (serverId, operation: BlockedOperation) => reported.get(serverId)?.blocked[operation],
		rconPort: serverId => reported.get(serverId)?.rconPort,
		log: serverId => reported.get(serverId)?.log ?? [],
		reopen: () => {},
		check: () => {},
		heartbeat: () => sendHeartbeat({id, service, isSilent: () => false}),
		idle: async () => {},
		close: async () => {
			stopChecking();
			for (const settle of node.waiting.values()) settle(undefined);
			return [];
		},
	};
}

/**
Sends a command once. If the connection is cut, nobody knows whether it ran; its answer may still be reported later.
Resolves to undefined if nobody can wait any longer.
*/
function sendCommand(node: LinkedNode, order: Order): Promise<CommandRecord | undefined> {
	const {connection, service, waiting} = node;
	const {serverId, command, commandId, by} = order;
	if (!connection) return Promise.resolve(undefined);
	rememberSent(node, order);
	return new Promise(resolve => {
		const settle = (answer: CommandRecord | undefined) => {
			cancelTimer();
			waiting.delete(commandId);
			resolve(answer);
		};
		const cancelTimer = service.clock.after(maxPatienceMs, () => settle(undefined));
		waiting.set(commandId, settle);
		connection.send({type: 'command', serverId, command, commandId, ...(by !== undefined && {by})});
	});
}

/** Logs out a node whose connection ended when the disk was full. */
function logOutLate(node: LinkedNode): void {
	if (!node.connection && node.service.store.nodes.get(node.id)?.status === 'ONLINE') disconnect(node);
}

/** Returns the server of a backup, whose record is already gone. */
const serverOf = ({reported}: LinkedNode, backupId: BackupRecord['backupId']): string | undefined =>
	[...reported.values()].find(({backups}) => backups.some(backup => backup.backupId === backupId))?.id;
