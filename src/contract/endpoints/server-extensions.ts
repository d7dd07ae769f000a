import * as z from 'zod';
import {endpoint} from '../endpoint.ts';
import {idField} from '../fields.ts';
import {listOf} from '../models/list.ts';
import {GameServer} from '../models/server.ts';

/** Endpoints that are in the service's public documentation but not in the specification. */
export const serverExtensions = {
	listServersOfNode: endpoint({
		method: 'GET',
		path: '/server/by-node/{nodeId}',
		response: listOf(GameServer),
		permission: 'ACCESS_SERVERS',
		extension: true,
	}),
	updateServer: endpoint({
		method: 'POST',
		path: '/server/{serverId}/update',
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
		extension: true,
	}),
	createBackup: endpoint({
		method: 'POST',
		path: '/server/{serverId}/backup',
		body: {name: z.string().optional()},
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
		extension: true,
	}),
	deleteBackup: endpoint({
		method: 'POST',
		path: '/server/{serverId}/delete-backup',
		body: {backupId: idField},
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
		extension: true,
	}),
	rollBack: endpoint({
		method: 'POST',
		path: '/server/{serverId}/rollback',
		body: {backupId: idField, rollbackPlayers: z.boolean().optional()},
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
		extension: true,
	}),
	wipeSavegames: endpoint({
		method: 'POST',
		path: '/server/{serverId}/wipe-savegames',
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
		extension: true,
	}),
	deleteServer: endpoint({
		method: 'POST',
		path: '/server/{serverId}/delete',
		body: {forceDelete: z.boolean().optional()},
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
		extension: true,
	}),
	resetSettings: endpoint({
		method: 'POST',
		path: '/server/{serverId}/reset-settings',
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
		extension: true,
	}),
};
