import type {ByName} from '../lib/json/maps.ts';
import {isBareNumber} from '../lib/time/duration.ts';
import {fieldMessages} from '../messages/dialogs.ts';
import {type Message, renderMessage, shellSegments} from '../messages/text.ts';
import type {ActionContext} from './context.ts';

export type Choice = {value: string; label: string};

/** How the one-shot command accepts the value of a field. */
export type Position =
	/**
	`--delay <duration>`; for a yes/no choice only the flag, as in `--force`. `help` starts with an imperative or a
	noun.
	*/
	| {option: string; help: string; required?: true; default?: string}
	/** An argument, after the names of the targets: `<name>`. */
	| {argument: string; help: string}
	/** Everything after `--`, such as the text of a broadcast. */
	| {rest: string; help: string};

/**
One value of an action: a field of its dialog, a flag of its command, a question of line mode. `read` throws
`FieldProblem` for invalid text.
*/
export type Field<Value, Context extends ActionContext = ActionContext> = {
	/** `document`: several lines, edited only in an external editor. */
	kind: 'line' | 'choice' | 'document';
	label: string;
	hint: Message;
	/** How a command accepts it; undefined: only dialogs have it. */
	position?: Position;
	/** Dialogs show it only for several servers; its value is undefined if all such fields are empty. */
	forSeveral?: true;
	/** Dialogs do not show it: `read` receives an empty text. */
	onlyCommands?: true;
	/** The corresponding fields of the request, if their names differ. */
	sentAs?: readonly string[];
	/** Only for `line`: the meaning of an empty value, in a word. */
	usual?: string;
	/** The unit of a bare number, in the singular: `second`. */
	unit?: string;
	/** Where the unit is not on screen, a number without one is refused. */
	needsUnit?: true;
	/** Only for `line`: common values, possibly empty; a dialog offers each with a key. */
	presets?: readonly string[];
	/** The effect of the typed text or of the choice. Throws `FieldProblem` if only the context shows a problem. */
	preview?: (typed: ByName<string>, context: Context) => Message | undefined;
	/** Only for `choice`: the options; the first is the default. */
	choices?: readonly Choice[] | ((context: Context) => readonly Choice[]);
	/** Not for `choice`: the initial text of the dialog. */
	initial?: (context: Context) => string;
	/** Dialogs show it only while this is true. */
	isShown?: (typed: ByName<string>) => boolean;
	/** Only for `line`: the list of lines it belongs to; a dialog can insert one. */
	list?: string;
	/**
	Only for `document`: the text for the editor, with what was typed into other fields, or the problems of those; and after it was
	saved, the fields that it changes.
	*/
	compose?: (typed: ByName<string>, context: Context) => {text: string} | {problems: ByName<Message>};
	spread?: (text: string, context: Context) => ByName<string>;
	/** Only for `document`: the text that represents it on screen. */
	summary?: (text: string) => string;
	/** Only for `line`: suggestions that Ctrl-R fills in, one at a time. */
	offers?: (context: Context, typed: ByName<string>) => readonly string[];
	/** The value is the id of a node, which commands look up by name. */
	namesNode?: true;
	/** Only for `line`: a path on this machine, with path completion. */
	isPath?: true;
	read: (text: string) => Value;
	/**
	Returns the value as words of a command; undefined: the default. Without this function: the value as a string, a
	flag for true.
	*/
	write?(value: Value, context: Context): string | readonly string[] | undefined;
};

/** A field's value is not acceptable: the problem, and what to type instead. */
export class FieldProblem extends Error {
	override name = 'FieldProblem';
	readonly text: Message;

	constructor(text: Message) {
		super(renderMessage(text, shellSegments));
		this.text = text;
	}
}

/** Returns the problem of a text whose unit must be typed; undefined if it has one, or means zero. */
export const unitProblem = (
	{needsUnit}: Pick<Field<unknown>, 'needsUnit'>,
	text: string,
): string | undefined =>
	needsUnit && isBareNumber(text) && Number(text) > 0 ? fieldMessages.needsUnit(text.trim()) : undefined;

/** Returns the problem of a text as the value of a field. */
export function problemIn({read}: Pick<Field<unknown>, 'read'>, text: string): Message | undefined {
	try {
		read(text);
		return undefined;
	} catch (error) {
		if (!(error instanceof FieldProblem)) throw error;
		return error.text;
	}
}
