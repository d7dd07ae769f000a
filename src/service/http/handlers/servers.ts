import type {servers as rows} from '../../../contract/endpoints/servers.ts';
import type {LaterCommand} from '../../../contract/models/rcon-answer.ts';
import {findGame} from '../../../games/games.ts';
import {refusedCommand} from '../../../games/refused-command.ts';
import {refusalMessages, requestCheckMessages} from '../../../messages/service.ts';
import {type Caller, personOf} from '../../access/accounts.ts';
import {authorOf} from '../../access/revocation.ts';
import {driverOf, ownNode, ownServer, ownTeam, type ServiceContext} from '../../context.ts';
import {
	isDirectory,
	validateCommand,
	validateDelay,
	validateMessage,
	validateName,
	validateTimeout,
} from '../field-checks.ts';
import {
	checkCommandable,
	checkLaterRoom,
	checkOffline,
	checkPossible,
	checkRestartable,
	checkSimulated,
	checkStoppable,
} from '../../records/preconditions.ts';
import type {CommandRecord, NodeRecord, ServerRecord} from '../../records/records.ts';
import {noCommands} from '../../records/command-history.ts';
import {localNodeId} from '../../own/local-node.ts';
import {Refusal} from '../refusal.ts';
import type {Reading, Transaction} from '../../records/repositories.ts';
import {newServer} from '../../records/new-server.ts';
import {baseView, commandView, listView, loadServers, serverView} from '../../records/views.ts';
import type {HandlersOf} from './handlers-of.ts';
import {serverExtensions} from './server-extensions.ts';
import {nextTurn} from '../../../lib/time/clock.ts';

/** (Specification: Endpoints, Servers) */
export const servers = {
	listServers: async (service, caller, {teamId}, records) => {
		await ownTeam(records, caller, teamId);
		return listView(service, records, await records.servers.ofTeam(teamId));
	},
	getServer: async (service, caller, {serverId}, records) => {
		const [loaded] = await loadServers(records, [await ownServer(records, caller, serverId)]);
		if (!loaded) throw new Refusal('general.not_found');
		return serverView(service, loaded);
	},
	createServer: async (service, caller, request, records) => {
		const node = await ownNode(records, caller, request.nodeId);
		const name = validateName(service, request.name);
		checkCreatable(service, node, request.gameType);
		const serverDirectory = directoryFor(node, request.serverDirectory);
		if (node.status !== 'ONLINE') throw new Refusal('server.node_is_offline');
		await checkRoom(records, caller.teamId);
		const wanted = {...request, teamId: caller.teamId, name, serverDirectory};
		const {server, profile} = await newServer(service, records, wanted, 'CREATING');
		records.order(node.id, agent => agent.install(server.id));
		// The specification returns a new server as STOPPED, although its installation starts at once.
		return {...baseView(service, {server, node, profile, commands: noCommands}), state: 'STOPPED'};
	},
	startServer: async (service, caller, {serverId}, records) => {
		const server = await ownServer(records, caller, serverId);
		checkPossible(service, server, 'start');
		await checkOffline(records, server);
		records.order(server.nodeId, agent => agent.start(serverId));
	},
	stopServer: async (service, caller, request, records) => {
		const server = await ownServer(records, caller, request.serverId);
		const force = request.forceStop ?? false;
		const minutes = validateDelay(service, request.delayMinutes);
		const message = validateMessage(service, request.delayedStopMessage);
		checkPossible(service, server, force ? 'kill' : 'stop');
		await checkStoppable(records, server, force);
		if (minutes > 0) await records.servers.put({...server, scheduledBy: authorOf(caller)});
		records.order(server.nodeId, agent => {
			if (minutes === 0) agent.stop(server.id, force);
			else agent.schedule({serverId: server.id, act: 'stop', force, minutes, message});
		});
	},
	restartServer: async (service, caller, request, records) => {
		const server = await ownServer(records, caller, request.serverId);
		const force = request.forceStop ?? false;
		const minutes = validateDelay(service, request.delayMinutes);
		const message = validateMessage(service, request.delayedRestartMessage);
		checkPossible(service, server, force ? 'kill' : 'stop', 'start');
		await checkRestartable(records, server, force);
		if (minutes > 0) await records.servers.put({...server, scheduledBy: authorOf(caller)});
		records.order(server.nodeId, agent => {
			if (minutes === 0) agent.restart(server.id, force);
			else agent.schedule({serverId: server.id, act: 'restart', force, minutes, message});
		});
	},
	sendRcon: async (service, caller, {serverId, command}, records) => {
		const server = await ownServer(records, caller, serverId);
		const answer = await sendCommand(service, records, server, {command, caller});
		// The node reports bugs of this program.
		answer.promise.catch(() => {});
	},
	awaitRcon: async (service, caller, {serverId, command, timeoutMs, later}, records) => {
		const server = await ownServer(records, caller, serverId);
		const patience = validateTimeout(service, timeoutMs);
		const over = new AbortController();
		if (later) await checkLaterRoom(records, server);
		const sent = {command, caller, signal: over.signal, ...(later && {later})};
		const {promise, commandId} = await sendCommand(service, records, server, sent);
		return async gone => {
			const ended = await withTimeout(service, patience, promise, {gone, over});
			if (later && hasNotRun(ended)) await cancelLater(service, server, commandId);
			const packet = {serverId, command: commandView(service, ended)};
			if (!ended.failure) return packet;
			const {key, message} = ended.failure;
			throw new Refusal(key, message, {fields: service.strictSpec ? {} : packet});
		};
	},
	changeDirectory: async (_service, caller, {serverId, serverDirectory}, records) => {
		const server = await ownServer(records, caller, serverId);
		const directory = serverDirectory.trim();
		if (!isDirectory(directory)) throw new Refusal('server.invalid_directory');
		checkSimulated(server);
		await checkOffline(records, server);
		records.order(server.nodeId, agent => agent.changeDirectory(server, directory));
	},
	changeDisplayName: async (service, caller, {serverId, displayName}, records) => {
		const server = await ownServer(records, caller, serverId);
		await records.servers.put({...server, displayName: validateName(service, displayName)});
	},
	...serverExtensions,
} satisfies HandlersOf<typeof rows>;

/**
Sends the command with the commit. The answer is stored and broadcast even if nobody waits for it. It is in an object,
because a promise would be awaited before the commit.
*/
async function sendCommand(
	service: ServiceContext,
	records: Transaction,
	server: ServerRecord,
	{command: text, caller, signal, later}: NewCommand,
): Promise<{promise: Promise<CommandRecord>; commandId: string}> {
	const command = validateCommand(service, text);
	await checkCommandable(service, records, server);
	const by = await personOf(records, caller);
	const commandId = service.newId();
	const serverId = server.id;
	const order = {serverId, command, commandId, by};
	const wait = later && {
		serverId,
		taskId: commandId,
		command: validateCommand(service, later.command),
		delayMinutes: later.delayMinutes,
		by,
	};
	const {promise, resolve} = Promise.withResolvers<CommandRecord>();
	records.order(server.nodeId, agent => {
		if (wait) agent.keepForLater(wait);
		resolve(agent.rcon(order, signal));
	});
	return {promise, commandId};
}

/** `later`: the command that follows, stored with the commit, as a task with the id of this one. */
type NewCommand = {
	command: string;
	caller: Caller;
	signal?: AbortSignal;
	later?: LaterCommand;
};

/** Whether a command certainly did not do anything. */
const hasNotRun = ({failure, response}: CommandRecord): boolean =>
	failure?.key === 'server.console_refused' || refusedCommand(response ?? '') !== undefined;

/** Cancels what was to follow a command that did not run. */
const cancelLater = ({records}: ServiceContext, {id, nodeId}: ServerRecord, taskId: string): Promise<void> =>
	records.transact(async transaction => {
		transaction.order(nodeId, agent => agent.cancel({id: taskId, targetIds: [id]}));
	});

/**
Resolves to the answer, or throws `server.rcon_timeout`, also when the caller has gone. A late answer is stored and broadcast
anyway. Aborts `over` at the end: a command that was not sent by then is refused at once, and certainly does not run.
*/
async function withTimeout(
	{clock, closed}: ServiceContext,
	timeoutMs: number,
	answer: Promise<CommandRecord>,
	{gone, over}: {gone: AbortSignal; over: AbortController},
): Promise<CommandRecord> {
	closed.throwIfAborted();
	const {promise: timeout, reject} = Promise.withResolvers<never>();
	const end = () => {
		over.abort();
		void nextTurn().then(() => reject(new Refusal('server.rcon_timeout')));
	};
	const cancelTimer = clock.after(timeoutMs, end);
	if (gone.aborted) end();
	gone.addEventListener('abort', end, {once: true});
	const abandon = () => reject(closed.reason);
	closed.addEventListener('abort', abandon);
	return Promise.race([answer, timeout]).finally(() => {
		over.abort();
		cancelTimer();
		closed.removeEventListener('abort', abandon);
	});
}

/** Refuses what cannot be created here. Only an unknown game type is unsupported: there may be servers of a known one. */
function checkCreatable(service: ServiceContext, node: NodeRecord, gameType: string): void {
	const isFixed = node.id === localNodeId || node.link !== undefined;
	if (!isFixed && driverOf(service, {gameType})) return;
	if (!findGame(gameType)) throw new Refusal('server.unsupported_game_type');
	const {noNewServers, noNewServersOf} = refusalMessages;
	throw new Refusal('server.operation_not_possible', isFixed ? noNewServers : noNewServersOf(gameType));
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

async function checkRoom({teams, servers}: Reading, teamId: string): Promise<void> {
	const limit = (await teams.get(teamId))?.limits.maxServers ?? Infinity;
	if ((await servers.countOfTeam(teamId)) >= limit) throw new Refusal('team.too_many_servers');
}
