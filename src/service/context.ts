import type {Clock} from '../lib/time/clock.ts';
import type {Caller} from './access/accounts.ts';
import type {AutomationRunner, AutomationWebhook} from './automations/automation-runner.ts';
import type {Broadcast} from './broker/broker.ts';
import type {Bus} from './bus.ts';
import type {SignIn} from './access/sign-in.ts';
import type {NodeAgent} from './agent/agent.ts';
import type {OnEvent} from './events.ts';
import type {ServiceLimits} from './limits.ts';
import type {Outbox} from './link/outbox.ts';
import {isReal, type NodeRecord, type ServerRecord, type TeamRecord} from './records/records.ts';
import {Refusal} from './http/refusal.ts';
import type {Reading, Records} from './records/repositories.ts';
import type {ServerDriver} from './agent/server-driver.ts';
import type {Storage} from './records/storage.ts';
import type {Store} from './records/store.ts';
import type {Timings} from './timings.ts';

/** The state that handlers and node agents share. There is one per open service. */
export type ServiceContext = {
	clock: Clock;
	random: () => number;
	newId: () => string;
	records: Records;
	/** True: several instances share the records, and this process has no servers of its own. */
	isShared: boolean;
	/** The records as agents of this process see them: their changes are synchronous. */
	store: Store;
	/** Sends at once: call it after the commit. */
	bus: Bus;
	/** Of the records of this process. */
	storage: Storage;
	limits: ServiceLimits;
	timings: Timings;
	/** True offers only the specification: no extensions, RUNNING and STOPPED in records, only RCON on the feed. */
	strictSpec: boolean;
	/** False: handles only new requests. It starts nothing by itself and resumes nothing accepted earlier. */
	supervises: boolean;
	/** False: sends nothing to real servers by itself, not even to see whether they are up. */
	observes: boolean;
	/** This and the other calls that leave the process wait for the commit of an open transaction. */
	broadcast: Broadcast;
	signIn: SignIn;
	/** Closes the connections of an application at all instances. */
	endSessions: (applicationId: string) => void;
	onEvent: OnEvent;
	/** Runs the simulated servers. Undefined if there are none. */
	driver: ServerDriver | undefined;
	agentOf: (nodeId: string) => NodeAgent;
	runner: AutomationRunner;
	webhook: AutomationWebhook;
	/** What the service that this machine is linked to must know. Undefined without a link. */
	outbox: Outbox | undefined;
	/** When the service was opened. */
	openedAt: number;
	/** Aborted when the service closes. */
	closed: AbortSignal;
};

/** Returns the caller's team. Refuses any other id, even of an existing team, as not found. */
export async function ownTeam(
	{teams}: Pick<Reading, 'teams'>,
	caller: Caller,
	teamId: string,
): Promise<TeamRecord> {
	const team = teamId === caller.teamId ? await teams.get(teamId) : undefined;
	if (!team) throw new Refusal('general.not_found');
	return team;
}

export async function ownServer(
	{servers}: Pick<Reading, 'servers'>,
	caller: Caller,
	serverId: string,
): Promise<ServerRecord> {
	return requireOwn(await servers.get(serverId), caller);
}

export async function ownNode(
	{nodes}: Pick<Reading, 'nodes'>,
	caller: Caller,
	nodeId: string,
): Promise<NodeRecord> {
	return requireOwn(await nodes.get(nodeId), caller);
}

/** Returns the record if it belongs to the caller's team. Otherwise throws `Refusal`. */
export function requireOwn<Kept extends {teamId: string}>(record: Kept | undefined, caller: Caller): Kept {
	if (record?.teamId !== caller.teamId) throw new Refusal('general.not_found');
	return record;
}

/** Returns the driver of simulated servers of a game type, or undefined if it cannot run them. */
export function driverOf(
	{driver}: ServiceContext,
	{gameType}: Pick<ServerRecord, 'gameType'>,
): ServerDriver | undefined {
	return driver?.supports(gameType) ? driver : undefined;
}

/** Returns whether anything here can run or observe the server. */
export const isSupported = (service: ServiceContext, server: ServerRecord): boolean =>
	isReal(server) || driverOf(service, server) !== undefined;

/** Changes fields of a server. Does nothing if the server no longer exists. */
export function changeServer(
	{store}: ServiceContext,
	serverId: string,
	change: Partial<ServerRecord>,
): ServerRecord | undefined {
	const server = store.servers.get(serverId);
	return server && store.servers.put({...server, ...change});
}
