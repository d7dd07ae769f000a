import {type ByName, emptyRecord} from '../lib/json/maps.ts';
import type {NamedFile} from '../lib/files/read-file.ts';
import type {Permission} from '../contract/permissions.ts';
import {InputProblem} from '../contract/request.ts';
import type {ActionWords} from '../messages/action-words.ts';
import {actionWords} from '../messages/actions.ts';
import {fieldMessages} from '../messages/dialogs.ts';
import type {Message} from '../messages/text.ts';
import {asRequest, commandLineOf, commandWords, type ActionCommand} from './command-line.ts';
import type {ActionContext, PickedFile} from './context.ts';
import {FieldProblem, type Field} from './field.ts';
import type {Operation} from './preconditions.ts';
import type {Plan, RollingPlan} from './plan.ts';

/** A value that is currently unacceptable. `conflict`: the service would refuse it; `refused`: our own guard does. */
export type Problem =
	| Message
	/** `key`: the key of the service's error. */
	| {text: Message; kind: 'conflict'; key: string}
	| {text: Message; kind: 'refused'};
export type Problems = ByName<Problem>;
export type Checked = {problems: Problems} | {plan: Plan};

export const problemText = (problem: Problem): Message =>
	typeof problem === 'object' && 'text' in problem ? problem.text : problem;

export type TargetKind =
	'servers' | 'server' | 'player' | 'team' | 'member' | 'invitation' | 'automation' | 'run' | 'task';

/** The file that `field` names, at most `maxBytes` long; it is accepted or refused. */
type ActionFile<Name extends string = string> = {
	field: Name;
	maxBytes: number;
	accept: (file: NamedFile) => PickedFile | {problem: string};
};

/** Operations with the words of a button. */
export type DeclaredId = {
	[Id in keyof typeof actionWords]: (typeof actionWords)[Id] extends ActionWords ? Id : never;
}[keyof typeof actionWords];

/** Operations whose dialog has a key, and so a line in line mode. */
type KeyedId = {
	[Id in keyof typeof actionWords]: (typeof actionWords)[Id] extends {line: object} ? Id : never;
}[keyof typeof actionWords];
export type KeyedAction = Action<string, KeyedId>;

/**
An operation on the service, declared once: dialogs, commands and line mode are derived from it and its words. `Name`:
its fields.
*/
export type Action<Name extends string = string, Id extends DeclaredId = DeclaredId> = {
	id: Id;
	/** The label of its button. */
	verb: string;
	/** The equivalent one-shot command; undefined: `rcondeck api`. */
	command?: ActionCommand;
	permission?: Permission;
	/** The operation whose precondition on the server's state applies. */
	operation?: Operation;
	title: (context: ActionContext) => string;
	/** The kind of target. */
	target: TargetKind;
	/** The target row of the review, if the target is not a server. */
	targetLabel?: (context: ActionContext) => string;
	/** Needs the whole record of the server: a list may leave out parts, such as older backups. */
	readsServer?: true;
	fields: Readonly<Record<Name, Field<unknown>>>;
	/** The file that a field names. It is read before the review, so that the review shows exactly the bytes to send. */
	file?: ActionFile<Name>;
	/** Returns the value of each field, or the problems that do not depend on the service. */
	read: (typed: Typed) => {values: Readonly<Record<string, unknown>>} | {problems: Problems};
	check: (context: ActionContext, typed: Typed) => Checked;
};

/** The typed text by field. */
export type Typed = ByName<string>;

export type Values<Fields> = {
	[Name in keyof Fields]: Fields[Name] extends {read: (text: string) => infer Value} ? Value : never;
};

/**
`targets`: the targets as arguments of the command. `on`: the servers of a player, for `--server`. `commandLine`: replaces the one derived from the fields.
`commandValues`: the values from which it is derived, if they are not those of the fields.
*/
export type DeclaredPlan = Omit<Plan, 'commandLine' | 'action' | 'rolling'> & {
	rolling?: Omit<RollingPlan, 'command'>;
	targets?: () => readonly string[];
	on?: () => readonly string[];
	commandLine?: () => string | undefined;
	commandValues?: Readonly<Record<string, unknown>>;
};

/** By field; '': a problem of no field, which the review shows. */
type FieldProblems<Fields> = Partial<Record<(keyof Fields & string) | '', Problem | undefined>>;

type Declaration<Fields, Id extends DeclaredId> = Omit<
	Action<string, Id>,
	'verb' | 'command' | 'fields' | 'file' | 'read' | 'check'
> & {
	/** What its command does besides that of its words. */
	command?: Omit<ActionCommand, keyof NonNullable<ActionWords['command']>>;
	fields: Fields;
	file?: ActionFile<keyof Fields & string>;
	/** Returns problems that involve several fields. */
	between?: (values: Values<Fields>) => FieldProblems<Fields>;
	/** Returns problems between fields and the known data of the service. */
	problems?: (values: Values<Fields>, context: ActionContext) => FieldProblems<Fields>;
	plan: (values: Values<Fields>, context: ActionContext) => DeclaredPlan;
};

export function action<Fields extends ByName<Field<unknown>>, const Id extends DeclaredId>(
	declaration: Declaration<Fields, Id>,
): Action<keyof Fields & string, Id> {
	const {fields, between, problems, plan, command: options, ...declared} = declaration;
	const {verb, command: words}: ActionWords = actionWords[declaration.id];
	const command = words && {...words, ...options};
	const rest = {...declared, verb, ...(command && {command})};
	const readAll = (typed: Typed): {values: Values<Fields>} | {problems: Problems} => {
		const read = readValues(fields, typed);
		if ('problems' in read) return read;
		const values = read.values as Values<Fields>; // each value was read by the field of its name
		const found = definedProblems(between?.(values));
		return found ? {problems: found} : {values};
	};
	return {
		...rest,
		fields,
		read: readAll,
		check: (context, typed) => {
			const read = readAll(typed);
			if ('problems' in read) return read;
			const {values} = read;
			const found = definedProblems(problems?.(values, context));
			if (found) return {problems: found};
			try {
				const {targets = () => [], on, rolling, commandValues = values, ...made} = plan(values, context);
				const [first] = made.requests.map(request => request.plain());
				const commandFields = {...(command && {command}), fields};
				const line = () =>
					command
						? commandLineOf(commandFields, commandValues, targets(), context, on?.())
						: first && asRequest(context.settings, first);
				const words = rolling && commandWords(commandFields, commandValues, context);
				return {
					plan: {
						commandLine: line,
						...made,
						...(words && {rolling: {...rolling, command: commandOfRest(words, targets(), on !== undefined)}}),
						action: rest.id,
					},
				};
			} catch (error) {
				if (!(error instanceof InputProblem)) throw error;
				return {problems: problemsOf(fields, error)};
			}
		},
	};
}

/** Returns the words before and after the names of the remaining servers of a job. */
const commandOfRest = (
	{before, rest}: ReturnType<typeof commandWords>,
	targets: readonly string[],
	hasPlayer: boolean,
) => (hasPlayer ? {before, option: '--server', after: [...targets, ...rest]} : {before, after: rest});

function definedProblems(problems: ByName<Problem | undefined> = {}): Problems | undefined {
	const found = Object.entries(problems).filter(
		(entry): entry is [string, Problem] => entry[1] !== undefined,
	);
	return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Assigns a refusal by the contract to the field that the value came from, or to an empty name. */
function problemsOf(fields: ByName<Field<unknown>>, {field, reason}: InputProblem): Problems {
	const found = Object.entries(fields).find(([name, {sentAs = [name]}]) => sentAs.includes(field));
	return found
		? {[found[0]]: fieldMessages.refusedValue(reason)}
		: {'': fieldMessages.refusedField(field, reason)};
}

/** A longer line was not typed, and no game or service accepts it. */
const maxTyped = 10_000;

/** Returns the value of each field, or the problems of some. */
export function readValues(
	fields: ByName<Pick<Field<unknown>, 'kind' | 'read' | 'forSeveral'>>,
	typed: Typed,
): {problems: Problems} | {values: Record<string, unknown>} {
	const problems = emptyRecord<Problem>();
	const values = emptyRecord<unknown>();
	const all = Object.entries(fields);
	const isForSeveral = all.some(([name, {forSeveral}]) => forSeveral && typed[name] !== undefined);
	for (const [name, field] of all) {
		if (field.forSeveral && !isForSeveral) continue;
		const text = typed[name] ?? '';
		if (field.kind === 'line' && text.length > maxTyped) {
			problems[name] = fieldMessages.tooLong(text.length, maxTyped);
			continue;
		}
		try {
			values[name] = field.read(text);
		} catch (error) {
			if (!(error instanceof FieldProblem)) throw error;
			problems[name] = error.text;
		}
	}
	return Object.keys(problems).length > 0 ? {problems} : {values};
}
