import {nameOf} from '../../actions/names.ts';
import {serverListMessages} from '../../messages/server-list.ts';
import type {Message} from '../../messages/text.ts';
import type {State} from '../state.ts';
import {emptyField} from '../kernel/text/text-field.ts';
import type {ViewState} from '../kernel/state/view-state.ts';
import {listRows} from './list-rows.ts';

type Seen = Pick<State, 'fleet' | 'view'>;

/**
Returns the server that keys act on: the one with the cursor, while the list shows it. The console continues to show a
server that the list has lost (`view.currentId`), but no key may act on it.
*/
export function currentServer(state: Seen): string | undefined {
	const {currentId} = state.view;
	return currentId !== undefined && listRows(state).places.has(currentId) ? currentId : undefined;
}

/**
Returns where the cursor moves from, as an index in the list. If no row has it, this is between two rows: those around the
former place of the current server, or the end of the list before its first row.
*/
export function cursorPlace(state: Seen): number {
	const {currentId = '', rowsBefore = []} = state.view;
	const {ids, places} = listRows(state);
	const at = places.get(currentId)?.at;
	if (at !== undefined) return at;
	const former = rowsBefore.indexOf(currentId);
	if (former === -1) return -0.5;
	const below = rowsBefore.slice(former + 1).find(id => places.has(id));
	return (places.get(below ?? '')?.at ?? ids.length) - 0.5;
}

/** Remembers the rows of the list when it stops showing the current server, so that the next move goes to a neighbor. */
export function withRowsBefore<Whole extends Seen>(before: Whole, next: Whole): Whole {
	const {view} = next;
	const isShown = currentServer(next) !== undefined;
	const isLost = !isShown && view.currentId === before.view.currentId && currentServer(before) !== undefined;
	const rowsBefore = isLost ? listRows(before).ids : isShown ? undefined : view.rowsBefore;
	return rowsBefore === view.rowsBefore ? next : {...next, view: {...view, rowsBefore}};
}

/** Returns the server of the console and the details if the filter hides it in the list. */
export const hiddenServer = (state: Seen): string | undefined =>
	state.fleet.servers.has(state.view.currentId ?? '') && currentServer(state) === undefined
		? state.view.currentId
		: undefined;

/** Says why there is no current server. */
export function noneCurrent(state: Seen): Message {
	if (state.fleet.at === undefined) return serverListMessages.notListed;
	const hidden = state.fleet.servers.get(hiddenServer(state) ?? '');
	return hidden ? serverListMessages.currentHidden(nameOf(hidden)) : serverListMessages.noneCurrent;
}

/** Says why a command on the current server cannot run; undefined if there is one. */
export const blockedWithoutCurrent = (state: Seen): Message | undefined =>
	currentServer(state) === undefined ? noneCurrent(state) : undefined;

/** The filter after going to a server that the previous one hid, which is reported: no key of the user has cleared it. */
export const clearedFilter: ViewState['filter'] = {field: emptyField, editing: false};

/**
Keeps the cursor on a visible row where the user changed the view: a new filter moves it, and going to a hidden server
clears the filter (`wanted`: the server that the event goes to). A line that is being typed stays with its server. What a
poll hides is not replaced by a neighbor.
*/
export function withVisibleCurrent<Whole extends Seen>(before: Whole, next: Whole, wanted?: string): Whole {
	const {view} = next;
	if (view === before.view || view.filter.editing || view.input || currentServer(next) !== undefined)
		return next;
	if (wanted !== undefined && hiddenServer(next) === wanted)
		return {...next, view: {...view, filter: clearedFilter}};
	if (view.filter === before.view.filter) return next;
	const [first] = listRows(next).ids;
	return first === undefined ? next : {...next, view: {...view, currentId: first}};
}

/**
Removes from the selection what is no longer in the list, so that it does not return unseen. A range of which the list no
longer shows an end is over.
*/
export function withoutLost<Whole extends Seen>(state: Whole): Whole {
	const {fleet, view} = state;
	const {selection, range} = view;
	const lost = selection.values().some(id => !fleet.servers.has(id));
	const isOver =
		range !== undefined && (!listRows(state).places.has(range) || currentServer(state) === undefined);
	if (!lost && !isOver) return state;
	const kept: Partial<ViewState> = {
		...(lost && {selection: new Set(selection.values().filter(id => fleet.servers.has(id)))}),
		...(isOver && {range: undefined}),
	};
	return {...state, view: {...view, ...kept}};
}
