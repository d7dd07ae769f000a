import {ApiError} from '../../contract/errors.ts';
import {endpoints} from '../../contract/endpoints/index.ts';
import type {Input} from '../../contract/endpoint.ts';
import {requestOf} from '../../contract/request.ts';
import {editableJson, parseJson} from '../../lib/json.ts';
import {isSame} from '../../lib/same.ts';
import {readAutomations} from '../actions/automations.ts';
import {asRead, editedRecord, overtakenFields, type Fields} from '../automations/edit.ts';
import {frictionOf} from '../friction.ts';
import type {KnownAutomation} from '../state/automations.ts';
import {partsField, partsIn, timeoutField, unspecified, type OpenParts} from './automation-fields.ts';
import {line, required, yesNo} from './fields.ts';
import {form, thingName, type About, type Field, type Form, type Values} from './form.ts';
import {commandLine, jsonWord, wordOf} from './same-as.ts';
import {key, message} from '../../messages/text.ts';

const fields = {
	name: required('Name', 'what it is called in lists', 'Every automation needs a name.'),
	description: line('About', 'what it is for'),
	enabled: yesNo('Enabled', 'off: it runs only by hand', 'off', 'on'),
	runTimeoutSec: timeoutField,
	parts: partsField,
};

const teamOf = ({state}: About) => state.access.team;

const workflowProblem = ({workflow = []}: OpenParts): string | undefined =>
	Array.isArray(workflow) || workflow === null ? undefined : 'workflow must be a list [ … ] of steps.';

/** What is sent although nobody has said that the service takes it; it may be a slip. */
const unspecifiedWords = (names: readonly string[]): string[] =>
	names.length === 0 ? [] : [`The specification has no ${names.join(', ')}; the service decides.`];

/** (Specification: AutomationCreateRequest) */
export const createAutomationForm = form({
	id: 'create-automation',
	verb: 'Create',
	operation: undefined,
	title: () => 'Create an automation',
	target: () => 'a new automation of',
	fields,
	problems: ({parts}) => ({parts: workflowProblem(parts)}),
	plan: ({parts, description, ...values}, about) => {
		const body = {...values, ...(description !== undefined && {description}), ...parts};
		const input = {teamId: teamOf(about)?.id ?? '', ...body} as Input<typeof endpoints.createAutomation>; // `problems` has looked at the parts
		return {
			requests: [requestOf(endpoints.createAutomation, input)],
			effect: [
				values.enabled
					? 'It is on from that moment: its trigger may begin a run.'
					: message`It is off: only ${key('automations.trigger')} runs it.`,
				...unspecifiedWords(unspecified(parts)),
			],
			sameAs: commandLine(about.settings, ['automations', 'create', '-d', jsonWord(body), '--yes']),
			friction: frictionOf.createAutomation,
			send: async (api, services) => {
				const answer = await api.createAutomation(input);
				void readAutomations(services);
				return answer.unread;
			},
			action: {action: 'create-automation', input: {name: values.name}},
		};
	},
});

/** What the dialog is about as it was read last. */
export const knownOf = ({state, thing}: About): KnownAutomation | undefined =>
	state.automations.list?.find(({automation}) => automation.id === thing?.id);

export function automationWord({state}: About, id: string): string {
	const all = (state.automations.list ?? []).map(({automation}) => ({
		id: automation.id,
		names: [automation.name],
	}));
	return wordOf(all.find(automation => automation.id === id) ?? {id, names: []}, all);
}

/** The record as it came from the service: not cleaned, nothing left out. */
export const sourceOf = ({source}: KnownAutomation): Fields => parseJson(source) as Fields; // made of a record by `readAutomations`

type Typed = Readonly<Record<string, string>>;

/** What the dialog holds when it opens; `opened` keeps that, and the record, for as long as it is open. */
export function typedFor(known: KnownAutomation): Typed {
	const {name = '', description = '', enabled, runTimeoutSec} = known.automation;
	const typed = {
		name,
		description,
		enabled: enabled === false ? 'no' : 'yes',
		runTimeoutSec: runTimeoutSec === undefined ? '' : String(runTimeoutSec),
		parts: editableJson(partsIn(sourceOf(known))),
	};
	return {...typed, opened: JSON.stringify({typed, source: known.source})};
}

type Opened = {typed: Typed; record: Fields};

function openedFrom(text: string | undefined): Opened {
	if (text === undefined) return {typed: {}, record: {}};
	const {typed, source} = parseJson(text) as {typed: Typed; source: string}; // made by `typedFor`
	return {typed, record: parseJson(source) as Fields};
}

/** What is typed now, against what the dialog held when it was opened. */
const editOf = (typed: Typed) => {
	const opened = openedFrom(typed['opened']);
	const isTyped = (name: string) => typed[name] !== opened.typed[name];
	/** What was not touched goes back as it came, whatever it is. */
	const touched = <Value>(name: string, field: Field<Value>): Field<Value | undefined> => ({
		...field,
		read: text => (isTyped(name) ? field.read(text) : undefined),
	});
	const own = {
		name: touched('name', fields.name),
		description: touched('description', fields.description),
		enabled: touched('enabled', fields.enabled),
		runTimeoutSec: touched('runTimeoutSec', fields.runTimeoutSec),
		parts: fields.parts,
	};
	const changesOf = ({parts, name, description, enabled, runTimeoutSec}: Values<typeof own>): Fields => ({
		...(isTyped('name') && {name}),
		...(isTyped('description') && {description: description ?? ''}),
		...(isTyped('enabled') && {enabled}),
		...(isTyped('runTimeoutSec') && {runTimeoutSec: runTimeoutSec ?? null}),
		...Object.fromEntries(
			Object.entries(parts).filter(([part, value]) => !isSame(value, opened.record[part])),
		),
	});
	return form({
		id: 'edit-automation',
		verb: 'Save',
		operation: undefined,
		title: ({thing}) => `Edit ${thing?.name ?? 'an automation'}`,
		target: ({thing}) => `${thing?.name ?? 'an automation'} of`,
		fields: own,
		problems: values => {
			const gone = Object.keys(partsIn(opened.record)).find(part => !Object.hasOwn(values.parts, part));
			if (gone !== undefined) return {parts: `"${gone}" is missing, and would stay: write null to empty it.`};
			return {parts: workflowProblem({workflow: changesOf(values)['workflow']})};
		},
		plan: (values, about) => {
			const changes = changesOf(values);
			const known = knownOf(about);
			const latest = known ? sourceOf(known) : opened.record;
			const automationId = about.thing?.id ?? '';
			const overtaken = overtakenFields(opened.record, latest, changes);
			const news = known
				? `Somebody else has changed it since this dialog was opened: ${overtaken.join(', ')}.`
				: 'It is gone from the list since this dialog was opened.';
			const names = Object.keys(changes);
			return {
				requests: [requestOf(endpoints.editAutomation, {...editedRecord(latest, changes), automationId})],
				effect: [
					names.length === 0
						? 'Nothing is different from what was read.'
						: `Changes ${names.join(', ')}; everything is sent whole.`,
					...unspecifiedWords(unspecified(changes)),
				],
				...((overtaken.length > 0 || !known) && {
					more: [
						{
							label: 'Heads-up',
							lines: [news],
							tone: 'warning' as const,
						},
					],
				}),
				sameAs: commandLine(about.settings, [
					'automations',
					'edit',
					'-d',
					jsonWord(changes),
					'--yes',
					automationWord(about, automationId),
				]),
				friction: frictionOf.editAutomation,
				send: async (api, services) => {
					const {items} = await api.listAutomations({teamId: teamOf(about)?.id ?? ''});
					const read = items.find(({id}) => id === automationId);
					const now = read ? asRead(read) : latest;
					const fields = overtakenFields(latest, now, changes);
					void readAutomations(services);
					if (fields.length > 0) throw overtakenBy(fields);
					await api.editAutomation({...editedRecord(now, changes), automationId});
					void readAutomations(services);
				},
				action: {
					action: 'edit-automation',
					input: {
						automationId,
						...thingName(about),
						...(values.name !== undefined && {name: values.name}),
					},
				},
			};
		},
	});
};

/** The review then shows what somebody else has made of it, and sends on top of that. */
const overtakenBy = (fields: readonly string[]) =>
	new ApiError(`Somebody else has changed it a moment ago (${fields.join(', ')}): nothing was sent.`, {
		reason: 'blocked',
		request: 'POST /automation/{automationId}',
	});

/** (Specification: `POST /automation/{automationId}`) */
export const editAutomationForm: Form = {
	...editOf({}),
	check: (about, typed) => editOf(typed).check(about, typed),
};
