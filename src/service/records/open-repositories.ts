import {runStates} from '../../contract/states.ts';
import {isLive, isUnfinished, type RecordsByKind, type RunRecord, type TeamRecord} from './records.ts';
import type {RunFilter, Transaction} from './repositories.ts';
import {
	isFinishedRun,
	isLinkedNode,
	isLiveTask,
	isNoSecurity,
	isOfAutomation,
	isSecurity,
	isUnclaimedRun,
	isUnfinishedRun,
	isWaitingOrder,
	numberIn,
	type SharedKind,
} from './tables.ts';
import {nameKey, runKey} from './unique-records.ts';

type Value = string | number;

/** A condition in SQL that both databases read: a constant, with a `?` for each of its `values`. */
type SqlCondition = {sql: string; values?: readonly Value[]};

/** The records that meet a condition. */
export type Condition<Kept> = SqlCondition & {
	/** Narrows it where an index finds what a list has, as PostgreSQL does. */
	listed?: {in: keyof Kept & string; item: unknown};
	/** The same condition, for what has been read and for records that are not stored yet. */
	belongs: (record: Kept) => boolean;
};

/** The records of one kind within a transaction, as each database reads and writes them. Lists are oldest first. */
export type Rows<Kept> = {
	get: (id: string) => Promise<Kept | undefined>;
	getMany: (ids: Iterable<string>) => Promise<ReadonlyMap<string, Kept>>;
	find: (condition: Condition<Kept>) => Promise<readonly Kept[]>;
	count: (condition: Condition<Kept>) => Promise<number>;
	put: (record: Kept) => Promise<Kept>;
	putInBudget: (record: Kept) => Promise<Kept>;
	/** Changes these fields, and no other ones. */
	change: (id: string, fields: Partial<Kept>) => Promise<void>;
	remove: (id: string) => Promise<void>;
	/**
	Removes the oldest records of a team beyond `limit` among those that meet a condition, soon after the commit. Others do
	not count, unless `counted` names them.
	*/
	dropOldest: (teamId: string, limit: number, droppable?: string, counted?: string) => Promise<void>;
	/** Removes all records of a team that meet a condition, soon after the commit. */
	drop: (teamId: string, condition: SqlCondition) => Promise<void>;
};

export type RowsOf = <Kind extends SharedKind>(kind: Kind) => Rows<RecordsByKind[Kind]>;

/** Opens the repositories of a transaction, of which only rows and commands differ between the databases. */
export function openRepositories(
	rowsOf: RowsOf,
	commands: Transaction['commands'],
): Omit<Transaction, 'order' | 'afterCommit'> {
	return {
		teams: openTeams(rowsOf('teams')),
		applications: openApplications(rowsOf('applications')),
		nodes: openNodes(rowsOf('nodes')),
		servers: openServers(rowsOf('servers')),
		profiles: rowsOf('profiles'),
		images: rowsOf('images'),
		automations: openAutomations(rowsOf('automations')),
		runs: openRuns(rowsOf('runs')),
		instances: openInstances(rowsOf('instances')),
		tasks: openTasks(rowsOf('tasks')),
		orders: openOrders(rowsOf('orders')),
		actions: openActions(rowsOf('actions')),
		notifications: withTeam('notifications', rowsOf('notifications')),
		journal: openJournal(rowsOf('journal')),
		commands,
	};
}

type RowsOfKind<Kind extends SharedKind> = Rows<RecordsByKind[Kind]>;

const inTeam = <Kept extends {teamId?: string | undefined}>(id: string): Condition<Kept> => ({
	sql: 'team_id = ?',
	values: [id],
	belongs: ({teamId}) => teamId === id,
});

const onNode = <Kept extends {nodeId: string}>(id: string): Condition<Kept> => ({
	sql: 'node_id = ?',
	values: [id],
	belongs: ({nodeId}) => nodeId === id,
});

const withTeam = <Kept extends {teamId?: string | undefined}>(kind: SharedKind, rows: Rows<Kept>) => ({
	...rows,
	ofTeam: (id: string) => rows.find(inTeam(id)),
	countOfTeam: (id: string) => rows.count(inTeam(id)),
	newestOfTeam: async (id: string, skip: number, limit: number) => {
		const places = `SELECT place FROM ${kind} WHERE team_id = ? ORDER BY place DESC LIMIT ? OFFSET ?`;
		const newest = {...inTeam<Kept>(id), sql: `place IN (${places})`, values: [id, limit, skip]};
		return (await rows.find(newest)).toReversed();
	},
});

function openTeams(teams: RowsOfKind<'teams'>): Transaction['teams'] {
	return {
		...teams,
		withInvite: async hash => {
			const belongs = ({invites}: TeamRecord) => invites.some(({codeHash}) => codeHash === hash);
			return (await teams.find({sql: 'true', listed: {in: 'invites', item: {codeHash: hash}}, belongs})).at(
				0,
			);
		},
	};
}

const openApplications = (applications: RowsOfKind<'applications'>): Transaction['applications'] => ({
	...withTeam('applications', applications),
	expiringBy: until =>
		applications.find({
			sql: `${numberIn('expiresAt')} <= ?`,
			values: [until],
			belongs: ({expiresAt = Infinity}) => expiresAt <= until,
		}),
});

function openNodes(nodes: RowsOfKind<'nodes'>): Transaction['nodes'] {
	const linked = () => nodes.find({sql: isLinkedNode, belongs: ({link}) => link !== undefined});
	return {
		...withTeam('nodes', nodes),
		linked,
		connections: async () =>
			(await linked()).flatMap(({id: nodeId, lastAlive, link}) =>
				link?.isOpen ? [{nodeId, lastAlive, connection: link.connection ?? 0}] : [],
			),
		keepAlive: (id, lastAlive) => nodes.change(id, {lastAlive}),
	};
}

const openServers = (servers: RowsOfKind<'servers'>): Transaction['servers'] => ({
	...withTeam('servers', servers),
	ofNode: id => servers.find(onNode(id)),
	countOfNode: id => servers.count(onNode(id)),
	named: async key => {
		const belongs = (server: RecordsByKind['servers']) => nameKey(server) === key;
		return (await servers.find({sql: 'unique_key = ?', values: [key], belongs})).at(0);
	},
});

const openAutomations = (automations: RowsOfKind<'automations'>): Transaction['automations'] => ({
	...withTeam('automations', automations),
	enabled: () => automations.find({sql: "json -> 'enabled' = 'true'", belongs: ({enabled}) => enabled}),
});

function openRuns(runs: RowsOfKind<'runs'>): Transaction['runs'] {
	return {
		...withTeam('runs', runs),
		filtered: async (teamId, filter, {skip, limit}) => {
			const wanted = wantedRuns(teamId, filter);
			const {sql, values = []} = wanted;
			const places = `SELECT place FROM runs WHERE ${sql} ORDER BY place DESC LIMIT ? OFFSET ?`;
			const page = {...wanted, sql: `place IN (${places})`, values: [...values, limit, skip]};
			return {count: await runs.count(wanted), runs: (await runs.find(page)).toReversed()};
		},
		unfinishedOfTeam: teamId =>
			runs.find({
				sql: `team_id = ? AND ${isUnfinishedRun}`,
				values: [teamId],
				belongs: run => run.teamId === teamId && isUnfinished(run),
			}),
		unclaimed: () =>
			runs.find({
				sql: isUnclaimedRun,
				belongs: run => run.claimedBy === undefined && isUnfinished(run),
			}),
		unfinishedOf: id =>
			runs.find({
				sql: `json ->> 'claimedBy' = ? AND ${isUnfinishedRun}`,
				values: [id],
				belongs: run => run.claimedBy === id && isUnfinished(run),
			}),
		atTime: async (id, time) => {
			const belongs = ({automationId, scheduledFireAt}: RunRecord) =>
				automationId === id && scheduledFireAt === time;
			return (await runs.find({sql: 'unique_key = ?', values: [runKey(id, time)], belongs})).at(0);
		},
		newestOf: async id => {
			const newest = `place = (SELECT max(place) FROM runs WHERE ${isOfAutomation})`;
			const belongs = ({automationId}: RunRecord) => automationId === id;
			return (await runs.find({sql: newest, values: [id], belongs})).at(-1);
		},
		// A run without its record would end.
		dropOldest: (teamId, limit) => runs.dropOldest(teamId, limit, isFinishedRun, 'true'),
	};
}

/** No run has a status that is not in `runStates`. */
function wantedRuns(teamId: string, {automationId, statuses, from, to}: RunFilter): Condition<RunRecord> {
	const known = statuses && runStates.filter(state => statuses.includes(state));
	const conditions: [sql: string, ...values: Value[]][] = [['team_id = ?', teamId]];
	if (automationId !== undefined) conditions.push([isOfAutomation, automationId]);
	if (known) {
		const any = known.map(() => "json ->> 'status' = ?").join(' OR ');
		conditions.push([any === '' ? 'false' : `(${any})`, ...known]);
	}
	if (from !== undefined) conditions.push([`${numberIn('createdAt')} >= ?`, from]);
	if (to !== undefined) conditions.push([`${numberIn('createdAt')} <= ?`, to]);
	return {
		sql: conditions.map(([sql]) => sql).join(' AND '),
		values: conditions.flatMap(([, ...values]) => values),
		belongs: () => true,
	};
}

const openInstances = (instances: RowsOfKind<'instances'>): Transaction['instances'] => ({
	...instances,
	all: () => instances.find({sql: 'true', belongs: () => true}),
});

const openTasks = (tasks: RowsOfKind<'tasks'>): Transaction['tasks'] => ({
	...tasks,
	ofNode: id => tasks.find(onNode(id)),
	liveOfServer: id =>
		tasks.find({
			sql: isLiveTask,
			listed: {in: 'targetIds', item: id},
			belongs: task => isLive(task) && task.targetIds.includes(id),
		}),
});

const openOrders = (orders: RowsOfKind<'orders'>): Transaction['orders'] => ({
	...orders,
	ofNode: id => orders.find(onNode(id)),
	pendingOf: id =>
		orders.find({
			sql: `node_id = ? AND ${isWaitingOrder}`,
			values: [id],
			belongs: ({nodeId, isGivenUp}) => nodeId === id && isGivenUp === undefined,
		}),
	waitingSince: until =>
		orders.find({
			sql: `${numberIn('createdAt')} <= ? AND ${isWaitingOrder}`,
			values: [until],
			belongs: ({createdAt, isGivenUp}) => createdAt <= until && isGivenUp === undefined,
		}),
});

const openActions = (actions: RowsOfKind<'actions'>): Transaction['actions'] => ({
	...withTeam('actions', actions),
	countSecurity: teamId =>
		actions.count({
			sql: `team_id = ? AND ${isSecurity}`,
			values: [teamId],
			belongs: action => action.teamId === teamId && action.isSecurity === true,
		}),
	dropOldest: (teamId, limit) => actions.dropOldest(teamId, limit, isNoSecurity),
	dropSecurityBefore: (teamId, time) =>
		actions.drop(teamId, {sql: `${isSecurity} AND ${numberIn('createdAt')} < ?`, values: [time]}),
});

function openJournal(journal: RowsOfKind<'journal'>): Transaction['journal'] {
	const seq = numberIn('seq');
	const entries = 'SELECT place FROM journal WHERE team_id = ?';
	return {
		...journal,
		after: async (teamId, after, limit) => {
			const found = await journal.find({
				sql: `place IN (${entries} AND ${seq} > ? ORDER BY ${seq} LIMIT ?)`,
				values: [teamId, after, limit],
				belongs: entry => entry.teamId === teamId && entry.seq > after,
			});
			return found.slice(0, limit);
		},
		newest: async teamId => {
			const newest = `place IN (${entries} ORDER BY ${seq} DESC LIMIT 1)`;
			return (await journal.find({...inTeam(teamId), sql: newest})).at(-1);
		},
		dropOldest: async (teamId, limit) => {
			for (const kind of ["= 'note'", "<> 'note'"])
				await journal.dropOldest(teamId, limit, `json ->> 'kind' ${kind}`);
		},
	};
}
