import {patternIn} from '../console/search.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {emptyField, type TextField} from '../kernel/text-field.ts';
import type {State} from '../state.ts';
import type {Message} from '../../messages/text.ts';
import {resultMessages} from '../../messages/results.ts';
import type {ResultsSearch} from './results-state.ts';
import {resultsView} from './results-view.ts';

const changeSearch = (
	{store}: Services,
	search: ResultsSearch | undefined,
	change: {top?: number | undefined} = {},
) => store.dispatch({type: 'results/viewChanged', change: {search, ...change}});

/** Opens an empty search. Groups are shown in full while it is open, because answers may be folded otherwise. */
export const openResultsSearch = (services: Services): void =>
	changeSearch(services, {field: emptyField, editing: true, row: 0}, {top: undefined});

export const leaveResultsSearch = (services: Services): void =>
	changeSearch(services, undefined, {top: undefined});

/** Returns to the answers. An empty search is closed. */
export function acceptResultsSearch(services: Services): void {
	const {search} = services.store.getState().results.viewState;
	if (!search || search.field.text === '') leaveResultsSearch(services);
	else changeSearch(services, {...search, editing: false});
}

/** Changes the text, and shows the first match at or below the current one. */
export function typeResultsSearch(services: Services, field: TextField): void {
	const {search} = services.store.getState().results.viewState;
	if (!search) return;
	changeSearch(services, {...search, field});
	if (!patternIn(field).matcher) return;
	const {matches} = resultsView(services.store.getState());
	showMatch(services, matches.find(row => row >= search.row) ?? matches[0]);
}

/** Highlights the next or previous match, and wraps around at the end. */
export function nextResultsMatch(services: Services, by: 1 | -1): void {
	const state = services.store.getState();
	const {search} = state.results.viewState;
	const {matches} = resultsView(state);
	if (!search || matches.length === 0) return;
	const ahead = by === 1 ? matches.find(row => row > search.row) : matches.findLast(row => row < search.row);
	if (ahead === undefined && !search.editing && matches.length > 1)
		notify(services, 'info', resultMessages.searchWrapped(by), {about: 'view'});
	showMatch(services, ahead ?? matches.at(by === 1 ? 0 : -1));
}

/** Scrolls a match to a third below the top, so that the lines above it are visible too. */
function showMatch(services: Services, row: number | undefined): void {
	const state = services.store.getState();
	const {search} = state.results.viewState;
	if (!search || row === undefined) return;
	const {top, height, total} = resultsView(state);
	const isSeen = row >= top && row < top + height;
	const wanted = isSeen ? top : row - Math.floor(height / 3);
	changeSearch(services, {...search, row}, {top: Math.max(0, Math.min(total - height, wanted))});
}

export const resultsMatchBlocked = ({results}: State): Message | undefined =>
	results.viewState.search ? undefined : resultMessages.noSearch;
