import * as z from 'zod';
import {endpoint} from '../endpoint.ts';
import {textField} from '../fields.ts';
import {listOf} from '../models/list.ts';
import {Node, NodeTask} from '../models/node.ts';

/** (Specification: Endpoints, Nodes) */
export const nodes = {
	listNodes: endpoint({
		method: 'GET',
		path: '/node/by-team/{teamId}',
		response: listOf(Node),
		permission: 'ACCESS_NODES',
	}),
	getNode: endpoint({
		method: 'GET',
		path: '/node/{nodeId}',
		response: Node,
		recordId: 'nodeId',
		permission: 'ACCESS_NODES',
	}),
	latestNodeVersion: endpoint({
		method: 'GET',
		path: '/node/latest-version',
		response: 'text',
		withoutTeam: true,
		extension: true,
	}),
	/** Adds a node for `rcondeck agent` on another machine. The response is the only place where its token appears. */
	addNode: endpoint({
		method: 'POST',
		path: '/node/add',
		body: {name: textField},
		response: z.looseObject({nodeId: z.string(), token: z.string()}),
		log: 'grants',
		permission: 'MANAGE_NODES',
		extension: true,
	}),
	/** Replaces the token of such a node. */
	renewNodeToken: endpoint({
		method: 'POST',
		path: '/node/{nodeId}/token',
		response: z.looseObject({nodeId: z.string(), token: z.string()}),
		log: 'grants',
		permission: 'MANAGE_NODES',
		extension: true,
	}),
	updateNode: endpoint({
		method: 'POST',
		path: '/node/{nodeId}/update',
		response: 'nothing',
		status: 202,
		permission: 'MANAGE_NODES',
		extension: true,
	}),
	changeNodeSettings: endpoint({
		method: 'POST',
		path: '/node/{nodeId}/settings',
		openBody: z.record(z.string(), z.unknown()),
		response: 'nothing',
		status: 204,
		permission: 'MANAGE_NODES',
		extension: true,
	}),
	deleteNode: endpoint({
		method: 'DELETE',
		path: '/node/{nodeId}',
		response: 'nothing',
		status: 204,
		log: 'ends',
		permission: 'MANAGE_NODES',
		extension: true,
	}),
	listNodeTasks: endpoint({
		method: 'GET',
		path: '/node/{nodeId}/task',
		response: listOf(NodeTask),
		permission: 'ACCESS_NODES',
		extension: true,
	}),
	getNodeTask: endpoint({
		method: 'GET',
		path: '/node/{nodeId}/task/{taskId}',
		response: NodeTask,
		recordId: 'taskId',
		permission: 'ACCESS_NODES',
		extension: true,
	}),
	cancelNodeTask: endpoint({
		method: 'POST',
		path: '/node/{nodeId}/task/{taskId}/cancel',
		response: 'nothing',
		status: 202,
		permission: 'MANAGE_NODES',
		extension: true,
	}),
};
