import type {Fields} from '../../actions/automation-changes.ts';
import type {KnownAutomation as Known} from '../../actions/context.ts';
import type {ReadCron} from '../../lib/time/cron.ts';
import {parseJson} from '../../lib/json/json.ts';
import {automationScreenMessages} from '../../messages/automations.ts';
import {latestFirst} from '../../contract/moments.ts';
import type {Automation, AutomationRun} from '../../contract/models/automation.ts';
import type {Unreadable} from '../../contract/models/list.ts';
import {withEntry} from '../../lib/json/maps.ts';
import {deepEqual} from '../../lib/json/depth.ts';
import type {Failure} from '../kernel/state/failure.ts';
import {isOver} from './run.ts';
import type {Slice} from '../kernel/state/slice.ts';

/** An automation with the values derived from it when it was read. */
export type KnownAutomation = {
	automation: Automation;
	/** Description of its trigger. */
	trigger: string;
	/** The same in few words, without a time zone. */
	brief: string;
	/** Next times of its schedule, epoch ms; empty if it has no schedule or is disabled. */
	upcoming: readonly number[];
	/** The complete record from the service as JSON, restricted to printable characters. */
	source: string;
};

/** Converts an automation to the form that actions are checked against. */
export const asKnown = ({automation, source}: KnownAutomation): Known => ({
	enabled: automation.enabled,
	record: parseJson(source) as Fields, // parsed from a record by `readAutomations`
});

/** The query for runs; the service filters and pages. `from` and `to` are epoch ms. */
export type RunsQuery = {
	automationId: string | undefined;
	status: string | undefined;
	from: number | undefined;
	to: number | undefined;
	/** Zero-based. */
	page: number;
};

export type RunsState = {
	query: RunsQuery;
	/** Newest first; undefined until read. */
	runs: readonly AutomationRun[] | undefined;
	unreadable: readonly Unreadable[];
	at: number | undefined;
	problem: Failure | undefined;
	totalElements: number;
	totalPages: number;
};

export type AutomationsState = {
	list: readonly KnownAutomation[] | undefined;
	/** Reads schedules; undefined until the first list was read. */
	readCron: ReadCron | undefined;
	unreadable: readonly Unreadable[];
	at: number | undefined;
	problem: Failure | undefined;
	runs: RunsState;
	/** Recent runs of all automations, newest first. */
	recent: readonly AutomationRun[];
	/** Why polling for them has stopped. */
	recentProblem: Failure | undefined;
	/** The newest run of each automation; `none` if it has none, absent if not known. */
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

export type AutomationsEvent =
	| {
			type: 'automations/read';
			at: number;
			list: readonly KnownAutomation[];
			readCron?: ReadCron | undefined;
			unreadable: readonly Unreadable[];
	  }
	| {type: 'automations/failed'; failure: Failure}
	| {type: 'automations/asked'; query: RunsQuery}
	| ({type: 'automations/runsRead'; query: RunsQuery; at: number} & Required<
			Pick<RunsState, 'unreadable' | 'totalElements' | 'totalPages'>
	  > & {runs: readonly AutomationRun[]})
	| {type: 'automations/runsFailed'; query: RunsQuery; failure: Failure}
	/** Current runs, from the feed or a poll of the newest ones. */
	| {type: 'automations/ran'; runs: readonly AutomationRun[]}
	| {type: 'automations/recentFailed'; failure: Failure}
	| {type: 'automations/neverRan'; automationId: string};

/** Runs kept for the timeline, and automations with a last run. */
const [maxKnownRuns, maxLastRuns] = [1000, 10_000];

export const automationsSlice: Slice<AutomationsState, AutomationsEvent> = {
	initial: {
		list: undefined,
		readCron: undefined,
		unreadable: [],
		at: undefined,
		problem: undefined,
		runs: noRuns,
		recent: [],
		recentProblem: undefined,
		lastRuns: new Map(),
	},
	reduce: reduceAutomations,
};

function reduceAutomations(state: AutomationsState, event: AutomationsEvent): AutomationsState {
	switch (event.type) {
		case 'automations/read': {
			const {at, list, unreadable, readCron = state.readCron} = event;
			const isKnown = state.list !== undefined && deepEqual(state.list, list);
			return {...state, list: isKnown ? state.list : list, unreadable, at, readCron, problem: undefined};
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

/** Updates runs on the current page immediately; new runs appear with the next read. */
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
	for (const id of lastRuns
		.keys()
		.take(Math.max(0, lastRuns.size - maxLastRuns))
		.toArray())
		lastRuns.delete(id);
	return {...state, recent, lastRuns};
}

const newestFirst = latestFirst(({createdAt}: AutomationRun) => createdAt);

/** Feed and polls may overtake each other: a finished run stays finished, and completed steps stay completed. */
function newer<Old extends AutomationRun | undefined>(
	old: Old,
	newRuns: AutomationRun | undefined,
): Old | AutomationRun {
	if (!newRuns || old === undefined) return newRuns ?? old;
	if (isOver(old) && !isOver(newRuns)) return old;
	if (old.stepHistory.length > newRuns.stepHistory.length) return old;
	return deepEqual(old, newRuns) ? old : newRuns;
}

/** Returns the name of a run's automation from the list, else its id. */
export function automationName(
	run: Pick<AutomationRun, 'automationId'>,
	list: AutomationsState['list'],
): string {
	const known = list?.find(({automation}) => automation.id === run.automationId);
	return known?.automation.name ?? run.automationId ?? automationScreenMessages.nameless;
}
