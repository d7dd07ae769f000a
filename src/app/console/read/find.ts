import {notify} from '../../kernel/state/notify.ts';
import type {Services} from '../../kernel/state/services.ts';
import type {ConsoleSearch} from './reading-state.ts';
import type {State} from '../../state.ts';
import {emptyField, type TextField} from '../../kernel/text/text-field.ts';
import {pointAtLine} from './scroll.ts';
import {continueSearch, countMatches, patternIn, rangesIn, searchOn} from './search.ts';
import {consoleView} from './view.ts';
import type {Message} from '../../../messages/text.ts';
import {consoleMessages} from '../../../messages/console.ts';

/** The number of characters searched before keys and frames are handled: a few milliseconds. */
const slice = 150_000;

const updateSearch = ({store}: Services, change: Partial<ConsoleSearch>): void => {
	const {search} = store.getState().reading;
	if (search) store.dispatch({type: 'reading/changed', change: {search: {...search, ...change}}});
};

export function openSearch({store}: Services): void {
	const search = {field: emptyField, editing: true, seeking: undefined, searched: 0};
	store.dispatch({type: 'reading/changed', change: {search}});
}

export function leaveSearch({store}: Services): void {
	store.dispatch({type: 'reading/changed', change: {search: undefined}});
}

/** Returns to the console. An empty search is closed. */
export function acceptSearch(services: Services): void {
	const {search} = services.store.getState().reading;
	if (search?.field.text === '') leaveSearch(services);
	else updateSearch(services, {editing: false});
}

/** Changes the search text, and shows the newest match at or above the cursor. */
export function changeSearch(services: Services, field: TextField): void {
	const before = services.store.getState().reading.search?.field.text;
	updateSearch(services, {field});
	if (field.text !== before) seekFrom(services, cursorIndex(services.store.getState()), -1);
}

/** Moves to the next or previous match, and wraps around at the end. */
export function nextMatch(services: Services, by: 1 | -1): void {
	seekFrom(services, cursorIndex(services.store.getState()) + by, by);
}

function cursorIndex(state: State): number {
	const {cursor, document, following} = consoleView(state);
	if (cursor?.kind === 'line') return cursor.index;
	if (cursor?.kind === 'rule') return cursor.rule.before;
	return following ? document.lines.length - 1 : 0;
}

function seekFrom(services: Services, from: number, by: 1 | -1): void {
	updateSearch(services, {seeking: {from, by, again: false}});
	searchNextSlice(services);
}

const waiting = new WeakMap<Services, () => void>();

/** Searches one slice, then the rest after keys and frames are handled. */
function searchNextSlice(services: Services): void {
	waiting.get(services)?.();
	const isDone = searchSlice(services);
	if (!isDone)
		waiting.set(
			services,
			services.clock.after(1, () => searchNextSlice(services)),
		);
}

/** Searches for the requested match first, then for all others in order to count them. */
function searchSlice(services: Services): boolean {
	const {store} = services;
	const {search} = store.getState().reading;
	const pattern = patternIn(search?.field ?? emptyField);
	if (!search || !pattern.matcher) return true;
	const {lines} = consoleView(store.getState()).document;
	const {seeking} = search;
	if (!seeking) {
		const isDone = searchOn(lines, pattern, slice);
		updateSearch(services, {searched: search.searched + 1});
		return isDone;
	}
	const {by, from, again} = seeking;
	const sought = continueSearch(lines, pattern, {from, by}, slice);
	if (sought === undefined && !again) {
		updateSearch(services, {seeking: {from: by === 1 ? 0 : lines.length - 1, by, again: true}});
	} else if (sought && 'after' in sought) updateSearch(services, {seeking: {...seeking, from: sought.after}});
	else {
		updateSearch(services, {seeking: undefined});
		if (sought) showMatch(services, sought.index);
		if (sought && again && !search.editing) {
			notify(services, 'info', consoleMessages.search.wrapped(by), {
				about: 'server',
			});
		}
	}
	return false;
}

function showMatch(services: Services, index: number): void {
	const {search} = services.store.getState().reading;
	const pattern = patternIn(search?.field ?? emptyField);
	pointAtLine(services, index, text => rangesIn(text, pattern).length > 0);
}

/** Returns why there is no match to go to; undefined if there is one. */
export function matchBlocked({reading}: State): Message | undefined {
	return reading.search ? undefined : consoleMessages.search.none;
}

/** Returns the text beside the search: which match of how many. */
export function searchStatus(state: State): string {
	const {search} = state.reading;
	const pattern = patternIn(search?.field ?? emptyField);
	if (pattern.problem !== undefined) return pattern.problem;
	if (!search || !pattern.matcher) return '';
	const {document, cursor} = consoleView(state);
	// New entries are usually in one chunk.
	searchOn(document.lines, pattern, slice / 3);
	const at = cursor?.kind === 'line' ? cursor.index : -1;
	const {count, number, complete} = countMatches(document.lines, pattern, at);
	if (search.seeking || !complete) return consoleMessages.search.seeking(count);
	const isPart = (state.console.get(state.view.currentId ?? '')?.dropped ?? 0) > 0;
	if (count === 0) return isPart ? consoleMessages.search.notInKept : consoleMessages.search.notFound;
	return consoleMessages.search.place(Math.max(1, number), count, isPart);
}
