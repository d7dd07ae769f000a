import {createFirstOfChange} from '../../actions/activity.ts';
import type {LastChange} from '../../actions/last-change.ts';
import {isSameState, phaseOf} from '../../contract/states.ts';
import {nameOf, nameOfNode} from '../../actions/names.ts';
import {isRunning, laterCommandOf} from '../../actions/task-progress.ts';
import {countedPlayers} from '../../actions/risk.ts';
import {knownMoment, type Moment} from '../../contract/moments.ts';
import type {Node, NodeTask} from '../../contract/models/node.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {Observed} from '../../actions/memorable.ts';
import {type JournalRecord, noShift, type ShiftRecords} from '../kernel/state/journal.ts';
import {flappingServers, noCrashes, stateChangesOf, withEarlier} from '../servers/crashes.ts';
import {sameChangeMs} from '../servers/acknowledged.ts';
import {pendingMessages} from '../../messages/pending.ts';
import {scheduledActionsOf} from '../servers/scheduled-actions.ts';
import {failingAutomations, type FailingAutomation, type KnownRuns} from './failing-automations.ts';
import {operationsOf, type Operation} from './work.ts';

/** The data for a handover. Times are epoch ms. */
export type HandoverFacts = {
	at: number;
	/** The start of the shift. */
	since: number;
	/** The service does not answer, since then: when the servers were read last. */
	silent?: {asOf: number | undefined; since: number} | undefined;
	team: string;
	profile: string;
	servers: readonly GameServer[];
	/** Those that are down because someone stopped them. */
	stopped: ReadonlySet<string>;
	/** Records of the server list that could not be read. */
	unreadable: readonly {name: string; reason: string}[];
	/** undefined: the nodes could not be read. */
	nodes: readonly Node[] | undefined;
	/** The tasks of all nodes; undefined: they could not be read. */
	tasks: readonly NodeTask[] | undefined;
	/** Runs of automations; undefined: they could not be read. */
	automations: KnownRuns | undefined;
	/** The journal's records, or a sentence that says why the journal could not be read. */
	shift: ShiftRecords | {problem: string};
};

/** The situation for the next person on duty, the same in all front ends. */
export type Handover = Pick<HandoverFacts, 'at' | 'since' | 'silent' | 'team' | 'profile' | 'unreadable'> & {
	up: number;
	/** Disconnected nodes with their servers; undefined: the nodes could not be read. */
	nodes: readonly OfflineNode[] | undefined;
	/** Without those that someone stopped. */
	down: readonly ServerAlert[];
	stopped: readonly ServerAlert[];
	changing: readonly ServerAlert[];
	/** Servers in an unknown state, for example because their node is disconnected. */
	unknown: readonly ServerAlert[];
	/** Servers that crash repeatedly, in whatever state they are now. */
	crashing: readonly CrashingServer[];
	/** Automations whose last run failed; undefined: not known. */
	failing: readonly FailingAutomation[] | undefined;
	pending: readonly PendingTask[];
	/** Whether the tasks of the nodes could be read; otherwise `pending` comes from the journal alone. */
	readsTasks: boolean;
	operations: readonly Operation[];
	/** Bookmarks with a text, of this user and (`by`) of other admins, oldest first. */
	notes: readonly Note[];
	/** Commands whose outcome is unknown. */
	open: readonly JournalRecord[];
	/** `senders`: the other admins whose names are known, most commands first. */
	commands: {mine: number; others: number; senders: readonly {name: string; count: number}[]};
	/** Why the journal could not be read; then actions, times and acknowledgments are unknown. */
	journalProblem: string | undefined;
};

export type OfflineNode = {
	id: string;
	name: string;
	status: string;
	lastAlive: Moment;
	servers: number;
	/** Undefined if it is not known. */
	players: number | undefined;
};

/**
`since`: the recorded change to this state. If there is none, `firstSeenAt` is when this state was first seen, and
`before` is the last sighting of another state. `acknowledgedAt`: when the state was acknowledged, and (`acknowledgedBy`) by
which other admin.
*/
export type ServerAlert = {
	id: string;
	name: string;
	state: string | undefined;
	node: string | undefined;
	since: number | undefined;
	firstSeenAt: number | undefined;
	before: Observed['before'];
	acknowledgedAt: number | undefined;
	acknowledgedBy: string | undefined;
};

export type Note = {at: number; by: string | undefined; text: string};

/** `crashes`: their times in the last `crashWindowMs`, oldest first. */
export type CrashingServer = {
	id: string;
	name: string;
	state: string | undefined;
	crashes: readonly number[];
};

/** `dueAt`: when its delay ends. `taskId` undefined: known only from the journal. */
export type PendingTask = {
	serverIds: readonly string[];
	servers: readonly string[];
	/** The action of a scheduled stop or restart, or the command that is sent later; otherwise the type of the task. */
	type: string;
	/** The task type that the service sent. */
	taskType: string | undefined;
	/** The command that is sent later, such as the unban of a ban for a time. */
	command: string | undefined;
	state: string | undefined;
	dueAt: number | undefined;
	taskId: string | undefined;
};

/** Computes the handover. Pure; all front ends use it. */
export function handoverOf(facts: HandoverFacts): Handover {
	const {at, since, silent, team, profile, servers, stopped, unreadable, nodes, tasks, automations, shift} =
		facts;
	const known = 'problem' in shift ? noShift : shift;
	const byId = new Map(servers.map(server => [server.id, server]));
	const byPhase = Object.groupBy(servers, ({state}) => phaseOf(state));
	const {offline = []} = byPhase;
	const alertOf = createServerAlerts(known);
	const stateOf = (id: string) => byId.get(id)?.state;
	const sinceOf = (id: string) => knownMoment(byId.get(id)?.stateSince);
	const operations = operationsOf(known.records, known.jobs, {now: at, stateOf, sinceOf});
	const commands = known.records.filter(({kind}) => kind === 'command');
	const mine = commands.filter(({origin}) => origin === 'me');
	const others = commands.filter(({origin}) => origin === 'other');
	return {
		at,
		since,
		...(silent && {silent}),
		team,
		profile,
		unreadable,
		up: byPhase.online?.length ?? 0,
		nodes: nodes && offlineNodes(nodes, servers),
		// What nobody takes care of comes first.
		down: offline
			.filter(({id}) => !stopped.has(id))
			.map(alertOf)
			.sort((one, other) => (one.acknowledgedAt ?? 0) - (other.acknowledgedAt ?? 0)),
		stopped: offline.filter(({id}) => stopped.has(id)).map(alertOf),
		changing: (byPhase.changing ?? []).map(alertOf),
		unknown: (byPhase.unknown ?? []).map(alertOf),
		crashing: crashingServers(known.records, byId, at),
		failing: automations && failingAutomations(automations, since),
		pending: tasks === undefined ? dueFromJournal(operations) : pendingTasks(tasks, byId),
		readsTasks: tasks !== undefined,
		operations,
		notes: known.records.flatMap(noteOf),
		open: mine.filter(({status}) => status === 'timeout' || status === 'abandoned' || status === 'waiting'),
		commands: {mine: mine.length, others: others.length, senders: sendersOf(others)},
		journalProblem: 'problem' in shift ? shift.problem : undefined,
	};
}

const sendersOf = (others: readonly JournalRecord[]) =>
	[...Map.groupBy(others, ({by}) => by)]
		.flatMap(([name, of]) => (name === undefined ? [] : [{name, count: of.length}]))
		.sort((a, b) => b.count - a.count);

function noteOf({at, kind, text, activity}: JournalRecord): Note[] {
	if (kind === 'mark') return text ? [{at, by: undefined, text}] : [];
	if (activity?.type !== 'team' || activity.what !== 'note' || !activity.text) return [];
	return [{at, by: activity.by, text: activity.text}];
}

/** Returns whether the change led to the observed state. An older change was followed by another that nobody saw. */
const isOf = ({at, state}: LastChange, seen: Observed | undefined): boolean =>
	seen === undefined || !isSameState(seen.state, state) || seen.firstAt <= at + sameChangeMs;

function createServerAlerts({
	lastChanges,
	acknowledged,
	observed,
}: ShiftRecords): (server: GameServer) => ServerAlert {
	const changes = new Map(lastChanges.map(change => [change.serverId, change]));
	const acknowledgments = new Map(acknowledged.map(one => [one.serverId, one]));
	const sightings = new Map(observed.map(one => [one.serverId, one]));
	return server => {
		const {id, state, nodeName} = server;
		const seen = sightings.get(id);
		const isSame = seen !== undefined && isSameState(seen.state, state);
		const change = changes.get(id);
		const known = acknowledgments.get(id);
		const isAcknowledged =
			known !== undefined && isSameState(known.state, state) && (change?.at ?? 0) <= known.at;
		return {
			id,
			name: nameOf(server),
			state,
			node: nodeName,
			since:
				change && change.at > 0 && isSameState(change.state, state) && isOf(change, seen)
					? change.at
					: knownMoment(server.stateSince),
			firstSeenAt: seen && isSame ? seen.firstAt : undefined,
			before: seen && !isSame ? {state: seen.state, at: seen.lastAt} : seen?.before,
			acknowledgedAt: isAcknowledged ? known?.at : undefined,
			acknowledgedBy: isAcknowledged ? known?.by : undefined,
		};
	};
}

/** Returns the servers that crash repeatedly. Sessions that record the same change count it once. */
function crashingServers(
	records: ShiftRecords['records'],
	servers: ReadonlyMap<string, GameServer>,
	at: number,
): CrashingServer[] {
	const isFirst = createFirstOfChange();
	const changes = stateChangesOf(records.filter(({serverId, activity}) => isFirst(serverId, activity)));
	return [...flappingServers(withEarlier(noCrashes, changes, at))].flatMap(([id, crashes]) => {
		const server = servers.get(id);
		return server ? [{id, name: nameOf(server), state: server.state, crashes}] : [];
	});
}

/** Returns the disconnected nodes. Skips nodes without a status. */
function offlineNodes(nodes: readonly Node[], servers: readonly GameServer[]): OfflineNode[] {
	return nodes.flatMap((node): OfflineNode[] => {
		const {id, status, lastAlive} = node;
		if (status === undefined || phaseOf(status) !== 'offline') return [];
		const on = servers.filter(({nodeId}) => nodeId === id);
		const name = nameOfNode(node) ?? on.find(({nodeName}) => nodeName)?.nodeName ?? id;
		return [{id, name, status, lastAlive, servers: on.length, players: countedPlayers(on)}];
	});
}

function pendingTasks(tasks: readonly NodeTask[], servers: ReadonlyMap<string, GameServer>): PendingTask[] {
	const nameOfId = (id: string) => {
		const server = servers.get(id);
		return server ? nameOf(server) : id;
	};
	return tasks
		.filter(isRunning)
		.map((task): PendingTask => {
			const {id, type, state, targetIds} = task;
			const [scheduled] = scheduledActionsOf(task);
			const later = laterCommandOf(task);
			return {
				serverIds: targetIds,
				servers: targetIds.map(nameOfId),
				type: scheduled?.[1].action ?? (later && pendingMessages.command(later.command)) ?? type ?? 'task',
				taskType: type,
				state,
				command: later?.command,
				dueAt: scheduled?.[1].at ?? later?.at,
				taskId: id,
			};
		})
		.sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0));
}

/** Returns the scheduled actions in this journal, for a service that does not list tasks. */
const dueFromJournal = (operations: readonly Operation[]): PendingTask[] =>
	operations.flatMap(({action, pieces}) =>
		pieces.flatMap(({serverId, server, outcome, dueAt}) =>
			outcome === 'due' && serverId !== undefined
				? [
						{
							serverIds: [serverId],
							servers: [server ?? serverId],
							type: action ?? 'task',
							taskType: undefined,
							command: undefined,
							state: undefined,
							dueAt,
							taskId: undefined,
						},
					]
				: [],
		),
	);
