import type {Services} from '../../core/services.ts';

/** Whose lines are told besides the answers to one's own: nobody's, changes of state alone, the chosen server's, all. */
export type FeedMode = 'off' | 'mine' | 'on' | 'all';

export type Question = {
	prompt: string;
	/** Its answer may send something: what comes at once, or in a paste, is no answer. */
	confirms?: true;
	/** What Tab fills in, one after another. */
	offers?: readonly string[];
	/** What stands in the line at first. */
	initial?: string;
};

/** What the parts of the stream deck share. */
export type StreamDesk = {
	services: Services;
	say: (...lines: string[]) => void;
	/** undefined: it was left unanswered, by Ctrl-C, Esc or Ctrl-D. */
	ask: (question: Question) => Promise<string | undefined>;
	/** The server to which commands go, as it was chosen. */
	target: () => string | undefined;
	choose: (serverId: string) => void;
	feed: {mode: FeedMode};
};
