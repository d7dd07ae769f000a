import type {DatabaseSync} from 'node:sqlite';
import {fillFromSentences} from './old-sentences.ts';

/**
Migrations: each takes a file from the version of its index to the next one. A released migration never changes; every
change of the tables is a new migration.
*/
const steps: readonly (string | ((database: DatabaseSync) => void))[] = [
	`
	CREATE TABLE entry (
		id INTEGER PRIMARY KEY,
		-- What is the same thing, whoever tells it.
		identity TEXT NOT NULL UNIQUE,
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
		until INTEGER
	) STRICT;
	CREATE INDEX entry_at ON entry (at);
	CREATE INDEX entry_server ON entry (server_id, at);

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

	CREATE TABLE sent (
		server_id TEXT NOT NULL,
		text TEXT NOT NULL,
		game TEXT NOT NULL,
		at INTEGER NOT NULL,
		PRIMARY KEY (server_id, text)
	) STRICT;
	CREATE INDEX sent_game ON sent (game, at);

	CREATE TABLE read_mark (server_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
	`,
	`
	CREATE TABLE acknowledged (
		server_id TEXT PRIMARY KEY,
		-- The one it was in; null: it had none.
		state TEXT,
		at INTEGER NOT NULL,
		-- 0: taken back.
		is_known INTEGER NOT NULL
	) STRICT;
	`,
	`
	-- Commands whose answer may still be heard: few, among all that are heard.
	CREATE INDEX entry_open ON entry (server_id, text)
		WHERE kind = 'command' AND origin = 'me' AND status IN ('sent', 'timeout', 'abandoned');
	`,
	`
	-- Whose work each entry is. Entries of earlier versions have '' in all three.
	DROP TRIGGER entry_added;
	DROP TRIGGER entry_removed;
	DROP TRIGGER entry_changed;
	CREATE TABLE scoped_entry (
		id INTEGER PRIMARY KEY,
		-- Ids are unique within one service only.
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
		until INTEGER,
		profile TEXT NOT NULL DEFAULT '',
		service TEXT NOT NULL DEFAULT '',
		team TEXT NOT NULL DEFAULT '',
		UNIQUE (identity, service)
	) STRICT;
	INSERT INTO scoped_entry
		(id, identity, at, kind, deck, server_id, server, origin, status, text, response, problem, until)
		SELECT id, identity, at, kind, deck, server_id, server, origin, status, text, response, problem, until FROM entry;
	DROP TABLE entry;
	ALTER TABLE scoped_entry RENAME TO entry;
	CREATE INDEX entry_at ON entry (at);
	CREATE INDEX entry_server ON entry (server_id, at);
	CREATE INDEX entry_open ON entry (server_id, text)
		WHERE kind = 'command' AND origin = 'me' AND status IN ('sent', 'timeout', 'abandoned');
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

	ALTER TABLE sent RENAME TO sent_before;
	DROP INDEX sent_game;
	CREATE TABLE sent (
		service TEXT NOT NULL,
		server_id TEXT NOT NULL,
		text TEXT NOT NULL,
		game TEXT NOT NULL,
		at INTEGER NOT NULL,
		PRIMARY KEY (service, server_id, text)
	) STRICT;
	CREATE INDEX sent_game ON sent (game, at);
	INSERT INTO sent SELECT '', server_id, text, game, at FROM sent_before;
	DROP TABLE sent_before;

	ALTER TABLE read_mark RENAME TO read_mark_before;
	CREATE TABLE read_mark (
		service TEXT NOT NULL,
		server_id TEXT NOT NULL,
		at INTEGER NOT NULL,
		PRIMARY KEY (service, server_id)
	) STRICT;
	INSERT INTO read_mark SELECT '', server_id, at FROM read_mark_before;
	DROP TABLE read_mark_before;

	ALTER TABLE acknowledged RENAME TO acknowledged_before;
	CREATE TABLE acknowledged (
		service TEXT NOT NULL,
		server_id TEXT NOT NULL,
		state TEXT,
		at INTEGER NOT NULL,
		is_known INTEGER NOT NULL,
		PRIMARY KEY (service, server_id)
	) STRICT;
	INSERT INTO acknowledged SELECT '', server_id, state, at, is_known FROM acknowledged_before;
	DROP TABLE acknowledged_before;

	CREATE TABLE profile_team (
		profile TEXT NOT NULL,
		service TEXT NOT NULL,
		team TEXT NOT NULL,
		PRIMARY KEY (profile, service)
	) STRICT;
	`,
	`
	-- What the last session that judged it found of a service's feed.
	CREATE TABLE feed_proof (service TEXT PRIMARY KEY, at INTEGER NOT NULL, missed INTEGER NOT NULL) STRICT;
	`,
	database => {
		// A separate table: to add a column, SQLite checks every row of a strict table.
		database.exec(`
			-- What happened, as fields. An entry of an earlier version may have none: then its text is all that is known;
			-- the text of the others is only searched.
			CREATE TABLE activity (
				entry_id INTEGER PRIMARY KEY,
				-- action, stateChange or overdue, each with its columns.
				type TEXT NOT NULL,
				action TEXT,
				-- The same for each server of one run.
				operation TEXT,
				target_count INTEGER,
				-- JSON.
				input TEXT,
				outcome TEXT,
				reason TEXT,
				from_state TEXT,
				to_state TEXT,
				seen_by TEXT
			) STRICT;
			CREATE TRIGGER activity_removed AFTER DELETE ON entry BEGIN
				DELETE FROM activity WHERE entry_id = old.id;
			END;`);
		fillFromSentences(database);
	},
	`
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
	CREATE TRIGGER job_removed AFTER DELETE ON job BEGIN
		DELETE FROM job_step WHERE service = old.service AND job_id = old.id;
	END;

	-- Probes of one-shot commands are answered later as well.
	DROP INDEX entry_open;
	CREATE INDEX entry_open ON entry (server_id, text)
		WHERE kind = 'command' AND origin IN ('me', 'probe') AND status IN ('sent', 'timeout', 'abandoned');
	`,
	`
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
	`,
	`
	-- The players and phases of each server in periods of five minutes; a period without a row was not seen.
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
		PRIMARY KEY (at, sampled_id)
	) STRICT, WITHOUT ROWID;
	`,
	`
	-- A process may be killed while it waits for an answer.
	DROP INDEX entry_open;
	CREATE INDEX entry_open ON entry (server_id, text)
		WHERE kind = 'command' AND origin IN ('me', 'probe') AND status IN ('waiting', 'sent', 'timeout', 'abandoned');
	`,
	`
	-- "until" of a command is when it was sent, by the service's clock. A watch may leave thousands without an answer.
	DROP INDEX entry_open;
	CREATE INDEX entry_open ON entry (server_id, text, coalesce(until, at))
		WHERE kind = 'command' AND origin IN ('me', 'probe') AND status IN ('waiting', 'sent', 'timeout', 'abandoned');
	CREATE INDEX entry_waiting ON entry (at)
		WHERE kind = 'command' AND origin IN ('me', 'probe') AND status = 'waiting';
	`,
	`
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
		PRIMARY KEY (service, team, id)
	) STRICT;
	-- Who acknowledged; NULL: the user.
	ALTER TABLE acknowledged ADD COLUMN author TEXT;
	`,
	`
	-- The account that made an entry. '': credentials are not needed.
	ALTER TABLE team_own ADD COLUMN account TEXT NOT NULL DEFAULT '';
	`,
];

/** A file written by a later version of this program is left unchanged. */
export class NewerFile extends Error {
	override name = 'NewerFile';
}

/**
Migrates a file to the newest version, or to `target`. If several processes try, one migrates and the others wait. `backUp`
is called before tables of this version change; if it throws, they do not.
*/
export function migrate(
	database: DatabaseSync,
	target = steps.length,
	backUp: (version: number) => void = () => {},
): void {
	if (versionOf(database) === target) return;
	database.exec('BEGIN IMMEDIATE');
	try {
		const version = versionOf(database);
		if (version > steps.length) throw new NewerFile(String(version));
		if (version > 0 && version < target) backUp(version);
		for (const step of steps.slice(version, target)) {
			if (typeof step === 'string') database.exec(step);
			else step(database);
		}
		database.exec(`PRAGMA user_version = ${target}`);
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
