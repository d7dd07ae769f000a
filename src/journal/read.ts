import type {LastChange} from '../actions/last-change.ts';
import type {DatabaseSync} from 'node:sqlite';
import type {CommandStatus} from '../actions/memorable.ts';
import {type ActivityTone, actsAfter, delayMinutesOf, toneOf} from '../actions/activity.ts';
import {isPowerVerb, powerVerbs} from '../contract/power.ts';
import type {ShiftJob} from '../contract/models/job.ts';
import {readJobs} from './jobs.ts';
import type {Observed} from '../actions/memorable.ts';
import {readObserved} from './observed.ts';
import type {Scope} from './scope.ts';
import {activityIn, senderIn, shellPrefix, type JournalLine, type LineKind} from './entry.ts';

/** Which lines to read. Omitted fields do not restrict them. */
export type Query = {
	/** From this time on, epoch ms. */
	since?: number | undefined;
	/** Up to this time, epoch ms. */
	until?: number | undefined;
	serverId?: string | undefined;
	/** An id, or part of a name, case-insensitive. */
	server?: string | undefined;
	/** Words that must all occur in the line, as whole words or prefixes. */
	words?: string | undefined;
	/** Maximum number of lines; the newest are returned. */
	limit?: number | undefined;
};

const maxLines = 1000;

/** Reads the lines that match a query, oldest first. */
export function readLines(
	database: DatabaseSync,
	{since, until, serverId, server, words, limit}: Query,
): JournalLine[] {
	const wanted = words === undefined ? undefined : matchOf(words);
	if (wanted === '') return [];
	const conditions = [
		...(since === undefined ? [] : ['at >= :since']),
		...(until === undefined ? [] : ['at <= :until']),
		...(serverId === undefined ? [] : ['server_id = :serverId']),
		...(server === undefined ? [] : ['(server_id = :server OR instr(lower(server), lower(:server)) > 0)']),
		...(wanted === undefined
			? []
			: ['id IN (SELECT rowid FROM entry_words WHERE entry_words MATCH :wanted)']),
	];
	const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
	const rows = database.prepare(`SELECT * FROM shown ${where} ORDER BY at DESC, id DESC LIMIT :limit`).all({
		...(since !== undefined && {since}),
		...(until !== undefined && {until}),
		...(serverId !== undefined && {serverId}),
		...(server !== undefined && {server}),
		...(wanted !== undefined && {wanted}),
		limit: limit ?? maxLines,
	});
	return rows.reverse().map(lineOf);
}

/** Reads the newest state change of each server, and what may have caused it. */
export function readLastChanges(database: DatabaseSync): LastChange[] {
	const rows = database
		.prepare(
			"SELECT server_id, max(at) AS at, from_state, to_state FROM shown WHERE kind = 'state' AND server_id IS NOT NULL GROUP BY server_id",
		)
		.all();
	const restarting = restartingServers(database);
	const actions = lastActions(database);
	const changes = rows.map((row): LastChange => {
		const serverId = String(row['server_id']);
		const action = actions.get(serverId);
		actions.delete(serverId);
		return {
			serverId,
			at: Number(row['at']),
			from: row['from_state'] === null ? undefined : String(row['from_state']),
			state: row['to_state'] === null ? undefined : String(row['to_state']),
			...(restarting.has(serverId) && {isRestart: true}),
			...(action && {action}),
		};
	});
	const others = [...actions].map(([serverId, action]) => ({serverId, at: 0, state: undefined, action}));
	return [...changes, ...others];
}

/** Returns the servers that were RESTARTING after they were last up. */
function restartingServers(database: DatabaseSync): ReadonlySet<string> {
	const rows = database
		.prepare(
			`SELECT server_id FROM shown WHERE kind = 'state' AND server_id IS NOT NULL GROUP BY server_id
			HAVING max(iif('RESTARTING' IN (from_state, to_state), at, 0)) > max(iif(to_state IN ('RUNNING', 'ONLINE'), at, 0))`,
		)
		.all();
	return new Set(rows.map(row => String(row['server_id'])));
}

/** Returns the last power action of the user on each server that may have been carried out. */
function lastActions(database: DatabaseSync): Map<string, NonNullable<LastChange['action']>> {
	const rows = database
		.prepare(
			`SELECT *, max(at) FROM shown WHERE type = 'action' AND outcome NOT IN ('refused', 'failed') AND server_id IS NOT NULL
				AND action IN (SELECT value FROM json_each(:verbs)) GROUP BY server_id`,
		)
		.all({verbs: JSON.stringify(powerVerbs)});
	return new Map(
		rows.map(lineOf).flatMap(({serverId = '', at, activity}) => {
			if (activity?.type !== 'action' || !isPowerVerb(activity.action)) return [];
			const from = actsAfter(at, 60_000 * (delayMinutesOf(activity) ?? 0));
			return [[serverId, {verb: activity.action, at: from}] as const];
		}),
	);
}

export function stateChangeAt(database: DatabaseSync, serverId: string): number | undefined {
	const row = database
		.prepare("SELECT max(at) AS at FROM shown WHERE kind = 'state' AND server_id = ?")
		.get(serverId);
	return row?.['at'] === null || row === undefined ? undefined : Number(row['at']);
}

/** Answers that contain a text, one per server and day, and the actions that name it. */
export type Mentions = {
	answers: readonly {first: number; last: number; server: string; command: string; response: string}[];
	acts: readonly JournalLine[];
};

const maxMentions = 200;

/** Finds a text in the answers of these commands (in lower case) and in actions, newest first. */
export function readMentions(database: DatabaseSync, text: string, commands: readonly string[]): Mentions {
	const wanted = `"${wordsIn(text).join(' ')}"`;
	if (wanted === '""') return {answers: [], acts: []};
	const mentioning = 'id IN (SELECT rowid FROM entry_words WHERE entry_words MATCH :wanted)';
	const answers = database
		.prepare(
			`SELECT min(at) AS first, max(at) AS last, server_id, server, text, response FROM shown
			WHERE kind = 'command' AND response IS NOT NULL AND ${mentioning}
				AND lower(text) IN (SELECT value FROM json_each(:commands))
			GROUP BY server_id, text, at / 86400000 ORDER BY last DESC LIMIT :limit`,
		)
		.all({wanted, commands: JSON.stringify(commands), limit: maxMentions});
	const acts = database
		.prepare(`SELECT * FROM shown WHERE kind = 'act' AND ${mentioning} ORDER BY at DESC LIMIT :limit`)
		.all({wanted, limit: maxMentions});
	return {
		answers: answers.map(row => ({
			first: Number(row['first']),
			last: Number(row['last']),
			server: String(row['server'] ?? row['server_id']),
			command: String(row['text']),
			response: String(row['response']),
		})),
		acts: acts.map(lineOf),
	};
}

/** Reads the ids of the players whose newest note with a flag sets it. */
export function readFlagged(database: DatabaseSync): string[] {
	const rows = database
		.prepare(
			`SELECT activity ->> '$.input.playerId' AS id, activity ->> '$.input.flag' AS flag, max(at) FROM shown
			WHERE kind = 'act' AND action = 'note-player' AND activity ->> '$.input.flag' IS NOT NULL GROUP BY 1`,
		)
		.all();
	return rows.flatMap(({id, flag}) => (flag === 'yes' ? [String(id)] : []));
}

/** More than anybody remembers. */
const maxBanActs = 2000;

/** Reads the newest bans and unbans that may have run, oldest first. */
export function readBanActs(database: DatabaseSync): JournalLine[] {
	const rows = database
		.prepare(
			`SELECT * FROM shown WHERE type = 'action' AND action IN ('ban-player', 'unban-player') AND server_id IS NOT NULL
				AND outcome NOT IN ('refused', 'failed') ORDER BY at DESC, id DESC LIMIT ?`,
		)
		.all(maxBanActs);
	return rows.reverse().map(lineOf);
}

/** `by`: the name of another admin. `withNode`: as part of its lost node. */
export type AcknowledgedState = {
	serverId: string;
	state: string | undefined;
	at: number;
	by: string | undefined;
	withNode?: true;
};

/** Reads the acknowledged alerts, without withdrawn acknowledgments. */
export const readAcknowledged = (database: DatabaseSync, service: string): AcknowledgedState[] =>
	readAcknowledgements(database, service).flatMap(({isKnown, ...one}) => (isKnown ? [one] : []));

/** Reads the newest acknowledgment of each server; `isKnown` false: it was withdrawn. */
export function readAcknowledgements(
	database: DatabaseSync,
	service: string,
): (AcknowledgedState & {isKnown: boolean})[] {
	const rows = database
		.prepare('SELECT server_id, state, at, is_known, author, with_node FROM acknowledged WHERE service = ?')
		.all(service);
	return rows.map(row => ({
		serverId: String(row['server_id']),
		state: row['state'] === null ? undefined : String(row['state']),
		at: Number(row['at']),
		by: typeof row['author'] === 'string' ? row['author'] : undefined,
		isKnown: row['is_known'] === 1,
		...(row['with_node'] === 1 && {withNode: true as const}),
	}));
}

/** The data for a report: the lines since a time, and the last known states. */
export type Shift = {
	records: JournalLine[];
	lastChanges: LastChange[];
	acknowledged: AcknowledgedState[];
	observed: Observed[];
	jobs: ShiftJob[];
};

/** Maximum lines in a report, the newest: a session with a busy feed writes thousands a day. */
const maxShiftLines = 20_000;

export const readShift = (database: DatabaseSync, scope: Scope, since: number): Shift => ({
	records: readLines(database, {since, limit: maxShiftLines}),
	lastChanges: readLastChanges(database),
	acknowledged: readAcknowledged(database, scope.service),
	observed: readObserved(database, scope),
	jobs: readJobs(database, scope.service, since),
});

export type FeedProof = {at: number; missed: number};

export function readFeedProof(database: DatabaseSync, service: string): FeedProof | undefined {
	const row = database.prepare('SELECT at, missed FROM feed_proof WHERE service = ?').get(service);
	return row && {at: Number(row['at']), missed: Number(row['missed'])};
}

/** Reads the newest state changes, actions and gaps up to a time, oldest first. */
export function readNotes(database: DatabaseSync, until: number, limit: number): JournalLine[] {
	const rows = database
		.prepare("SELECT * FROM shown WHERE kind <> 'command' AND at <= ? ORDER BY at DESC, id DESC LIMIT ?")
		.all(until, limit);
	return rows.reverse().map(lineOf);
}

/** Reads typed commands, oldest first: for a server, and for its entire game. */
export function readSent(
	database: DatabaseSync,
	serverId: string,
	gameType: string | undefined,
	most: number,
	service: string,
): {server: string[]; game: string[]} {
	const own = database.prepare(
		'SELECT text FROM sent WHERE server_id = ? AND service = ? ORDER BY at DESC, rowid DESC LIMIT ?',
	);
	const ofGame = database.prepare(
		'SELECT text, max(at) AS newest FROM sent WHERE game = ? AND service = ? GROUP BY text ORDER BY newest DESC LIMIT ?',
	);
	const texts = (rows: Record<string, unknown>[]) => rows.reverse().map(row => String(row['text']));
	return {
		server: texts(own.all(serverId, service, most)),
		game: texts(ofGame.all(gameType ?? '', service, most)),
	};
}

/** Splits a text into words as the index does. */
const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Converts typed words to an FTS5 query without operators. */
function matchOf(words: string): string {
	return wordsIn(words)
		.map(word => `"${word}"*`)
		.join(' ');
}

/** Converts a row to a line. The casts are safe, because only this program writes `kind`, `origin` and `status`. */
export function lineOf(row: Record<string, unknown>): JournalLine {
	const text = (name: string) => (row[name] === null ? undefined : String(row[name]));
	const kind = String(row['kind']) as LineKind;
	const activity = activityIn(kind, row);
	const fields = activity
		? {kind: toneOf(activity), activity}
		: {kind: kind as Exclude<LineKind, ActivityTone>, text: String(row['text'])}; // Every kind that is not an activity is one of these.
	return {
		id: Number(row['id']),
		at: Number(row['at']),
		...fields,
		serverId: text('server_id'),
		server: text('server'),
		origin: text('origin') as JournalLine['origin'],
		by: kind === 'command' ? senderIn(row) : undefined,
		source: String(row['deck']).startsWith(shellPrefix) ? 'shell' : undefined,
		status: text('status') as CommandStatus | undefined,
		response: text('response'),
		problem: text('problem'),
		to: kind === 'gap' && row['until'] !== null ? Number(row['until']) : undefined,
		profile: text('profile') || undefined,
		service: text('service') || undefined,
		team: text('team') || undefined,
	};
}
