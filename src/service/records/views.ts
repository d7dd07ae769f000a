import {recordState} from '../../contract/states.ts';
import {isoTime} from '../../lib/time/ago.ts';
import {accountIn, type Grants} from '../access/accounts.ts';
import {ownServerMessages} from '../../messages/own-servers.ts';
import {refusalMessages} from '../../messages/service.ts';
import {charactersPerServer, lastLines, newestBackups} from './answer-limits.ts';
import {type NewestCommands, noCommands} from './command-history.ts';
import {isSupported, type ServiceContext} from '../context.ts';
import type {BlockedOperation, GameFacts} from '../agent/agent.ts';
import {
	blockedReason,
	consoleProblemOf,
	factsOf,
	problemOf,
	rconPortOf,
	visibleState,
} from './preconditions.ts';
import {
	type AutomationRecord,
	type BackupRecord,
	type CommandRecord,
	type InviteRecord,
	isReal,
	type JournalRecord,
	type MemberRecord,
	type NodeRecord,
	type ProfileRecord,
	type RunRecord,
	type ServerRecord,
	type StepRecord,
	type TaskRecord,
} from './records.ts';
import {Refusal} from '../http/refusal.ts';
import type {Reading} from './repositories.ts';

export const isoOrNull = (at: number | undefined): string | null => (at === undefined ? null : isoTime(at));

/** Whether only fields of the specification are shown. */
type ViewOptions = Pick<ServiceContext, 'strictSpec'>;

/** Returns the state of a server in records and packets, in their words. (Specification: States and transitions) */
export const stateView = (
	server: Pick<ServerRecord, 'state'>,
	node: Pick<NodeRecord, 'status'> | undefined,
): string => recordState(visibleState(server, node));

/** A server with the records that its view shows. */
export type LoadedServer = {
	server: ServerRecord;
	node: NodeRecord | undefined;
	profile: ProfileRecord | undefined;
	commands: NewestCommands;
};

/** Loads what the views of servers show, with one query per kind of record: of commands, at most this many characters each. */
export async function loadServers(
	{nodes, profiles, commands}: Pick<Reading, 'nodes' | 'profiles' | 'commands'>,
	servers: readonly ServerRecord[],
	maxCharacters?: number,
): Promise<LoadedServer[]> {
	const nodesById = await nodes.getMany(servers.map(({nodeId}) => nodeId));
	const profilesById = await profiles.getMany(servers.map(({settingProfileId}) => settingProfileId));
	const commandsById = await commands.ofServers(
		servers.map(({id}) => id),
		maxCharacters,
	);
	return servers.map(server => ({
		server,
		node: nodesById.get(server.nodeId),
		profile: profilesById.get(server.settingProfileId),
		commands: commandsById.get(server.id) ?? noCommands,
	}));
}

/** Returns the base fields of a server, as in the response to its creation. (Specification: GameServer) */
export function baseView(service: ServiceContext, loaded: LoadedServer) {
	const {server, commands} = loaded;
	const facts = factsOf(service, server, loaded.node);
	return {
		id: server.id,
		displayName: server.displayName,
		teamId: server.teamId,
		nodeId: server.nodeId,
		created: isoTime(server.createdAt),
		gameType: server.gameType,
		state: stateView(server, loaded.node),
		settingProfileId: server.settingProfileId,
		serverDirectory: server.serverDirectory,
		onlinePlayers: facts.players,
		backups: server.backups.map(backup => backupView(server.id, backup)),
		commands: commands.commands.map(command => commandView(service, command)),
		// An extension that shows that older ones are missing.
		...(server.omittedBackups !== undefined && !service.strictSpec && {olderBackups: server.omittedBackups}),
		...(facts.atLeast !== undefined && !service.strictSpec && {onlinePlayersAtLeast: facts.atLeast}),
		...(!service.strictSpec && usageView(facts)),
		...(!service.strictSpec && (isReal(server) ? realView(service, loaded) : {blocked: []})),
	};
}

/** The known resource usage of a server. An extension of the specification. */
const usageView = ({cpuPercent, memoryBytes}: GameFacts) => ({
	...(cpuPercent !== undefined && {cpuPercent}),
	...(memoryBytes !== undefined && {memoryBytes}),
});

/** Fields that only real servers have, but for `blocked`. An extension of the specification. */
function realView(service: ServiceContext, {server, node}: LoadedServer) {
	const {id, own, linked, createdAt, report} = server;
	const {playersCommand, sayCommand} = own ?? linked ?? {};
	const stateSince = server.stateSince ?? createdAt;
	// The state is UNKNOWN since the last sign of life.
	const lostAt = node && node.status !== 'ONLINE' ? node.lastAlive : -Infinity;
	const reasonOf = (operation: BlockedOperation) => blockedReason(service, server, operation);
	const stop = reasonOf('stop');
	const {realServer} = refusalMessages;
	const reasons = {
		start: reasonOf('start'),
		stop,
		restart: stop ?? reasonOf('start'),
		'force-stop': reasonOf('kill'),
		'force-restart': reasonOf('kill') ?? reasonOf('start'),
		rcon: own?.console || linked?.hasConsole ? undefined : ownServerMessages.noConsole,
		backup: reasonOf('backup'),
		rollback: reasonOf('rollback'),
		'change-directory': realServer,
		update: realServer,
	};
	return {
		// The console of each one has a queue of its own.
		commandQueue: id,
		stateSince: server.isFirstSeen && lostAt === -Infinity ? null : isoTime(Math.max(stateSince, lostAt)),
		...(server.state === 'OFFLINE' && (server.isStopped ?? linked?.isStopped) && {isStopped: true}),
		problem: problemOf(service, server) ?? null,
		consoleProblem: consoleProblemOf(service, server) ?? null,
		report: report ? {...report, at: isoTime(report.at), log: [...report.log]} : null,
		blocked: Object.entries(reasons).flatMap(([operation, reason]) =>
			reason === undefined ? [] : [{operation, reason}],
		),
		...(playersCommand !== undefined && {playersCommand}),
		...(sayCommand !== undefined && {sayCommand}),
	};
}

/** Returns the enriched view of a server. Throws `Refusal` if its profile is missing or its game type is unknown. */
export function serverView(service: ServiceContext, loaded: LoadedServer) {
	if (!isSupported(service, loaded.server)) throw new Refusal('server.unsupported_game_type');
	if (!loaded.profile) throw new Refusal('server.dto_mapping_profile_not_found');
	return {...baseView(service, loaded), ...enrichment(service, loaded, loaded.profile.map)};
}

/** Returns a server with what fits of its backups and its log. */
function withNewest(server: ServerRecord, most: number): ServerRecord {
	const {report, omittedBackups = 0} = server;
	const backups = newestBackups(server.backups, most);
	const older = omittedBackups + server.backups.length - backups.length;
	return {
		...server,
		backups: [...backups],
		...(older > 0 && {omittedBackups: older}),
		...(report && {report: {...report, log: lastLines(report.log, most)}}),
	};
}

/** Returns a list of servers, each with its newest commands, and with only its base fields if it cannot be enriched. */
export async function listView(service: ServiceContext, records: Reading, servers: readonly ServerRecord[]) {
	const loaded = await loadServers(records, servers, charactersPerServer(servers.length));
	return loaded.map(each => listItemView(service, each, charactersPerServer(servers.length)));
}

function listItemView(service: ServiceContext, {server: whole, ...rest}: LoadedServer, most: number) {
	const server = withNewest(whole, most);
	const loaded = {...rest, server};
	const {profile, commands} = rest;
	// An extension that shows clients that commands are missing, even if none fits.
	const left = {olderCommands: commands.older, newestCommandId: commands.newestId};
	const base = {
		...baseView(service, loaded),
		...(commands.older > 0 && !service.strictSpec && left),
	};
	return profile && isSupported(service, server)
		? {...base, ...enrichment(service, loaded, profile.map)}
		: base;
}

function enrichment(service: ServiceContext, {server, node}: LoadedServer, profileMap: string) {
	const {modCount, serverIp, serverPort, queryPort} = server;
	const facts = factsOf(service, server, node);
	const {map = profileMap || undefined, maxPlayers = server.maxPlayers} = facts;
	const name = node?.settings['name'];
	return {
		nodeName: typeof name === 'string' ? name : server.nodeId,
		serverIp,
		map,
		maxPlayers,
		modCount,
		serverPort,
		queryPort,
		rconPort: rconPortOf(service, server),
	};
}

/**
The response is always text in the specification, which has neither the sender nor the failure of a console: the text then
says it.
*/
export const commandView = (
	{strictSpec}: ViewOptions,
	{timestamp, response, by, failure, endedBySilence, ...command}: CommandRecord,
) => ({
	...command,
	...(!strictSpec && {
		...(by !== undefined && {by}),
		...(failure && {failure}),
		...(endedBySilence && {endedBySilence}),
	}),
	response: strictSpec ? [response, failure && `[${failure.message}]`].filter(Boolean).join('\n') : response,
	timestamp: isoTime(timestamp),
});

export const backupView = (
	serverId: string,
	{createdAt, expiresAt, contentSize: _size, directory: _directory, ...backup}: BackupRecord,
) => ({
	...backup,
	serverId,
	createdAt: isoTime(createdAt),
	expiresAt: isoOrNull(expiresAt),
});

export function nodeView({lastAlive, lastLogin, logoutReason, link: _link, ...node}: NodeRecord) {
	return {
		...node,
		lastAlive: isoTime(lastAlive),
		lastLogin: isoTime(lastLogin),
		logoutReason: logoutReason ?? null,
	};
}

export function taskView({order: _order, createdAt, finishedAt, errorMessage, context, ...task}: TaskRecord) {
	return {
		...task,
		context,
		createdAt: isoTime(createdAt),
		finishedAt: isoOrNull(finishedAt),
		errorMessage: errorMessage ?? null,
	};
}

export const journalEntryView = ({id: _key, teamId: _team, entryId, madeAt, ...entry}: JournalRecord) => ({
	...entry,
	id: entryId,
	at: isoTime(madeAt),
});

export function automationView({strictSpec}: ViewOptions, record: AutomationRecord) {
	const {createdAt, updatedAt, authors: _authors, createdBy, createdById, review, ...automation} = record;
	return {
		...automation,
		createdAt: isoTime(createdAt),
		updatedAt: isoTime(updatedAt),
		...(!strictSpec && {createdBy, createdById, review}),
	};
}

export function runView({strictSpec}: ViewOptions, record: RunRecord) {
	const {workflow, scheduledFireAt, currentStep, stepHistory, ...rest} = record;
	const {runTimeoutSec: _limit, claimedBy: _instance, outputs: _answers, ...run} = rest;
	return {
		...run,
		createdAt: isoTime(run.createdAt),
		startedAt: isoOrNull(run.startedAt),
		finishedAt: isoOrNull(run.finishedAt),
		// Always an object; empty while no step runs. (Specification: AutomationRun)
		currentStep: currentStep ? stepView(currentStep) : {},
		stepHistory: stepHistory.map(stepView),
		workflowSize: workflow.length,
		...(!strictSpec && {scheduledFireAt: isoOrNull(scheduledFireAt)}),
	};
}

const stepView = ({startedAt, finishedAt, ...step}: StepRecord) => ({
	...step,
	startedAt: isoTime(startedAt),
	finishedAt: isoOrNull(finishedAt),
});

/** How long an invitation is valid unless it says otherwise. */
const inviteMs = 7 * 24 * 60 * 60_000;

export const expiryOf = ({invitedAt, expiresAt = invitedAt + inviteMs}: InviteRecord): number => expiresAt;

/** Returns the name of someone who is invited, if only from the address. */
export const memberLabel = ({id, name, email}: InviteRecord): string => name ?? email?.split('@')[0] ?? id;

export function teamView({team, applications, now}: Grants) {
	const members = team.members.map(memberView);
	return {
		id: team.id,
		name: team.name,
		iconBase64: null,
		iconImageId: team.iconImageId ?? null,
		owner: members.find(({id}) => id === team.ownerId) ?? null,
		members,
		applications: Object.fromEntries(
			applications.map(application => [
				application.id,
				[...(accountIn(application, team)?.permissions ?? [])],
			]),
		),
		invitedMembers: team.invites.map(invite => ({
			id: invite.id,
			name: memberLabel(invite),
			email: invite.email,
			iconBase64: null,
			imageId: null,
			invitedAt: isoTime(invite.invitedAt),
			expired: now > expiryOf(invite),
			expiresAt: isoTime(expiryOf(invite)),
			permissions: invite.permissions,
		})),
		inviteCode: team.inviteCode,
		limits: team.limits,
	};
}

const memberView = (member: MemberRecord) => ({...member, iconBase64: null, imageId: null});
