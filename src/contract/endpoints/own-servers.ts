import * as z from 'zod';
import {endpoint} from '../endpoint.ts';
import {textField} from '../fields.ts';
import {OwnServer, OwnSettings, ServerOutput} from '../models/own-server.ts';

const fields = {displayName: textField, gameType: textField, settings: OwnSettings};

/**
Real servers of the local service. Only its owner may use these endpoints, because settings name programs of the
service's machine that the service runs.
*/
export const ownServers = {
	addOwnServer: endpoint({
		method: 'POST',
		path: '/own-server/add',
		body: {...fields, /** Whether the service starts it now. */ start: z.boolean().optional()},
		response: OwnServer,
		log: 'grants',
		permission: 'ALL',
		extension: true,
	}),
	getOwnServer: endpoint({
		method: 'GET',
		path: '/own-server/{serverId}',
		response: OwnServer,
		permission: 'ALL',
		extension: true,
	}),
	/** The last lines of its output, as far as what runs it keeps them. */
	getServerOutput: endpoint({
		method: 'GET',
		path: '/own-server/{serverId}/output',
		response: ServerOutput,
		permission: 'ALL',
		extension: true,
	}),
	changeOwnServer: endpoint({
		method: 'POST',
		path: '/own-server/{serverId}/change',
		body: fields,
		response: OwnServer,
		log: 'grants',
		permission: 'ALL',
		extension: true,
	}),
	/** Removes the records; the server itself continues to run. */
	removeOwnServer: endpoint({
		method: 'POST',
		path: '/own-server/{serverId}/remove',
		response: 'nothing',
		log: 'ends',
		permission: 'ALL',
		extension: true,
	}),
};
