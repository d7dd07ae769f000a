import {isOver} from './run.ts';
import {readAutomations, readLastRuns, readRecentRuns, readRuns} from './read-automations.ts';
import type {ReadOutcome} from '../kernel/state/failure.ts';
import {delayAfterRefusal} from '../../lib/time/retry-delay.ts';
import type {Services} from '../kernel/state/services.ts';
import type {RunsQuery} from './automations-state.ts';
import type {State} from '../state.ts';

/** Interval at which the newest runs are polled for the timeline, ms. The feed reports them sooner if it is live. */
const recentMs = 45_000;
/** Interval while the list is visible, ms. */
const listMs = 15_000;
/** Intervals while the list of runs is visible, ms: without and with a run in progress. */
const runsMs = 15_000;
const runningMs = 2000;

/**
Polls the lists on screen while they are shown, and the newest runs now and then for the timeline. Refused requests
are repeated slowly: nothing else needs the data, and the screen shows the refusal.
*/
export function watchAutomations(services: Services): () => void {
	const {store, clock} = services;
	const closing = new AbortController();
	let cancelTimer = () => {};
	let onScreen: {shown: Shown; stop: () => void} | undefined;

	let refusals = 0;
	const recent = async () => {
		const outcome = await readRecentRuns(services, closing.signal);
		if (closing.signal.aborted) return;
		refusals = outcome === 'refused' ? refusals + 1 : 0;
		cancelTimer = clock.after(pauseAfter(refusals, recentMs), () => void recent());
	};
	const begin = () => {
		if (store.getState().fleet.at === undefined) return;
		stopWaiting();
		void recent();
	};
	/** Automations whose names were already requested; the feed reports runs by id. */
	const askedFor = new Set<string>();
	let known: unknown;
	const name = () => {
		const {automations} = store.getState();
		if (automations.recent === known) return;
		known = automations.recent;
		const nameless = namelessIn(automations).filter(id => !askedFor.has(id));
		for (const id of nameless) askedFor.add(id);
		if (nameless.length > 0) void readAutomations(services, closing.signal, 'names');
	};
	const update = () => {
		name();
		const shown = shownIn(store.getState());
		if (shown === onScreen?.shown) return;
		onScreen?.stop();
		onScreen = shown && {shown, stop: follow(services, shown)};
	};
	const stopWaiting = store.subscribe(begin);
	const stopWatching = store.subscribe(update);
	return () => {
		closing.abort();
		stopWaiting();
		stopWatching();
		cancelTimer();
		onScreen?.stop();
	};
}

/** What is on screen: the schedules, which the dashboard shows, the list, or the runs of a query. */
type Shown = 'schedules' | 'list' | RunsQuery;

/** Another page restarts the polling; undefined until the team is known. */
function shownIn({view, screens, access, automations}: State): Shown | undefined {
	if (!access.team) return undefined;
	if (view.pane === 'dashboard') return 'schedules';
	if (view.pane !== 'automations') return undefined;
	return screens.showsRuns ? automations.runs.query : 'list';
}

/** Polls the lists on screen now. */
function follow(services: Services, shown: Shown): () => void {
	const {store, clock} = services;
	const closing = new AbortController();
	const showsRuns = typeof shown === 'object';
	let cancelTimer = () => {};
	let refusals = 0;
	const turn = async () => {
		const {automations} = store.getState();
		const outcomes: ReadOutcome[] = [];
		// Runs are shown with the names of their automations.
		if (!showsRuns || automations.list === undefined)
			outcomes.push(await readAutomations(services, closing.signal));
		if (closing.signal.aborted) return;
		if (shown === 'list') await readLastRuns(services, closing.signal);
		if (showsRuns) outcomes.push(await readRuns(services, closing.signal));
		if (closing.signal.aborted) return;
		refusals = outcomes.every(outcome => outcome === 'refused') ? refusals + 1 : 0;
		cancelTimer = clock.after(pauseAfter(refusals, pauseOf(store.getState())), () => void turn());
	};
	void turn();
	return () => {
		closing.abort();
		cancelTimer();
	};
}

const pauseAfter = (refusals: number, usualMs: number): number =>
	refusals === 0 ? usualMs : delayAfterRefusal(refusals - 1);

/** Returns the ids of automations that are known only from their runs. */
function namelessIn({recent, list}: State['automations']): string[] {
	const named = new Set(list?.map(({automation}) => automation.id));
	const ids = recent.flatMap(({automationId}) => automationId ?? []);
	return [...new Set(ids)].filter(id => !named.has(id));
}

function pauseOf({screens, automations}: State): number {
	if (!screens.showsRuns) return listMs;
	return automations.runs.runs?.some(run => !isOver(run)) ? runningMs : runsMs;
}
