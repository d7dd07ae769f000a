import * as z from 'zod';
import {endpoint} from '../endpoint.ts';
import {textField} from '../fields.ts';
import {listOf} from '../models/common.ts';
import {Node, NodeTask} from '../models/node.ts';
import {fastRows} from './fast-rows.ts';

/** (Specification: Endpoints, Nodes) */
export const nodes = {
	listNodes: endpoint({...fastRows.listNodes, response: listOf(Node)}),
	getNode: endpoint({method: 'GET', path: '/node/{nodeId}', response: Node, permission: 'ACCESS_NODES'}),
	latestNodeVersion: endpoint({
		method: 'GET',
		path: '/node/latest-version',
		response: 'text',
		extension: true,
	}),
	/** Adds a node for `rcondeck agent` on another machine. The response is the only place where its token appears. */
	addNode: endpoint({
		method: 'POST',
		path: '/node/add',
		body: {name: textField},
		response: z.looseObject({nodeId: z.string(), token: z.string()}),
		permission: 'MANAGE_NODES',
		extension: true,
	}),
	/** Replaces the token of such a node. */
	renewNodeToken: endpoint({
		method: 'POST',
		path: '/node/{nodeId}/token',
		response: z.looseObject({nodeId: z.string(), token: z.string()}),
		permission: 'MANAGE_NODES',
		extension: true,
	}),
	updateNode: endpoint({
		method: 'POST',
		path: '/node/{nodeId}/update',
		response: 'nothing',
		permission: 'MANAGE_NODES',
		extension: true,
	}),
	changeNodeSettings: endpoint({
		method: 'POST',
		path: '/node/{nodeId}/settings',
		openBody: z.record(z.string(), z.unknown()),
		response: 'nothing',
		permission: 'MANAGE_NODES',
		extension: true,
	}),
	deleteNode: endpoint({
		method: 'DELETE',
		path: '/node/{nodeId}',
		response: 'nothing',
		permission: 'MANAGE_NODES',
		extension: true,
	}),
	listNodeTasks: endpoint({...fastRows.listNodeTasks, response: listOf(NodeTask)}),
	getNodeTask: endpoint({
		method: 'GET',
		path: '/node/{nodeId}/task/{taskId}',
		response: NodeTask,
		permission: 'ACCESS_NODES',
		extension: true,
	}),
	cancelNodeTask: endpoint({
		method: 'POST',
		path: '/node/{nodeId}/task/{taskId}/cancel',
		response: 'nothing',
		permission: 'MANAGE_NODES',
		extension: true,
	}),
};
