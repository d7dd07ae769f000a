import {sql} from 'kysely';
import {connect, usualTimeouts} from './connect.ts';

/*
The tables of the records. `size` is what a record counts in its budgets. Never change a migration that was released: add one.

While instances are upgraded one after another, the previous version runs on the tables of the next one. So a migration
only adds: tables, indexes that no valid record violates, and columns that may be null or have a default. A column that is
no longer needed stays; a rename is a new column, filled by the version that reads both.
`test/service/postgres/migrations.test.ts` rejects everything else.
*/

const first = [
	`CREATE TABLE teams (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		name text NOT NULL,
		owner_id text NOT NULL,
		invite_code text NOT NULL,
		icon_image_id text,
		limits jsonb NOT NULL,
		more jsonb NOT NULL
	)`,
	`CREATE TABLE members (
		team_id text NOT NULL REFERENCES teams ON DELETE CASCADE,
		id text NOT NULL,
		position integer NOT NULL,
		name text NOT NULL,
		email text,
		permissions text[] NOT NULL,
		two_fa_enabled boolean NOT NULL,
		more jsonb NOT NULL,
		PRIMARY KEY (team_id, id)
	)`,
	`CREATE TABLE invites (
		team_id text NOT NULL REFERENCES teams ON DELETE CASCADE,
		id text NOT NULL,
		position integer NOT NULL,
		email text,
		name text,
		invited_at bigint NOT NULL,
		expires_at bigint,
		permissions text[],
		code_hash text UNIQUE,
		created_by text,
		issued_with text,
		more jsonb NOT NULL,
		PRIMARY KEY (team_id, id)
	)`,
	// Credentials end with the member who uses or issued them, and with the application that issued them. Handlers remove
	// them, because they must also close their connections; the database refuses to lose the member alone.
	`CREATE TABLE applications (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		name text NOT NULL,
		team_id text REFERENCES teams ON DELETE CASCADE,
		member_id text,
		created_by text,
		issued_with text REFERENCES applications DEFERRABLE INITIALLY DEFERRED,
		permissions text[] NOT NULL,
		secret_hash text NOT NULL,
		created_at bigint,
		expires_at bigint,
		last_used_at bigint,
		more jsonb NOT NULL,
		FOREIGN KEY (team_id, member_id) REFERENCES members DEFERRABLE INITIALLY DEFERRED,
		FOREIGN KEY (team_id, created_by) REFERENCES members DEFERRABLE INITIALLY DEFERRED
	)`,
	'CREATE INDEX applications_of_team ON applications (team_id, place)',
	'CREATE INDEX applications_of_member ON applications (team_id, member_id)',
	'CREATE INDEX applications_of_creator ON applications (team_id, created_by)',
	'CREATE INDEX applications_issued_with ON applications (issued_with)',
	`CREATE TABLE nodes (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		team_id text NOT NULL REFERENCES teams ON DELETE CASCADE,
		invite_token bigint NOT NULL,
		daemon_version text NOT NULL,
		status text NOT NULL,
		last_alive bigint NOT NULL,
		last_login bigint NOT NULL,
		logout_reason text,
		settings jsonb NOT NULL,
		system_data jsonb NOT NULL,
		link jsonb,
		more jsonb NOT NULL
	)`,
	'CREATE INDEX nodes_of_team ON nodes (team_id, place)',
	'CREATE INDEX linked_nodes ON nodes (place) WHERE link IS NOT NULL',
	`CREATE TABLE servers (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		team_id text NOT NULL REFERENCES teams ON DELETE CASCADE,
		node_id text NOT NULL REFERENCES nodes ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
		display_name text NOT NULL,
		unique_key text NOT NULL CONSTRAINT servers_unique_key UNIQUE,
		game_type text NOT NULL,
		created_at bigint NOT NULL,
		state text NOT NULL,
		wanted text NOT NULL,
		setting_profile_id text NOT NULL,
		server_directory text NOT NULL,
		max_players bigint,
		mod_count bigint,
		server_ip text,
		server_port integer,
		query_port integer,
		rcon_port integer,
		state_since bigint,
		linked jsonb,
		more jsonb NOT NULL
	)`,
	'CREATE INDEX servers_of_team ON servers (team_id, place)',
	'CREATE INDEX servers_of_node ON servers (node_id, place)',
	`CREATE TABLE backups (
		server_id text NOT NULL REFERENCES servers ON DELETE CASCADE,
		backup_id text NOT NULL,
		position integer NOT NULL,
		name text NOT NULL,
		created_at bigint NOT NULL,
		expires_at bigint,
		auto_backup boolean NOT NULL,
		size bigint NOT NULL,
		kind text,
		file text,
		content_size bigint,
		directory text,
		more jsonb NOT NULL,
		PRIMARY KEY (server_id, backup_id)
	)`,
	`CREATE TABLE commands (
		place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
		size bigint NOT NULL DEFAULT 0,
		server_id text NOT NULL REFERENCES servers ON DELETE CASCADE,
		command text NOT NULL,
		response text,
		command_id text NOT NULL,
		timestamp bigint NOT NULL,
		by text,
		-- Why the console has no whole answer.
		failure jsonb,
		more jsonb NOT NULL
	)`,
	'CREATE INDEX commands_of_server ON commands (server_id, place)',
	'CREATE INDEX commands_by_id ON commands (server_id, command_id)',
	`CREATE TABLE profiles (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		team_id text NOT NULL REFERENCES teams ON DELETE CASCADE,
		game_type text NOT NULL,
		map text NOT NULL,
		last_modified bigint NOT NULL,
		game_settings jsonb NOT NULL,
		game_user_settings jsonb NOT NULL,
		question_mark_params jsonb NOT NULL,
		hyphen_params jsonb NOT NULL,
		gmc_settings jsonb NOT NULL,
		more jsonb NOT NULL
	)`,
	'CREATE INDEX profiles_of_team ON profiles (team_id, place)',
	`CREATE TABLE images (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		team_id text NOT NULL REFERENCES teams ON DELETE CASCADE,
		base64 text NOT NULL,
		created_at bigint NOT NULL,
		more jsonb NOT NULL
	)`,
	'CREATE INDEX images_of_team ON images (team_id, place)',
	`CREATE TABLE automations (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		team_id text NOT NULL REFERENCES teams ON DELETE CASCADE,
		name text NOT NULL,
		description text NOT NULL,
		enabled boolean NOT NULL,
		created_at bigint NOT NULL,
		updated_at bigint NOT NULL,
		targets jsonb,
		workflow jsonb NOT NULL,
		trigger jsonb,
		run_timeout_sec double precision NOT NULL,
		more jsonb NOT NULL
	)`,
	'CREATE INDEX automations_of_team ON automations (team_id, place)',
	// Without a reference to the automation: a run outlives it.
	`CREATE TABLE runs (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		automation_id text NOT NULL,
		team_id text NOT NULL REFERENCES teams ON DELETE CASCADE,
		status text NOT NULL,
		created_at bigint NOT NULL,
		scheduled_fire_at bigint,
		started_at bigint,
		finished_at bigint,
		target_ids jsonb NOT NULL,
		current_step jsonb,
		step_history jsonb NOT NULL,
		cancel_requested boolean NOT NULL,
		workflow jsonb NOT NULL,
		run_timeout_sec double precision NOT NULL,
		claimed_by text,
		more jsonb NOT NULL
	)`,
	'CREATE INDEX runs_of_team ON runs (team_id, place)',
	'CREATE INDEX unfinished_runs ON runs (team_id, place) WHERE finished_at IS NULL',
	'CREATE INDEX unclaimed_runs ON runs (place) WHERE claimed_by IS NULL AND finished_at IS NULL',
	'CREATE INDEX runs_of_instance ON runs (claimed_by, place) WHERE finished_at IS NULL',
	'CREATE INDEX runs_of_automation ON runs (automation_id, place)',
	'CREATE UNIQUE INDEX runs_one_per_time ON runs (automation_id, scheduled_fire_at)',
	`CREATE TABLE instances (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		beat bigint NOT NULL,
		more jsonb NOT NULL
	)`,
	`CREATE TABLE tasks (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		type text NOT NULL,
		state text NOT NULL,
		node_id text NOT NULL REFERENCES nodes ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
		target_ids text[] NOT NULL,
		context jsonb,
		created_at bigint NOT NULL,
		finished_at bigint,
		cancellable boolean NOT NULL,
		progress_percentage double precision NOT NULL,
		error_message text,
		"order" jsonb NOT NULL,
		more jsonb NOT NULL
	)`,
	'CREATE INDEX tasks_of_node ON tasks (node_id, place)',
	`CREATE INDEX live_tasks ON tasks USING gin (target_ids) WITH (fastupdate = off)
		WHERE state IN ('PENDING', 'RUNNING')`,
	`CREATE UNIQUE INDEX tasks_one_scheduled ON tasks ((target_ids[1]))
		WHERE type IN ('TIMED_SHUTDOWN', 'TIMED_RESTART') AND state IN ('PENDING', 'RUNNING')`,
	`CREATE TABLE actions (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		team_id text NOT NULL REFERENCES teams ON DELETE CASCADE,
		created_at bigint NOT NULL,
		who text NOT NULL,
		action text NOT NULL,
		target_id text,
		more jsonb NOT NULL
	)`,
	'CREATE INDEX actions_of_team ON actions (team_id, place)',
	`CREATE TABLE notifications (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		team_id text NOT NULL REFERENCES teams ON DELETE CASCADE,
		created_at bigint NOT NULL,
		type text NOT NULL,
		title text NOT NULL,
		message text NOT NULL,
		read boolean NOT NULL,
		more jsonb NOT NULL
	)`,
	'CREATE INDEX notifications_of_team ON notifications (team_id, place)',
	`CREATE TABLE journal (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		team_id text NOT NULL REFERENCES teams ON DELETE CASCADE,
		entry_id text NOT NULL,
		seq bigint NOT NULL,
		previous bigint NOT NULL,
		made_at bigint NOT NULL,
		by text NOT NULL,
		member_id text,
		kind text NOT NULL,
		server_id text,
		server text,
		state text,
		text text,
		more jsonb NOT NULL,
		CONSTRAINT journal_seq UNIQUE (team_id, seq)
	)`,
	`CREATE TABLE orders (
		place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
		size bigint NOT NULL DEFAULT 0,
		id text PRIMARY KEY,
		team_id text NOT NULL REFERENCES teams ON DELETE CASCADE,
		node_id text NOT NULL REFERENCES nodes ON DELETE CASCADE,
		created_at bigint NOT NULL,
		"order" jsonb NOT NULL,
		is_given_up boolean,
		more jsonb NOT NULL
	)`,
	'CREATE INDEX orders_of_node ON orders (node_id, place)',
	'CREATE INDEX waiting_orders ON orders (created_at) WHERE is_given_up IS NULL',
	// Orders that were given up are not read with those that are to be sent.
	'CREATE INDEX pending_orders ON orders (node_id, place) WHERE is_given_up IS NULL',
];

/** The statements of each version of the tables, the first version first. */
export const migrations: readonly (readonly string[])[] = [first];

/** Chosen at random. Instances that start at the same time wait for each other. */
const lock = 7_345_108_226;
const waitMs = 60_000;
/** An index of a large table takes longer than a request may. */
const timeouts = {
	...usualTimeouts,
	lock_timeout: waitMs,
	statement_timeout: waitMs,
	query_timeout: waitMs + 5000,
};

/**
Brings the tables to the newest version that this program knows, in one transaction. Tables of a later version stay as
they are: they contain all that this program uses.
*/
export async function migrate(url: string, all: readonly (readonly string[])[] = migrations): Promise<void> {
	await using database = connect(url, timeouts);
	await database.transaction().execute(async transaction => {
		const run = (statement: string) => sql.raw(statement).execute(transaction);
		await run(`SELECT pg_advisory_xact_lock(${lock})`);
		await run(`CREATE TABLE IF NOT EXISTS migrations (
			version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now()
		)`);
		const {rows} = await sql<{version: number}>`SELECT max(version) AS version FROM migrations`.execute(
			transaction,
		);
		const found = rows[0]?.version ?? 0;
		for (const [index, statements] of all.entries()) {
			const version = index + 1;
			if (version <= found) continue;
			for (const statement of statements) await run(statement);
			await run(`INSERT INTO migrations (version) VALUES (${version})`);
		}
	});
}
