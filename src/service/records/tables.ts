import type {RecordsByKind} from './records.ts';

/*
The tables of the records in SQLite. Each row has its record as JSON; columns are generated from it where the database
enforces a rule or finds records by them. References are checked with the commit, so the order of changes within a
transaction does not matter.
*/

/** Whether `teamId` and `nodeId` of a kind name records of this database. */
const isHere: Record<keyof RecordsByKind, boolean> = {
	teams: true,
	applications: true,
	nodes: true,
	servers: true,
	profiles: true,
	images: true,
	automations: true,
	runs: true,
	instances: true,
	tasks: true,
	actions: true,
	notifications: true,
	journal: true,
	orders: true,
	outboxes: false,
	reports: true,
	receivedOrders: true,
};
export const kinds = Object.keys(isHere) as (keyof RecordsByKind)[];

/** `place` is the order of the records. */
const tableOf = (kind: keyof RecordsByKind): string =>
	isHere[kind]
		? `CREATE TABLE ${kind} (
			place INTEGER PRIMARY KEY,
			id TEXT NOT NULL UNIQUE,
			json TEXT NOT NULL,
			unique_key TEXT UNIQUE,
			team_id TEXT GENERATED ALWAYS AS (json ->> '$.teamId') VIRTUAL
				REFERENCES teams (id) DEFERRABLE INITIALLY DEFERRED,
			node_id TEXT GENERATED ALWAYS AS (json ->> '$.nodeId') VIRTUAL
				REFERENCES nodes (id) DEFERRABLE INITIALLY DEFERRED
		) STRICT;
		CREATE INDEX ${kind}_of_team ON ${kind} (team_id) WHERE team_id IS NOT NULL;
		CREATE INDEX ${kind}_of_node ON ${kind} (node_id) WHERE node_id IS NOT NULL;`
		: `CREATE TABLE ${kind} (
			place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL, unique_key TEXT UNIQUE
		) STRICT;`;

/** Conditions that have an index. */
export const isUnfinishedRun = "json ->> '$.finishedAt' IS NULL";
export const isOfAutomation = "json ->> '$.automationId' = ?";
export const isLiveTask = "json ->> '$.state' IN ('PENDING', 'RUNNING')";
export const isFinishedRun = "json ->> '$.finishedAt' IS NOT NULL";

/** Whether a run of a team passes a `RunFilter`, as JSON. */
export const isWantedRun = `team_id = ? AND EXISTS (SELECT 1 FROM (SELECT ? AS wanted) WHERE
	coalesce(json ->> '$.automationId' = wanted ->> '$.automationId', true)
	AND (wanted -> '$.statuses' IS NULL OR json ->> '$.status' IN (SELECT value FROM json_each(wanted, '$.statuses')))
	AND coalesce(json ->> '$.createdAt' >= wanted ->> '$.from', true)
	AND coalesce(json ->> '$.createdAt' <= wanted ->> '$.to', true))`;

/** Conditions of the action log. */
export const isSecurity = "json ->> '$.isSecurity' IS NOT NULL";
export const isNoSecurity = "json ->> '$.isSecurity' IS NULL";

/** An index ends with the place, so what it finds is in order. */
const indexes = `
	CREATE UNIQUE INDEX journal_seq ON journal (team_id, json ->> '$.seq');
	CREATE INDEX unfinished_runs ON runs (place) WHERE ${isUnfinishedRun};
	CREATE INDEX runs_of_automation ON runs (json ->> '$.automationId');
	CREATE INDEX live_tasks ON tasks (place) WHERE ${isLiveTask};
	CREATE UNIQUE INDEX report_sequence ON reports (json ->> '$.sequence');
`;

const commandTable = `
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
export const migrations: readonly string[] = [[...kinds.map(tableOf), indexes, commandTable].join('\n')];
