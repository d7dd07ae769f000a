import type {DatabaseSync} from 'node:sqlite';

/**
Migrations: each takes a file from the version of its tables to the next one. A released migration never changes; every
change of the tables is a new migration.
*/
export const migrations: readonly string[] = [
	`
	CREATE TABLE entry (
		id INTEGER PRIMARY KEY,
		-- What is the same thing, whoever tells it. Ids are unique within one service only.
		identity TEXT NOT NULL,
		at INTEGER NOT NULL,
		kind TEXT NOT NULL,
		deck TEXT NOT NULL,
		server_id TEXT,
		server TEXT,
		origin TEXT,
		status TEXT,
		text TEXT NOT NULL,
		response TEXT,
		problem TEXT,
		-- Of a command: when it was sent, by the service's clock.
		until INTEGER,
		-- Whose work it is.
		profile TEXT NOT NULL DEFAULT '',
		service TEXT NOT NULL DEFAULT '',
		team TEXT NOT NULL DEFAULT '',
		UNIQUE (identity, service)
	) STRICT;
	CREATE INDEX entry_at ON entry (at);
	CREATE INDEX entry_server ON entry (server_id, at);
	-- Commands whose answer may still be heard: few, among all that are heard. Probes of one-shot commands are answered
	-- later as well, and a process may be killed while it waits. A watch may leave thousands without an answer.
	CREATE INDEX entry_open ON entry (server_id, text, coalesce(until, at))
		WHERE kind = 'command' AND origin IN ('me', 'probe') AND status IN ('waiting', 'sent', 'timeout', 'abandoned');
	CREATE INDEX entry_waiting ON entry (at)
		WHERE kind = 'command' AND origin IN ('me', 'probe') AND status = 'waiting';

	CREATE VIRTUAL TABLE entry_words USING fts5 (
		server, text, response, problem,
		content = 'entry', content_rowid = 'id', tokenize = "unicode61 tokenchars '_'"
	);
	CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
		INSERT INTO entry_words (rowid, server, text, response, problem)
		VALUES (new.id, new.server, new.text, new.response, new.problem);
	END;
	CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN
		INSERT INTO entry_words (entry_words, rowid, server, text, response, problem)
		VALUES ('delete', old.id, old.server, old.text, old.response, old.problem);
	END;
	CREATE TRIGGER entry_changed AFTER UPDATE OF server, text, response, problem ON entry BEGIN
		INSERT INTO entry_words (entry_words, rowid, server, text, response, problem)
		VALUES ('delete', old.id, old.server, old.text, old.response, old.problem);
		INSERT INTO entry_words (rowid, server, text, response, problem)
		VALUES (new.id, new.server, new.text, new.response, new.problem);
	END;

	-- What happened, as fields; the text of such an entry is only searched. A separate table: to add a column, SQLite
	-- checks every row of a strict table.
	CREATE TABLE activity (
		entry_id INTEGER PRIMARY KEY,
		-- JSON. Of a command: who sent it.
		activity TEXT NOT NULL,
		type TEXT GENERATED ALWAYS AS (activity ->> 'type') VIRTUAL,
		action TEXT GENERATED ALWAYS AS (activity ->> 'action') VIRTUAL,
		outcome TEXT GENERATED ALWAYS AS (activity ->> 'outcome') VIRTUAL,
		from_state TEXT GENERATED ALWAYS AS (activity ->> 'from') VIRTUAL,
		to_state TEXT GENERATED ALWAYS AS (activity ->> 'to') VIRTUAL
	) STRICT;
	CREATE TRIGGER activity_removed AFTER DELETE ON entry BEGIN
		DELETE FROM activity WHERE entry_id = old.id;
	END;

	CREATE TABLE sent (
		service TEXT NOT NULL,
		server_id TEXT NOT NULL,
		text TEXT NOT NULL,
		game TEXT NOT NULL,
		at INTEGER NOT NULL,
		PRIMARY KEY (service, server_id, text)
	) STRICT;
	CREATE INDEX sent_game ON sent (game, at);

	CREATE TABLE read_mark (
		service TEXT NOT NULL,
		server_id TEXT NOT NULL,
		at INTEGER NOT NULL,
		PRIMARY KEY (service, server_id)
	) STRICT;

	CREATE TABLE acknowledged (
		service TEXT NOT NULL,
		server_id TEXT NOT NULL,
		-- The one it was in; null: it had none.
		state TEXT,
		at INTEGER NOT NULL,
		-- 0: taken back.
		is_known INTEGER NOT NULL,
		-- Who acknowledged; NULL: the user.
		author TEXT,
		-- 1: as part of its lost node.
		with_node INTEGER NOT NULL,
		PRIMARY KEY (service, server_id)
	) STRICT;

	CREATE TABLE profile_team (
		profile TEXT NOT NULL,
		service TEXT NOT NULL,
		team TEXT NOT NULL,
		PRIMARY KEY (profile, service)
	) STRICT;

	-- What the last session that judged it found of a service's feed.
	CREATE TABLE feed_proof (service TEXT PRIMARY KEY, at INTEGER NOT NULL, missed INTEGER NOT NULL) STRICT;

	-- Jobs and their servers, so that one that ends with its program is found again.
	CREATE TABLE job (
		service TEXT NOT NULL,
		id TEXT NOT NULL,
		at INTEGER NOT NULL,
		-- The process that runs it; '': none.
		process TEXT NOT NULL,
		action TEXT NOT NULL,
		status TEXT NOT NULL,
		-- JSON: everything else.
		details TEXT NOT NULL,
		PRIMARY KEY (service, id)
	) STRICT;
	CREATE TABLE job_step (
		service TEXT NOT NULL,
		job_id TEXT NOT NULL,
		place INTEGER NOT NULL,
		server_id TEXT NOT NULL,
		server TEXT NOT NULL,
		status TEXT NOT NULL,
		-- When the status changed.
		at INTEGER NOT NULL,
		details TEXT NOT NULL,
		PRIMARY KEY (service, job_id, server_id)
	) STRICT;
	-- What other programs ask of the one that runs a job.
	CREATE TABLE job_request (
		service TEXT NOT NULL,
		id TEXT NOT NULL,
		job_id TEXT NOT NULL,
		verb TEXT NOT NULL,
		server_id TEXT,
		at INTEGER NOT NULL,
		-- asked, taken, withdrawn, done or refused.
		status TEXT NOT NULL,
		-- The sentence of the program.
		answer TEXT,
		PRIMARY KEY (service, id)
	) STRICT;
	CREATE TRIGGER job_removed AFTER DELETE ON job BEGIN
		DELETE FROM job_step WHERE service = old.service AND job_id = old.id;
		DELETE FROM job_request WHERE service = old.service AND job_id = old.id;
	END;

	-- What sessions saw last of each server, also if it never changed.
	CREATE TABLE observed (
		service TEXT NOT NULL,
		team TEXT NOT NULL,
		server_id TEXT NOT NULL,
		server TEXT NOT NULL,
		state TEXT,
		first_at INTEGER NOT NULL,
		last_at INTEGER NOT NULL,
		-- The state before, and when it was last seen in it.
		before_state TEXT,
		before_at INTEGER,
		PRIMARY KEY (service, team, server_id)
	) STRICT;

	-- The players and phases of each server in periods of five minutes, and those before the last hours in periods of an hour;
	-- a period without a row was not seen.
	CREATE TABLE sampled (
		id INTEGER PRIMARY KEY,
		service TEXT NOT NULL,
		server_id TEXT NOT NULL,
		-- Its newest sample.
		at INTEGER NOT NULL,
		UNIQUE (service, server_id)
	) STRICT;
	CREATE TABLE sample (
		-- The start of the period.
		at INTEGER NOT NULL,
		sampled_id INTEGER NOT NULL,
		-- Bits: 1 online, 2 offline, 4 changing, 8 unknown.
		phases INTEGER NOT NULL,
		low INTEGER,
		high INTEGER,
		-- The most that it used.
		cpu_percent INTEGER,
		memory_bytes INTEGER,
		PRIMARY KEY (at, sampled_id)
	) STRICT, WITHOUT ROWID;

	-- The team's journal on the service: how far it has been read, and the user's own entries for it.
	CREATE TABLE team_read (
		service TEXT NOT NULL,
		team TEXT NOT NULL,
		seq INTEGER NOT NULL,
		PRIMARY KEY (service, team)
	) STRICT;
	CREATE TABLE team_own (
		service TEXT NOT NULL,
		team TEXT NOT NULL,
		id TEXT NOT NULL,
		at INTEGER NOT NULL,
		-- JSON.
		entry TEXT NOT NULL,
		is_sent INTEGER NOT NULL,
		-- The account that made it. '': credentials are not needed.
		account TEXT NOT NULL DEFAULT '',
		PRIMARY KEY (service, team, id)
	) STRICT;
	`,
];

/** A file written by a later version of this program is left unchanged. */
export class NewerFile extends Error {
	override name = 'NewerFile';
}

/**
Migrates a file to the newest version. If several processes try, one migrates and the others wait. `backUp` is called before
tables of this version change; if it throws, they do not.
*/
export function migrate(
	database: DatabaseSync,
	backUp: (version: number) => void = () => {},
	all: readonly string[] = migrations,
): void {
	if (versionOf(database) === all.length) return;
	database.exec('BEGIN IMMEDIATE');
	try {
		const version = versionOf(database);
		if (version > all.length) throw new NewerFile(String(version));
		if (version > 0 && version < all.length) backUp(version);
		for (const statements of all.slice(version)) database.exec(statements);
		database.exec(`PRAGMA user_version = ${all.length}`);
		database.exec('COMMIT');
	} catch (error) {
		// A full disk has already rolled it back, and another error would hide the cause.
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}

function versionOf(database: DatabaseSync): number {
	const row = database.prepare('PRAGMA user_version').get();
	return Number(row?.['user_version'] ?? 0);
}
