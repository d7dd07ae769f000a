import type {AutomationRun} from '../../contract/models/automation.ts';
import {automationScreenMessages} from '../../messages/automations.ts';
import {nextStatus, readAutomations, showRuns} from './read-automations.ts';
import {isOver} from './run.ts';
import {cancelRun, triggerAutomation} from '../../actions/automation-runs.ts';
import {
	createAutomation,
	deleteAutomation,
	disableAutomation,
	editAutomation,
	enableAutomation,
	typedFor,
} from '../../actions/automations.ts';
import {formTyped, textsOf} from '../../actions/automation-form/form-texts.ts';
import {actionCommand} from '../kernel/keys/action-command.ts';
import {notOfferedReason} from '../kernel/state/offered-extensions.ts';
import {asKnown, automationName, type KnownAutomation} from './automations-state.ts';
import type {State} from '../state.ts';
import type {Targets} from '../kernel/state/targets.ts';
import type {KeyCommand} from '../kernel/state/program.ts';

const inRuns = ['runs'] as const;
const inBoth = ['automations', 'runs'] as const;

const forRuns = automationScreenMessages.forRuns;

/**
Returns the automation of the current row. For a run, that is the automation that it belongs to; in an empty
list of runs, the one that the list is restricted to.
*/
function automationOf(state: State, {row}: Targets): KnownAutomation | undefined {
	const {list, runs} = state.automations;
	const run = runOf(state, {row});
	const shown = state.screens.showsRuns ? runs.query.automationId : undefined;
	const wanted = row?.list === 'automations' ? row.id : (run?.automationId ?? shown);
	return list?.find(({automation}) => automation.id === wanted);
}

const runOf = ({automations: {runs}}: State, {row}: Pick<Targets, 'row'>): AutomationRun | undefined =>
	row?.list === 'runs' ? runs.runs?.find(({id}) => id === row.id) : undefined;

const missingPermission = ({access}: State): string | undefined =>
	access.permissions.get('MANAGE_AUTOMATIONS') === 'lacking'
		? automationScreenMessages.lacksPermission
		: undefined;

const noAutomation = (state: State, targets: Targets): string | undefined =>
	missingPermission(state) ??
	(automationOf(state, targets) ? undefined : automationScreenMessages.noneSelected);

const subjectOf = ({automation}: KnownAutomation) => ({
	id: automation.id,
	name: automation.name ?? automation.id,
});

/** Creates the command of an action without fields on the current automation. */
const onAutomation = (
	action: typeof enableAutomation | typeof disableAutomation | typeof deleteAutomation,
	{
		blocked,
		...parts
	}: Pick<KeyCommand, 'id' | 'keys' | 'extension'> & {
		blocked: (state: State, known: KnownAutomation) => string | undefined;
	},
): KeyCommand =>
	actionCommand(action, {
		...parts,
		scopes: ['automations'],
		blocked: (state, targets) => {
			const known = automationOf(state, targets);
			return noAutomation(state, targets) ?? (known && blocked(state, known));
		},
		run: ({store}, targets) => {
			const known = automationOf(store.getState(), targets);
			return known && {form: action.id, serverIds: [], subject: subjectOf(known)};
		},
	});

const isEnabled = ({automation}: KnownAutomation) => automation.enabled !== false;

function noCancel(state: State, targets: Targets): string | undefined {
	const run = runOf(state, targets);
	if (!run) return automationScreenMessages.noRunSelected;
	const notOffered = notOfferedReason(state.access, 'cancelRun');
	if (notOffered !== undefined) return notOffered;
	if (isOver(run)) return automationScreenMessages.runOver;
	return run.cancelRequested === true
		? automationScreenMessages.runCanceledAlready
		: missingPermission(state);
}

export const automationCommands: readonly KeyCommand[] = [
	actionCommand(triggerAutomation, {
		id: 'automations.trigger',
		keys: ['T'],
		scopes: inBoth,
		hint: true,
		blocked: noAutomation,
		run: ({store}, targets) => {
			const known = automationOf(store.getState(), targets);
			return known && {form: 'trigger-automation', serverIds: [], subject: subjectOf(known)};
		},
	}),
	actionCommand(createAutomation, {
		id: 'automations.create',
		keys: ['C'],
		scopes: inBoth,
		hint: true,
		blocked: missingPermission,
		run: services => {
			// The form describes schedules, and their reader is loaded with the list.
			void readAutomations(services);
			return {form: 'create-automation', serverIds: [], typed: {enabled: 'no'}};
		},
	}),
	actionCommand(editAutomation, {
		id: 'automations.edit',
		keys: ['E'],
		scopes: inBoth,
		hint: true,
		blocked: noAutomation,
		run: ({store, knownToActions}, targets) => {
			const state = store.getState();
			const known = automationOf(state, targets);
			if (!known) return undefined;
			const {record, ...others} = asKnown(known);
			const texts = textsOf(record, {known: knownToActions(state), isUtc: state.view.time === 'utc'});
			return {
				form: 'edit-automation',
				serverIds: [],
				typed: {...typedFor({record, ...others}), ...formTyped(texts)},
				subject: subjectOf(known),
			};
		},
	}),
	onAutomation(enableAutomation, {
		id: 'automations.enable',
		keys: ['O'],
		blocked: (_, known) => (isEnabled(known) ? automationScreenMessages.alreadyEnabled : undefined),
	}),
	onAutomation(disableAutomation, {
		id: 'automations.disable',
		keys: ['P'],
		blocked: (_, known) => (isEnabled(known) ? undefined : automationScreenMessages.alreadyDisabled),
	}),
	onAutomation(deleteAutomation, {
		id: 'automations.delete',
		keys: ['D'],
		extension: 'deleteAutomation',
		blocked: ({access}) => notOfferedReason(access, 'deleteAutomation'),
	}),
	{
		id: 'automations.allRuns',
		keys: ['*'],
		scopes: inBoth,
		group: 'view',
		run: services => showRuns(services, undefined),
	},
	{
		id: 'automations.status',
		keys: ['f'],
		scopes: inBoth,
		group: 'view',
		hint: true,
		blocked: ({screens}) => (screens.showsRuns ? undefined : forRuns),
		run: nextStatus,
	},
	{
		id: 'runs.span',
		keys: ['l'],
		scopes: inBoth,
		group: 'view',
		blocked: ({screens}) => (screens.showsRuns ? undefined : forRuns),
		run: () => ({menu: 'span'}),
	},
	actionCommand(cancelRun, {
		id: 'runs.cancel',
		keys: ['X'],
		scopes: inRuns,
		hint: true,
		extension: 'cancelRun',
		blocked: noCancel,
		run: ({store}, targets) => {
			const state = store.getState();
			const run = runOf(state, targets);
			if (!run) return undefined;
			const name = automationScreenMessages.runOf(automationName(run, state.automations.list));
			return {form: 'cancel-run', serverIds: [], subject: {id: run.id, name}};
		},
	}),
];
