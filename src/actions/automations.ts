import {editableJson, parseJson, readJson} from '../lib/json/json.ts';
import {automationMessages as messages, stepMessages} from '../messages/automations.ts';
import {printableLine} from '../lib/text/text.ts';
import {jsonProblemText, type Message} from '../messages/text.ts';
import {
	asRead,
	changesIn,
	checkNew,
	editedRecord,
	type Fields,
	isSetByService,
	overwrittenFields,
} from './automation-changes.ts';
import {broughtBy, findProblems} from '../automations/find-problems.ts';
import {problemsOnService} from './automation-problems.ts';
import {composeParts, formFields, formRows} from './automation-form/form-fields.ts';
import {formTyped, readTexts, stepFields, textsOf} from './automation-form/form-texts.ts';
import {type Field, FieldProblem} from './field.ts';
import type {ReviewRow} from './plan.ts';
import {isOfOwnService} from './preconditions.ts';
import {automationFormMessages as formMessages} from '../messages/automation-form.ts';
import type {ByName} from '../lib/json/maps.ts';
import {durationField, requiredField, textField, yesNoField} from './fields.ts';
import type {Input} from '../contract/endpoint.ts';
import type {endpoints} from '../contract/endpoints/index.ts';
import {ApiError} from '../contract/errors.ts';
import {textOf} from '../contract/wire-values.ts';
import {deepEqual} from '../lib/json/depth.ts';
import {writeDuration} from '../lib/time/duration.ts';
import {reviewMessages} from '../messages/dialogs.ts';
import {
	action,
	type Action,
	type DeclaredId,
	type DeclaredPlan,
	type Problems,
	problemText,
	readValues,
	type Typed,
	type Values,
} from './action.ts';
import {commandLine, jsonWord, wordOf} from './command-line.ts';
import {type ActionContext, type KnownAutomation, nameOfSubject} from './context.ts';
import {request} from './request.ts';

/** The other fields of an automation: targets, workflow, trigger, and any that only the service knows. */
export type OpenParts = {
	readonly [name: string]: unknown;
	targets?: unknown;
	workflow?: unknown;
	trigger?: unknown;
};

const openNames: ReadonlySet<string> = new Set(['targets', 'workflow', 'trigger']);
/** Fields of the record with their own input in the dialog. */
const hasInput = (name: string) =>
	name !== 'parts' && Object.hasOwn(fields, name) && !Object.hasOwn(formFields, name);

/** Returns the open parts of a record. */
const partsIn = (record: Fields): OpenParts =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !hasInput(name) && !isSetByService(name)));

/** Returns fields that are sent although the specification does not name them. */
const unspecifiedFields = (parts: OpenParts): string[] =>
	Object.keys(parts).filter(name => !openNames.has(name) && !hasInput(name));

/** The initial text of a new automation in the editor. */
const emptyParts = editableJson({targets: {}, workflow: [], trigger: null});

/** The open parts as one JSON document, edited externally: the way to all that the form has no field for. */
const partsField: Field<OpenParts> = {
	kind: 'document',
	sentAs: ['targets', 'workflow', 'trigger'],
	label: formMessages.json.label,
	hint: formMessages.json.hint,
	initial: () => emptyParts,
	compose: (typed, context) => {
		const read = readValues({...formFields, parts: partsField}, typed);
		if ('problems' in read) {
			// A text with problems opens again in the editor.
			const {parts: text = ''} = typed;
			return read.problems['parts'] === undefined ? {problems: problemTexts(read.problems)} : {text};
		}
		const {parts, ...values} = read.values as Values<typeof formFields> & {parts: OpenParts}; // each was read by the field of its name
		const composed = composeParts(values, readTexts(typed['formed']), parts, context);
		return 'problems' in composed
			? {problems: problemTexts(composed.problems)}
			: {text: editableJson(composed.parts)};
	},
	spread: (text, context) => formTyped(textsOf(readObject(text), context)),
	summary: text => {
		const read = readJson(text);
		if ('problem' in read) return messages.parts.notRightYet(jsonProblemText(read.problem));
		return summaryOf(read.value);
	},
	read: text => {
		const parts: OpenParts = readObject(text);
		for (const name of Object.keys(parts)) {
			if (hasInput(name)) throw new FieldProblem(messages.parts.hasOwnField(name));
			if (isSetByService(name)) throw new FieldProblem(messages.parts.setByService(name));
		}
		return parts;
	},
};

/** All fields of an automation as JSON, in place of the other fields of a command. */
const jsonField: Field<Fields> = {
	kind: 'document',
	label: messages.json.label,
	hint: messages.json.hint,
	onlyCommands: true,
	read: readObject,
};

function readObject(text: string): Fields {
	const read = readJson(text);
	if ('problem' in read) throw new FieldProblem(messages.parts.notJson(jsonProblemText(read.problem)));
	const {value} = read;
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return {...value};
	throw new FieldProblem(messages.parts.noObject);
}

function summaryOf(value: unknown): string {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return messages.parts.noObjectYet;
	const {workflow, ...parts}: OpenParts = {...value};
	const others = unspecifiedFields(parts);
	if (Array.isArray(workflow) && workflow.length >= stepFields.length)
		return formMessages.json.tooLong(workflow.length);
	return others.length === 0 ? formMessages.json.summary : formMessages.json.others(others);
}

const problemTexts = (problems: Problems): ByName<Message> =>
	Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, problemText(problem)]));

const maxRunSeconds = 7 * 86_400;

/** Whole seconds; empty uses the service's default. (Specification: runTimeoutSec) */
const timeoutField: Field<number | undefined> = durationField(messages.timeout.label, messages.timeout.hint, {
	unit: 's',
	min: 1,
	max: maxRunSeconds,
	empty: undefined,
	usual: messages.timeout.emptyIsService,
});

const fields = {
	name: requiredField(messages.name.label, messages.name.hint, messages.name.missing),
	...formFields,
	description: textField(
		messages.description.label,
		messages.description.hint,
		messages.description.emptyIsNone,
	),
	enabled: yesNoField(
		messages.enabled.label,
		messages.enabled.hint,
		messages.enabled.no,
		messages.enabled.yes,
	),
	runTimeoutSec: timeoutField,
	parts: partsField,
};

const teamIdOf = ({known}: ActionContext) => known.team?.id ?? '';

const workflowProblem = ({workflow = []}: OpenParts): string | undefined =>
	Array.isArray(workflow) || workflow === null ? undefined : messages.parts.noStepList;

/** Warns about fields that the service is not known to accept: they may be typos. */
const unspecifiedNote = (names: readonly string[]): string[] =>
	names.length === 0 ? [] : [messages.unspecified(names)];

/** Combines two variants of an action: one takes fields, the other JSON. */
const fieldsOrJson = <Name extends string, Id extends DeclaredId>(
	fromFields: (typed: Typed) => Action<Name, Id>,
	fromJson: Action,
): Action<Name, Id> => {
	const chosen = (typed: Typed) => (typed['json'] === undefined ? fromFields(typed) : fromJson);
	return {
		...fromFields({}),
		read: typed => chosen(typed).read(typed),
		check: (context, typed) => chosen(typed).check(context, typed),
	};
};

const newAutomation = {
	id: 'create-automation',
	target: 'team',
	command: {isHarmless: true, answers: 'automations'},
	permission: 'MANAGE_AUTOMATIONS',
	title: () => messages.create.title,
	targetLabel: () => messages.create.target,
} as const;

function createPlan(body: Fields, context: ActionContext): DeclaredPlan {
	const name = String(body['name'] ?? '');
	const input = {name, ...body, teamId: teamIdOf(context)} as Input<typeof endpoints.createAutomation>; // the contract checks all other fields
	return {
		requests: [request('createAutomation', input)],
		commandLine: () => commandLine(context.settings, ['automation', 'create', '-d', jsonWord(body), '--yes']),
		effect: [
			body['enabled'] === false ? messages.create.disabled : messages.create.enabled,
			...unspecifiedNote(unspecifiedFields(body)),
		],
		risk: 'review',
		refresh: 'automations',
		adds: 'automations',
		summary: messages.create.summary(name),
		input: {name},
	};
}

const createOf = (typed: Typed) => {
	const texts = readTexts(typed['formed']);
	return action({
		...newAutomation,
		fields,
		between: ({parts}) => ({parts: workflowProblem(parts)}),
		problems: ({parts, ...values}, context) => problemsIn(composeParts(values, texts, parts, context)),
		plan: ({name, enabled, description, runTimeoutSec, parts, ...values}, context) => {
			const composed = composeParts(values, texts, parts, context);
			const body = {
				name,
				enabled,
				...(runTimeoutSec !== undefined && {runTimeoutSec}),
				...(description !== undefined && {description}),
				...('parts' in composed && composed.parts),
			};
			return {...createPlan(body, context), rows: partRows(body, context)};
		},
	});
};

const problemsIn = (composed: ReturnType<typeof composeParts>) =>
	'problems' in composed ? composed.problems : {};

/** Returns the rows of the review about the parts that the form writes. */
const partRows = (body: Fields, context: ActionContext, before?: Fields): ReviewRow[] => {
	const servers = [...context.known.servers.values()];
	const isUnknown = servers.length > 0 && !servers.some(isOfOwnService);
	return [
		...formRows(body, context),
		...problemRows(body, context, before),
		...(isUnknown
			? [{label: reviewMessages.labels.recent, lines: [formMessages.notOurs], tone: 'warning' as const}]
			: []),
	];
};

/** What other rows of the review say. */
const saidParts: ReadonlySet<string> = new Set(['workflow', 'targets', 'runTimeoutSec']);

/** Returns the problems of the automation; for an edit, only the new ones. */
function problemRows(after: Fields, {now, known}: ActionContext, before: Fields | undefined): ReviewRow[] {
	const servers = known.servers.size === 0 ? undefined : [...known.servers.values()];
	const nodes = known.nodes.length === 0 ? undefined : known.nodes;
	const names = known.automationNames().flatMap(automation => automation.names);
	const find = (fields: Fields) => [
		...findProblems(fields, now, known.readCron),
		...problemsOnService(fields, {servers, nodes, names}),
	];
	const found = before === undefined ? find(after) : broughtBy({before, after}, find);
	const lines = found
		.filter(({path, isWarning}) => !isWarning || !saidParts.has(path))
		.map(({path, text}) => printableLine(stepMessages.at(path, text)));
	return lines.length === 0 ? [] : [{label: reviewMessages.labels.problems, lines, tone: 'warning'}];
}

const createFromJson = action({
	...newAutomation,
	fields: {json: jsonField},
	plan: ({json}, context) => {
		checkNew(json, teamIdOf(context));
		const {teamId: _, ...body} = json;
		return createPlan(body, context);
	},
});

/** (Specification: AutomationCreateRequest) */
export const createAutomation = fieldsOrJson(createOf, createFromJson);

export function automationWord({known}: ActionContext, id: string): string {
	const all = known.automationNames();
	return wordOf(all.find(automation => automation.id === id) ?? {id, names: []}, all);
}

/** Returns the initial values of the dialog; `opened` keeps them, and the record, while it is open. */
export function typedFor({record, enabled}: KnownAutomation): Typed {
	const text = (name: string) => (typeof record[name] === 'string' ? record[name] : '');
	const {runTimeoutSec} = record;
	const typed = {
		name: text('name'),
		description: text('description'),
		enabled: enabled === false ? 'no' : 'yes',
		runTimeoutSec:
			typeof runTimeoutSec === 'number' ? writeDuration(1000 * runTimeoutSec) : (textOf(runTimeoutSec) ?? ''),
		parts: editableJson(partsIn(record)),
	};
	return {...typed, opened: JSON.stringify({typed, record})};
}

type InitialForm = {typed: Typed; record: Fields};

const parseInitialForm = (text: string | undefined): InitialForm =>
	text === undefined ? {typed: {}, record: {}} : (parseJson(text) as InitialForm); // made by `typedFor`

type FieldName = keyof typeof fields;

function editFields(isTyped: (name: FieldName) => boolean) {
	/** An untouched field is sent back unchanged, whatever its value. */
	const touched = <Value>(name: FieldName, field: Field<Value>): Field<Value | undefined> => ({
		...field,
		read: text => (isTyped(name) ? field.read(text) : undefined),
	});
	return {
		name: touched('name', fields.name),
		...formFields,
		description: touched('description', fields.description),
		enabled: touched('enabled', fields.enabled),
		runTimeoutSec: touched('runTimeoutSec', fields.runTimeoutSec),
		parts: fields.parts,
	};
}

/** Compares the typed values with those when the dialog opened. */
const editOf = (typed: Typed) => {
	const opened = parseInitialForm(typed['opened']);
	const isTyped = (name: FieldName) => typed[name] !== opened.typed[name];
	const own = editFields(isTyped);
	const texts = readTexts(typed['formed']);
	const composedOf = ({parts, ...values}: Values<typeof own>, context: ActionContext) =>
		composeParts(values, texts, parts, context);
	const changesOf = (
		{name, description, enabled, runTimeoutSec}: Values<typeof own>,
		parts: OpenParts,
	): Fields => ({
		...(isTyped('name') && {name}),
		...(isTyped('description') && {description: description ?? ''}),
		...(isTyped('enabled') && {enabled}),
		...(isTyped('runTimeoutSec') && {runTimeoutSec: runTimeoutSec ?? null}),
		...Object.fromEntries(
			Object.entries(parts).filter(([part, value]) => !deepEqual(value, opened.record[part])),
		),
	});
	return action({
		...changedAutomation,
		fields: own,
		between: values => {
			const gone = Object.keys(partsIn(opened.record)).find(part => !Object.hasOwn(values.parts, part));
			if (gone !== undefined) return {parts: messages.parts.missing(gone)};
			const {workflow} = values.parts;
			return {
				parts: deepEqual(workflow, opened.record['workflow']) ? undefined : workflowProblem({workflow}),
			};
		},
		problems: (values, context) => problemsIn(composedOf(values, context)),
		plan: (values, context) => {
			const composed = composedOf(values, context);
			const changes = changesOf(values, 'parts' in composed ? composed.parts : values.parts);
			const known = context.known.automation(context.subject?.id ?? '');
			const overwrites = known ? overwrittenFields(opened.record, known.record, changes) : [];
			const latest = known?.record ?? opened.record;
			const plan = editPlan(changes, latest, overwrites, context);
			const isForm = Object.keys(changes).some(name => openNames.has(name));
			return isForm
				? {...plan, rows: [...(plan.rows ?? []), ...partRows({...latest, ...changes}, context, latest)]}
				: plan;
		},
	});
};

const changedAutomation = {
	id: 'edit-automation',
	target: 'automation',
	command: {isHarmless: true},
	permission: 'MANAGE_AUTOMATIONS',
	title: ({subject}: ActionContext) => messages.edit.title(subject?.name),
	targetLabel: ({subject}: ActionContext) => messages.edit.target(subject?.name),
} as const;

/** `latest`: the newest known record; `overwrites`: fields that someone else has changed since. */
function editPlan(
	changes: Fields,
	latest: Fields,
	overwrites: readonly string[],
	context: ActionContext,
): DeclaredPlan {
	const automationId = context.subject?.id ?? '';
	const isKnown = context.known.automation(automationId) !== undefined;
	const names = Object.keys(changes);
	const {name} = changes;
	const edit = (record: Fields) =>
		request('editAutomation', {...editedRecord(record, changes), automationId});
	return {
		requests: [edit(latest)],
		overwrites,
		commandLine: () => editLine(context, automationId, changes),
		effect: [
			names.length === 0 ? messages.edit.unchanged : messages.edit.effect(names),
			...unspecifiedNote(unspecifiedFields(changes)),
		],
		...((overwrites.length > 0 || !isKnown) && {
			rows: [
				{
					label: reviewMessages.labels.recent,
					lines: [isKnown ? messages.edit.overtaken(overwrites) : messages.edit.gone],
					tone: 'warning',
				},
			],
		}),
		risk: 'review',
		renew: async (api, options) => {
			const {items} = await api.listAutomations({teamId: teamIdOf(context)}, options);
			const read = items.find(({id}) => id === automationId);
			if (!read) return undefined;
			const now = asRead(read);
			return {requests: [edit(now)], overwrites: overwrittenFields(latest, now, changes)};
		},
		refresh: 'automations',
		summary: messages.edit.summary(names, context.subject?.name),
		input: {automationId, ...nameOfSubject(context), ...(typeof name === 'string' && {name})},
	};
}

const editLine = (context: ActionContext, automationId: string, changes: Fields) =>
	commandLine(context.settings, [
		'automations',
		'edit',
		'-d',
		jsonWord(changes),
		'--yes',
		automationWord(context, automationId),
	]);

const editFromJson = action({
	...changedAutomation,
	fields: {json: jsonField},
	plan: ({json}, context) => {
		const id = context.subject?.id ?? '';
		const record = context.known.automation(id)?.record;
		// Use the version that the JSON is based on, if it has one.
		const {updatedAt = record?.['updatedAt']} = json;
		const overwrites = record ? overwrittenFields({...record, updatedAt}, record, {}) : [];
		return editPlan(changesIn(json, record ?? {id}), record ?? {}, overwrites, context);
	},
});

/** The review then shows the other person's changes, and sends on top of them. */
export const overwriteConflict = (names: readonly string[]) =>
	new ApiError(messages.edit.notSent(names), {
		reason: 'blocked',
		request: 'POST /automation/{automationId}',
	});

/** (Specification: `POST /automation/{automationId}`) */
export const editAutomation = fieldsOrJson(editOf, editFromJson);

const setEnabled = (id: 'enable-automation' | 'disable-automation', enabled: boolean) =>
	action({
		id,
		target: 'automation',
		command: {isHarmless: true},
		permission: 'MANAGE_AUTOMATIONS',
		title: ({subject}) => messages.edit.switchTitle(enabled, subject?.name),
		targetLabel: ({subject}) => messages.edit.target(subject?.name),
		fields: {},
		plan: (_, context) => {
			const id = context.subject?.id ?? '';
			const record = context.known.automation(id)?.record ?? {};
			const {commandLine: _line, ...plan} = editPlan({enabled}, record, [], context);
			return {
				...plan,
				changes: ['enabled'],
				effect: [messages.edit.switches(enabled)],
				summary: messages.edit.switchTitle(enabled, context.subject?.name),
				targets: () => [automationWord(context, id)],
			};
		},
	});
export const enableAutomation = setEnabled('enable-automation', true);
export const disableAutomation = setEnabled('disable-automation', false);

/** Needs a service that can delete automations. */
export const deleteAutomation = action({
	id: 'delete-automation',
	target: 'automation',
	permission: 'MANAGE_AUTOMATIONS',
	title: ({subject}) => messages.delete.title(subject?.name),
	targetLabel: ({subject}) => messages.edit.target(subject?.name),
	fields: {},
	plan: (_, context) => {
		const {subject} = context;
		const automationId = subject?.id ?? '';
		return {
			requests: [request('deleteAutomation', {automationId})],
			targets: () => [automationWord(context, automationId)],
			effect: [messages.delete.effect],
			risk: 'review',
			refresh: 'automations',
			summary: messages.delete.title(subject?.name),
			input: {automationId, ...nameOfSubject(context)},
		};
	},
});

export const automationActions = [
	createAutomation,
	editAutomation,
	enableAutomation,
	disableAutomation,
	deleteAutomation,
] as const;
