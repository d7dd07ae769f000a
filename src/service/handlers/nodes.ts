import type {nodes as rows} from '../../contract/endpoints/nodes.ts';
import {linkMessages} from '../../messages/link.ts';
import {requireOwn, ownNode, ownTeam} from '../context.ts';
import {checkOwner} from '../grants.ts';
import {checkNoBackupDirectoryChange} from '../preconditions.ts';
import {validateName, validateSettings} from '../field-checks.ts';
import {Refusal} from '../refusal.ts';
import {isLive} from '../task-facts.ts';
import {addLinkedNode, removeLink, renewToken} from '../link/node-token.ts';
import {nodeView, taskView} from '../views.ts';
import {localNodeId} from '../own/local-node.ts';
import type {SynchronousHandlersOf} from './handlers-of.ts';

const latestVersion = '2.3.0';

/** (Specification: Endpoints, Nodes; public documentation: Nodes, Node tasks) */
export const nodes = {
	listNodes: (service, caller, {teamId}) => {
		ownTeam(service, caller, teamId);
		return service.store.nodes
			.all()
			.filter(node => node.teamId === teamId)
			.map(nodeView);
	},
	getNode: (service, caller, {nodeId}) => nodeView(ownNode(service, caller, nodeId)),
	latestNodeVersion: () => latestVersion,
	addNode: (service, caller, {name}) => {
		// Its agent decides what the team sees of its servers.
		checkOwner(caller);
		return addLinkedNode(service, caller, validateName(service, name));
	},
	renewNodeToken: (service, caller, {nodeId}) => {
		checkOwner(caller);
		const node = ownNode(service, caller, nodeId);
		if (!node.link) throw new Refusal('server.operation_not_possible', linkMessages.notLinked);
		return {nodeId, token: renewToken(service, caller, node)};
	},
	updateNode: (service, caller, {nodeId}) => {
		const node = ownNode(service, caller, nodeId);
		if (node.status === 'ONLINE') service.store.nodes.put({...node, daemonVersion: latestVersion});
	},
	changeNodeSettings: (service, caller, {nodeId, content}) => {
		const node = ownNode(service, caller, nodeId);
		if (node.status !== 'ONLINE') throw new Refusal('node.invalid_state');
		checkNoBackupDirectoryChange(service, nodeId, 'node');
		const settings = validateSettings(service, {...node.settings, ...content});
		const name = 'serverBackupsDirectory';
		const isMoved = settings[name] !== node.settings[name];
		// The service writes there, with its own permissions.
		if (isMoved && nodeId === localNodeId) checkOwner(caller);
		if (isMoved && node.link) throw new Refusal('server.operation_not_possible', linkMessages.settingsThere);
		service.store.nodes.put({...node, settings});
		if (isMoved) service.agentOf(nodeId).changeBackupDirectory();
	},
	deleteNode: (service, caller, {nodeId}) => {
		const node = ownNode(service, caller, nodeId);
		// This also deletes the settings of own servers, or the token of an agent.
		if (nodeId === localNodeId || node.link) checkOwner(caller);
		if (node.link) removeLink(service, node);
		const agent = service.agentOf(nodeId);
		for (const server of service.store.servers.all()) if (server.nodeId === nodeId) agent.forget(server);
		for (const task of service.store.tasks.all())
			if (task.nodeId === nodeId) service.store.tasks.remove(task.id);
		service.store.nodes.remove(node.id);
	},
	listNodeTasks: (service, caller, {nodeId}) => {
		ownNode(service, caller, nodeId);
		return service.store.tasks
			.all()
			.filter(task => task.nodeId === nodeId)
			.map(taskView);
	},
	getNodeTask: (service, caller, {nodeId, taskId}) => {
		ownNode(service, caller, nodeId);
		const task = service.store.tasks.get(taskId);
		if (task?.nodeId !== nodeId) throw new Refusal('general.not_found');
		return taskView(task);
	},
	cancelNodeTask: (service, caller, {nodeId, taskId}) => {
		requireOwn(service.store.nodes.get(nodeId), caller);
		const task = service.store.tasks.get(taskId);
		if (task?.nodeId !== nodeId) throw new Refusal('general.not_found');
		if (!isLive(task) || !task.cancellable) throw new Refusal('node.task_not_cancelable');
		service.agentOf(nodeId).cancel(task);
	},
} satisfies SynchronousHandlersOf<typeof rows>;
