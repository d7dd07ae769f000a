import {sql, type Expression, type Kysely, type SqlBool, type Transaction as Open} from 'kysely';
import type {NewestCommands} from '../records/command-history.ts';
import type {CommandRecord} from '../records/records.ts';
import type {Given, NodeConnection, RunFilter, Transaction} from '../records/repositories.ts';
import {budgets} from '../limits.ts';
import {sizeOf} from '../records/answer-limits.ts';
import {uniqueServers, uniqueTasks} from '../records/unique-records.ts';
import {commandColumns, recordOf, type Row, rowOf} from './columns.ts';
import {openRepository, type Known, type Repository, type Session} from './repository.ts';
import {anyTable, type Tables} from './tables.ts';

/** What removes the oldest records of a kind, by a key: one of each key is enough. */
export type Trims = Map<string, (database: Kysely<Tables>) => Promise<unknown>>;

/** What follows the commit of a transaction. */
export type Later = {
	/** Given at the end of the transaction. */
	orders: Given[];
	trims: Trims;
	/** What was stored of each kind, in bytes or characters. */
	written: Map<string, number>;
	effects: (() => void)[];
};

export function openTransaction(
	open: Open<Tables>,
	{orders, trims, written, effects}: Later,
	budgetOf: Session['budgetOf'],
): Transaction {
	const count = (kind: string, size: number) => void written.set(kind, (written.get(kind) ?? 0) + size);
	const repositories = openRepositories(open, {onPut: count, budgetOf});
	/**
	Follows the commit: if the transaction itself read the oldest records, all transactions of a team would conflict with
	each other.
	*/
	const dropOldest = (table: Bounded) => async (teamId: string, limit: number) => {
		trims.set(`${table} ${teamId}`, database => trim(database, table, teamId, limit));
	};
	return {
		...repositories,
		runs: {...repositories.runs, dropOldest: dropOldest('runs')},
		actions: {
			...repositories.actions,
			dropOldest: dropOldest('actions'),
			dropSecurityBefore: async (teamId, time) => {
				trims.set(`security:${teamId}`, database =>
					sql`DELETE FROM actions WHERE team_id = ${teamId} AND ${isSecurity} AND created_at < ${time}`.execute(
						database,
					),
				);
			},
		},
		notifications: {...repositories.notifications, dropOldest: dropOldest('notifications')},
		journal: {...repositories.journal, dropOldest: dropOldest('journal')},
		commands: {
			...repositories.commands,
			add: async (serverId, command, limit) => {
				const size = sizeOf(command);
				await addCommand(open, {server_id: serverId, size}, command);
				count('commands', size);
				trims.set(`commands:${serverId}`, database => trimCommands(database, serverId, limit));
			},
		},
		order: (nodeId, give, awaitedId) => void orders.push({nodeId, give, awaitedId}),
		afterCommit: effect => void effects.push(effect),
	};
}

/** A condition of the action log. */
const isSecurity = sql`(more ? 'isSecurity')`;

type Bounded = 'actions' | 'journal' | 'notifications' | 'runs';

/**
Removes the oldest records of a team beyond `limit`, but no unfinished run. Notes of the journal count separately from
its other entries.
*/
async function trim(database: Kysely<Tables>, table: Bounded, teamId: string, limit: number): Promise<void> {
	const groups =
		table === 'journal'
			? [sql`AND kind = 'note'`, sql`AND kind <> 'note'`]
			: [table === 'actions' ? sql`AND NOT ${isSecurity}` : sql``];
	for (const group of groups) await trimGroup(database, table, {teamId, limit, group});
}

async function trimGroup(
	database: Kysely<Tables>,
	table: Bounded,
	{teamId, limit, group}: {teamId: string; limit: number; group: Expression<unknown>},
): Promise<void> {
	const isOver = table === 'runs' ? sql`AND finished_at IS NOT NULL` : sql``;
	const records = sql`FROM ${sql.table(table)} WHERE team_id = ${teamId} ${group}`;
	await sql`DELETE FROM ${sql.table(table)} WHERE place IN (
		SELECT place ${records} ${isOver} ORDER BY place LIMIT (SELECT greatest(count(*) - ${limit}, 0) ${records})
	)`.execute(database);
}

export function openRepositories(open: Open<Tables>, {onPut, budgetOf}: Omit<Session, 'known'>) {
	const known: Known = new Map();
	const session = {known, onPut, budgetOf};
	const teams = openRepository(open, 'teams', session);
	const applications = openRepository(open, 'applications', session);
	const nodes = openRepository(open, 'nodes', session);
	const servers = openRepository(open, 'servers', session, {
		unique: uniqueServers,
		moreColumns: server => ({unique_key: uniqueServers.keyOf(server)}),
	});
	const automations = openRepository(open, 'automations', session);
	const runs = openRepository(open, 'runs', session);
	const instances = openRepository(open, 'instances', session);
	const tasks = openRepository(open, 'tasks', session, {unique: uniqueTasks});
	const ofTeam = <Table extends OfTeam>(table: Table, {find}: Repository<Table>) => ({
		ofTeam: (teamId: string) => find(() => sql<SqlBool>`team_id = ${teamId}`),
		newestOfTeam: async (teamId: string, skip: number, limit: number) => {
			const places = sql`SELECT place FROM ${sql.table(table)} WHERE team_id = ${teamId}`;
			return (
				await find(() => sql<SqlBool>`place IN (${places} ORDER BY place DESC LIMIT ${limit} OFFSET ${skip})`)
			).toReversed();
		},
		countOfTeam: (teamId: string) => countIn(open, table, {column: 'team_id', value: teamId}),
	});
	const orders = openRepository(open, 'orders', session);
	const actions = openRepository(open, 'actions', session);
	const notifications = openRepository(open, 'notifications', session);
	const journal = openRepository(open, 'journal', session);
	return {
		teams: {
			...teams,
			withInvite: async (codeHash: string) => {
				const query = open.selectFrom('invites').select('team_id').where('code_hash', '=', codeHash);
				const row = await query.executeTakeFirst();
				return row && teams.get(row.team_id);
			},
		},
		applications: {
			...applications,
			...ofTeam('applications', applications),
			expiringBy: (until: number) => applications.find(is => is('expires_at', '<=', until)),
		},
		nodes: {
			...nodes,
			...ofTeam('nodes', nodes),
			...openNodes(open, nodes, known),
		},
		servers: {
			...servers,
			...ofTeam('servers', servers),
			...openServers(open, servers),
		},
		profiles: openRepository(open, 'profiles', session),
		images: openRepository(open, 'images', session),
		automations: {
			...automations,
			...ofTeam('automations', automations),
			enabled: () => automations.find(is => is('enabled', '=', true)),
		},
		runs: {
			...runs,
			...ofTeam('runs', runs),
			...openRuns(open, runs),
		},
		instances: {...instances, all: () => instances.find(() => sql<SqlBool>`true`)},
		tasks: {
			...tasks,
			ofNode: (nodeId: string) => tasks.find(is => is('node_id', '=', nodeId)),
			liveOfServer: (serverId: string) =>
				tasks.find(is =>
					is.and([is('state', 'in', ['PENDING', 'RUNNING']), sql<SqlBool>`target_ids @> ARRAY[${serverId}]`]),
				),
		},
		orders: {...orders, ...openOrders(orders)},
		actions: {...actions, ...ofTeam('actions', actions), countSecurity: countSecurityIn(open)},
		notifications: {...notifications, ...ofTeam('notifications', notifications)},
		journal: {...journal, ...openJournal(open, journal)},
		commands: openCommands(open),
	};
}

const countSecurityIn = (open: Open<Tables>) => async (teamId: string) => {
	const counted = sql<{
		count: string;
	}>`SELECT count(*) FROM actions WHERE team_id = ${teamId} AND ${isSecurity}`;
	return Number((await counted.execute(open)).rows[0]?.count);
};

function openNodes(open: Open<Tables>, {find}: Repository<'nodes'>, known: Known) {
	return {
		linked: () => find(is => is.not(is('link', 'is', null))),
		connections: async () => {
			const {rows} = await sql<NodeConnection>`
				SELECT id AS "nodeId", coalesce((link->>'connection')::integer, 0) AS connection, last_alive AS "lastAlive"
				FROM nodes WHERE link IS NOT NULL AND (link->>'isOpen')::boolean`.execute(open);
			return rows;
		},
		keepAlive: async (id: string, lastAlive: number) => {
			await open.updateTable('nodes').set({last_alive: lastAlive}).where('id', '=', id).execute();
			known.get('nodes')?.delete(id);
		},
	};
}

const openServers = (open: Open<Tables>, {find}: Repository<'servers'>) => ({
	ofNode: (nodeId: string) => find(is => is('node_id', '=', nodeId)),
	countOfNode: (nodeId: string) => countIn(open, 'servers', {column: 'node_id', value: nodeId}),
	named: async (key: string) => (await find(() => sql<SqlBool>`unique_key = ${key}`)).at(0),
});

const openOrders = ({find}: Repository<'orders'>) => ({
	ofNode: (nodeId: string) => find(is => is('node_id', '=', nodeId)),
	pendingOf: (nodeId: string) =>
		find(is => is.and([is('node_id', '=', nodeId), is('is_given_up', 'is', null)])),
	waitingSince: (until: number) =>
		find(is => is.and([is('created_at', '<=', until), is('is_given_up', 'is', null)])),
});

function openRuns(open: Open<Tables>, {find}: Repository<'runs'>) {
	const newest = (automationId: string) =>
		open
			.selectFrom('runs')
			.select('place')
			.where('automation_id', '=', automationId)
			.orderBy('place', 'desc')
			.limit(1);
	return {
		filtered: async (teamId: string, filter: RunFilter, {skip, limit}: {skip: number; limit: number}) => {
			const matching = runsOf(open, teamId, filter);
			const counted = matching.select(({fn}) => fn.countAll<number>().as('count'));
			const places = matching.select('place').orderBy('place', 'desc').limit(limit).offset(skip);
			return {
				count: Number((await counted.executeTakeFirstOrThrow()).count),
				runs: (await find(is => is('place', 'in', places))).toReversed(),
			};
		},
		unfinishedOfTeam: (teamId: string) =>
			find(is => is.and([is('team_id', '=', teamId), is('finished_at', 'is', null)])),
		unclaimed: () => find(is => is.and([is('claimed_by', 'is', null), is('finished_at', 'is', null)])),
		unfinishedOf: (instanceId: string) =>
			find(is => is.and([is('claimed_by', '=', instanceId), is('finished_at', 'is', null)])),
		atTime: async (automationId: string, time: number) => {
			const isAtTime = {automation_id: automationId, scheduled_fire_at: time};
			return (await find(is => is.and(isAtTime))).at(0);
		},
		newestOf: async (automationId: string) =>
			(await find(is => is('place', 'in', newest(automationId)))).at(0),
	};
}

function runsOf(open: Open<Tables>, teamId: string, {automationId, statuses, from, to}: RunFilter) {
	let query = open.selectFrom('runs').where('team_id', '=', teamId);
	if (automationId !== undefined) query = query.where('automation_id', '=', automationId);
	if (statuses) query = query.where(sql<SqlBool>`status = ANY(${statuses})`);
	if (from !== undefined) query = query.where('created_at', '>=', from);
	if (to !== undefined) query = query.where('created_at', '<=', to);
	return query;
}

function openJournal(open: Open<Tables>, {find}: Repository<'journal'>) {
	const ofTeam = (teamId: string) => open.selectFrom('journal').select('place').where('team_id', '=', teamId);
	return {
		after: (teamId: string, seq: number, limit: number) =>
			find(is => is('place', 'in', ofTeam(teamId).where('seq', '>', seq).orderBy('seq').limit(limit))),
		newest: async (teamId: string) =>
			(await find(is => is('place', 'in', ofTeam(teamId).orderBy('seq', 'desc').limit(1)))).at(0),
	};
}

type OfTeam = Bounded | 'applications' | 'nodes' | 'servers' | 'automations';

async function countIn(
	open: Open<Tables>,
	table: OfTeam,
	{column, value}: {column: string; value: string},
): Promise<number> {
	const row = await anyTable(open)
		.selectFrom(table)
		.select(({fn}) => fn.countAll<number>().as('count'))
		.where(column, '=', value)
		.executeTakeFirstOrThrow();
	return Number(row.count);
}

function openCommands(open: Open<Tables>): Omit<Transaction['commands'], 'add'> {
	return {
		ofServers: async (serverIds, most) => {
			const ids = [...new Set(serverIds)];
			const {rows} = await sql<Row>`
				WITH counted AS (
					SELECT place, server_id AS owner, command_id AS counted_id,
						${most === undefined ? sql`true` : sql`sum(size) OVER newest <= ${most}`} AS is_shown
					FROM commands WHERE server_id = ANY(${ids})
					WINDOW newest AS (PARTITION BY server_id ORDER BY place DESC)
				)
				SELECT * FROM counted LEFT JOIN commands ON is_shown AND commands.place = counted.place
				ORDER BY counted.place`.execute(open);
			const byServer = Map.groupBy(rows, row => row['owner']);
			return new Map(ids.map(id => [id, newestIn(byServer.get(id) ?? [])]));
		},
		find: async (serverId, commandId) => {
			const query = anyTable(open).selectFrom('commands').selectAll().where('server_id', '=', serverId);
			const row = await query.where('command_id', '=', commandId).executeTakeFirst();
			return row && (recordOf(commandColumns, row) as CommandRecord); // as above
		},
		removeAll: async serverId =>
			void (await open.deleteFrom('commands').where('server_id', '=', serverId).execute()),
	};
}

function newestIn(rows: readonly Row[]): NewestCommands {
	const shown = rows.filter(row => row['is_shown']);
	return {
		// Written by this program.
		commands: shown.map(row => recordOf(commandColumns, row) as CommandRecord),
		older: rows.length - shown.length,
		newestId: rows.at(-1)?.['counted_id'] as string | undefined,
	};
}

async function addCommand(open: Open<Tables>, more: Row, command: CommandRecord): Promise<void> {
	const row = {...rowOf(commandColumns, command), ...more};
	await anyTable(open).insertInto('commands').values(row).execute();
}

/** Removes the oldest commands of a server beyond the limits, but never the newest one. */
async function trimCommands(database: Kysely<Tables>, serverId: string, limit: number): Promise<void> {
	await sql`DELETE FROM commands WHERE place IN (
		SELECT place FROM (
			SELECT place, row_number() OVER newest AS number,
				sum(size) OVER newest AS characters
			FROM commands WHERE server_id = ${serverId} WINDOW newest AS (ORDER BY place DESC)
		) AS counted
		WHERE number > 1 AND (number > ${limit} OR characters > ${budgets.answers.server})
	)`.execute(database);
}
