import type {Program} from '../app/kernel/program.ts';
import type {ListId} from '../app/kernel/screens-state.ts';
import type {Printer} from './printer.ts';
import type {TextField} from '../app/kernel/text-field.ts';

/**
Which events are announced besides answers to the user's own commands: none, only state changes, those of the
chosen server, or all. `chat` and `output` are `on` with the chat, or all output, of the chosen server.
*/
export type FeedMode = 'off' | 'mine' | 'on' | 'all' | 'chat' | 'output';

export type Question = {
	prompt: string;
	/** The answer may send something: one that arrives at once or in a paste does not count. */
	confirms?: true;
	/** Suggestions that Tab fills in, one at a time. */
	offers?: readonly string[];
	/** Returns the completion of the typed text, if it needs a lookup. */
	complete?: (text: string) => Promise<string>;
	initial?: string;
};

/** The context that the modules of line mode share. */
export type LineSession = Printer & {
	services: Program;
	/** Resolves to undefined if the question is canceled with Ctrl-C, Esc or Ctrl-D. */
	ask: (question: Question) => Promise<string | undefined>;
	/** The chosen target: the id of a server, or `selectionLine`. */
	target: () => string | undefined;
	choose: (target: string) => void;
	/** Puts a text into the line, which Enter then sends. */
	prefill: (text: string) => void;
	/** Ids given for unlisted servers; the service decides whether they exist. */
	unlisted: Set<string>;
	/** The last line asked to quit while something is unfinished. */
	isLeaving: boolean;
	feed: {mode: FeedMode};
	/** The rows of each list as last printed, which their numbers refer to. */
	printed: Map<ListId, readonly string[]>;
};

/** A question that waits for its answer, with the text typed so far. */
export type OpenQuestion = {
	question: Question;
	field: TextField;
	/** When the last key arrived: a confirmation requires a pause. */
	keyAt: number;
	/** Whether there was such a pause. */
	isQuiet: boolean;
	/** A refused confirmation that arrived all at once, as from a paste, or from a terminal that sends whole lines. */
	refused?: {text: string; at: number};
	settle: (answer: string | undefined) => void;
};
