import type {LastChange} from '../../../actions/last-change.ts';
import type {Job, JobRequest, ShiftJob} from '../../../contract/models/job.ts';
import type {Activity} from '../../../actions/activity.ts';
import type {CommandOrigin, CommandStatus, Memorable, Observed} from '../../../actions/memorable.ts';
import type {Sample, ServerSample} from '../../../actions/sample.ts';
import type {TeamEntry} from '../../../actions/team-entry.ts';

/** Commands that were sent, oldest first, without duplicates. */
export type SentCommands = {
	/** To this server. */
	server: readonly string[];
	/** To any server of its game, including this one. */
	game: readonly string[];
};

/** What an earlier session saw, except commands, which the service itself keeps. */
export type PastEntry = {
	id: string;
	at: number;
	serverId: string | undefined;
	/** Its name at the time. */
	server: string | undefined;
} & (
	| {kind: 'note'; activity: Activity}
	| {kind: 'bookmark'; text: string}
	/** `to` is its end. */
	| {kind: 'gap'; to: number | undefined}
);

/**
The state of a server when its alert was acknowledged, the time of that, epoch ms, and the name of the other admin who
did it. `withNode`: as part of its lost node.
*/
export type Acknowledged = {
	serverId: string;
	state: string | undefined;
	at: number;
	by?: string | undefined;
	withNode?: true | undefined;
};

/**
What other sessions of the same user did since the last query. `changedAt` is the time of the server's last recorded
change of state.
*/
export type JournalChanges = {
	acknowledged: readonly (Acknowledged & {isKnown: boolean; changedAt: number | undefined})[];
	/** Answers that one of them waited for; `shell` marks a one-shot command. */
	sent: readonly {
		serverId: string;
		command: string;
		commandId: string | undefined;
		timestamp: number | undefined;
		isProbe?: true;
		source: 'shell' | undefined;
	}[];
	/** Lines that were typed and sent, oldest first, including lines of this session. */
	typed: readonly {serverId: string; gameType: string | undefined; text: string}[];
	/** Actions with their outcome; `isOld` marks one from before this session. */
	acted: readonly {
		id: string;
		at: number;
		serverId: string | undefined;
		server: string | undefined;
		activity: Activity;
		source: 'shell' | undefined;
		isOld: boolean;
	}[];
};

/** A line of the journal as reports read it. `text`: the command, or the note of a bookmark. */
export type JournalRecord = {
	id: number;
	at: number;
	kind: string;
	serverId: string | undefined;
	server: string | undefined;
	origin: CommandOrigin | undefined;
	/** Who sent a command of another admin, as far as the service says. */
	by?: string | undefined;
	source: 'shell' | undefined;
	status: CommandStatus | undefined;
	problem: string | undefined;
	text?: string | undefined;
	activity?: Activity | undefined;
};

/** What the journal holds of a stretch of time, and what it knew last. */
export type ShiftRecords = {
	/** Commands and activities, oldest first. */
	records: readonly JournalRecord[];
	lastChanges: readonly LastChange[];
	acknowledged: readonly Acknowledged[];
	observed: readonly Observed[];
	/** Those that began since then. */
	jobs: readonly ShiftJob[];
};

export const noShift: ShiftRecords = {records: [], lastChanges: [], acknowledged: [], observed: [], jobs: []};

/** What the journal has about a player's id. */
export type PlayerHistory = {
	/** The answers of list commands that contain the id: the first and last one of a day on a server, with one of them. */
	sightings: readonly {first: number; last: number; server: string; command: string; response: string}[];
	/** Actions on the player. */
	acts: readonly {at: number; server: string | undefined; activity: Activity}[];
};

/** `last`: the `seq` of the last entry that was read; 0: none. `ownIds`: entries of the user, also sent ones. */
export type TeamJournal = {last: number; unsent: readonly TeamEntry[]; ownIds: ReadonlySet<string>};

export const noTeamJournal: TeamJournal = {last: 0, unsent: [], ownIds: new Set()};

/** Data that outlives the session. Nothing here throws: the code that opened the journal reports failed writes. */
export type SessionJournal = {
	keep: (entries: readonly Memorable[]) => void;
	/**
	Writes all queued entries to the file if possible. Returns undefined when done, or a promise while the journal is still
	being opened.
	*/
	flush: () => Promise<void> | undefined;
	sent: (serverId: string, gameType: string | undefined) => Promise<SentCommands>;
	/** The time up to which a console was read; undefined if unknown. */
	readUpTo: (serverId: string) => Promise<number | undefined>;
	markRead: (serverId: string, at: number) => void;
	/**
	The latest recorded change of state of each server; `state` is undefined if there is none or the new state is unknown.
	*/
	lastChanges: () => Promise<readonly LastChange[]>;
	/** Servers whose alert is acknowledged and not unacknowledged since. */
	acknowledged: () => Promise<readonly Acknowledged[]>;
	/** Where a player was seen, and what was done about them. */
	playerHistory: (playerId: string) => Promise<PlayerHistory>;
	/** The ids of flagged players. */
	flagged: () => Promise<readonly string[]>;
	/** Bans and unbans of this user, also from the shell, oldest first. */
	bans: () => Promise<readonly {at: number; serverId: string; activity: Activity}[]>;
	/** undefined if nothing changed. The changes start with the first call of `acknowledged`. */
	changes: () => Promise<JournalChanges | undefined>;
	/**
	The servers that have a read position, and those with commands by others after it; undefined while entries are still
	being written.
	*/
	unread: () => Promise<{marked: readonly string[]; unread: readonly string[]} | undefined>;
	/** Everything since a time, for a report. */
	shift: (since: number) => Promise<ShiftRecords>;
	/** Jobs that did not end, and whose program no longer runs; oldest first. */
	cutJobs: () => Promise<readonly Job[]>;
	/** Takes what other programs ask of the jobs of this one, which answers each. */
	takeJobRequests: () => Promise<readonly JobRequest[]>;
	/** How far the team's journal has been read, and what is to be sent to it. */
	teamJournal: () => Promise<TeamJournal>;
	/** What sessions saw of the servers from a time up to, but not including, another. */
	samples: (from: number, to: number) => Promise<readonly ServerSample[]>;
	/** What they saw of one server in a stretch of time. */
	samplesOf: (server: {serverId: string; until: number; ms: number}) => Promise<readonly Sample[]>;
	/** Sets the team that owns these servers, once the service has named it. Every entry is stored with it. */
	setTeam: (teamId: string) => void;
	/** The latest `limit` entries from before this session, oldest first. */
	past: (limit: number) => Promise<readonly PastEntry[]>;
};

/** A journal that records nothing. */
export const noJournal: SessionJournal = {
	keep: () => {},
	flush: () => undefined,
	sent: async () => ({server: [], game: []}),
	readUpTo: async () => undefined,
	markRead: () => {},
	lastChanges: async () => [],
	acknowledged: async () => [],
	changes: async () => undefined,
	playerHistory: async () => ({sightings: [], acts: []}),
	flagged: async () => [],
	bans: async () => [],
	past: async () => [],
	unread: async () => ({marked: [], unread: []}),
	shift: async () => noShift,
	cutJobs: async () => [],
	takeJobRequests: async () => [],
	samples: async () => [],
	samplesOf: async () => [],
	teamJournal: async () => noTeamJournal,
	setTeam: () => {},
};
