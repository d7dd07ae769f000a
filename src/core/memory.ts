import type {ServerCommand} from '../contract/models/server.ts';

/** Commands that were sent, oldest first, each once. */
export type SentCommands = {
	/** To this server. */
	server: readonly string[];
	/** To any server of its game, this one among them. */
	game: readonly string[];
};

/** One thing to be kept. Texts are clean, times are epoch ms. */
export type Memorable =
	/** A line that was typed and sent. */
	| {kind: 'typed'; at: number; serverId: string; gameType: string | undefined; text: string}
	/** A command with its answer; the same one is kept once, however often and by how many decks it is told. */
	| {
			kind: 'command';
			at: number;
			serverId: string;
			server: string;
			origin: 'me' | 'other';
			status: 'answered' | 'late' | 'timeout' | 'failed' | 'abandoned' | 'sent';
			/** Names the line of this deck until its answer is known. */
			localId: string | undefined;
			answer: ServerCommand;
			/** What went wrong, in words. */
			problem: string | undefined;
	  }
	/** A change of state, or an act of ours and its outcome. */
	| {
			kind: 'note';
			at: number;
			id: string;
			serverId: string;
			server: string;
			tone: 'state' | 'act' | 'failure';
			text: string;
	  }
	/** A stretch without feed, told at its end. */
	| {kind: 'gap'; at: number; to: number; teamId: string | undefined; filled: number};

/** What outlives the session. Nothing here throws: what cannot be kept is said by whoever opened it. */
export type Memory = {
	keep: (things: readonly Memorable[]) => void;
	sent: (serverId: string, gameType: string | undefined) => Promise<SentCommands>;
	/** Up to where a console has been read; undefined where that is not known. */
	readUpTo: (serverId: string) => Promise<number | undefined>;
	markRead: (serverId: string, at: number) => void;
	/** The newest change of state of each server that was kept, as its note says it. */
	lastChanges: () => Promise<readonly {serverId: string; at: number; text: string}[]>;
};

/** Remembers nothing beyond the session. */
export const noMemory: Memory = {
	keep: () => {},
	sent: async () => ({server: [], game: []}),
	readUpTo: async () => undefined,
	markRead: () => {},
	lastChanges: async () => [],
};
