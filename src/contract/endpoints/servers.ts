import * as z from 'zod';
import {acceptedBody} from '../models/accepted.ts';
import {endpoint} from '../endpoint.ts';
import {commandField, idField, textField} from '../fields.ts';
import {listOf} from '../models/list.ts';
import {AwaitedRcon, LaterCommand} from '../models/rcon-answer.ts';
import {GameServer} from '../models/server.ts';
import {serverExtensions} from './server-extensions.ts';

const delayMinutes = z.int().min(0).optional();

/** (Specification: Endpoints, Servers) */
export const servers = {
	listServers: endpoint({
		method: 'GET',
		path: '/server/by-team/{teamId}',
		response: listOf(GameServer),
		permission: 'ACCESS_SERVERS',
	}),
	getServer: endpoint({
		method: 'GET',
		path: '/server/{serverId}',
		response: GameServer,
		recordId: 'serverId',
		permission: 'ACCESS_SERVERS',
	}),
	createServer: endpoint({
		method: 'POST',
		path: '/server/create',
		body: {
			nodeId: idField,
			name: textField,
			gameType: textField,
			map: textField,
			serverDirectory: z.string().optional(),
			enablePreaquaticaBeta: z.boolean().optional(),
		},
		response: acceptedBody(GameServer),
		permission: 'MANAGE_SERVERS',
	}),
	startServer: endpoint({
		method: 'POST',
		path: '/server/{serverId}/start',
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
	}),
	/** Stops at once if `delayMinutes` is missing or 0. Players see the message only before a delayed stop. */
	stopServer: endpoint({
		method: 'POST',
		path: '/server/{serverId}/stop',
		body: {forceStop: z.boolean().optional(), delayMinutes, delayedStopMessage: z.string().optional()},
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
	}),
	/** With `forceStop`, the server is killed before it is started. */
	restartServer: endpoint({
		method: 'POST',
		path: '/server/{serverId}/restart',
		body: {forceStop: z.boolean().optional(), delayMinutes, delayedRestartMessage: z.string().optional()},
		extensionFields: ['forceStop'],
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
	}),
	/** The response arrives on the team feed and in the server's `commands`. */
	sendRcon: endpoint({
		method: 'POST',
		path: '/server/{serverId}/rcon',
		body: {command: commandField},
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
	}),
	/**
	`timeoutMs`: how long the service waits for the node (default 5000). `later`: what our own service sends afterward, such
	as the unban of a ban for a time, unless the command certainly did not run.
	*/
	awaitRcon: endpoint({
		method: 'POST',
		path: '/server/{serverId}/rcon',
		waits: true,
		query: {
			await: z.literal('true').default('true'),
			timeoutMs: z.coerce.number<number>().int().positive().optional(),
		},
		body: {command: commandField, later: LaterCommand.optional()},
		extensionFields: ['later'],
		response: AwaitedRcon,
		permission: 'MANAGE_SERVERS',
	}),
	changeDirectory: endpoint({
		method: 'POST',
		path: '/server/{serverId}/change-directory',
		body: {serverDirectory: z.string()},
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
	}),
	changeDisplayName: endpoint({
		method: 'POST',
		path: '/server/{serverId}/change-display-name',
		body: {displayName: textField},
		response: 'nothing',
		status: 204,
		permission: 'MANAGE_SERVERS',
	}),
	...serverExtensions,
};
