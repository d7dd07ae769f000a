import type {AutomationRun} from '../../contract/models/automation.ts';
import {nextStatus, showRuns} from './read-runs.ts';
import {isOver} from './run.ts';
import {typedFor} from '../../actions/automations.ts';
import {knownOf} from '../dialogs/known.ts';
import {notOfferedReason} from '../kernel/offered-extensions.ts';
import type {KnownAutomation} from './automations-state.ts';
import type {State} from '../state.ts';
import type {Targets} from '../kernel/targets.ts';
import {automationName} from '../timeline/describe.ts';
import {alternative, key, message} from '../../messages/text.ts';
import type {Command} from '../kernel/command.ts';

const inRuns = ['runs'] as const;
const inBoth = ['automations', 'runs'] as const;

const forRuns = message`It is for runs: ${alternative(message`${key('rows.enter')} shows those of an automation`, ':runs names them')}.`;

/** The automation of a row; of a run, the one that it is of; in an empty list of runs, the one whose runs it shows. */
function automationOf(state: State, {row}: Targets): KnownAutomation | undefined {
	const {list, runs} = state.automations;
	const run = runOf(state, {row});
	const shown = state.screens.showsRuns ? runs.query.automationId : undefined;
	const wanted = row?.list === 'automations' ? row.id : (run?.automationId ?? shown);
	return list?.find(({automation}) => automation.id === wanted);
}

const runOf = ({automations: {runs}}: State, {row}: Pick<Targets, 'row'>): AutomationRun | undefined =>
	row?.list === 'runs' ? runs.runs?.find(({id}) => id === row.id) : undefined;

const mayNot = ({access}: State): string | undefined =>
	access.rights.get('MANAGE_AUTOMATIONS') === 'lacking'
		? 'These credentials lack the permission MANAGE_AUTOMATIONS: ask the owner of the team to add it.'
		: undefined;

const noAutomation = (state: State, targets: Targets): string | undefined =>
	mayNot(state) ?? (automationOf(state, targets) ? undefined : 'No automation is selected.');

const subjectOf = ({automation}: KnownAutomation) => ({
	id: automation.id,
	name: automation.name ?? automation.id,
});

function noCancel(state: State, targets: Targets): string | undefined {
	const run = runOf(state, targets);
	if (!run) return 'No run is selected.';
	const notOffered = notOfferedReason(state.access, 'cancelRun');
	if (notOffered !== undefined) return notOffered;
	if (isOver(run)) return 'This run is over.';
	return run.cancelRequested === true ? 'It was asked to end already.' : mayNot(state);
}

export const automationCommands: readonly Command[] = [
	{
		id: 'automations.trigger',
		keys: ['T'],
		scopes: inBoth,
		title: 'Trigger',
		help: 'Opens the dialog that begins a run of the selected automation now.',
		hint: true,
		danger: true,
		blocked: noAutomation,
		run: ({store}, targets) => {
			const known = automationOf(store.getState(), targets);
			return known && {form: 'trigger-automation', serverIds: [], subject: subjectOf(known)};
		},
	},
	{
		id: 'automations.create',
		keys: ['C'],
		scopes: inBoth,
		title: 'Create',
		help: 'Opens the dialog that creates an automation; its steps are written as JSON in your editor.',
		hint: true,
		danger: true,
		blocked: mayNot,
		run: () => ({form: 'create-automation', serverIds: [], typed: {enabled: 'no'}}),
	},
	{
		id: 'automations.edit',
		keys: ['E'],
		scopes: inBoth,
		title: 'Edit',
		help: 'Opens the dialog that changes the selected automation; its steps are edited as JSON in your editor.',
		hint: true,
		danger: true,
		blocked: noAutomation,
		run: ({store}, targets) => {
			const state = store.getState();
			const known = automationOf(state, targets);
			const automation = known && knownOf(state).automation(known.automation.id);
			if (!automation) return undefined;
			return {
				form: 'edit-automation',
				serverIds: [],
				typed: typedFor(automation),
				subject: subjectOf(known),
			};
		},
	},
	{
		id: 'automations.allRuns',
		keys: ['*'],
		scopes: inBoth,
		title: 'all runs',
		help: 'Shows the runs of all automations.',
		run: services => showRuns(services, undefined),
	},
	{
		id: 'automations.status',
		keys: ['f'],
		scopes: inBoth,
		title: 'status',
		help: 'Shows only runs of one status, and goes on to the next with each press.',
		hint: true,
		blocked: ({screens}) => (screens.showsRuns ? undefined : forRuns),
		run: nextStatus,
	},
	{
		id: 'runs.span',
		keys: ['w'],
		scopes: inBoth,
		title: 'when',
		help: 'Chooses the span of time whose runs are shown.',
		blocked: ({screens}) => (screens.showsRuns ? undefined : forRuns),
		run: () => ({menu: 'span'}),
	},
	{
		id: 'runs.cancel',
		keys: ['X'],
		scopes: inRuns,
		title: 'Cancel the run',
		help: 'Opens the dialog that asks the selected run to end.',
		hint: true,
		danger: true,
		extension: 'cancelRun',
		blocked: noCancel,
		run: ({store}, targets) => {
			const state = store.getState();
			const run = runOf(state, targets);
			if (!run) return undefined;
			const name = `the run of ${automationName(run, state.automations.list)}`;
			return {form: 'cancel-run', serverIds: [], subject: {id: run.id, name}};
		},
	},
];
