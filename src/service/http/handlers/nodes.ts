import type {nodes as rows} from '../../../contract/endpoints/nodes.ts';
import {linkMessages} from '../../../messages/link.ts';
import {ownNode, ownTeam} from '../../context.ts';
import {checkOwner} from '../../access/grants.ts';
import {checkNoBackupDirectoryChange} from '../../records/preconditions.ts';
import {validateName, validateSettings} from '../field-checks.ts';
import {isLive, type TaskRecord} from '../../records/records.ts';
import {Refusal} from '../refusal.ts';
import type {Reading} from '../../records/repositories.ts';
import {isLinkedNode} from '../../link/linked-node.ts';
import {removeMirror} from '../../link/mirror.ts';
import {addLinkedNode, renewToken, revokeTokens} from '../../link/node-token.ts';
import {nodeView, taskView} from '../../records/views.ts';
import {localNodeId} from '../../own/local-node.ts';
import type {HandlersOf} from './handlers-of.ts';

const latestVersion = '2.3.0';

/** (Specification: Endpoints, Nodes; public documentation: Nodes, Node tasks) */
export const nodes = {
	listNodes: async (_service, caller, {teamId}, records) => {
		await ownTeam(records, caller, teamId);
		const all = await records.nodes.ofTeam(teamId);
		return all.map(nodeView);
	},
	getNode: async (_service, caller, {nodeId}, records) => nodeView(await ownNode(records, caller, nodeId)),
	latestNodeVersion: () => latestVersion,
	addNode: async (service, caller, {name}, records) => {
		// Its agent decides what the team sees of its servers.
		checkOwner(caller);
		return addLinkedNode(service, records, caller, validateName(service, name));
	},
	renewNodeToken: async (service, caller, {nodeId}, records) => {
		checkOwner(caller);
		const node = await ownNode(records, caller, nodeId);
		if (!node.link) throw new Refusal('server.operation_not_possible', linkMessages.notLinked);
		return {nodeId, token: await renewToken(service, records, caller, node)};
	},
	updateNode: async (_service, caller, {nodeId}, records) => {
		const node = await ownNode(records, caller, nodeId);
		if (node.link) throw new Refusal('server.operation_not_possible', linkMessages.updateThere);
		if (node.status === 'ONLINE') await records.nodes.put({...node, daemonVersion: latestVersion});
	},
	changeNodeSettings: async (service, caller, {nodeId, content}, records) => {
		const node = await ownNode(records, caller, nodeId);
		if (node.status !== 'ONLINE') throw new Refusal('node.invalid_state');
		await checkNoBackupDirectoryChange(records, nodeId, 'node');
		const settings = validateSettings(service, {...node.settings, ...content});
		const name = 'serverBackupsDirectory';
		const isMoved = settings[name] !== node.settings[name];
		// The service writes there, with its own permissions.
		if (isMoved && nodeId === localNodeId) checkOwner(caller);
		if (isMoved && node.link) throw new Refusal('server.operation_not_possible', linkMessages.settingsThere);
		await records.nodes.put({...node, settings});
		if (isMoved) records.order(nodeId, agent => agent.changeBackupDirectory());
	},
	deleteNode: async (service, caller, {nodeId}, records) => {
		const node = await ownNode(records, caller, nodeId);
		// This also deletes the settings of own servers, or the token of an agent.
		if (nodeId === localNodeId || node.link) checkOwner(caller);
		if (isLinkedNode(node)) {
			await revokeTokens(service, records, node);
			for (const {id} of await records.orders.ofNode(nodeId)) await records.orders.remove(id);
			for (const {id} of await records.servers.ofNode(nodeId))
				await removeMirror({service, records, node}, id);
		}
		const servers = await records.servers.ofNode(nodeId);
		for (const {id} of await records.tasks.ofNode(nodeId)) await records.tasks.remove(id);
		await records.nodes.remove(node.id);
		if (node.link) return;
		records.order(nodeId, agent => {
			for (const server of servers) agent.forget(server);
		});
	},
	listNodeTasks: async (_service, caller, {nodeId}, records) => {
		await ownNode(records, caller, nodeId);
		const tasks = await records.tasks.ofNode(nodeId);
		return tasks.map(taskView);
	},
	getNodeTask: async (_service, caller, {nodeId, taskId}, records) => {
		await ownNode(records, caller, nodeId);
		return taskView(await taskOf(records, nodeId, taskId));
	},
	cancelNodeTask: async (_service, caller, {nodeId, taskId}, records) => {
		await ownNode(records, caller, nodeId);
		const task = await taskOf(records, nodeId, taskId);
		if (!isLive(task) || !task.cancellable) throw new Refusal('node.task_not_cancelable');
		records.order(nodeId, agent => agent.cancel(task));
	},
} satisfies HandlersOf<typeof rows>;

async function taskOf({tasks}: Pick<Reading, 'tasks'>, nodeId: string, taskId: string): Promise<TaskRecord> {
	const task = await tasks.get(taskId);
	if (task?.nodeId !== nodeId) throw new Refusal('general.not_found');
	return task;
}
