/** An accepted action in the journal. `server`: the name of its server, if the sentence is to contain it. */
export type AcceptedAction = {
	input: Readonly<Record<string, unknown>>;
	targetCount: number;
	/** Of a stop or restart; undefined: it was immediate. */
	delayMinutes: number | undefined;
	server: string | undefined;
};

export type Example = {about: string; line: string};

/** The words of a one-shot command in its help, in the manual and in completions. */
export type CommandWords = {description: string; examples: readonly Example[]};

export const example = (about: string, line: string): Example => ({about, line});

/** How the journal and the handover name an operation. */
export type JournalWords = {
	/** Without a capital letter, for a failed one; default: the words of its id. */
	name?: string;
	/** The sentence for an accepted one, or a noun such as `Move` for `Move accepted.` */
	accepted: string | ((action: AcceptedAction) => string);
};

/** The words of an operation in all front ends. */
export type ActionWords = JournalWords & {
	/** The label of its button. */
	verb: string;
	/** In line mode: the arguments of its colon command, and its description. `name`: default: its id. */
	line?: {name?: string; takes: string; help: string};
	/** Of its one-shot command. `words`: those of the command, for example `team invite`. */
	command?: CommandWords & {words: readonly string[]};
};

/** For example `Stop in 10m accepted.`, or `isl-1: stop in 10m accepted.` `noun`: with a capital letter. */
export const acceptedText = (noun: string, subject: string | undefined): string =>
	`${subject === undefined ? noun : `${subject}: ${noun.charAt(0).toLowerCase()}${noun.slice(1)}`} accepted.`;

/** Returns a recorded value as text; undefined if it is missing. */
export function given({input}: Pick<AcceptedAction, 'input'>, name: string): string | undefined {
	const value = input[name];
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
