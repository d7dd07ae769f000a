import type {ByName} from '../../../lib/json/maps.ts';
import {
	type Action,
	type Problems,
	problemText,
	readValues,
	type Typed,
	type Values,
} from '../../../actions/action.ts';
import type {Plan} from '../../../actions/plan.ts';
import type {ActionContext} from '../../../actions/context.ts';
import type {Field} from '../../../actions/field.ts';
import type {Message} from '../../../messages/text.ts';
import type {Files, Services} from '../state/services.ts';
import type {Settings} from '../state/settings.ts';
import type {State} from '../../state.ts';
import type {FieldId, FormId, FormRequest} from './dialog-id.ts';

/** The context of a form. */
export type FormContext = ActionContext & {state: State; settings: Settings; files: Pick<Files, 'target'>};

/** The plan of a dialog that sends nothing. Throws `FieldProblem` if it cannot run. */
type LocalPlan = {run: (services: Services) => Promise<void>};
export type Checked = {problems: ByName<Message>} | {plan: Plan} | {local: LocalPlan};

/** A dialog: its fields, and what it does with the answers. */
export type Form = Pick<Action, 'verb' | 'operation' | 'file'> & {
	id: FormId;
	fields: Readonly<Partial<Record<FieldId, Field<unknown, FormContext>>>>;
	/** Affects only this machine: Enter runs it immediately, without a review. */
	isLocal?: true;
	/** Its Enter runs a program, so it needs a pause before it. */
	acts?: true;
	title: (about: FormContext) => string;
	/** The text of the target row, if the subject is not a server. */
	targetLabel?: (about: FormContext) => string;
	check: (about: FormContext, typed: Typed) => Checked;
};

/** Returns the names of a form's fields, in order. */
export const fieldIdsOf = ({fields}: Pick<Form, 'fields'>): readonly FieldId[] =>
	Object.keys(fields) as FieldId[]; // it has no others

/** Returns the names of the fields that a dialog shows with these answers, in order. */
export const shownFieldIds = (form: Pick<Form, 'fields'>, typed: Typed): readonly FieldId[] =>
	fieldIdsOf(form).filter(name => form.fields[name]?.isShown?.(typed) ?? true);

/** Returns the dialog of an action. */
export const formOf = (action: Action): Form => ({
	...action,
	fields: Object.fromEntries(Object.entries(action.fields).filter(([, {onlyCommands}]) => !onlyCommands)),
	check: (about, typed) => {
		const checked = action.check(about, typed);
		return 'problems' in checked ? {problems: textsOf(checked.problems)} : checked;
	},
});

/** Returns the dialog for this number of servers. */
export function formFor(
	dialogs: ReadonlyMap<FormId, Form>,
	{form: id, serverIds}: Pick<FormRequest, 'form' | 'serverIds'>,
): Form | undefined {
	const form = dialogs.get(id);
	if (!form || serverIds.length > 1) return form;
	const fields = Object.entries(form.fields).filter(([, {forSeveral}]) => !forSeveral);
	return {...form, fields: Object.fromEntries(fields)};
}

const textsOf = (problems: Problems): ByName<Message> =>
	Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, problemText(problem)]));

type LocalDeclaration<Fields> = Omit<Form, 'fields' | 'check' | 'isLocal'> & {
	fields: Fields;
	run: (values: Values<Fields>, about: FormContext, services: Services) => Promise<void>;
};

/** Declares a dialog that sends nothing. `run` throws `FieldProblem` if it cannot be done. */
export function localForm<Fields extends ByName<Field<unknown, FormContext>>>(
	declaration: LocalDeclaration<Fields>,
): Form {
	const {fields, run, ...rest} = declaration;
	return {
		...rest,
		isLocal: true,
		fields,
		check: (about, typed) => {
			const read = readValues(fields, typed);
			if ('problems' in read) return {problems: textsOf(read.problems)};
			const values = read.values as Values<Fields>; // each was read by the field of its name
			return {local: {run: services => run(values, about, services)}};
		},
	};
}
