import type {RecordsByKind} from './records.ts';

/*
The tables of the records in SQLite, and what both databases know of them. Each row has its record as JSON; columns are
generated from it where the database enforces a rule or finds records by them. References are checked with the commit, so
the order of changes within a transaction does not matter.
*/

/** Whether a kind is shared by all instances, or is about this machine alone and so never in PostgreSQL. */
const homes = {
	teams: 'shared',
	nodes: 'shared',
	applications: 'shared',
	servers: 'shared',
	profiles: 'shared',
	images: 'shared',
	automations: 'shared',
	runs: 'shared',
	instances: 'shared',
	tasks: 'shared',
	actions: 'shared',
	notifications: 'shared',
	journal: 'shared',
	orders: 'shared',
	outboxes: 'machine',
	reports: 'machine',
	receivedOrders: 'machine',
} as const satisfies Record<keyof RecordsByKind, 'shared' | 'machine'>;

/** The kinds of records that requests read and change. */
export type SharedKind = {
	[Kind in keyof typeof homes]: (typeof homes)[Kind] extends 'shared' ? Kind : never;
}[keyof typeof homes];

export const kinds = Object.keys(homes) as (keyof RecordsByKind)[]; // keys of a constant
export const sharedKinds = kinds.filter((kind): kind is SharedKind => homes[kind] === 'shared');

/** `place` is the order of the records. An outbox names a node of another service. */
const tableOf = (kind: keyof RecordsByKind): string =>
	kind === 'outboxes'
		? `CREATE TABLE ${kind} (
			place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL, unique_key TEXT UNIQUE
		) STRICT;`
		: `CREATE TABLE ${kind} (
			place INTEGER PRIMARY KEY,
			id TEXT NOT NULL UNIQUE,
			json TEXT NOT NULL,
			unique_key TEXT UNIQUE,
			team_id TEXT GENERATED ALWAYS AS (json ->> 'teamId') VIRTUAL
				REFERENCES teams (id) DEFERRABLE INITIALLY DEFERRED,
			node_id TEXT GENERATED ALWAYS AS (json ->> 'nodeId') VIRTUAL
				REFERENCES nodes (id) DEFERRABLE INITIALLY DEFERRED
		) STRICT;
		${indexesOf(kind).join(';\n')};`;

/** Indexes of a kind. An index ends with the place, so what it finds is in order. */
export const indexesOf = (kind: keyof RecordsByKind): string[] =>
	['team', 'node'].map(
		of => `CREATE INDEX ${kind}_of_${of} ON ${kind} (${of}_id, place) WHERE ${of}_id IS NOT NULL`,
	);

/*
Conditions in SQL that both databases read. Numbers of JSON are text in PostgreSQL.
*/
export const isUnfinishedRun = "json ->> 'finishedAt' IS NULL";
export const isUnclaimedRun = `json ->> 'claimedBy' IS NULL AND ${isUnfinishedRun}`;
export const isFinishedRun = "json ->> 'finishedAt' IS NOT NULL";
export const isOfAutomation = "json ->> 'automationId' = ?";
export const isLiveTask = "json ->> 'state' IN ('PENDING', 'RUNNING')";
export const isLinkedNode = "json ->> 'link' IS NOT NULL";
export const isWaitingOrder = "json ->> 'isGivenUp' IS NULL";
export const isSecurity = "json ->> 'isSecurity' IS NOT NULL";
export const isNoSecurity = "json ->> 'isSecurity' IS NULL";
export const numberIn = (field: 'createdAt' | 'expiresAt' | 'seq') => `CAST(json ->> '${field}' AS bigint)`;

/** Indexes that both databases have. */
export const indexes: readonly string[] = [
	`CREATE UNIQUE INDEX journal_seq ON journal (team_id, (${numberIn('seq')}))`,
	`CREATE INDEX unfinished_runs ON runs (team_id, place) WHERE ${isUnfinishedRun}`,
	`CREATE INDEX unclaimed_runs ON runs (place) WHERE ${isUnclaimedRun}`,
	`CREATE INDEX runs_of_instance ON runs ((json ->> 'claimedBy'), place) WHERE ${isUnfinishedRun}`,
	`CREATE INDEX runs_of_automation ON runs ((json ->> 'automationId'), place)`,
	`CREATE INDEX linked_nodes ON nodes (place) WHERE ${isLinkedNode}`,
	// Orders that were given up are not read with those that are to be sent.
	`CREATE INDEX waiting_orders ON orders ((${numberIn('createdAt')})) WHERE ${isWaitingOrder}`,
	`CREATE INDEX pending_orders ON orders (node_id, place) WHERE ${isWaitingOrder}`,
];

const ofThisDatabase = `
	CREATE INDEX live_tasks ON tasks (place) WHERE ${isLiveTask};
	CREATE UNIQUE INDEX report_sequence ON reports (json ->> '$.sequence');
	CREATE TABLE commands_of_servers (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		server_id TEXT NOT NULL REFERENCES servers (id) DEFERRABLE INITIALLY DEFERRED,
		command_id TEXT NOT NULL,
		characters INTEGER NOT NULL,
		json TEXT NOT NULL
	) STRICT;
	CREATE INDEX newest_commands ON commands_of_servers (server_id, seq, characters);
	CREATE INDEX commands_by_id ON commands_of_servers (server_id, command_id);
`;

/**
The statements of each version of the tables, the first version first. A released version never changes; every change of
the tables is a new one.
*/
export const migrations: readonly string[] = [
	[...kinds.map(tableOf), `${indexes.join(';\n')};`, ofThisDatabase].join('\n'),
];
