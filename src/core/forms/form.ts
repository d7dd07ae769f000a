import type {ActionActivity, ActionInput} from '../../actions/activity.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {InputProblem, type PlainRequest} from '../../contract/request.ts';
import type {PickedFile, Thing} from '../state/dialog.ts';
import type {Friction} from '../friction.ts';
import type {Operation} from '../rules.ts';
import type {Services, Settings} from '../services.ts';
import type {State} from '../state/index.ts';
import {type Message, renderMessage, shellFrontEnd} from '../../messages/text.ts';

export type Choice = {value: string; label: string};

/** One thing that a dialog asks. `read` throws `FieldProblem` for what cannot be meant. */
export type Field<Value> = {
	/** `document`: several lines, which only an editor outside can change. */
	kind: 'line' | 'choice' | 'document';
	label: string;
	hint: Message;
	/** The fields of the request that it becomes, where they have other names. */
	sentAs?: readonly string[];
	/** Only for `line`: what an empty one means, in a word. */
	usual?: string;
	/** Only for `choice`: what can be chosen; the first is the default. */
	choices?: readonly Choice[] | ((about: About) => readonly Choice[]);
	/** Not for `choice`: what it holds when the dialog opens. */
	initial?: (about: About) => string;
	/** Only for `document`: what stands on screen in its place. */
	summary?: (text: string) => string;
	/** Only for `line`: what Ctrl-R fills in, one after another. */
	offers?: (about: About, typed: Readonly<Record<string, string>>) => readonly string[];
	/** Only for `line`: what could stand there that begins with what is typed; Ctrl-R goes on with it. */
	complete?: (services: Services, text: string) => Promise<readonly string[]>;
	read: (text: string) => Value;
};

/** Why a field cannot be accepted: what is so, and what to type instead. */
export class FieldProblem extends Error {
	override name = 'FieldProblem';
	readonly text: Message;

	constructor(text: Message) {
		super(renderMessage(text, shellFrontEnd));
		this.text = text;
	}
}

/** What a dialog is about: its server, or all of its servers with the first one as `server`. */
export type About = {
	server: GameServer;
	servers: readonly GameServer[];
	/** What it is about besides servers. */
	thing: Thing | undefined;
	/** What `prepare` has read. */
	file: PickedFile | undefined;
	now: number;
	state: State;
	settings: Settings;
};

/** The name of what it is about, as the journal keeps it. */
export const thingName = ({thing}: Pick<About, 'thing'>): ActionInput => (thing ? {name: thing.name} : {});

/** What a filled-in form is going to do. */
export type Plan = {
	/** The exact requests, in their order. */
	requests: readonly PlainRequest[];
	/** What will happen, in sentences. */
	effect: readonly Message[];
	/** Rows of the review besides those that every dialog has. */
	more?: readonly {label: string; lines: readonly Message[]; tone: 'plain' | 'warning'}[];
	/** The same act as a command line; undefined where no command does the same. */
	sameAs: string | undefined;
	/** The servers it acts on, where those are not all that were marked. */
	actsOn?: readonly string[];
	friction: Friction;
	/** The state that should follow, while the service has not said so. */
	expects?: {state: string; withinMs: number};
	/** It only looks: no change of a server is to be put down to it. */
	onlyLooks?: true;
	/** A stop or restart that will happen later, as far as this deck can know. */
	schedules?: {act: 'stop' | 'restart'; at: number};
	/** Gives why the service's answer could not be read, where that is so. */
	send: (api: Api, services: Services) => Promise<string | undefined | void>;
	/** The operation on the service; undefined where `local`. */
	action?: PlannedAction;
	/** Behind the outcome in the notice: where it goes on. */
	next?: Message;
};

export type PlannedAction = Pick<ActionActivity, 'action' | 'input'>;

export type Form = {
	id: string;
	verb: string;
	/** What `rules.ts` may block. */
	operation: Operation | undefined;
	/** Concerns only this machine: Enter does it at once, there is nothing to review. */
	local?: true;
	title: (about: About) => string;
	/** What the target row says, where it is not about a server. */
	target?: (about: About) => string;
	fields: Readonly<Record<string, Field<unknown>>>;
	/** Reads the file that a field names, before the review: what is shown there is what is sent. */
	prepare?: (
		services: Services,
		typed: Readonly<Record<string, string>>,
	) => Promise<{file: PickedFile} | {problems: Readonly<Record<string, Message>>}>;
	check: (about: About, typed: Readonly<Record<string, string>>) => Checked;
};

export type Checked = {problems: Readonly<Record<string, Message>>} | {plan: Plan};

export type Values<Fields> = {
	[Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never;
};

type Declaration<Fields> = Omit<Form, 'fields' | 'check'> & {
	fields: Fields;
	/** Problems that lie between fields. */
	problems?: (
		values: Values<Fields>,
		about: About,
	) => Partial<Record<keyof Fields & string, Message | undefined>>;
	plan: (values: Values<Fields>, about: About) => Plan;
};

/** A dialog as data: what it asks, and what it is going to do with the answers. */
export function form<Fields extends Record<string, Field<unknown>>>(declaration: Declaration<Fields>): Form {
	const {fields, problems: between, plan, ...rest} = declaration;
	return {
		...rest,
		fields,
		check: (about, typed) => {
			const read = readAll(fields, typed);
			if ('problems' in read) return read;
			const values = read.values as Values<Fields>; // each was read by the field of its name
			const problems = between?.(values, about) ?? {};
			const found = Object.entries(problems).filter(([, problem]) => problem !== undefined);
			if (found.length > 0) return {problems: Object.fromEntries(found) as Record<string, Message>}; // undefined ones are filtered out
			try {
				return {plan: plan(values, about)};
			} catch (error) {
				if (!(error instanceof InputProblem)) throw error;
				return {problems: problemsOf(fields, error)};
			}
		},
	};
}

/** What the contract refuses is a problem of the field that it came from; under no name where it came from none. */
function problemsOf(
	fields: Readonly<Record<string, Field<unknown>>>,
	{field, reason}: InputProblem,
): Record<string, string> {
	const found = Object.entries(fields).find(([name, {sentAs = [name]}]) => sentAs.includes(field));
	return found ? {[found[0]]: `It ${reason}.`} : {'': `The field ${field} ${reason}.`};
}

/** A line that is longer was not typed, and no game or service takes it. */
const maxTyped = 10_000;

function readAll(
	fields: Readonly<Record<string, Field<unknown>>>,
	typed: Readonly<Record<string, string>>,
): {problems: Record<string, Message>} | {values: Record<string, unknown>} {
	const problems: Record<string, Message> = {};
	const values: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(fields)) {
		const text = typed[name] ?? '';
		if (field.kind === 'line' && text.length > maxTyped) {
			problems[name] = `It has ${text.length} characters; at most ${maxTyped} are sent.`;
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
