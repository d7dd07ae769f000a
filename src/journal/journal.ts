import type {LastChange} from '../actions/last-change.ts';
import type {DatabaseSync} from 'node:sqlite';
import type {Clock} from '../lib/time/clock.ts';
import {hasSecret} from '../lib/secrets/secret-patterns.ts';
import {thisProcess} from '../lib/files/private-folder.ts';
import type {Job, JobRequest} from '../contract/models/job.ts';
import type {Memorable} from '../actions/memorable.ts';
import type {Sample, ServerSample} from '../actions/sample.ts';
import {shellPrefix, type JournalLine} from './entry.ts';
import {createChangesSince, type JournalChanges} from './changes-since.ts';
import {type JobRequestState, readJobRequest, takeJobRequests, withdrawJobRequest} from './job-requests.ts';
import {readStoredJobs, readUnfinishedJobs, runsStill, type StoredJob} from './jobs.ts';
import {defaultLimits, type Limits} from './prune.ts';
import {
	readAcknowledged,
	readFeedProof,
	readLastChanges,
	readBanActs,
	readFlagged,
	readMentions,
	type Mentions,
	readLines,
	readNotes,
	readSent,
	readShift,
	type AcknowledgedState,
	type FeedProof,
	type Shift,
} from './read.ts';
import {readSamples, readSamplesOf, type SamplesOf} from './samples.ts';
import {everyScope, type Scope} from './scope.ts';
import {openStorage} from './storage.ts';
import {noTeamState, readTeamState, type TeamState} from './team.ts';

export type Journal = {
	/** Queues entries; they are written shortly afterward, not in this call. */
	remember: (entries: readonly Memorable[]) => void;
	/** Writes entries before it returns. Entries that cannot be written stay queued. */
	rememberNow: (entries: readonly Memorable[]) => void;
	/** Typed and sent commands, oldest first, without duplicates: for the server, and for all servers of its game. */
	history: (serverId: string, gameType: string | undefined) => {server: string[]; game: string[]};
	/** The newest lines, oldest first. */
	recent: (limit: number, serverId?: string) => JournalLine[];
	/** The newest state change of each server. */
	lastChanges: () => LastChange[];
	/** Acknowledged alerts, with state and time; withdrawn acknowledgments are omitted. */
	acknowledged: () => AcknowledgedState[];
	/**
	What the last session learned about the feed: the number of consecutive answers that the feed did not deliver;
	undefined if no session checked it.
	*/
	feedProof: () => FeedProof | undefined;
	/** Answers of these commands, in lower case, that contain a text, and actions that name it, the newest first. */
	mentions: (text: string, commands: readonly string[]) => Mentions;
	/** The ids of flagged players. */
	flagged: () => string[];
	/** Bans and unbans that may have run, oldest first. */
	bans: () => JournalLine[];
	/** Returns the entries that other processes have written since the last call; undefined if nothing. */
	changes: () => JournalChanges | undefined;
	/** The newest state changes, actions and gaps from before the journal was opened, oldest first. */
	past: (limit: number) => JournalLine[];
	/** Everything since a time, for a report. */
	shift: (since: number) => Shift;
	/** Jobs of the last seven days that did not end and whose program no longer runs, oldest first. */
	cutJobs: () => Job[];
	/** All jobs of the last seven days, oldest first; without a scope, those of all services. */
	jobs: () => StoredJob[];
	/** Takes what other programs ask of jobs of this process. */
	takeJobRequests: () => JobRequest[];
	/** The outcome of a request of this process; undefined if it is not in the file yet. */
	jobRequest: (id: string) => JobRequestState | undefined;
	/** Withdraws a request, unless it was taken. */
	withdrawJobRequest: (id: string) => JobRequestState | undefined;
	/** The samples of all servers from a time up to, but not including, another. */
	samples: (from: number, to: number) => ServerSample[];
	/** The samples of one server. */
	samplesOf: (server: SamplesOf) => Sample[];
	/** How far the team's journal has been read, and what is to be sent to it. */
	teamJournal: () => TeamState;
	/** How far the console of a server has been read, epoch ms. */
	readUpTo: (serverId: string) => number | undefined;
	markRead: (serverId: string, at: number) => void;
	/**
	The servers whose consoles have commands by others after their read position, and those without a position; undefined
	while entries are still being written.
	*/
	unread: () => Unread | undefined;
	/** Sets the team that the servers belong to, once the service has named it. Later reads and writes use it. */
	setTeam: (teamId: string) => void;
	/** Writes all queued entries. */
	close: () => void;
	/** Like `close`, but faster, for a process that ends now. */
	leave: () => void;
};

export type JournalOptions = {
	path: string;
	clock: Clock;
	/** Called once for each kind of problem, with a sentence. The journal never throws. */
	onProblem: (words: string) => void;
	limits?: Partial<Limits>;
	/** `shell`: a one-shot command writes the entries. */
	source?: 'shell';
	/** What the entries belong to. Reads return only these entries. Default: all entries. */
	scope?: Omit<Scope, 'team'>;
};

const maxSentCommands = 2000;
const emptyShift: Shift = {records: [], lastChanges: [], acknowledged: [], observed: [], jobs: []};
/** Older unfinished jobs are ignored. */
const cutJobsAgeMs = 7 * 24 * 3_600_000;

/**
Opens the journal. Moves a damaged file aside. Entries that cannot be written are kept in memory until the program ends.
*/
export function openJournal({
	path,
	clock,
	onProblem,
	limits,
	source,
	scope: given = everyScope,
}: JournalOptions): Journal {
	const session = source === 'shell' ? `${shellPrefix}${thisProcess}` : `${thisProcess} ${Math.random()}`;
	const scope: Scope = {...given, team: ''};
	const {service} = scope;
	const storage = openStorage({
		path,
		clock,
		onProblem,
		limits: {...defaultLimits, ...limits},
		isShort: source === 'shell',
		session,
		scope,
	});
	const openedAt = clock.now();
	const changes = createChangesSince(session, service);
	const kept = (entries: readonly Memorable[]) =>
		entries.filter(entry => entry.kind !== 'typed' || !hasSecret(entry.text));
	return {
		remember: entries => storage.write(kept(entries)),
		rememberNow: entries => storage.writeNow(kept(entries)),
		history: (serverId, gameType) =>
			storage.read(database => readSent(database, serverId, gameType, maxSentCommands, service), {
				server: [],
				game: [],
			}),
		recent: (limit, serverId) => storage.read(database => readLines(database, {limit, serverId}), []),
		lastChanges: () => storage.read(readLastChanges, []),
		acknowledged: () =>
			storage.read(database => {
				changes.begin(database);
				return readAcknowledged(database, service);
			}, []),
		feedProof: () => storage.read(database => readFeedProof(database, service), undefined),
		mentions: (text, commands) =>
			storage.read(database => readMentions(database, text, commands), {answers: [], acts: []}),
		flagged: () => storage.read(readFlagged, []),
		bans: () => storage.read(readBanActs, []),
		changes: () => {
			storage.matchOrphans();
			return storage.readSettled(
				(database, answers) => changes.readChanges(database, answers.matched()),
				undefined,
			);
		},
		past: limit => storage.read(database => readNotes(database, openedAt, limit), []),
		shift: since => storage.read(database => readShift(database, scope, since), emptyShift),
		cutJobs: () =>
			storage
				.read(database => readUnfinishedJobs(database, service, clock.now() - cutJobsAgeMs), [])
				.flatMap(({job, process}) => (runsStill(process) ? [] : [job])),
		jobs: () => storage.read(database => readStoredJobs(database, service, clock.now() - cutJobsAgeMs), []),
		takeJobRequests: () => storage.read(database => takeJobRequests(database, service), []),
		jobRequest: id => storage.read(database => readJobRequest(database, service, id), undefined),
		withdrawJobRequest: id => storage.read(database => withdrawJobRequest(database, service, id), undefined),
		samples: (from, to) => storage.read(database => readSamples(database, service, from, to), []),
		samplesOf: server => storage.read(database => readSamplesOf(database, service, server), []),
		teamJournal: () => storage.read(database => readTeamState(database, scope, clock.now()), noTeamState),
		readUpTo: serverId => storage.read(database => readMark(database, serverId, service), undefined),
		markRead: (serverId, at) => storage.mark(serverId, at),
		unread: () => storage.readSettled(database => readUnread(database, service), undefined),
		setTeam: teamId => {
			scope.team = teamId;
		},
		close: storage.close,
		leave: storage.leave,
	};
}

/** `marked`: the servers that have a read position; `unread`: those with commands by others after it. */
export type Unread = {marked: string[]; unread: string[]};

function readUnread(database: DatabaseSync, service: string): Unread {
	const marks = 'SELECT server_id, at FROM read_mark WHERE service = ?';
	const ids = (sql: string) =>
		database
			.prepare(sql)
			.all(service)
			.map(row => String(row['server_id']));
	return {
		marked: ids(marks),
		unread: ids(`WITH mark AS (${marks}) SELECT DISTINCT shown.server_id FROM shown JOIN mark
			ON shown.server_id = mark.server_id AND shown.at > mark.at
			WHERE kind = 'command' AND origin = 'other'`),
	};
}

function readMark(database: DatabaseSync, serverId: string, service: string): number | undefined {
	const row = database
		.prepare('SELECT at FROM read_mark WHERE server_id = ? AND service = ?')
		.get(serverId, service);
	return typeof row?.['at'] === 'number' ? row['at'] : undefined;
}
