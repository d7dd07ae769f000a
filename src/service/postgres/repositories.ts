import {
	sql,
	type Expression,
	type ExpressionBuilder,
	type Kysely,
	type SqlBool,
	type Transaction as Open,
} from 'kysely';
import type {CommandRecord} from '../records.ts';
import type {Given, NodeConnection, Transaction} from '../repositories.ts';
import {maxCharacters} from '../answer-limits.ts';
import {uniqueServers, uniqueTasks} from '../unique-records.ts';
import {commandColumns} from './columns.ts';
import {openRepository, type Known, type Repository} from './repository.ts';
import {recordOf, rowOf} from './rows.ts';
import {anyTable, type Tables} from './tables.ts';

/** What removes the oldest records of a kind, by a key: one of each key is enough. */
export type Trims = Map<string, (database: Kysely<Tables>) => Promise<unknown>>;

/** What follows the commit of a transaction. */
export type Later = {
	/** Given at the end of the transaction. */
	orders: Given[];
	trims: Trims;
	effects: (() => void)[];
};

export function openTransaction(open: Open<Tables>, {orders, trims, effects}: Later): Transaction {
	const repositories = openRepositories(open);
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
		actions: {...repositories.actions, dropOldest: dropOldest('actions')},
		notifications: {...repositories.notifications, dropOldest: dropOldest('notifications')},
		journal: {...repositories.journal, dropOldest: dropOldest('journal')},
		commands: {
			...repositories.commands,
			add: async (serverId, command, limit) => {
				await addCommand(open, serverId, command);
				trims.set(`commands:${serverId}`, database => trimCommands(database, serverId, limit));
			},
		},
		order: (nodeId, give, awaitedId) => void orders.push({nodeId, give, awaitedId}),
		afterCommit: effect => void effects.push(effect),
	};
}

type Bounded = 'actions' | 'journal' | 'notifications' | 'runs';

/**
Removes the oldest records of a team beyond `limit`, but no unfinished run. Notes of the journal count separately from
its other entries.
*/
async function trim(database: Kysely<Tables>, table: Bounded, teamId: string, limit: number): Promise<void> {
	const groups = table === 'journal' ? [sql`AND kind = 'note'`, sql`AND kind <> 'note'`] : [sql``];
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

export function openRepositories(open: Open<Tables>) {
	const known: Known = new Map();
	const teams = openRepository(open, 'teams', known);
	const applications = openRepository(open, 'applications', known);
	const nodes = openRepository(open, 'nodes', known);
	const servers = openRepository(open, 'servers', known, {
		unique: uniqueServers,
		moreColumns: server => ({unique_key: uniqueServers.keyOf(server)}),
	});
	const automations = openRepository(open, 'automations', known);
	const runs = openRepository(open, 'runs', known);
	const instances = openRepository(open, 'instances', known);
	const tasks = openRepository(open, 'tasks', known, {unique: uniqueTasks});
	const ofTeam = <Table extends OfTeam, Kept>(
		table: Table,
		{find}: {find: (condition: (columns: ExpressionBuilder<Tables, Table>) => Expression<SqlBool>) => Kept},
	) => ({
		ofTeam: (teamId: string) => find(() => sql<SqlBool>`team_id = ${teamId}`),
		countOfTeam: (teamId: string) => countIn(open, table, {column: 'team_id', value: teamId}),
	});
	const orders = openRepository(open, 'orders', known);
	const actions = openRepository(open, 'actions', known);
	const notifications = openRepository(open, 'notifications', known);
	const journal = openRepository(open, 'journal', known);
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
			withOlderHash: async (hash: string) =>
				(await applications.find(() => sql<SqlBool>`older_hashes @> ARRAY[${hash}]`)).at(0),
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
		profiles: openRepository(open, 'profiles', known),
		images: openRepository(open, 'images', known),
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
		actions: {...actions, ...ofTeam('actions', actions)},
		notifications: {...notifications, ...ofTeam('notifications', notifications)},
		journal: {...journal, ...openJournal(open, journal)},
		commands: openCommands(open),
	};
}

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
		ofServers: async serverIds => {
			const ids = [...new Set(serverIds)];
			const query = anyTable(open).selectFrom('commands').selectAll().where('server_id', 'in', ids);
			const rows = ids.length > 0 ? await query.orderBy('place').execute() : [];
			const byServer = Map.groupBy(rows, row => row['server_id']);
			return new Map(
				ids.map(id => [
					id,
					// Written by this program.
					(byServer.get(id) ?? []).map(row => recordOf(commandColumns, row) as CommandRecord),
				]),
			);
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

async function addCommand(open: Open<Tables>, serverId: string, command: CommandRecord): Promise<void> {
	const row = {...rowOf(commandColumns, command), server_id: serverId};
	await anyTable(open).insertInto('commands').values(row).execute();
}

/** Removes the oldest commands of a server beyond the limits, but never the newest one. */
async function trimCommands(database: Kysely<Tables>, serverId: string, limit: number): Promise<void> {
	await sql`DELETE FROM commands WHERE place IN (
		SELECT place FROM (
			SELECT place, row_number() OVER newest AS number,
				sum(length(command) + coalesce(length(response), 0)) OVER newest AS characters
			FROM commands WHERE server_id = ${serverId} WINDOW newest AS (ORDER BY place DESC)
		) AS counted
		WHERE number > 1 AND (number > ${limit} OR characters > ${maxCharacters})
	)`.execute(database);
}
