import {pause} from '../../lib/clock.ts';
import type {servers as rows} from '../../contract/endpoints/servers.ts';
import {isSupported} from '../agent/game-types.ts';
import {changeServer, ownNode, ownServer, ownTeam, serversOfTeam, type Plane} from '../context.ts';
import {
	checkedCommand,
	checkedDelay,
	checkedMessage,
	checkedName,
	checkedTimeout,
	isDirectory,
} from '../field-checks.ts';
import {
	checkNameFree,
	checkOffline,
	checkOnline,
	checkRestartable,
	checkSimulated,
	checkStoppable,
} from '../preconditions.ts';
import type {CommandRecord, NodeRecord, ServerRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';
import {createServer} from '../new-server.ts';
import {baseView, commandView, listedView, serverView} from '../views.ts';
import type {HandlersOf} from './handlers-of.ts';
import {serverExtensions} from './server-extensions.ts';

/** (Specification: Endpoints, Servers) */
export const servers = {
	listServers: (plane, caller, {teamId}) => {
		ownTeam(plane, caller, teamId);
		return serversOfTeam(plane, teamId).map(server => listedView(plane, server));
	},
	getServer: (plane, caller, {serverId}) => serverView(plane, ownServer(plane, caller, serverId)),
	createServer: (plane, caller, request) => {
		const node = ownNode(plane, caller, request.nodeId);
		const name = checkedName(plane, request.name);
		if (!isSupported(request.gameType)) throw new Refusal('server.unsupported_game_type');
		const serverDirectory = directoryFor(node, request.serverDirectory);
		if (node.status !== 'ONLINE') throw new Refusal('server.node_is_offline');
		checkNameFree(plane, caller.teamId, name);
		checkRoom(plane, caller.teamId);
		const server = createServer(plane, {...request, teamId: caller.teamId, name, serverDirectory});
		// The specification returns a new server as STOPPED; its installation begins at once.
		const answer = {...baseView(plane, server), state: 'STOPPED'};
		plane.agentOf(node.id).install(server.id);
		return answer;
	},
	startServer: (plane, caller, {serverId}) => {
		const server = ownServer(plane, caller, serverId);
		checkOffline(plane, server);
		plane.agentOf(server.nodeId).start(serverId);
	},
	stopServer: (plane, caller, request) => {
		const server = ownServer(plane, caller, request.serverId);
		const force = request.forceStop ?? false;
		const minutes = checkedDelay(plane, request.delayMinutes);
		const message = checkedMessage(plane, request.delayedStopMessage);
		checkStoppable(plane, server, force);
		const agent = plane.agentOf(server.nodeId);
		if (minutes === 0) agent.stop(server.id, force);
		else agent.schedule({serverId: server.id, act: 'stop', force, minutes, message});
	},
	restartServer: (plane, caller, request) => {
		const server = ownServer(plane, caller, request.serverId);
		const minutes = checkedDelay(plane, request.delayMinutes);
		const message = checkedMessage(plane, request.delayedRestartMessage);
		checkRestartable(plane, server);
		const agent = plane.agentOf(server.nodeId);
		if (minutes === 0) agent.restart(server.id);
		else agent.schedule({serverId: server.id, act: 'restart', force: false, minutes, message});
	},
	sendRcon: (plane, caller, {serverId, command}) => {
		const server = ownServer(plane, caller, serverId);
		// A failure of our own is told by the node.
		order(plane, server, command).catch(() => {});
	},
	awaitRcon: async (plane, caller, {serverId, command, timeoutMs}) => {
		const server = ownServer(plane, caller, serverId);
		const patience = checkedTimeout(plane, timeoutMs);
		const answer = await inTime(plane, patience, order(plane, server, command));
		return {serverId, command: commandView(plane, answer)};
	},
	changeDirectory: (plane, caller, {serverId, serverDirectory}) => {
		const server = ownServer(plane, caller, serverId);
		const directory = serverDirectory.trim();
		if (!isDirectory(directory)) throw new Refusal('server.invalid_directory');
		checkSimulated(server);
		checkOffline(plane, server);
		plane.agentOf(server.nodeId).changeDirectory(server, directory);
	},
	changeDisplayName: (plane, caller, {serverId, displayName}) => {
		const server = ownServer(plane, caller, serverId);
		const name = checkedName(plane, displayName);
		checkNameFree(plane, server.teamId, name, server.id);
		changeServer(plane, server.id, {displayName: name});
	},
	...serverExtensions,
} satisfies HandlersOf<typeof rows>;

/** Sends the command on its way; its answer comes also where nobody waits. */
function order(plane: Plane, server: ServerRecord, given: string): Promise<CommandRecord> {
	const command = checkedCommand(plane, given);
	checkOnline(plane, server);
	const {id: serverId, nodeId} = server;
	return plane.agentOf(nodeId).rcon({serverId, command, commandId: plane.newId()});
}

/** The answer, or `server.rcon_timeout`; a late answer is kept and broadcast all the same. */
async function inTime(
	{clock, closed}: Plane,
	timeoutMs: number,
	answer: Promise<CommandRecord>,
): Promise<CommandRecord> {
	const inTime = new AbortController();
	const tooLate = pause(clock, timeoutMs, AbortSignal.any([inTime.signal, closed])).then(() => {
		throw new Refusal('server.rcon_timeout');
	});
	return Promise.race([answer, tooLate]).finally(() => inTime.abort());
}

/** The given directory, or the node's default one. (Specification: Create server body) */
function directoryFor(node: NodeRecord, given: string | undefined): string {
	const directory = given?.trim() ?? '';
	if (directory !== '') {
		if (isDirectory(directory)) return directory;
		throw new Refusal('validation.failed', 'The directory is not a full path.');
	}
	const usual = node.settings['defaultServerDirectory'];
	if (typeof usual !== 'string' || usual === '') throw new Refusal('server.directory_required');
	return usual;
}

function checkRoom(plane: Plane, teamId: string): void {
	const limit = plane.store.teams.get(teamId)?.limits.maxServers ?? Infinity;
	if (serversOfTeam(plane, teamId).length >= limit) throw new Refusal('team.too_many_servers');
}
