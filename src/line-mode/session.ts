import type {ConfirmWord} from '../actions/confirm-word.ts';
import type {KeyedAction} from '../actions/action.ts';
import {commands} from '../app/features.ts';
import type {ActionWords} from '../messages/action-words.ts';
import {actionWords} from '../messages/actions.ts';
import {lineWords} from '../messages/line-mode-commands.ts';
import {type Message, renderMessage, type SegmentRenderer} from '../messages/text.ts';
import {printableLine} from '../lib/text/text.ts';
import {lineSessionMessages} from '../messages/line-mode.ts';
import type {Program} from '../app/kernel/state/program.ts';
import type {ListId} from '../app/kernel/screens/screens-state.ts';
import type {TextField} from '../app/kernel/text/text-field.ts';

/** The name of the line that asks for the fields of an action. */
export function lineNameOf({id}: KeyedAction): string {
	const {name = id}: NonNullable<ActionWords['line']> = actionWords[id].line;
	return name;
}

/** A command without a line is shown by its title. */
export const lineModeSegments: SegmentRenderer = {
	kind: 'lineMode',
	keyLabel: id => {
		const {action, short, title} = commands.find(one => one.id === id) ?? {};
		return lineWords[id] ?? (action && `:${lineNameOf(action)}`) ?? short ?? title ?? id;
	},
};

/** Renders a message for line mode. */
export const renderLine = (text: Message): string => renderMessage(text, lineModeSegments);

/** The lines of one announcement. */
export type Block = readonly string[];

export type Printer = {
	print: (...lines: (string | Block)[]) => void;
	/** Prints several blocks at once, each truncated if it is long. */
	printAll: (blocks: readonly Block[]) => void;
	/** Prints the next lines of truncated output. */
	more: () => void;
};

/** A listener cannot follow more at once, and a slow line needs time for them. */
const maxLinesAtOnce = 200;

/** Creates a printer that sanitizes lines for a terminal. */
export function createPrinter(write: (lines: readonly string[]) => void): Printer {
	let rest: Block = [];
	const part = (lines: Block): Block => {
		const left = lines.slice(maxLinesAtOnce);
		if (left.length === 0) return lines;
		rest = left;
		const next = Math.min(left.length, maxLinesAtOnce);
		return [...lines.slice(0, maxLinesAtOnce), lineSessionMessages.moreLines(left.length, next)];
	};
	const printAll = (blocks: readonly Block[]) =>
		write(blocks.flatMap(lines => part(lines.map(printableLine))));
	return {
		printAll,
		print: (...lines) => printAll([lines.flat()]),
		more: () => {
			const next = rest;
			rest = [];
			write(next.length > 0 ? part(next) : [lineSessionMessages.noMore]);
		},
	};
}

/**
Which events are announced besides answers to the user's own commands: none, only state changes, those of the
chosen server, or all. `chat` and `output` are `on` with the chat, or all output, of the chosen server; `all-chat` has the chat
of all servers.
*/
export const feedModes = ['on', 'off', 'all', 'mine', 'chat', 'all-chat', 'output'] as const;
export type FeedMode = (typeof feedModes)[number];

export type Question = {
	prompt: string;
	/** The answer may send something: one that arrives at once or in a paste does not count. */
	confirms?: true;
	/** What confirms it besides `yes`: the name of a server, or how many there are. */
	word?: ConfirmWord;
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
