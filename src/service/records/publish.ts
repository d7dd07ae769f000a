import {recordState} from '../../contract/states.ts';
import type {StateChange} from '../automations/automation-runner.ts';
import {changeServer, type ServiceContext} from '../context.ts';
import type {OutputPacket} from '../own/output-feed.ts';
import {
	type BackupRecord,
	isReal,
	type RunRecord,
	type ServerRecord,
	type ServerState,
	type TaskRecord,
} from './records.ts';
import type {Transaction} from './repositories.ts';
import {visibleState} from './preconditions.ts';
import {backupView, runView, taskView} from './views.ts';

/*
Events for the team besides RCON answers. The specification shows no others, so a service in strict mode sends none of
these. (Specification: Events; the shapes are those of the public node agent's packets)
*/

/**
Sets and publishes the state, even if it is unchanged: the real service also sends duplicates. The runs that it triggers
follow.
*/
export function setState(
	service: ServiceContext,
	serverId: string,
	state: ServerState,
): ServerRecord | undefined {
	return service.store.atomically(() => changeState(service, serverId, state));
}

function changeState(
	service: ServiceContext,
	serverId: string,
	state: ServerState,
): ServerRecord | undefined {
	const before = service.store.servers.get(serverId);
	const from = before?.state;
	const isSince = before !== undefined && isReal(before) && from !== state;
	const now = service.clock.now();
	const isUp = state === 'ONLINE' || state === 'INITIALIZING';
	const change = {
		state,
		...(isSince && {
			stateSince: now,
			isFirstSeen: from === 'UNKNOWN' || undefined,
			isStopped: isStoppedAfter(before, state),
			...(isUp && {lastUpAt: now}),
		}),
	};
	const server = changeServer(service, serverId, change);
	if (!server || !from) return undefined;
	// A simulated game continues while its node is unreachable, and nothing is published.
	if (visibleState(server, service.store.nodes.get(server.nodeId)) === 'UNKNOWN') return server;
	publishState(service, server, state);
	if (from !== state) {
		service.onEvent({kind: 'state', server, from, to: state});
		reportStateChange(service, {server, from, to: state});
	}
	return server;
}

/**
Returns whether a real server in its next state is down as it should be. An end that someone ordered passes through STOPPING;
one that is found down after it was UNKNOWN is as before.
*/
function isStoppedAfter(
	{state: from, wanted, lastUpAt, isStopped}: ServerRecord,
	state: ServerState,
): boolean {
	if (state !== 'OFFLINE' && state !== 'UNKNOWN') return false;
	if (from === 'STOPPING') return wanted === 'down';
	const wasDown = from === 'OFFLINE' || from === 'UNKNOWN';
	return wasDown && (isStopped ?? (lastUpAt === undefined && wanted === 'down'));
}

/** Accepts the runs that a change of a visible state triggers, in the same transaction. */
export function reportStateChange({runner}: ServiceContext, change: StateChange): void {
	runner.onStateChange(change);
}

export function publishState(
	service: ServiceContext,
	{id, teamId}: ServerRecord,
	state: ServerState | 'UNKNOWN',
): void {
	publish(service, teamId, {serverId: id, state: recordState(state)});
}

/** Stores the task, and sends it to the team after the commit. */
export async function putTask(
	service: ServiceContext,
	{tasks, afterCommit}: Pick<Transaction, 'tasks' | 'afterCommit'>,
	teamId: string,
	task: TaskRecord,
): Promise<void> {
	await tasks.put(task);
	afterCommit(() => publish(service, teamId, {nodeTask: taskView(task)}));
}

/** The same for agents of this process. */
export function setTask(service: ServiceContext, task: TaskRecord): TaskRecord {
	const teamId = service.store.nodes.get(task.nodeId)?.teamId;
	service.store.tasks.put(task);
	if (teamId !== undefined) publish(service, teamId, {nodeTask: taskView(task)});
	return task;
}

export function publishBackup(
	service: ServiceContext,
	{id, teamId}: ServerRecord,
	backup: BackupRecord,
): void {
	publish(service, teamId, {serverId: id, backup: backupView(id, backup)});
}

/** Sends unsolicited game output. Like the other events, every member of the team gets it. */
export function publishOutput(service: ServiceContext, packet: OutputPacket): void {
	const teamId = service.store.servers.get(packet.serverId)?.teamId;
	if (teamId !== undefined) publish(service, teamId, packet);
}

/** Stores the run and sends it to the team after the commit. */
export async function putRun(
	service: ServiceContext,
	{runs, afterCommit}: Pick<Transaction, 'runs' | 'afterCommit'>,
	run: RunRecord,
): Promise<RunRecord> {
	await runs.put(run);
	afterCommit(() => publishRun(service, run));
	return run;
}

export function publishRun(service: ServiceContext, run: RunRecord): void {
	publish(service, run.teamId, {automationRun: runView(service, run)});
}

export function publish(service: ServiceContext, teamId: string, packet: object): void {
	if (!service.strictSpec) service.broadcast(teamId, packet);
}
