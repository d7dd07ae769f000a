import type {DatabaseSync} from 'node:sqlite';
import type {JournalLine} from './entry.ts';
import {commandIdIn} from './identity.ts';
import {type AcknowledgedState, lineOf, readAcknowledgements, stateChangeAt} from './read.ts';

/** A server's alert was acknowledged, or (`isKnown` false) its acknowledgment was withdrawn. */
export type AcknowledgedChange = AcknowledgedState & {
	isKnown: boolean;
	/** The newest recorded change of its state. */
	changedAt: number | undefined;
};

/** The user's own command that another process sent, with a known answer; these fields identify it. */
export type SentElsewhere = {
	serverId: string;
	command: string;
	commandId: string | undefined;
	timestamp: number | undefined;
	isProbe?: true;
	source: JournalLine['source'];
};

/** What other processes of the same user have written. */
export type JournalChanges = {
	acknowledged: readonly AcknowledgedChange[];
	sent: readonly SentElsewhere[];
	/** Typed and sent commands, oldest first; may include some of the caller's own. */
	typed: readonly TypedElsewhere[];
	/** Actions with their outcomes. */
	acted: readonly JournalLine[];
};

export type TypedElsewhere = {serverId: string; gameType: string | undefined; text: string};

export type ChangesReader = {
	/** Treats everything already in the file as known. */
	begin: (database: DatabaseSync) => void;
	/**
	Returns what is new; undefined if nothing is. Costs one cheap query while no other process writes and none of its
	commands is answered here. `matched`: how many have been answered here. (sqlite.org: PRAGMA data_version)
	*/
	readChanges: (database: DatabaseSync, matched: number) => JournalChanges | undefined;
};

/** How many of the newest lines are read. The first read takes more, to find commands sent some time ago. */
const [maxNew, maxAtFirst] = [500, 5000];

/** Creates a reader that skips the lines of `session`, and everything on services other than `service`. */
export function createChangesSince(session: string, service: string): ChangesReader {
	let lastRead: {database: DatabaseSync; version: string} | undefined;
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
		readChanges: (database, matched) => {
			const others = database.prepare('PRAGMA data_version').get();
			const version = `${String(others?.['data_version'])} ${matched}`;
			if (lastRead?.database === database && lastRead.version === version) return undefined;
			lastRead = {database, version};
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

type Acknowledged = Omit<AcknowledgedChange, 'changedAt'>;
const nameOf = ({at, isKnown}: Acknowledged) => `${at} ${isKnown}`;

type Own = JournalLine & {identity: string};
/** A line is new again when its outcome becomes known. */
const lineName = ({identity, text, activity}: Own) => `${identity} ${text ?? JSON.stringify(activity)}`;

/** Omits responses: they are not needed, and may be large. */
function readOwn(database: DatabaseSync, session: string, most: number): Own[] {
	const rows = database
		.prepare(
			`SELECT id, identity, at, kind, deck, server_id, server, origin, status, text,
				NULL AS response, NULL AS problem, NULL AS until, profile, service, team, activity, type
			FROM shown WHERE id > (SELECT max(id) FROM main.entry) - ?
				AND deck <> ? AND (origin IN ('me', 'probe') OR kind IN ('act', 'failure'))
				-- Each session reads the team's journal and the list of servers.
				AND type IS NOT 'team' AND type IS NOT 'fleetChange' ORDER BY id`,
		)
		.all(most, session);
	return rows.map(row => ({...lineOf(row), identity: String(row['identity'])}));
}

function sentElsewhere({kind, identity, serverId, text, at, origin, source}: Own): SentElsewhere[] {
	if (kind !== 'command' || serverId === undefined) return [];
	const commandId = commandIdIn(identity, serverId);
	// Without an id it is identified by the service's time, which is then the time of the line.
	const timestamp = identity.startsWith('at ') ? at : undefined;
	if (commandId === undefined && timestamp === undefined) return [];
	return [
		{
			serverId,
			command: text,
			commandId,
			timestamp,
			...(origin === 'probe' && {isProbe: true as const}),
			source,
		},
	];
}

type Typed = TypedElsewhere & {at: number};
const typedName = ({serverId, text, at}: Typed) => `${serverId} ${at} ${text}`;

/** Sessions write with a delay, so new lines may be older than lines that were already read. */
const maxWriteDelayMs = 5000;

const newestTypedAt = (database: DatabaseSync): number =>
	Number(database.prepare('SELECT max(at) AS at FROM sent').get()?.['at'] ?? 0);

/** Reads the typed commands since a time, oldest first. */
function readTyped(database: DatabaseSync, service: string, since: number): Typed[] {
	const rows = database
		.prepare('SELECT * FROM sent WHERE at >= ? AND service = ? ORDER BY at')
		.all(since - maxWriteDelayMs, service);
	return rows.map(row => ({
		serverId: String(row['server_id']),
		gameType: row['game'] === '' ? undefined : String(row['game']),
		text: String(row['text']),
		at: Number(row['at']),
	}));
}
