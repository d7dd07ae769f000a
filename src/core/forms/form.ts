import type {Api} from '../../contract/endpoints/index.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {PlainRequest} from '../../contract/request.ts';
import type {Operation} from '../rules.ts';

/** One thing that a dialog asks. `read` throws `FieldProblem` for what cannot be meant. */
export type Field<Value> = {
	kind: 'line' | 'choice';
	label: string;
	hint: string;
	/** Only for `choice`: what can be chosen; the first is the default. */
	choices?: readonly {value: string; label: string}[];
	read: (text: string) => Value;
};

/** Why a field cannot be accepted: what is so, and what to type instead. */
export class FieldProblem extends Error {
	override name = 'FieldProblem';
}

/** What a filled-in form is going to do. */
export type Plan = {
	request: PlainRequest;
	/** What will happen, in sentences. */
	effect: readonly string[];
	/** The server's name must be typed: players would be thrown out, or progress lost. */
	needsName: boolean;
	/** The state that should follow, while the service has not said so. */
	expects: {state: string; withinMs: number} | undefined;
	send: (api: Api) => Promise<unknown>;
	/** Said when the service has accepted it. */
	done: string;
};

export type Form = {
	id: string;
	verb: string;
	/** What `rules.ts` may block. */
	operation: Operation;
	title: (server: GameServer) => string;
	fields: Readonly<Record<string, Field<unknown>>>;
	check: (server: GameServer, typed: Readonly<Record<string, string>>, now: number) => Checked;
};

export type Checked = {problems: Readonly<Record<string, string>>} | {plan: Plan};

type Values<Fields> = {[Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never};

type Declaration<Fields> = {
	id: string;
	verb: string;
	operation: Operation;
	title: (server: GameServer) => string;
	fields: Fields;
	/** Problems that lie between fields. */
	problems?: (values: Values<Fields>, server: GameServer) => Partial<Record<keyof Fields & string, string>>;
	plan: (server: GameServer, values: Values<Fields>, now: number) => Plan;
};

/** A dialog as data: what it asks, and what it is going to do with the answers. */
export function form<Fields extends Record<string, Field<unknown>>>(declaration: Declaration<Fields>): Form {
	const {fields, problems: between, plan, ...rest} = declaration;
	return {
		...rest,
		fields,
		check: (server, typed, now) => {
			const read = readAll(fields, typed);
			if ('problems' in read) return read;
			const values = read.values as Values<Fields>; // each was read by the field of its name
			const problems = between?.(values, server) ?? {};
			const found = Object.entries(problems).filter(([, problem]) => problem !== undefined);
			return found.length > 0
				? {problems: Object.fromEntries(found) as Record<string, string>} // undefined ones are filtered out
				: {plan: plan(server, values, now)};
		},
	};
}

function readAll(
	fields: Readonly<Record<string, Field<unknown>>>,
	typed: Readonly<Record<string, string>>,
): {problems: Record<string, string>} | {values: Record<string, unknown>} {
	const problems: Record<string, string> = {};
	const values: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(fields)) {
		try {
			values[name] = field.read(typed[name] ?? '');
		} catch (error) {
			if (!(error instanceof FieldProblem)) throw error;
			problems[name] = error.message;
		}
	}
	return Object.keys(problems).length > 0 ? {problems} : {values};
}
