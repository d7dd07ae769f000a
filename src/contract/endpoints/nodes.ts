import * as z from 'zod';
import {endpoint} from '../endpoint.ts';
import {listOf} from '../models/common.ts';
import {Node, NodeTask} from '../models/node.ts';

/** (Specification: Endpoints, Nodes) */
export const nodes = {
	listNodes: endpoint({
		method: 'GET',
		path: '/node/by-team/{teamId}',
		response: listOf(Node),
		permission: 'ACCESS_NODES',
	}),
	getNode: endpoint({method: 'GET', path: '/node/{nodeId}', response: Node, permission: 'ACCESS_NODES'}),
	latestNodeVersion: endpoint({
		method: 'GET',
		path: '/node/latest-version',
		response: 'text',
		extension: 'the latest version of nodes',
	}),
	updateNode: endpoint({
		method: 'POST',
		path: '/node/{nodeId}/update',
		response: 'nothing',
		permission: 'MANAGE_NODES',
		extension: 'updating nodes',
	}),
	changeNodeSettings: endpoint({
		method: 'POST',
		path: '/node/{nodeId}/settings',
		openBody: z.record(z.string(), z.unknown()),
		response: 'nothing',
		permission: 'MANAGE_NODES',
		extension: 'changing settings of nodes',
	}),
	deleteNode: endpoint({
		method: 'DELETE',
		path: '/node/{nodeId}',
		response: 'nothing',
		permission: 'MANAGE_NODES',
		extension: 'deleting nodes',
	}),
	listNodeTasks: endpoint({
		method: 'GET',
		path: '/node/{nodeId}/task',
		response: listOf(NodeTask),
		permission: 'ACCESS_NODES',
		extension: 'node tasks',
	}),
	getNodeTask: endpoint({
		method: 'GET',
		path: '/node/{nodeId}/task/{taskId}',
		response: NodeTask,
		permission: 'ACCESS_NODES',
		extension: 'reading one node task',
	}),
	cancelNodeTask: endpoint({
		method: 'POST',
		path: '/node/{nodeId}/task/{taskId}/cancel',
		response: 'nothing',
		permission: 'MANAGE_NODES',
		extension: 'canceling node tasks',
	}),
};
