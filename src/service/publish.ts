import {changeServer, type Plane} from './context.ts';
import type {BackupRecord, RunRecord, ServerRecord, ServerState, TaskRecord} from './records.ts';
import {backupView, runView, taskView} from './views.ts';

/*
What the team hears besides RCON answers. The specification shows no other event, so a sandbox that keeps strictly to
it says nothing here. (Specification: Events; the shapes are those of the public node agent's packets)
*/

/** Sets the state and says so, also when it is the same: listeners get duplicates from the real service too. */
export function setState(plane: Plane, serverId: string, state: ServerState): ServerRecord | undefined {
	const from = plane.store.servers.get(serverId)?.state;
	const server = changeServer(plane, serverId, {state});
	if (!server || !from) return undefined;
	tellState(plane, server, state);
	if (from !== state) plane.runner.stateChanged({server, from, to: state});
	return server;
}

export function tellState(plane: Plane, {id, teamId}: ServerRecord, state: string): void {
	tell(plane, teamId, {serverId: id, state});
}

/** Keeps the task as it is now and tells the team. */
export function setTask(plane: Plane, task: TaskRecord): TaskRecord {
	const teamId = plane.store.nodes.get(task.nodeId)?.teamId;
	plane.store.tasks.put(task);
	if (teamId !== undefined) tell(plane, teamId, {nodeTask: taskView(task)});
	return task;
}

export function tellBackup(plane: Plane, {id, teamId}: ServerRecord, backup: BackupRecord): void {
	tell(plane, teamId, {serverId: id, backup: backupView(id, backup)});
}

export function setRun(plane: Plane, run: RunRecord): RunRecord {
	plane.store.runs.put(run);
	tell(plane, run.teamId, {automationRun: runView(plane, run)});
	return run;
}

export function tell(plane: Plane, teamId: string, packet: object): void {
	if (!plane.strictSpec) plane.broadcast(teamId, packet);
}
