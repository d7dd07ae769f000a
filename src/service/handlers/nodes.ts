import type {nodes as rows} from '../../contract/endpoints/nodes.ts';
import {isLive, own, ownNode, ownTeam} from '../context.ts';
import {checkNoBackupDirectoryChange} from '../preconditions.ts';
import {Refusal} from '../refusal.ts';
import {nodeView, taskView} from '../views.ts';
import type {HandlersOf} from './handlers-of.ts';

/** The version that nodes can be updated to. */
const latestVersion = '2.3.0';

/** (Specification: Endpoints, Nodes; service-facts: Nodes, Node tasks) */
export const nodes = {
	listNodes: (plane, caller, {teamId}) => {
		ownTeam(plane, caller, teamId);
		return plane.store.nodes
			.all()
			.filter(node => node.teamId === teamId)
			.map(nodeView);
	},
	getNode: (plane, caller, {nodeId}) => nodeView(ownNode(plane, caller, nodeId)),
	latestNodeVersion: () => latestVersion,
	updateNode: (plane, caller, {nodeId}) => {
		const node = ownNode(plane, caller, nodeId);
		if (node.status === 'ONLINE') plane.store.nodes.put({...node, daemonVersion: latestVersion});
	},
	changeNodeSettings: (plane, caller, {nodeId, content}) => {
		const node = ownNode(plane, caller, nodeId);
		if (node.status !== 'ONLINE') throw new Refusal('node.invalid_state');
		checkNoBackupDirectoryChange(plane, nodeId, 'node');
		const settings = {...node.settings, ...content};
		plane.store.nodes.put({...node, settings});
		const name = 'serverBackupsDirectory';
		if (settings[name] !== node.settings[name]) plane.agentOf(nodeId).changeBackupDirectory();
	},
	deleteNode: (plane, caller, {nodeId}) => {
		const node = ownNode(plane, caller, nodeId);
		const agent = plane.agentOf(nodeId);
		for (const server of plane.store.servers.all()) if (server.nodeId === nodeId) agent.forget(server);
		for (const task of plane.store.tasks.all()) if (task.nodeId === nodeId) plane.store.tasks.remove(task.id);
		plane.store.nodes.remove(node.id);
	},
	listNodeTasks: (plane, caller, {nodeId}) => {
		ownNode(plane, caller, nodeId);
		return plane.store.tasks
			.all()
			.filter(task => task.nodeId === nodeId)
			.map(taskView);
	},
	getNodeTask: (plane, caller, {nodeId, taskId}) => {
		ownNode(plane, caller, nodeId);
		const task = plane.store.tasks.get(taskId);
		if (task?.nodeId !== nodeId) throw new Refusal('general.not_found');
		return taskView(task);
	},
	cancelNodeTask: (plane, caller, {nodeId, taskId}) => {
		own(plane.store.nodes.get(nodeId), caller);
		const task = plane.store.tasks.get(taskId);
		if (task?.nodeId !== nodeId) throw new Refusal('general.not_found');
		if (!isLive(task) || !task.cancellable) throw new Refusal('node.task_not_cancelable');
		plane.agentOf(nodeId).cancel(task);
	},
} satisfies HandlersOf<typeof rows>;
