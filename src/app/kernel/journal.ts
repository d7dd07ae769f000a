import type {Activity} from '../../actions/activity.ts';
import type {Memorable} from '../../actions/memorable.ts';

/** Commands that were sent, oldest first, each once. */
export type SentCommands = {
	/** To this server. */
	server: readonly string[];
	/** To any server of its game, this one among them. */
	game: readonly string[];
};

/** What an earlier session saw, besides commands: those the service itself keeps. */
export type PastEntry = {
	id: string;
	at: number;
	serverId: string | undefined;
	/** As it was called then. */
	server: string | undefined;
} & (
	| {kind: 'note'; activity: Activity}
	| {kind: 'bookmark'; text: string}
	/** `to`: its end. */
	| {kind: 'gap'; to: number | undefined}
);

/** The state in which a server was when its trouble was acknowledged, and when that was, epoch ms. */
export type Acknowledged = {serverId: string; state: string | undefined; at: number};

/** What other sessions of the same person did, since it was asked before. `changedAt`: when the server last changed, as far as anybody kept that. */
export type JournalChanges = {
	acknowledged: readonly (Acknowledged & {isKnown: boolean; changedAt: number | undefined})[];
	/** Answers that one of them asked for, `shell` by a one-shot command. */
	sent: readonly {
		serverId: string;
		command: string;
		commandId: string | undefined;
		timestamp: number | undefined;
		source: 'shell' | undefined;
	}[];
	/** Lines that were typed and sent, oldest first, own ones of this session among them. */
	typed: readonly {serverId: string; gameType: string | undefined; text: string}[];
	/** Actions with their outcome; `isOld`: from before this session. */
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

/** What outlives the session. Nothing here throws: what cannot be kept is said by whoever opened it. */
export type SessionJournal = {
	keep: (things: readonly Memorable[]) => void;
	sent: (serverId: string, gameType: string | undefined) => Promise<SentCommands>;
	/** Up to where a console has been read; undefined where that is not known. */
	readUpTo: (serverId: string) => Promise<number | undefined>;
	markRead: (serverId: string, at: number) => void;
	/** The newest change of state of each server that was kept; `state` undefined: none, or not known into which. */
	lastChanges: () => Promise<readonly {serverId: string; at: number; state: string | undefined}[]>;
	/** Whose trouble somebody has acknowledged, and not taken back. */
	acknowledged: () => Promise<readonly Acknowledged[]>;
	/** undefined: nobody did anything. The first time that `acknowledged` is asked is the beginning. */
	changes: () => Promise<JournalChanges | undefined>;
	/** The team whose servers these are, once the service has named it: it becomes part of all that is kept. */
	setTeam: (teamId: string) => void;
	/** The newest N things that were kept before this session, oldest first. */
	past: (limit: number) => Promise<readonly PastEntry[]>;
};

/** Remembers nothing beyond the session. */
export const noJournal: SessionJournal = {
	keep: () => {},
	sent: async () => ({server: [], game: []}),
	readUpTo: async () => undefined,
	markRead: () => {},
	lastChanges: async () => [],
	acknowledged: async () => [],
	changes: async () => undefined,
	past: async () => [],
	setTeam: () => {},
};
