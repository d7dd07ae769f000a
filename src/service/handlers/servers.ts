import {pause} from '../../lib/clock.ts';
import type {servers as rows} from '../../contract/endpoints/servers.ts';
import {requestCheckMessages} from '../../messages/service-requests.ts';
import {personOf, type Caller} from '../accounts.ts';
import {
	changeServer,
	driverOf,
	ownNode,
	ownServer,
	ownTeam,
	serversOfTeam,
	type ServiceContext,
} from '../context.ts';
import {
	validateCommand,
	validateDelay,
	validateMessage,
	validateName,
	validateTimeout,
	isDirectory,
} from '../field-checks.ts';
import {
	checkOffline,
	checkOnline,
	checkPossible,
	checkRestartable,
	checkSimulated,
	checkStoppable,
} from '../preconditions.ts';
import type {CommandRecord, NodeRecord, ServerRecord} from '../records.ts';
import {localNodeId} from '../own/local-node.ts';
import {Refusal} from '../refusal.ts';
import {newServer} from '../new-server.ts';
import {whenCommitted} from '../transactions.ts';
import {baseView, commandView, listView, serverView} from '../views.ts';
import type {SynchronousHandlersOf} from './handlers-of.ts';
import {serverExtensions} from './server-extensions.ts';

/** (Specification: Endpoints, Servers) */
export const servers = {
	listServers: (service, caller, {teamId}) => {
		ownTeam(service, caller, teamId);
		return listView(service, serversOfTeam(service, teamId));
	},
	getServer: (service, caller, {serverId}) => serverView(service, ownServer(service, caller, serverId)),
	createServer: (service, caller, request) => {
		const node = ownNode(service, caller, request.nodeId);
		const name = validateName(service, request.name);
		if (node.id === localNodeId || node.link || !driverOf(service, request))
			throw new Refusal('server.unsupported_game_type');
		const serverDirectory = directoryFor(node, request.serverDirectory);
		if (node.status !== 'ONLINE') throw new Refusal('server.node_is_offline');
		checkRoom(service, caller.teamId);
		const server = newServer(service, {...request, teamId: caller.teamId, name, serverDirectory}, 'CREATING');
		// The specification returns a new server as STOPPED, although its installation starts at once.
		const answer = {...baseView(service, server), state: 'STOPPED'};
		service.agentOf(node.id).install(server.id);
		return answer;
	},
	startServer: (service, caller, {serverId}) => {
		const server = ownServer(service, caller, serverId);
		checkPossible(service, server, 'start');
		checkOffline(service, server);
		service.agentOf(server.nodeId).start(serverId);
	},
	stopServer: (service, caller, request) => {
		const server = ownServer(service, caller, request.serverId);
		const force = request.forceStop ?? false;
		const minutes = validateDelay(service, request.delayMinutes);
		const message = validateMessage(service, request.delayedStopMessage);
		checkPossible(service, server, force ? 'kill' : 'stop');
		checkStoppable(service, server, force);
		const agent = service.agentOf(server.nodeId);
		if (minutes === 0) agent.stop(server.id, force);
		else agent.schedule({serverId: server.id, act: 'stop', force, minutes, message});
	},
	restartServer: (service, caller, request) => {
		const server = ownServer(service, caller, request.serverId);
		const minutes = validateDelay(service, request.delayMinutes);
		const message = validateMessage(service, request.delayedRestartMessage);
		checkPossible(service, server, 'stop', 'start');
		checkRestartable(service, server);
		const agent = service.agentOf(server.nodeId);
		if (minutes === 0) agent.restart(server.id);
		else agent.schedule({serverId: server.id, act: 'restart', force: false, minutes, message});
	},
	sendRcon: (service, caller, {serverId, command}) => {
		const server = ownServer(service, caller, serverId);
		// The node reports bugs of this program.
		sendCommand(service, server, command, caller).catch(() => {});
	},
	awaitRcon: (service, caller, {serverId, command, timeoutMs}) => {
		const server = ownServer(service, caller, serverId);
		const patience = validateTimeout(service, timeoutMs);
		const sent = sendCommand(service, server, command, caller);
		return whenCommitted(service.store, async () => {
			const answer = await withTimeout(service, patience, sent);
			return {serverId, command: commandView(service, answer)};
		});
	},
	changeDirectory: (service, caller, {serverId, serverDirectory}) => {
		const server = ownServer(service, caller, serverId);
		const directory = serverDirectory.trim();
		if (!isDirectory(directory)) throw new Refusal('server.invalid_directory');
		checkSimulated(server);
		checkOffline(service, server);
		service.agentOf(server.nodeId).changeDirectory(server, directory);
	},
	changeDisplayName: (service, caller, {serverId, displayName}) => {
		const server = ownServer(service, caller, serverId);
		const name = validateName(service, displayName);
		changeServer(service, server.id, {displayName: name});
	},
	...serverExtensions,
} satisfies SynchronousHandlersOf<typeof rows>;

/** Sends the command. The answer is stored and broadcast even if nobody waits for it. */
function sendCommand(
	service: ServiceContext,
	server: ServerRecord,
	text: string,
	caller: Caller,
): Promise<CommandRecord> {
	const command = validateCommand(service, text);
	checkOnline(service, server);
	const {id: serverId, nodeId} = server;
	return service
		.agentOf(nodeId)
		.rcon({serverId, command, commandId: service.newId(), by: personOf(service.store, caller)});
}

/** Resolves to the answer, or throws `server.rcon_timeout`. A late answer is stored and broadcast anyway. */
async function withTimeout(
	{clock, closed}: ServiceContext,
	timeoutMs: number,
	answer: Promise<CommandRecord>,
): Promise<CommandRecord> {
	const over = new AbortController();
	const timeout = pause(clock, timeoutMs, AbortSignal.any([over.signal, closed])).then(() => {
		throw new Refusal('server.rcon_timeout');
	});
	return Promise.race([answer, timeout]).finally(() => over.abort());
}

/** Returns the requested directory or the node's default one. (Specification: Create server body) */
function directoryFor(node: NodeRecord, requested: string | undefined): string {
	const directory = requested?.trim() ?? '';
	if (directory !== '') {
		if (isDirectory(directory)) return directory;
		throw new Refusal('validation.failed', requestCheckMessages.invalidDirectory);
	}
	const usual = node.settings['defaultServerDirectory'];
	if (typeof usual !== 'string' || usual === '') throw new Refusal('server.directory_required');
	return usual;
}

function checkRoom(service: ServiceContext, teamId: string): void {
	const limit = service.store.teams.get(teamId)?.limits.maxServers ?? Infinity;
	if (serversOfTeam(service, teamId).length >= limit) throw new Refusal('team.too_many_servers');
}
