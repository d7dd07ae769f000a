import {phaseOf} from '../../actions/preconditions.ts';
import {nameOf, nameOfNode} from '../../actions/names.ts';
import {isRunning} from '../../actions/task-progress.ts';
import type {Moment} from '../../contract/moments.ts';
import type {Node, NodeTask} from '../../contract/models/node.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {
	noShift,
	type JournalRecord,
	type LastChange,
	type Observed,
	type ShiftRecords,
} from '../kernel/journal.ts';
import {scheduledActionsOf} from '../servers/scheduled-actions.ts';
import {operationsOf, type Operation} from './work.ts';

/** What the situation is computed from. Times are epoch ms. */
export type HandoverFacts = {
	at: number;
	/** The start of the shift. */
	since: number;
	team: string;
	profile: string;
	servers: readonly GameServer[];
	/** Unreadable records of the list. */
	unreadable: readonly {name: string; reason: string}[];
	/** undefined: they cannot be read. */
	nodes: readonly Node[] | undefined;
	/** The tasks of all nodes; undefined: they cannot be read. */
	tasks: readonly NodeTask[] | undefined;
	/** What the journal holds, or why it cannot be read, as a sentence. */
	shift: ShiftRecords | {problem: string};
};

/** The situation for the next person on duty, the same in all front ends. */
export type Handover = Pick<HandoverFacts, 'at' | 'since' | 'team' | 'profile' | 'unreadable'> & {
	up: number;
	/** Nodes that are not connected, with what was on them; undefined: the nodes cannot be read. */
	nodes: readonly OfflineNode[] | undefined;
	down: readonly TroubledServer[];
	changing: readonly TroubledServer[];
	/** Servers in an unknown state, for example because their node is missing. */
	unknown: readonly TroubledServer[];
	pending: readonly PendingTask[];
	/** The tasks of the nodes could be read; otherwise `pending` is only what the journal knows. */
	readsTasks: boolean;
	operations: readonly Operation[];
	/** Commands whose outcome is unknown. */
	open: readonly JournalRecord[];
	commands: {mine: number; others: number};
	/** Why the journal could not be read; then nothing is known of work, of times and of acknowledgments. */
	journalProblem: string | undefined;
};

export type OfflineNode = {
	id: string;
	name: string;
	status: string;
	lastAlive: Moment;
	servers: number;
	players: number;
};

/**
`since`: the recorded change into this state; without it, `firstSeenAt` is when it was first seen in it, and `before` when
it was last seen in another one. `acknowledgedAt`: somebody knows of it.
*/
export type TroubledServer = {
	id: string;
	name: string;
	state: string | undefined;
	node: string | undefined;
	since: number | undefined;
	firstSeenAt: number | undefined;
	before: Observed['before'];
	acknowledgedAt: number | undefined;
};

/** `dueAt`: when its delay ends. `task` undefined: only the journal knows of it. */
export type PendingTask = {
	serverIds: readonly string[];
	/** The names of its servers. */
	servers: readonly string[];
	/** The action of a scheduled stop or restart; otherwise the type of the task. */
	type: string;
	/** As the service sends it. */
	taskType: string | undefined;
	state: string | undefined;
	dueAt: number | undefined;
	taskId: string | undefined;
};

/** Computes the handover. Pure, and the only place that does. */
export function handoverOf(facts: HandoverFacts): Handover {
	const {at, since, team, profile, servers, unreadable, nodes, tasks, shift} = facts;
	const known = 'problem' in shift ? noShift : shift;
	const byId = new Map(servers.map(server => [server.id, server]));
	const byPhase = Object.groupBy(servers, ({state}) => phaseOf(state));
	const troubled = createTroubled(known);
	const stateOf = (id: string) => byId.get(id)?.state;
	const operations = operationsOf(known.records, known.jobs, {now: at, stateOf});
	const commands = known.records.filter(({kind}) => kind === 'command');
	const mine = commands.filter(({origin}) => origin === 'me');
	return {
		at,
		since,
		team,
		profile,
		unreadable,
		up: byPhase.online?.length ?? 0,
		nodes: nodes && offlineNodes(nodes, servers),
		down: (byPhase.offline ?? []).map(troubled),
		changing: (byPhase.changing ?? []).map(troubled),
		unknown: (byPhase.unknown ?? []).map(troubled),
		pending: tasks === undefined ? dueFromJournal(operations) : pendingTasks(tasks, byId),
		readsTasks: tasks !== undefined,
		operations,
		open: mine.filter(({status}) => status === 'timeout' || status === 'abandoned' || status === 'waiting'),
		commands: {mine: mine.length, others: commands.filter(({origin}) => origin === 'other').length},
		journalProblem: 'problem' in shift ? shift.problem : undefined,
	};
}

/** Sessions that poll see the same change at different times, ms. */
const sameChangeMs = 120_000;

/** Whether the change led to what was seen: an older one was followed by another that nobody saw. */
const isOf = ({at, state}: LastChange, seen: Observed | undefined): boolean =>
	seen === undefined || seen.state !== state || seen.firstAt <= at + sameChangeMs;

function createTroubled({
	lastChanges,
	acknowledged,
	observed,
}: ShiftRecords): (server: GameServer) => TroubledServer {
	const changes = new Map(lastChanges.map(change => [change.serverId, change]));
	const acknowledgments = new Map(acknowledged.map(one => [one.serverId, one]));
	const sightings = new Map(observed.map(one => [one.serverId, one]));
	return server => {
		const {id, state, nodeName} = server;
		const seen = sightings.get(id);
		const isSame = seen?.state === state;
		const change = changes.get(id);
		const known = acknowledgments.get(id);
		const holds = known?.state === state && (change?.at ?? 0) <= (known?.at ?? 0);
		return {
			id,
			name: nameOf(server),
			state,
			node: nodeName,
			since: change && change.state === state && isOf(change, seen) ? change.at : undefined,
			firstSeenAt: seen && isSame ? seen.firstAt : undefined,
			before: seen && !isSame ? {state: seen.state, at: seen.lastAt} : seen?.before,
			acknowledgedAt: holds ? known?.at : undefined,
		};
	};
}

/** Nodes that say nothing of their status are not counted. */
function offlineNodes(nodes: readonly Node[], servers: readonly GameServer[]): OfflineNode[] {
	return nodes.flatMap((node): OfflineNode[] => {
		const {id, status, lastAlive} = node;
		if (status === undefined || phaseOf(status) !== 'offline') return [];
		const on = servers.filter(({nodeId}) => nodeId === id);
		const players = on.reduce((sum, {onlinePlayers}) => sum + Math.max(0, onlinePlayers ?? 0), 0);
		const name = nameOfNode(node) ?? on.find(({nodeName}) => nodeName)?.nodeName ?? id;
		return [{id, name, status, lastAlive, servers: on.length, players}];
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
			return {
				serverIds: targetIds,
				servers: targetIds.map(nameOfId),
				type: scheduled?.[1].action ?? type ?? 'task',
				taskType: type,
				state,
				dueAt: scheduled?.[1].at,
				taskId: id,
			};
		})
		.sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0));
}

/** What this journal knows to be due, where the service does not list tasks. */
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
							state: undefined,
							dueAt,
							taskId: undefined,
						},
					]
				: [],
		),
	);
