import {renderMessage, shellSegments, type Message} from '../messages/text.ts';
import type {ActionContext} from './context.ts';

export type Choice = {value: string; label: string};

/** How the one-shot command takes the value of a field. */
export type Position =
	/** `--delay <duration>`; of a choice between no and yes the flag alone, as in `--force`. `help` begins with an imperative or a noun. */
	| {
			option: string;
			help: string;
			required?: true;
			default?: string;
			/** What it was called before. */ alias?: string;
	  }
	/** An argument, after the names of the targets: `<name>`. */
	| {argument: string; help: string}
	/** Everything after `--`, such as the text of a broadcast. */
	| {rest: string; help: string};

/**
One value that an action takes: a field of its dialog, a flag of its command, a question of line mode. `read` throws
`FieldProblem` for what cannot be meant.
*/
export type Field<Value, Context extends ActionContext = ActionContext> = {
	/** `document`: several lines, which only an editor outside can change. */
	kind: 'line' | 'choice' | 'document';
	label: string;
	hint: Message;
	/** Where a command takes it; undefined: only dialogs have it. */
	position?: Position;
	/** Dialogs ask it only about several servers; undefined is its value where nothing is typed into any such field. */
	forSeveral?: true;
	/** Dialogs do not ask it: an empty text is read. */
	onlyCommands?: true;
	/** The fields of the request that it becomes, where they have other names. */
	sentAs?: readonly string[];
	/** Only for `line`: what an empty one means, in a word. */
	usual?: string;
	/** What a bare number in it counts: `minutes`. */
	unit?: string;
	/** Only for `line`: common values, the empty one too, of which a dialog offers each by a key. */
	presets?: readonly string[];
	/** Only for `line`: what comes of what was typed. */
	preview?: (typed: Readonly<Record<string, string>>) => Message | undefined;
	/** Only for `choice`: what can be chosen; the first is the default. */
	choices?: readonly Choice[] | ((context: Context) => readonly Choice[]);
	/** Not for `choice`: what it holds when the dialog opens. */
	initial?: (context: Context) => string;
	/** Only for `document`: what stands on screen in its place. */
	summary?: (text: string) => string;
	/** Only for `line`: what Ctrl-R fills in, one after another. */
	offers?: (context: Context, typed: Readonly<Record<string, string>>) => readonly string[];
	/** Its value is the id of a node, which commands find by its name. */
	namesNode?: true;
	/** Only for `line`: it is the path of a file on this machine, and completed as one. */
	isPath?: true;
	read: (text: string) => Value;
	/** The value as words of a command; undefined: it is the default. Without it: the value as a string, a flag for true. */
	write?(value: Value, context: Context): string | readonly string[] | undefined;
};

/** Why a field cannot be accepted: what is wrong, and what to type instead. */
export class FieldProblem extends Error {
	override name = 'FieldProblem';
	readonly text: Message;

	constructor(text: Message) {
		super(renderMessage(text, shellSegments));
		this.text = text;
	}
}

/** What is wrong with a text as the value of a field. */
export function problemIn({read}: Pick<Field<unknown>, 'read'>, text: string): Message | undefined {
	try {
		read(text);
		return undefined;
	} catch (error) {
		if (!(error instanceof FieldProblem)) throw error;
		return error.text;
	}
}
