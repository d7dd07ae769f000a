import type {Fields} from '../../actions/automation-changes.ts';
import type {KnownAutomation as Known} from '../../actions/context.ts';
import {parseJson} from '../../lib/json.ts';
import {automationScreenMessages} from '../../messages/automation-screens.ts';
import {latestFirst} from '../../contract/moments.ts';
import type {Automation, AutomationRun} from '../../contract/models/automation.ts';
import type {Unreadable} from '../../contract/models/listed.ts';
import {withEntry} from '../../lib/maps.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import type {Failure} from '../kernel/failure.ts';
import {isOver} from './run.ts';

/** An automation with what was made of it when it was read. */
export type KnownAutomation = {
	automation: Automation;
	/** Its trigger in words. */
	trigger: string;
	/** The next moments of its schedule, epoch ms; none where it has none, or is off. */
	upcoming: readonly number[];
	/** The record as the service sent it, as JSON of printable characters: nothing in it is lost or cleaned. */
	source: string;
};

/** An automation as actions are checked against it. */
export const asKnown = ({automation, source}: KnownAutomation): Known => ({
	enabled: automation.enabled,
	record: parseJson(source) as Fields, // made of a record by `readAutomations`
});

/** What the list of runs is about; the service filters and pages. `from` and `to` are epoch ms. */
export type RunsQuery = {
	automationId: string | undefined;
	status: string | undefined;
	from: number | undefined;
	to: number | undefined;
	/** From zero. */
	page: number;
};

export type RunsState = {
	query: RunsQuery;
	/** Newest first; undefined: not read yet. */
	runs: readonly AutomationRun[] | undefined;
	unreadable: readonly Unreadable[];
	at: number | undefined;
	problem: Failure | undefined;
	totalElements: number;
	totalPages: number;
};

export type AutomationsState = {
	list: readonly KnownAutomation[] | undefined;
	unreadable: readonly Unreadable[];
	at: number | undefined;
	problem: Failure | undefined;
	runs: RunsState;
	/** Runs of the last while, of whatever automation; newest first. */
	recent: readonly AutomationRun[];
	/** Why they are no longer read. */
	recentProblem: Failure | undefined;
	/** The newest run of each automation; `none`: it has none. Absent: not known. */
	lastRuns: ReadonlyMap<string, AutomationRun | 'none'>;
};

export const allRuns: RunsQuery = {
	automationId: undefined,
	status: undefined,
	from: undefined,
	to: undefined,
	page: 0,
};

const noRuns: RunsState = {
	query: allRuns,
	runs: undefined,
	unreadable: [],
	at: undefined,
	problem: undefined,
	totalElements: 0,
	totalPages: 0,
};

export const initialAutomations: AutomationsState = {
	list: undefined,
	unreadable: [],
	at: undefined,
	problem: undefined,
	runs: noRuns,
	recent: [],
	recentProblem: undefined,
	lastRuns: new Map(),
};

export type AutomationsEvent =
	| {
			type: 'automations/read';
			at: number;
			list: readonly KnownAutomation[];
			unreadable: readonly Unreadable[];
	  }
	| {type: 'automations/failed'; failure: Failure}
	| {type: 'automations/asked'; query: RunsQuery}
	| ({type: 'automations/runsRead'; query: RunsQuery; at: number} & Required<
			Pick<RunsState, 'unreadable' | 'totalElements' | 'totalPages'>
	  > & {runs: readonly AutomationRun[]})
	| {type: 'automations/runsFailed'; query: RunsQuery; failure: Failure}
	/** Runs as they are now, from the feed or a look at the newest ones. */
	| {type: 'automations/ran'; runs: readonly AutomationRun[]}
	| {type: 'automations/recentFailed'; failure: Failure}
	| {type: 'automations/neverRan'; automationId: string};

/** Runs kept for the timeline. */
const maxKnownRuns = 1000;

export function reduceAutomations(state: AutomationsState, event: AutomationsEvent): AutomationsState {
	switch (event.type) {
		case 'automations/read': {
			const {at, list, unreadable} = event;
			const isKnown = state.list !== undefined && deepEqual(state.list, list);
			return {...state, list: isKnown ? state.list : list, unreadable, at, problem: undefined};
		}
		case 'automations/failed':
			return {...state, problem: event.failure};
		case 'automations/asked': {
			const {page: _, ...before} = state.runs.query;
			const {page: __, ...after} = event.query;
			const runs = deepEqual(before, after)
				? {...state.runs, query: event.query}
				: {...noRuns, query: event.query};
			return {...state, runs};
		}
		case 'automations/runsRead': {
			const {type: _, query, runs, ...rest} = event;
			if (query !== state.runs.query) return state;
			const known = state.runs.runs;
			const page = known && deepEqual(known, runs) ? known : runs;
			return withRuns({...state, runs: {...state.runs, ...rest, runs: page, problem: undefined}}, runs);
		}
		case 'automations/runsFailed':
			if (event.query !== state.runs.query) return state;
			return {...state, runs: {...state.runs, problem: event.failure}};
		case 'automations/ran':
			return withRuns(onPage(state, event.runs), event.runs);
		case 'automations/recentFailed':
			return {...state, recentProblem: event.failure};
		case 'automations/neverRan':
			return state.lastRuns.has(event.automationId)
				? state
				: {...state, lastRuns: withEntry(state.lastRuns, event.automationId, 'none')};
	}
}

/** Runs that are on the page that is read change there at once; new ones come with the next reading. */
function onPage(state: AutomationsState, newRuns: readonly AutomationRun[]): AutomationsState {
	const {runs} = state.runs;
	const byId = new Map(newRuns.map(run => [run.id, run]));
	if (!runs?.some(run => newer(run, byId.get(run.id)) !== run)) return state;
	return {...state, runs: {...state.runs, runs: runs.map(run => newer(run, byId.get(run.id)))}};
}

function withRuns(state: AutomationsState, newRuns: readonly AutomationRun[]): AutomationsState {
	const known = new Map(state.recent.map(run => [run.id, run]));
	const changed = newRuns.filter(run => newer(known.get(run.id), run) !== known.get(run.id));
	if (changed.length === 0) return state;
	for (const run of changed) known.set(run.id, run);
	const recent = [...known.values()].sort(newestFirst).slice(0, maxKnownRuns);
	const lastRuns = new Map(state.lastRuns);
	for (const run of changed) {
		if (run.automationId === undefined) continue;
		const last = lastRuns.get(run.automationId);
		const isLater = last === undefined || last === 'none' || newestFirst(run, last) <= 0;
		if (isLater) lastRuns.set(run.automationId, run);
	}
	return {...state, recent, lastRuns};
}

const newestFirst = latestFirst(({createdAt}: AutomationRun) => createdAt);

/** Feed and polls may overtake each other: what is over stays over, and steps do not come undone. */
function newer<Old extends AutomationRun | undefined>(
	old: Old,
	newRuns: AutomationRun | undefined,
): Old | AutomationRun {
	if (!newRuns || old === undefined) return newRuns ?? old;
	if (isOver(old) && !isOver(newRuns)) return old;
	if (old.stepHistory.length > newRuns.stepHistory.length) return old;
	return deepEqual(old, newRuns) ? old : newRuns;
}

/** What the automation of a run is called: by the list, else by its id. */
export function automationName(run: AutomationRun, list: AutomationsState['list']): string {
	const known = list?.find(({automation}) => automation.id === run.automationId);
	return known?.automation.name ?? run.automationId ?? automationScreenMessages.nameless;
}
