import type {Clock} from '../lib/clock.ts';
import type {Caller} from './accounts.ts';
import type {AutomationRunner} from './automations/automation-runner.ts';
import type {Broadcast} from './broker/broker.ts';
import type {NodeAgent} from './agent/agent.ts';
import type {ServiceLimits} from './limits.ts';
import type {NodeRecord, ServerRecord, TaskRecord, TeamRecord} from './records.ts';
import {Refusal} from './refusal.ts';
import type {ServerDriver} from './server-driver.ts';
import type {Store} from './store.ts';
import type {Timings} from './timings.ts';

/** Everything that handlers and node agents share. One for each open service. */
export type ServiceContext = {
	clock: Clock;
	random: () => number;
	newId: () => string;
	store: Store;
	limits: ServiceLimits;
	timings: Timings;
	/** Only what the specification has: no extensions, RUNNING and STOPPED in records, only RCON on the feed. */
	strictSpec: boolean;
	broadcast: Broadcast;
	/** `created` runs the servers that the service itself has created; undefined where nothing does. */
	drivers: {attached: ServerDriver; created: ServerDriver | undefined};
	agentOf: (nodeId: string) => NodeAgent;
	runner: AutomationRunner;
	/** Aborted when the service closes. */
	closed: AbortSignal;
};

/** The team itself; another team's id is as unknown as one that does not exist. */
export function ownTeam({store}: ServiceContext, caller: Caller, teamId: string): TeamRecord {
	const team = teamId === caller.teamId ? store.teams.get(teamId) : undefined;
	if (!team) throw new Refusal('general.not_found');
	return team;
}

export function ownServer({store}: ServiceContext, caller: Caller, serverId: string): ServerRecord {
	return requireOwn(store.servers.get(serverId), caller);
}

export function ownNode({store}: ServiceContext, caller: Caller, nodeId: string): NodeRecord {
	return requireOwn(store.nodes.get(nodeId), caller);
}

/** The record, if it is the caller's team's. */
export function requireOwn<Kept extends {teamId: string}>(record: Kept | undefined, caller: Caller): Kept {
	if (record?.teamId !== caller.teamId) throw new Refusal('general.not_found');
	return record;
}

export function serversOfTeam({store}: ServiceContext, teamId: string): ServerRecord[] {
	return store.servers.all().filter(server => server.teamId === teamId);
}

/** What runs a server; undefined where nothing can. */
export function driverOf(
	{drivers}: ServiceContext,
	{gameType, attached}: Pick<ServerRecord, 'gameType' | 'attached'>,
): ServerDriver | undefined {
	const driver = attached ? drivers.attached : drivers.created;
	return driver?.supports(gameType) ? driver : undefined;
}

/** Tasks that are not over, of one server. */
export function liveTasks({store}: ServiceContext, serverId: string): TaskRecord[] {
	return store.tasks.all().filter(task => isLive(task) && task.targetIds.includes(serverId));
}

export function isLive({state}: TaskRecord): boolean {
	return state === 'PENDING' || state === 'RUNNING';
}

/** Changes some fields of a server that may meanwhile be gone. */
export function changeServer(
	{store}: ServiceContext,
	serverId: string,
	change: Partial<ServerRecord>,
): ServerRecord | undefined {
	const server = store.servers.get(serverId);
	return server && store.servers.put({...server, ...change});
}
