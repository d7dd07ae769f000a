import * as z from 'zod';
import {accepted} from '../models/accepted.ts';
import {endpoint} from '../endpoint.ts';
import {commandField, idField, textField} from '../fields.ts';
import {listOf} from '../models/common.ts';
import {AwaitedRcon} from '../models/rcon.ts';
import {GameServer} from '../models/server.ts';
import {createServersReader} from '../fast-servers.ts';
import {serverExtensions} from './server-extensions.ts';

const delayMinutes = z.int().min(0).optional();

/** (Specification: Endpoints, Servers) */
export const servers = {
	listServers: endpoint({
		method: 'GET',
		path: '/server/by-team/{teamId}',
		response: listOf(GameServer),
		reader: createServersReader,
		permission: 'ACCESS_SERVERS',
	}),
	getServer: endpoint({
		method: 'GET',
		path: '/server/{serverId}',
		response: GameServer,
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
		response: accepted(GameServer),
		permission: 'MANAGE_SERVERS',
	}),
	startServer: endpoint({
		method: 'POST',
		path: '/server/{serverId}/start',
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
	}),
	/** `delayMinutes` 0 or none stops at once; the message is said to the players before a scheduled stop only. */
	stopServer: endpoint({
		method: 'POST',
		path: '/server/{serverId}/stop',
		body: {forceStop: z.boolean().optional(), delayMinutes, delayedStopMessage: z.string().optional()},
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
	}),
	restartServer: endpoint({
		method: 'POST',
		path: '/server/{serverId}/restart',
		body: {delayMinutes, delayedRestartMessage: z.string().optional()},
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
	}),
	/** The answer comes by the team feed, and in the server's `commands`. */
	sendRcon: endpoint({
		method: 'POST',
		path: '/server/{serverId}/rcon',
		body: {command: commandField},
		response: 'nothing',
		permission: 'MANAGE_SERVERS',
	}),
	/** `timeoutMs` is how long the service waits for the node, 5000 by default. */
	awaitRcon: endpoint({
		method: 'POST',
		path: '/server/{serverId}/rcon',
		query: {
			await: z.literal('true').default('true'),
			timeoutMs: z.coerce.number<number>().int().positive().optional(),
		},
		body: {command: commandField},
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
		permission: 'MANAGE_SERVERS',
	}),
	...serverExtensions,
};
