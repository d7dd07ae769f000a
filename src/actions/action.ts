import type {NamedFile} from '../lib/read-file.ts';
import type {Permission} from '../contract/permissions.ts';
import {InputProblem} from '../contract/request.ts';
import {fieldMessages} from '../messages/fields.ts';
import type {Message} from '../messages/text.ts';
import {asRequest, commandLineOf, commandWords, type ActionCommand} from './command-line.ts';
import type {ActionContext, PickedFile} from './context.ts';
import {FieldProblem, type Field} from './field.ts';
import type {ActionId} from './ids.ts';
import type {Operation} from './preconditions.ts';
import type {Plan, RollingPlan} from './plan.ts';

/** A value that cannot be accepted as things are: `conflict` as the service would refuse it, `refused` by a guard of ours. */
export type Problem =
	| Message
	/** `key`: of the error with which the service would refuse it. */
	| {text: Message; kind: 'conflict'; key: string}
	| {text: Message; kind: 'refused'};
export type Problems = Readonly<Record<string, Problem>>;
export type Checked = {problems: Problems} | {plan: Plan};

export const problemText = (problem: Problem): Message =>
	typeof problem === 'object' && 'text' in problem ? problem.text : problem;

export type TargetKind =
	'servers' | 'server' | 'team' | 'member' | 'invitation' | 'automation' | 'run' | 'task';

/** A file that `field` names: at most `maxBytes`, and taken or refused. */
type ActionFile<Name extends string = string> = {
	field: Name;
	maxBytes: number;
	accept: (file: NamedFile) => PickedFile | {problem: string};
};

/** An operation of the service, declared once: dialogs, commands and line mode are derived from it. `Name` are its fields. */
export type Action<Name extends string = string> = {
	id: ActionId;
	/** On the button and in the palette. */
	verb: string;
	/** The one-shot command that does the same; undefined: `rcondeck api` does. */
	command?: ActionCommand;
	permission?: Permission;
	/** The precondition on the state of its server. */
	operation?: Operation;
	title: (context: ActionContext) => string;
	/** What it is applied to. */
	target: TargetKind;
	/** What the target row of the review says, where that is no server. */
	targetLabel?: (context: ActionContext) => string;
	fields: Readonly<Record<Name, Field<unknown>>>;
	/** The file that a field names is read before the review: what is shown there is what is sent. */
	file?: ActionFile<Name>;
	/** The value of each field, or what is wrong with them whatever the service has. */
	read: (typed: Typed) => {values: Readonly<Record<string, unknown>>} | {problems: Problems};
	check: (context: ActionContext, typed: Typed) => Checked;
};

/** By field, what was typed. */
export type Typed = Readonly<Record<string, string>>;

export type Values<Fields> = {
	[Name in keyof Fields]: Fields[Name] extends {read: (text: string) => infer Value} ? Value : never;
};

/** `targets`: what it is applied to, as words of its command. `commandLine`: where it is not made of its fields. */
export type DeclaredPlan = Omit<Plan, 'commandLine' | 'action' | 'rolling'> & {
	rolling?: Omit<RollingPlan, 'command'>;
	targets?: () => readonly string[];
	commandLine?: () => string | undefined;
};

type FieldProblems<Fields> = Partial<Record<keyof Fields & string, Problem | undefined>>;

type Declaration<Fields> = Omit<Action, 'fields' | 'file' | 'read' | 'check'> & {
	fields: Fields;
	file?: ActionFile<keyof Fields & string>;
	/** Problems that lie between fields. */
	between?: (values: Values<Fields>) => FieldProblems<Fields>;
	/** Problems that lie between fields and what is known of the service. */
	problems?: (values: Values<Fields>, context: ActionContext) => FieldProblems<Fields>;
	plan: (values: Values<Fields>, context: ActionContext) => DeclaredPlan;
};

export function action<Fields extends Record<string, Field<unknown>>>(
	declaration: Declaration<Fields>,
): Action<keyof Fields & string> {
	const {fields, between, problems, plan, ...rest} = declaration;
	const readAll = (typed: Typed): {values: Values<Fields>} | {problems: Problems} => {
		const read = readValues(fields, typed);
		if ('problems' in read) return read;
		const values = read.values as Values<Fields>; // each was read by the field of its name
		const found = foundIn(between?.(values));
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
			const found = foundIn(problems?.(values, context));
			if (found) return {problems: found};
			try {
				const {targets = () => [], rolling, ...made} = plan(values, context);
				const [first] = made.requests.map(request => request.plain());
				const declared = {...(rest.command && {command: rest.command}), fields};
				const line = () =>
					rest.command
						? commandLineOf(declared, values, targets(), context)
						: first && asRequest(context.settings, first);
				const words = rolling && commandWords(declared, values, context);
				return {
					plan: {
						commandLine: line,
						...made,
						...(words && {rolling: {...rolling, command: {before: words.before, after: words.rest}}}),
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

function foundIn(problems: Readonly<Record<string, Problem | undefined>> = {}): Problems | undefined {
	const found = Object.entries(problems).filter(
		(entry): entry is [string, Problem] => entry[1] !== undefined,
	);
	return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** What the contract refuses is a problem of the field that it came from; under no name where it came from none. */
function problemsOf(
	fields: Readonly<Record<string, Field<unknown>>>,
	{field, reason}: InputProblem,
): Problems {
	const found = Object.entries(fields).find(([name, {sentAs = [name]}]) => sentAs.includes(field));
	return found
		? {[found[0]]: fieldMessages.refusedValue(reason)}
		: {'': fieldMessages.refusedField(field, reason)};
}

/** A line that is longer was not typed, and no game or service takes it. */
const maxTyped = 10_000;

/** The value of each field, or what is wrong with some of them. */
export function readValues(
	fields: Readonly<Record<string, Pick<Field<unknown>, 'kind' | 'read' | 'forSeveral'>>>,
	typed: Typed,
): {problems: Problems} | {values: Record<string, unknown>} {
	const problems: Record<string, Problem> = {};
	const values: Record<string, unknown> = {};
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
