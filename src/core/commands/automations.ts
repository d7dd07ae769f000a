import type {AutomationRun} from '../../contract/models/automation.ts';
import {openFormDialog} from '../actions/dialogs.ts';
import {openMenu} from '../menus/open.ts';
import {nextStatus, showRuns} from '../actions/runs.ts';
import {isOver} from '../automations/run.ts';
import {typedFor} from '../../actions/automations.ts';
import {knownOf} from '../forms/known.ts';
import {openScreen} from '../screens/view.ts';
import type {Services} from '../services.ts';
import {whyNotOffered} from '../offered.ts';
import type {KnownAutomation} from '../state/automations.ts';
import type {State} from '../state/index.ts';
import {automationName} from '../timeline/describe.ts';
import {alternative, key, message} from '../../messages/text.ts';
import type {Command} from './command.ts';

const inRuns = ['runs'] as const;
const inBoth = ['automations', 'runs'] as const;

const forRuns = message`It is for runs: ${alternative(message`${key('rows.enter')} shows those of an automation`, ':runs names them')}.`;

/** The automation under the cursor; in the runs, that of the run under the cursor, else the one they are of. */
function selectedAutomation(state: State): KnownAutomation | undefined {
	const {list, runs} = state.automations;
	const id = openScreen(state)?.selected?.id;
	const wanted = state.screens.showsRuns ? (selectedRun(state)?.automationId ?? runs.query.automationId) : id;
	return list?.find(({automation}) => automation.id === wanted);
}

function selectedRun(state: State): AutomationRun | undefined {
	const id = openScreen(state)?.selected?.id;
	return state.automations.runs.runs?.find(run => run.id === id);
}

const mayNot = ({access}: State): string | undefined =>
	access.rights.get('MANAGE_AUTOMATIONS') === 'lacking'
		? 'These credentials lack the permission MANAGE_AUTOMATIONS: ask the owner of the team to add it.'
		: undefined;

const noAutomation = (state: State): string | undefined =>
	mayNot(state) ?? (selectedAutomation(state) ? undefined : 'No automation is selected.');

const thingOf = ({automation}: KnownAutomation) => ({
	id: automation.id,
	name: automation.name ?? automation.id,
});

const onAutomation = (act: (services: Services, known: KnownAutomation) => void) => (services: Services) => {
	const known = selectedAutomation(services.store.getState());
	if (known) act(services, known);
};

function noCancel(state: State): string | undefined {
	const run = selectedRun(state);
	if (!run) return 'No run is selected.';
	const notOffered = whyNotOffered(state.access, 'cancelRun');
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
		run: onAutomation((services, known) =>
			openFormDialog(services, 'trigger-automation', [], {}, thingOf(known)),
		),
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
		run: services => openFormDialog(services, 'create-automation', [], {enabled: 'no'}),
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
		run: onAutomation((services, known) => {
			const automation = knownOf(services.store.getState()).automation(known.automation.id);
			if (automation) openFormDialog(services, 'edit-automation', [], typedFor(automation), thingOf(known));
		}),
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
		run: services => openMenu(services, 'span'),
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
		run: services => {
			const state = services.store.getState();
			const run = selectedRun(state);
			if (!run) return;
			const name = `the run of ${automationName(run, state.automations.list)}`;
			openFormDialog(services, 'cancel-run', [], {}, {id: run.id, name});
		},
	},
];
