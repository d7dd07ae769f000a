import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import type {State} from '../state.ts';
import {lineOf} from '../console/record/line-by-id.ts';
import {shownPair, shownRun} from './results-view.ts';
import {resultMessages} from '../../messages/results.ts';
import type {MultiCommand} from './results-state.ts';

export function openResults({store}: Services): void {
	const {runs} = store.getState().results;
	showResultsOf(store, runs.at(-1)?.id);
	store.dispatch({type: 'view/changed', change: {pane: 'results'}});
}

export function openResultsOfTargets({store}: Services): void {
	showResultsOf(store, undefined);
}

/** Shows the previous or next run. */
export function showRun(services: Services, by: 1 | -1): void {
	const {results} = services.store.getState();
	const at = results.runs.findIndex(({id}) => id === results.viewState.runId);
	const next = results.runs[at === -1 ? results.runs.length - 1 : at + by];
	if (next) showResultsOf(services.store, next.id);
	else
		notify(services, 'info', by === 1 ? resultMessages.areNewest : resultMessages.nothingOlder, {
			about: 'view',
		});
}

const showResultsOf = (store: Services['store'], runId: string | undefined) =>
	store.dispatch({
		type: 'results/viewChanged',
		change: {runId, group: undefined, top: undefined, compare: false},
	});

export const nothingToCompare = resultMessages.nothingToCompare;

export function comparisonBlocked(state: State): string | undefined {
	if (state.results.viewState.compare || shownPair(state)) return undefined;
	return shownRun(state) ? nothingToCompare : resultMessages.nothingSent;
}

/** Whether the command is still queued for a server of a run. */
export const waitsInRun = (state: State, runId: string | undefined): boolean =>
	(state.results.runs.find(({id}) => id === runId)?.members ?? []).some(
		({serverId, lineId, final}) => !final && lineOf(state, serverId, lineId)?.status === 'queued',
	);

/** Cancels the queued commands of a run. */
export const cancelQueuedRun = (services: Services, runId: string | undefined): boolean =>
	waitsInRun(services.store.getState(), runId) && interruptRun(services, runId);

/**
Handles Ctrl-C in the results: cancels the queued commands of the run, or if there are none, stops waiting for answers.
Returns false if there was nothing to stop.
*/
export function interruptRun(services: Services, runId: string | undefined): boolean {
	const run = services.store.getState().results.runs.find(({id}) => id === runId);
	if (!run) return false;
	const {recalled, stopped} = stopRun(services, run);
	if (recalled > 0) {
		const sent = run.members.length - recalled;
		notify(services, 'warning', resultMessages.canceled(recalled, sent));
	} else if (stopped > 0) {
		notify(services, 'warning', resultMessages.stoppedWaiting(stopped));
	}
	return recalled + stopped > 0;
}

/** Cancels queued commands, or if there are none, stops waiting for answers. Returns the counts. */
function stopRun({waits}: Services, {members}: MultiCommand): {recalled: number; stopped: number} {
	const open = members.flatMap(({lineId}) => waits.get(lineId) ?? []);
	const queued = open.filter(({start}) => start !== undefined);
	// In reverse, so that none of them takes the turn of another.
	for (const {stop} of queued.toReversed()) stop();
	if (queued.length > 0) return {recalled: queued.length, stopped: 0};
	for (const {stop} of open) stop();
	return {recalled: 0, stopped: open.length};
}
