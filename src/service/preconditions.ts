import {refusalMessages} from '../messages/service-requests.ts';
import type {BlockedOperation} from './agent/agent.ts';
import type {ServiceContext} from './context.ts';
import {isReal, type NodeRecord, type ServerRecord, type ServerState} from './records.ts';
import {Refusal} from './refusal.ts';
import type {Reading} from './repositories.ts';
import {blockedReason} from './server-facts.ts';
import {isLive, isTimed} from './task-facts.ts';

/** Returns the state that callers see: UNKNOWN while the node is offline. */
export function visibleState(
	{state}: ServerRecord,
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
	const live = await tasks.liveOfServer(id);
	if (live.length >= limits.maxWaitingTasks) throw new Refusal('server.too_many_tasks');
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

export async function checkOnline(facts: Facts, server: ServerRecord): Promise<void> {
	await checkNoDirectoryChange(facts, server);
	if ((await stateOf(facts, server)) !== 'ONLINE') throw new Refusal('server.is_not_online');
}

export async function checkOffline(facts: Facts, server: ServerRecord): Promise<void> {
	await checkNoDirectoryChange(facts, server);
	if ((await stateOf(facts, server)) !== 'OFFLINE') throw new Refusal('server.is_not_offline');
}

export async function checkStoppable(facts: Facts, server: ServerRecord, force: boolean): Promise<void> {
	await checkNoDirectoryChange(facts, server);
	const state = await stateOf(facts, server);
	if (force && state === 'OFFLINE') throw new Refusal('server.stop_force_already_offline');
	if (!force && state !== 'ONLINE') throw new Refusal('server.stop_normal_invalid_state');
	if (await isScheduled(facts, server)) throw new Refusal('server.timed_shutdown_already_scheduled');
}

export async function checkRestartable(facts: Facts, server: ServerRecord): Promise<void> {
	await checkOnline(facts, server);
	if (await isScheduled(facts, server)) throw new Refusal('server.timed_restart_already_scheduled');
}

export async function checkStateKnown(facts: Facts, server: ServerRecord): Promise<void> {
	await checkNoDirectoryChange(facts, server);
	if ((await stateOf(facts, server)) === 'UNKNOWN') throw new Refusal('server.state_unknown');
}

const stateOf = async ({nodes}: Facts, server: ServerRecord) =>
	visibleState(server, await nodes.get(server.nodeId));

const isScheduled = async ({tasks}: Facts, {id}: ServerRecord): Promise<boolean> =>
	(await tasks.liveOfServer(id)).some(isTimed);
