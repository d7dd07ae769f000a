import type {DatabaseSync} from 'node:sqlite';
import {activityColumns} from './activity-columns.ts';
import type {JournalLine} from './entry.ts';
import {commandIdIn} from './identity.ts';
import {lineOf, readAcknowledgements, stateChangeAt} from './read.ts';

/** Somebody has acknowledged a server's trouble, or (`isKnown` false) taken that back. */
export type AcknowledgedChange = {
	serverId: string;
	/** In which it was. */
	state: string | undefined;
	at: number;
	isKnown: boolean;
	/** The newest change of its state that anybody has kept. */
	changedAt: number | undefined;
};

/** An own command that another process sent, and whose answer is known; it is found again by these. */
export type SentElsewhere = {
	serverId: string;
	command: string;
	commandId: string | undefined;
	timestamp: number | undefined;
	source: JournalLine['source'];
};

/** What other processes of the same person have written. */
export type JournalChanges = {
	acknowledged: readonly AcknowledgedChange[];
	sent: readonly SentElsewhere[];
	/** Lines that were typed and sent, oldest first; whoever asks may have sent some of them. */
	typed: readonly TypedElsewhere[];
	/** Actions with their outcome. */
	acted: readonly JournalLine[];
};

export type TypedElsewhere = {serverId: string; gameType: string | undefined; text: string};

export type ChangesReader = {
	/** What is there now is known to whoever has just read it. */
	begin: (database: DatabaseSync) => void;
	/**
	What is new. As long as nobody else has written, and no command of theirs has got its answer here, it costs two
	questions, which SQLite answers from next to nothing. (sqlite.org: PRAGMA data_version)
	*/
	look: (database: DatabaseSync) => JournalChanges | undefined;
};

/** This many of the newest lines are looked at; at first, to find what was sent a while ago, some more. */
const [maxNew, maxAtFirst] = [500, 5000];

/** `session`: its own lines are left out, and so is what concerns another service than `service`. */
export function createChangesSince(session: string, service: string): ChangesReader {
	let looked: {database: DatabaseSync; version: string} | undefined;
	let known: ReadonlyMap<string, string> | undefined;
	let seenLines: ReadonlySet<string> | undefined;
	let typed: readonly Typed[] | undefined;
	const readNewTyped = (database: DatabaseSync): Typed[] => {
		const before = typed;
		typed = readTyped(database, service, before ? (before.at(-1)?.at ?? 0) : newestTypedAt(database));
		if (!before) return [];
		const names = new Set(before.map(typedName));
		return typed.filter(one => !names.has(typedName(one)));
	};
	const keep = (all: readonly Acknowledged[]) => {
		known = new Map(all.map(one => [one.serverId, nameOf(one)]));
	};
	return {
		begin: database => {
			keep(readAcknowledgements(database, service));
			readNewTyped(database);
		},
		look: database => {
			const version = versionOf(database);
			if (looked?.database === database && looked.version === version) return undefined;
			looked = {database, version};
			const all = readAcknowledgements(database, service);
			const fresh = known ? all.filter(one => known?.get(one.serverId) !== nameOf(one)) : [];
			keep(all);
			const written = readNewTyped(database);
			const before = seenLines;
			const own = readOwn(database, session, before ? maxNew : maxAtFirst);
			seenLines = new Set(own.map(lineName));
			const lines = own.filter(line => !before?.has(lineName(line)));
			return {
				acknowledged: fresh.map(one => ({...one, changedAt: stateChangeAt(database, one.serverId)})),
				sent: lines.flatMap(sentElsewhere),
				typed: written.map(({at: _at, ...one}) => one),
				acted: lines.filter(({kind}) => kind !== 'command'),
			};
		},
	};
}

/** Changes with what others write, and when a command of the shell that was open takes an answer that was received here. */
function versionOf(database: DatabaseSync): string {
	const version = database.prepare('PRAGMA data_version').get();
	const open = database
		.prepare(
			`SELECT count(*) AS n FROM entry INDEXED BY entry_open
			WHERE kind = 'command' AND origin = 'me' AND status IN ('sent', 'timeout', 'abandoned')`,
		)
		.get();
	return `${String(version?.['data_version'])} ${String(open?.['n'])}`;
}

type Acknowledged = Omit<AcknowledgedChange, 'changedAt'>;
const nameOf = ({at, isKnown}: Acknowledged) => `${at} ${isKnown}`;

type Own = JournalLine & {identity: string};
/** An outcome that becomes known makes it news again. */
const lineName = ({identity, text, activity}: Own) => `${identity} ${text ?? JSON.stringify(activity)}`;

/** The answer itself is not needed, and may be large. */
function readOwn(database: DatabaseSync, session: string, most: number): Own[] {
	const rows = database
		.prepare(
			`SELECT id, identity, at, kind, deck, server_id, server, origin, status, text,
				NULL AS response, NULL AS problem, NULL AS until, profile, service, team, ${activityColumns.join(', ')}
			FROM shown WHERE id > (SELECT max(id) FROM main.entry) - ?
				AND deck <> ? AND (origin = 'me' OR kind IN ('act', 'failure')) ORDER BY id`,
		)
		.all(most, session);
	return rows.map(row => ({...lineOf(row), identity: String(row['identity'])}));
}

function sentElsewhere({kind, identity, serverId, text, at, source}: Own): SentElsewhere[] {
	if (kind !== 'command' || serverId === undefined) return [];
	const commandId = commandIdIn(identity, serverId);
	// Without an id it is kept by the service's time, which is then that of the line.
	const timestamp = identity.startsWith('at ') ? at : undefined;
	if (commandId === undefined && timestamp === undefined) return [];
	return [{serverId, command: text, commandId, timestamp, source}];
}

type Typed = TypedElsewhere & {at: number};
const typedName = ({serverId, text, at}: Typed) => `${serverId} ${at} ${text}`;

/** Sessions write a moment later, and so behind what was typed after it. */
const lateMs = 5000;

const newestTypedAt = (database: DatabaseSync): number =>
	Number(database.prepare('SELECT max(at) AS at FROM sent').get()?.['at'] ?? 0);

/** The lines from a moment on, oldest first. */
function readTyped(database: DatabaseSync, service: string, since: number): Typed[] {
	const rows = database
		.prepare("SELECT * FROM sent WHERE at >= ? AND service IN ('', ?) ORDER BY at")
		.all(since - lateMs, service);
	return rows.map(row => ({
		serverId: String(row['server_id']),
		gameType: row['game'] === '' ? undefined : String(row['game']),
		text: String(row['text']),
		at: Number(row['at']),
	}));
}
