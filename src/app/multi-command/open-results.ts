import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import type {State} from '../state.ts';
import {lineOf} from '../console/line-by-id.ts';
import {shownPair, shownRun} from './results-view.ts';
import {resultMessages} from '../../messages/results.ts';

export function openResults({store}: Services): void {
	const {runs} = store.getState().results;
	showResultsOf(store, runs.at(-1)?.id);
	store.dispatch({type: 'view/changed', change: {pane: 'results'}});
}

export function openResultsOfTargets({store}: Services): void {
	showResultsOf(store, undefined);
}

/** Shows the run before or after the one that is shown. */
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
