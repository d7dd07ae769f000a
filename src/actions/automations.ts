import type {Input} from '../contract/endpoint.ts';
import type {endpoints} from '../contract/endpoints/index.ts';
import {ApiError} from '../contract/errors.ts';
import type {GameServer} from '../contract/models/server.ts';
import {editableJson, parseJson} from '../lib/json.ts';
import {isSame} from '../lib/deep-equal.ts';
import {key, message} from '../messages/text.ts';
import {action, type Action, type Values} from './action.ts';
import {asRead, editedRecord, overtakenFields, type Fields} from './automation-changes.ts';
import {partsField, partsIn, timeoutField, unspecified, type OpenParts} from './automation-fields.ts';
import {commandLine, jsonWord, serverWords, wordOf} from './command-line.ts';
import {nameOfSubject, type ActionContext, type KnownAutomation} from './context.ts';
import {line, required, yesNo} from './fields.ts';
import type {Field} from './field.ts';
import {findNamed, whyNone} from './find-named.ts';
import {goneServer} from './gone-server.ts';
import {nameOf, namesOf} from './names.ts';
import {request} from './request.ts';
import {triggerRisk} from './risk.ts';

const fields = {
	name: required('Name', 'what it is called in lists', 'Every automation needs a name.'),
	description: line('About', 'what it is for'),
	enabled: yesNo('Enabled', 'off: it runs only by hand', 'off', 'on'),
	runTimeoutSec: timeoutField,
	parts: partsField,
};

const teamIdOf = ({known}: ActionContext) => known.team?.id ?? '';

const workflowProblem = ({workflow = []}: OpenParts): string | undefined =>
	Array.isArray(workflow) || workflow === null ? undefined : 'workflow must be a list [ … ] of steps.';

/** What is sent although nobody has said that the service takes it; it may be a slip. */
const unspecifiedNote = (names: readonly string[]): string[] =>
	names.length === 0 ? [] : [`The specification has no ${names.join(', ')}; the service decides.`];

/** (Specification: AutomationCreateRequest) */
export const createAutomation = action({
	id: 'create-automation',
	target: 'team',
	verb: 'Create',
	permission: 'MANAGE_AUTOMATIONS',
	title: () => 'Create an automation',
	targetLabel: () => 'a new automation of',
	fields,
	between: ({parts}) => ({parts: workflowProblem(parts)}),
	plan: ({parts, description, ...values}, context) => {
		const body = {...values, ...(description !== undefined && {description}), ...parts};
		const input = {teamId: teamIdOf(context), ...body} as Input<typeof endpoints.createAutomation>; // `problems` has looked at the parts
		return {
			requests: [request('createAutomation', input)],
			commandLine: commandLine(context.settings, ['automations', 'create', '-d', jsonWord(body), '--yes']),
			effect: [
				values.enabled
					? 'It is on from that moment: its trigger may begin a run.'
					: message`It is off: only ${key('automations.trigger')} runs it.`,
				...unspecifiedNote(unspecified(parts)),
			],
			risk: 'review',
			refresh: 'automations',
			summary: `Create the automation ${values.name}`,
			input: {name: values.name},
		};
	},
});

function automationWord({known}: ActionContext, id: string): string {
	const all = known.automationNames();
	return wordOf(all.find(automation => automation.id === id) ?? {id, names: []}, all);
}

type Typed = Readonly<Record<string, string>>;

/** What the dialog holds when it opens; `opened` keeps that, and the record, for as long as it is open. */
export function typedFor({record, enabled}: KnownAutomation): Typed {
	const text = (name: string) => (typeof record[name] === 'string' ? record[name] : '');
	const {runTimeoutSec} = record;
	const typed = {
		name: text('name'),
		description: text('description'),
		enabled: enabled === false ? 'no' : 'yes',
		runTimeoutSec: runTimeoutSec === undefined || runTimeoutSec === null ? '' : String(runTimeoutSec),
		parts: editableJson(partsIn(record)),
	};
	return {...typed, opened: JSON.stringify({typed, record})};
}

type Opened = {typed: Typed; record: Fields};

const openedFrom = (text: string | undefined): Opened =>
	text === undefined ? {typed: {}, record: {}} : (parseJson(text) as Opened); // made by `typedFor`

type FieldName = keyof typeof fields;

function editFields(isTyped: (name: FieldName) => boolean) {
	/** What was not touched goes back as it came, whatever it is. */
	const touched = <Value>(name: FieldName, field: Field<Value>): Field<Value | undefined> => ({
		...field,
		read: text => (isTyped(name) ? field.read(text) : undefined),
	});
	return {
		name: touched('name', fields.name),
		description: touched('description', fields.description),
		enabled: touched('enabled', fields.enabled),
		runTimeoutSec: touched('runTimeoutSec', fields.runTimeoutSec),
		parts: fields.parts,
	};
}

/** What is typed now, against what the dialog held when it was opened. */
const editOf = (typed: Typed) => {
	const opened = openedFrom(typed['opened']);
	const isTyped = (name: FieldName) => typed[name] !== opened.typed[name];
	const own = editFields(isTyped);
	const changesOf = ({parts, name, description, enabled, runTimeoutSec}: Values<typeof own>): Fields => ({
		...(isTyped('name') && {name}),
		...(isTyped('description') && {description: description ?? ''}),
		...(isTyped('enabled') && {enabled}),
		...(isTyped('runTimeoutSec') && {runTimeoutSec: runTimeoutSec ?? null}),
		...Object.fromEntries(
			Object.entries(parts).filter(([part, value]) => !isSame(value, opened.record[part])),
		),
	});
	return action({
		id: 'edit-automation',
		target: 'automation',
		verb: 'Save',
		permission: 'MANAGE_AUTOMATIONS',
		title: ({subject}) => `Edit ${subject?.name ?? 'an automation'}`,
		targetLabel: ({subject}) => `${subject?.name ?? 'an automation'} of`,
		fields: own,
		between: values => {
			const gone = Object.keys(partsIn(opened.record)).find(part => !Object.hasOwn(values.parts, part));
			if (gone !== undefined) return {parts: `"${gone}" is missing, and would stay: write null to empty it.`};
			return {parts: workflowProblem({workflow: changesOf(values)['workflow']})};
		},
		plan: (values, context) => {
			const changes = changesOf(values);
			const automationId = context.subject?.id ?? '';
			const known = context.known.automation(automationId);
			const latest = known?.record ?? opened.record;
			const overtaken = overtakenFields(opened.record, latest, changes);
			const names = Object.keys(changes);
			const edit = (record: Fields) =>
				request('editAutomation', {...editedRecord(record, changes), automationId});
			return {
				requests: [edit(latest)],
				commandLine: editLine(context, automationId, changes),
				effect: [
					names.length === 0
						? 'Nothing is different from what was read.'
						: `Changes ${names.join(', ')}; everything is sent whole.`,
					...unspecifiedNote(unspecified(changes)),
				],
				...((overtaken.length > 0 || !known) && {
					rows: [
						{
							label: 'Heads-up',
							lines: [overtakenNews(known !== undefined, overtaken)],
							tone: 'warning' as const,
						},
					],
				}),
				risk: 'review',
				renew: async api => {
					const {items} = await api.listAutomations({teamId: teamIdOf(context)});
					const read = items.find(({id}) => id === automationId);
					const now = read ? asRead(read) : latest;
					const changed = overtakenFields(latest, now, changes);
					if (changed.length > 0) throw overtakenBy(changed);
					return [edit(now)];
				},
				refresh: 'automations',
				summary: `Change ${names.join(', ')} of ${context.subject?.name ?? 'an automation'}`,
				input: {
					automationId,
					...nameOfSubject(context),
					...(values.name !== undefined && {name: values.name}),
				},
			};
		},
	});
};

const overtakenNews = (isListed: boolean, overtaken: readonly string[]) =>
	isListed
		? `Somebody else has changed it since this dialog was opened: ${overtaken.join(', ')}.`
		: 'It is gone from the list since this dialog was opened.';

const editLine = (context: ActionContext, automationId: string, changes: Fields) =>
	commandLine(context.settings, [
		'automations',
		'edit',
		'-d',
		jsonWord(changes),
		'--yes',
		automationWord(context, automationId),
	]);

/** The review then shows what somebody else has made of it, and sends on top of that. */
const overtakenBy = (names: readonly string[]) =>
	new ApiError(`Somebody else has changed it a moment ago (${names.join(', ')}): nothing was sent.`, {
		reason: 'blocked',
		request: 'POST /automation/{automationId}',
	});

/** (Specification: `POST /automation/{automationId}`) */
export const editAutomation: Action = {
	...editOf({}),
	read: typed => editOf(typed).read(typed),
	check: (context, typed) => editOf(typed).check(context, typed),
};

/** The servers that are named, each once, or why a name means none. */
function namedServers(
	text: string | undefined,
	{known}: ActionContext,
): {servers: GameServer[]} | {problem: string} {
	const servers = new Map<string, GameServer>();
	for (const name of (text ?? '').split(',').map(part => part.trim())) {
		if (name === '') continue;
		const found = findNamed([...known.servers.values()].map(namesOf), name);
		if (!('id' in found)) return {problem: whyNone('server', name, found)};
		servers.set(found.id, known.servers.get(found.id) ?? goneServer(found.id));
	}
	return {servers: [...servers.values()]};
}

const maxSteps = 8;

const playersText = ({onlinePlayers}: GameServer) =>
	onlinePlayers === undefined ? 'players not known' : `${Math.max(0, onlinePlayers)} players`;

/** (Specification: `POST /automation/{automationId}/trigger/manual`) */
export const triggerAutomation = action({
	id: 'trigger-automation',
	target: 'automation',
	verb: 'Trigger',
	command: {
		words: ['automations', 'trigger'],
		description: 'Start a run of an automation now',
		answers: 'runs',
	},
	permission: 'MANAGE_AUTOMATIONS',
	title: ({subject}) => `Trigger ${subject?.name ?? 'an automation'}`,
	targetLabel: ({subject}) => `a run of ${subject?.name ?? 'an automation'} of`,
	fields: {
		targets: {
			...line('Servers', 'names with commas between them; empty means its own targets'),
			position: {option: '--target <server...>', help: 'on these servers instead of its own targets'},
			sentAs: ['targetIds'],
			offers: ({known}: ActionContext) => [...known.servers.values()].map(nameOf),
			write: (text: string | undefined, context: ActionContext) => {
				const named = namedServers(text, context);
				const ids = 'servers' in named ? named.servers.map(({id}) => id) : [];
				return ids.length === 0 ? undefined : serverWords(context.known.servers, ids);
			},
		},
	},
	problems: ({targets}, context) => {
		const named = namedServers(targets, context);
		return {targets: 'problem' in named ? named.problem : undefined};
	},
	plan: ({targets}, context) => {
		const {subject, known} = context;
		const automationId = subject?.id ?? '';
		const automation = known.automation(automationId);
		const own = automation?.record ?? {};
		const named = namedServers(targets, context);
		const servers = 'servers' in named ? named.servers : [];
		const chosen = servers.map(
			server => `${nameOf(server)}: ${server.state ?? 'no state'}, ${playersText(server)}`,
		);
		const steps = known.outline.steps(own);
		return {
			requests: [
				request('triggerAutomation', {
					automationId,
					...(servers.length > 0 && {targetIds: servers.map(({id}) => id)}),
				}),
			],
			targets: [automationWord(context, automationId)],
			effect: [
				steps.length === 0 ? 'Its steps are not known.' : `A run begins at once, with ${steps.length} steps.`,
				...(automation?.enabled === false ? ['It is off: this runs it all the same, once.'] : []),
			],
			rows: [
				{label: 'Runs on', lines: chosen.length > 0 ? chosen : known.outline.targets(own), tone: 'plain'},
				{label: 'Steps', lines: steps.slice(0, maxSteps), tone: 'plain'},
			],
			risk: triggerRisk(own['workflow']),
			refresh: 'runs',
			summary: `Trigger ${subject?.name ?? 'an automation'}`,
			input: {
				automationId,
				...(servers.length > 0 && {targetIds: servers.map(({id}) => id)}),
				...nameOfSubject(context),
			},
		};
	},
});

/** Asks a run to end, where the service lets runs be cancelled. */
export const cancelRun = action({
	id: 'cancel-run',
	target: 'run',
	verb: 'Cancel the run',
	permission: 'MANAGE_AUTOMATIONS',
	title: ({subject}) => `Cancel ${subject?.name ?? 'a run'}`,
	targetLabel: ({subject}) => `${subject?.name ?? 'a run'} of`,
	fields: {},
	plan: (_, {subject}) => ({
		requests: [request('cancelRun', {runId: subject?.id ?? ''})],
		effect: ['It is asked to end: the step under way may still finish, the rest is not begun.'],
		risk: 'review',
		refresh: 'runs',
		summary: `Cancel ${subject?.name ?? 'a run'}`,
		input: {runId: subject?.id ?? '', ...nameOfSubject({subject})},
	}),
});
