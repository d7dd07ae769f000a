import {refusalMessages} from '../messages/service-requests.ts';
import type {BlockedOperation} from './agent/agent.ts';
import {liveTasks, type ServiceContext} from './context.ts';
import {isReal, type ServerRecord, type ServerState} from './records.ts';
import {Refusal} from './refusal.ts';
import {isLive, isTimed} from './task-facts.ts';

/** Returns the state that callers see: UNKNOWN while the node is offline. */
export function visibleState({store}: ServiceContext, server: ServerRecord): ServerState | 'UNKNOWN' {
	return store.nodes.get(server.nodeId)?.status === 'ONLINE' ? server.state : 'UNKNOWN';
}

/*
Each check throws the refusal that the specification's table of errors names (States and transitions; Errors). The check
for a directory change comes first, because the state that it leaves would trigger another refusal.
*/

export function checkNoDirectoryChange(service: ServiceContext, {id}: ServerRecord): void {
	if (liveTasks(service, id).some(task => task.type === 'SERVER_DIRECTORY_CHANGE'))
		throw new Refusal('server.server_directory_change_in_progress');
}

export function checkNoBackupDirectoryChange(
	{store}: ServiceContext,
	nodeId: string,
	of: 'server' | 'node' = 'server',
): void {
	for (const task of store.tasks.all()) {
		if (isLive(task) && task.type === 'BACKUP_DIRECTORY_CHANGE' && task.nodeId === nodeId)
			throw new Refusal(`${of}.backup_directory_change_in_progress`);
	}
}

export function checkTaskRoom(service: ServiceContext, {id}: ServerRecord): void {
	if (liveTasks(service, id).length >= service.limits.maxWaitingTasks)
		throw new Refusal('server.too_many_tasks');
}

/** Refuses operations that are only simulated if the server is real. */
export function checkSimulated(server: ServerRecord): void {
	if (isReal(server)) throw new Refusal('server.operation_not_possible', refusalMessages.realServer);
}

/** Refuses an action that the driver of a real server does not support, with the reason. */
export function checkPossible(
	{agentOf}: ServiceContext,
	{id, nodeId}: ServerRecord,
	...operations: BlockedOperation[]
): void {
	for (const operation of operations) {
		const reason = agentOf(nodeId).blocked(id, operation);
		if (reason !== undefined) throw new Refusal('server.operation_not_possible', reason);
	}
}

export function checkOnline(service: ServiceContext, server: ServerRecord): void {
	checkNoDirectoryChange(service, server);
	if (visibleState(service, server) !== 'ONLINE') throw new Refusal('server.is_not_online');
}

export function checkOffline(service: ServiceContext, server: ServerRecord): void {
	checkNoDirectoryChange(service, server);
	if (visibleState(service, server) !== 'OFFLINE') throw new Refusal('server.is_not_offline');
}

export function checkStoppable(service: ServiceContext, server: ServerRecord, force: boolean): void {
	checkNoDirectoryChange(service, server);
	const state = visibleState(service, server);
	if (force && state === 'OFFLINE') throw new Refusal('server.stop_force_already_offline');
	if (!force && state !== 'ONLINE') throw new Refusal('server.stop_normal_invalid_state');
	if (isScheduled(service, server)) throw new Refusal('server.timed_shutdown_already_scheduled');
}

export function checkRestartable(service: ServiceContext, server: ServerRecord): void {
	checkOnline(service, server);
	if (isScheduled(service, server)) throw new Refusal('server.timed_restart_already_scheduled');
}

export function checkStateKnown(service: ServiceContext, server: ServerRecord): void {
	checkNoDirectoryChange(service, server);
	if (visibleState(service, server) === 'UNKNOWN') throw new Refusal('server.state_unknown');
}

function isScheduled(service: ServiceContext, {id}: ServerRecord): boolean {
	return liveTasks(service, id).some(isTimed);
}
