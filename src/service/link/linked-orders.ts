import type {LinkOrder} from '../../contract/models/link.ts';
import {onlySimulated} from '../agent/only-simulated.ts';
import type {Given, NodeOrders} from '../repositories.ts';
import type {LinkCommands} from './commands.ts';
import type {LinkedNode} from './linked-node.ts';
import {putOrder} from './orders.ts';

/** Stores what a request orders from the agent of another machine, in the transaction of the request. */
export async function orderLinked(
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
	restart: serverId => void orders.push({kind: 'restart', serverId}),
	schedule: timed => void orders.push({kind: 'schedule', ...timed}),
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
