import type {Dialog} from './dialog-state.ts';
import type {PaneId, ViewState} from './view-state.ts';

/** A word to the admin in the hint bar; the newest is shown. */
export type Notice = {
	id: string;
	at: number;
	tone: 'info' | 'done' | 'warning' | 'failure';
	text: string;
	/** Why a key did nothing: of no use to who goes on with another key. */
	passing?: true;
	/** It says that nothing was sent: true only until something is. */
	claim?: 'nothingSent';
	/** It is of no use to who leaves this view, or there the server that is selected. */
	about?: 'view' | 'server';
};

type PlacedNotice = Notice & {place?: Place};
export type NoticesState = readonly PlacedNotice[];

export type NoticeEvent =
	| {type: 'notices/added'; notice: Notice}
	| {type: 'notices/expired'; id: string}
	/** Somebody goes on: those that only said why a key did nothing, and were readable since `before`, go. */
	| {type: 'notices/passed'; before: number};

export function reduceNotices(state: NoticesState, event: NoticeEvent, where: Where): NoticesState {
	switch (event.type) {
		case 'notices/added': {
			const {notice} = event;
			const rest = withoutClaims(state);
			return [...rest.slice(-9), notice.about ? {...notice, place: placeOf(where)} : notice];
		}
		case 'notices/expired':
			return without(state, ({id}) => id === event.id);
		case 'notices/passed':
			return without(state, ({passing, at}) => passing === true && at <= event.before);
	}
}

/** `Nothing was sent.` must not stay over something that was. */
export const withoutClaims = (state: NoticesState): NoticesState =>
	without(state, ({claim}) => claim === 'nothingSent');

/** A pane, the server that is selected, and the dialog over them by when it was opened. */
type Place = {pane: PaneId; serverId: string | undefined; dialogAt: number | undefined};
type Where = {view: Pick<ViewState, 'pane' | 'currentId'>; dialog: Dialog | undefined};

/** What is said about a view goes when it is left, whatever leaves it. */
export function withoutLeft<Whole extends Where & {notices: NoticesState}>(
	before: Whole,
	next: Whole,
): Whole {
	if (next.view === before.view && next.dialog === before.dialog) return next;
	const now = placeOf(next);
	const notices = without(
		next.notices,
		({place, about}) =>
			place !== undefined &&
			(place.pane !== now.pane ||
				place.dialogAt !== now.dialogAt ||
				(about === 'server' && place.serverId !== now.serverId)),
	);
	return notices === next.notices ? next : {...next, notices};
}

const placeOf = ({view, dialog}: Where): Place => ({
	pane: view.pane,
	serverId: view.currentId,
	dialogAt: dialog?.openedAt,
});

const without = (state: NoticesState, isOver: (notice: PlacedNotice) => boolean): NoticesState =>
	state.some(isOver) ? state.filter(notice => !isOver(notice)) : state;
