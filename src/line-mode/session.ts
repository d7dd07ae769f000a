import type {Program} from '../app/kernel/program.ts';
import type {ListId} from '../app/kernel/screens-state.ts';
import type {Printer} from './printer.ts';
import type {TextField} from '../app/kernel/text-field.ts';

/** Whose lines are reported besides the answers to one's own: nobody's, changes of state alone, the chosen server's, all. */
export type FeedMode = 'off' | 'mine' | 'on' | 'all';

export type Question = {
	prompt: string;
	/** Its answer may send something: what comes at once, or in a paste, is no answer. */
	confirms?: true;
	/** What Tab fills in, one after another. */
	offers?: readonly string[];
	/** What Tab makes of what is typed, where that must be looked up. */
	complete?: (text: string) => Promise<string>;
	/** What is in the line at first. */
	initial?: string;
};

/** What the parts of line mode share. */
export type LineSession = Printer & {
	services: Program;
	/** undefined: it was left unanswered, by Ctrl-C, Esc or Ctrl-D. */
	ask: (question: Question) => Promise<string | undefined>;
	/** To whom lines go, as it was chosen: the id of a server, or `selectionLine`. */
	target: () => string | undefined;
	choose: (target: string) => void;
	/** Ids that were given for servers that no list has: the service says whether they exist. */
	unlisted: Set<string>;
	/** The last line was to leave, and something is left to be done. */
	isLeaving: boolean;
	feed: {mode: FeedMode};
	/** The rows of each list as they were printed last: their numbers mean these. */
	printed: Map<ListId, readonly string[]>;
};

/** A question that waits for its answer, with what has been typed so far. */
export type OpenQuestion = {
	question: Question;
	field: TextField;
	/** When the last key came: a confirmation is typed after a pause. */
	keyAt: number;
	/** There was such a pause. */
	isQuiet: boolean;
	/** A confirmation that came all at once, as a paste does; or as it always does where lines are typed before they are sent. */
	refused?: {text: string; at: number};
	settle: (answer: string | undefined) => void;
};
