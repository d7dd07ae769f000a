import {isLive, liveTasks, serversOfTeam, type Plane} from './context.ts';
import type {ServerRecord, ServerState} from './records.ts';
import {Refusal} from './refusal.ts';

/** The state that callers see: while its node is away nobody knows it. */
export function visibleState({store}: Plane, server: ServerRecord): ServerState | 'UNKNOWN' {
	return store.nodes.get(server.nodeId)?.status === 'ONLINE' ? server.state : 'UNKNOWN';
}

/*
Each check throws the refusal that the specification's table of errors names (States and transitions; Errors). A
directory change comes first: it leaves the server in a state that would otherwise hide it.
*/

export function checkNoDirectoryChange(plane: Plane, {id}: ServerRecord): void {
	if (liveTasks(plane, id).some(task => task.type === 'SERVER_DIRECTORY_CHANGE'))
		throw new Refusal('server.server_directory_change_in_progress');
}

export function checkNoBackupDirectoryChange(
	{store}: Plane,
	nodeId: string,
	of: 'server' | 'node' = 'server',
): void {
	for (const task of store.tasks.all()) {
		if (isLive(task) && task.type === 'BACKUP_DIRECTORY_CHANGE' && task.nodeId === nodeId)
			throw new Refusal(`${of}.backup_directory_change_in_progress`);
	}
}

/** What a node only simulates is not to be claimed of a real server. */
export function checkSimulated({attached}: ServerRecord): void {
	if (attached)
		throw new Refusal('server.unsupported_game_type', 'The sandbox does not do this to real servers.');
}

export function checkOnline(plane: Plane, server: ServerRecord): void {
	checkNoDirectoryChange(plane, server);
	if (visibleState(plane, server) !== 'ONLINE') throw new Refusal('server.is_not_online');
}

export function checkOffline(plane: Plane, server: ServerRecord): void {
	checkNoDirectoryChange(plane, server);
	if (visibleState(plane, server) !== 'OFFLINE') throw new Refusal('server.is_not_offline');
}

export function checkStoppable(plane: Plane, server: ServerRecord, force: boolean): void {
	checkNoDirectoryChange(plane, server);
	const state = visibleState(plane, server);
	if (force && state === 'OFFLINE') throw new Refusal('server.stop_force_already_offline');
	if (!force && state !== 'ONLINE') throw new Refusal('server.stop_normal_invalid_state');
	if (isTimed(plane, server)) throw new Refusal('server.timed_shutdown_already_scheduled');
}

export function checkRestartable(plane: Plane, server: ServerRecord): void {
	checkOnline(plane, server);
	if (isTimed(plane, server)) throw new Refusal('server.timed_restart_already_scheduled');
}

export function checkStateKnown(plane: Plane, server: ServerRecord): void {
	checkNoDirectoryChange(plane, server);
	if (visibleState(plane, server) === 'UNKNOWN') throw new Refusal('server.state_unknown');
}

/** Names are compared without regard to case and to space around them: people read them. */
export function checkNameFree(plane: Plane, teamId: string, name: string, exceptId?: string): void {
	const wanted = name.trim().toLowerCase();
	for (const server of serversOfTeam(plane, teamId)) {
		if (server.id !== exceptId && server.displayName.trim().toLowerCase() === wanted)
			throw new Refusal('server.display_name_already_exists');
	}
}

function isTimed(plane: Plane, {id}: ServerRecord): boolean {
	return liveTasks(plane, id).some(({type}) => type === 'TIMED_SHUTDOWN' || type === 'TIMED_RESTART');
}
