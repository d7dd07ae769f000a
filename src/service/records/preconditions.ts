import type {BlockedOperation, GameFacts} from '../agent/agent.ts';
import type {ServiceContext} from '../context.ts';
import {isLive, isReal, isTimed, type NodeRecord, type ServerRecord, type ServerState} from './records.ts';
import {refusalMessages} from '../../messages/service.ts';
import {Refusal} from '../http/refusal.ts';
import type {Reading} from './repositories.ts';

/*
What is known of a server besides its record: from its agent in this process, or as its machine has reported it.
*/

type Agents = Pick<ServiceContext, 'agentOf'>;

export function factsOf(
	{agentOf}: Agents,
	{id, nodeId, linked}: ServerRecord,
	node: Pick<NodeRecord, 'status'> | undefined,
): GameFacts {
	if (!linked) return agentOf(nodeId).facts(id);
	const {players, atLeast, maxPlayers, map, cpuPercent, memoryBytes} = linked;
	const present =
		node?.status === 'ONLINE' ? {players, atLeast, cpuPercent, memoryBytes} : {players: undefined};
	return {...present, maxPlayers, map};
}

/** Returns why an operation is impossible, as a sentence; undefined if it is possible. */
export const blockedReason = (
	{agentOf}: Agents,
	{id, nodeId, linked}: ServerRecord,
	operation: BlockedOperation,
): string | undefined => (linked ? linked.blocked?.[operation] : agentOf(nodeId).blocked(id, operation));

export const problemOf = ({agentOf}: Agents, {id, nodeId, linked}: ServerRecord): string | undefined =>
	linked ? linked.problem : agentOf(nodeId).problem(id);

export const consoleProblemOf = (
	{agentOf}: Agents,
	{id, nodeId, linked}: ServerRecord,
): string | undefined => (linked ? linked.consoleProblem : agentOf(nodeId).consoleProblem(id));

export const rconPortOf = (
	{agentOf}: Agents,
	{id, nodeId, linked, rconPort}: ServerRecord,
): number | undefined => (linked ? rconPort : (agentOf(nodeId).rconPort(id) ?? rconPort));

/** Returns the state that callers see: UNKNOWN while the node is offline. */
export function visibleState(
	{state}: Pick<ServerRecord, 'state'>,
	node: Pick<NodeRecord, 'status'> | undefined,
): ServerState | 'UNKNOWN' {
	return node?.status === 'ONLINE' ? state : 'UNKNOWN';
}

type Facts = Pick<Reading, 'nodes' | 'tasks'>;

/*
Each check throws the refusal that the specification's table of errors names (States and transitions; Errors). The check
for a directory change comes first, because the state that it leaves would trigger another refusal.
*/

export async function checkNoDirectoryChange({tasks}: Facts, {id}: ServerRecord): Promise<void> {
	const live = await tasks.liveOfServer(id);
	if (live.some(task => task.type === 'SERVER_DIRECTORY_CHANGE'))
		throw new Refusal('server.server_directory_change_in_progress');
}

export async function checkNoBackupDirectoryChange(
	{tasks}: Facts,
	nodeId: string,
	of: 'server' | 'node' = 'server',
): Promise<void> {
	for (const task of await tasks.ofNode(nodeId)) {
		if (isLive(task) && task.type === 'BACKUP_DIRECTORY_CHANGE')
			throw new Refusal(`${of}.backup_directory_change_in_progress`);
	}
}

export async function checkTaskRoom(
	{tasks}: Facts,
	{limits}: ServiceContext,
	{id}: ServerRecord,
): Promise<void> {
	const live = (await tasks.liveOfServer(id)).filter(({type}) => type !== 'TIMED_COMMAND');
	if (live.length >= limits.maxWaitingTasks) throw new Refusal('server.too_many_tasks');
}

/** The commands that wait on a server. */
const maxLater = 500;

/** Refuses a command for later if too many wait. */
export async function checkLaterRoom({tasks}: Facts, {id}: ServerRecord): Promise<void> {
	const live = (await tasks.liveOfServer(id)).filter(({type}) => type === 'TIMED_COMMAND');
	if (live.length >= maxLater) throw new Refusal('server.too_many_tasks');
}

/** Refuses operations that are only simulated if the server is real. */
export function checkSimulated(server: ServerRecord): void {
	if (isReal(server)) throw new Refusal('server.operation_not_possible', refusalMessages.realServer);
}

/** Refuses an action that the driver of a real server does not support, with the reason. */
export function checkPossible(
	service: ServiceContext,
	server: ServerRecord,
	...operations: BlockedOperation[]
): void {
	for (const operation of operations) {
		const reason = blockedReason(service, server, operation);
		if (reason !== undefined) throw new Refusal('server.operation_not_possible', reason);
	}
}

/** Refuses a command to a server that is down. The console of a real one in an unknown state is tried: its answer is the state. */
export async function checkCommandable(
	service: ServiceContext,
	facts: Facts,
	server: ServerRecord,
): Promise<void> {
	await checkNoDirectoryChange(facts, server);
	if (await mayBeUp(facts, server)) return;
	const unstartable = isReal(server) ? blockedReason(service, server, 'start') : undefined;
	if (unstartable === undefined) throw new Refusal('server.is_not_online');
	const message = refusalMessages.notOnline(problemOf(service, server), unstartable);
	throw new Refusal('server.is_not_online', message);
}

export async function checkOffline(facts: Facts, server: ServerRecord): Promise<void> {
	await checkNoDirectoryChange(facts, server);
	if ((await stateOf(facts, server)) !== 'OFFLINE') throw new Refusal('server.is_not_offline');
}

export async function checkStoppable(facts: Facts, server: ServerRecord, force: boolean): Promise<void> {
	await checkNoDirectoryChange(facts, server);
	const state = await stateOf(facts, server);
	if (force && state === 'OFFLINE') throw new Refusal('server.stop_force_already_offline');
	if (!force && !(await mayBeUp(facts, server))) throw new Refusal('server.stop_normal_invalid_state');
	if (await isScheduled(facts, server)) throw new Refusal('server.timed_shutdown_already_scheduled');
}

export async function checkRestartable(facts: Facts, server: ServerRecord, force: boolean): Promise<void> {
	await checkNoDirectoryChange(facts, server);
	const isPossible = force ? (await stateOf(facts, server)) !== 'OFFLINE' : await mayBeUp(facts, server);
	if (!isPossible) throw new Refusal('server.is_not_online');
	if (await isScheduled(facts, server)) throw new Refusal('server.timed_restart_already_scheduled');
}

export async function checkStateKnown(facts: Facts, server: ServerRecord): Promise<void> {
	await checkNoDirectoryChange(facts, server);
	if ((await stateOf(facts, server)) === 'UNKNOWN') throw new Refusal('server.state_unknown');
}

/**
Returns whether a server is ONLINE, or a real one of unknown state: what is not proven blocks nothing. Its node must be
there to do it.
*/
async function mayBeUp({nodes}: Facts, server: ServerRecord): Promise<boolean> {
	if (visibleState(server, await nodes.get(server.nodeId)) === 'ONLINE') return true;
	return (
		isReal(server) && server.state === 'UNKNOWN' && (await nodes.get(server.nodeId))?.status === 'ONLINE'
	);
}

const stateOf = async ({nodes}: Facts, server: ServerRecord) =>
	visibleState(server, await nodes.get(server.nodeId));

const isScheduled = async ({tasks}: Facts, {id}: ServerRecord): Promise<boolean> =>
	(await tasks.liveOfServer(id)).some(isTimed);
