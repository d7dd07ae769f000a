import type {Dialog} from '../dialogs/dialog-state.ts';
import type {PaneId, ViewState} from './view-state.ts';
import type {Slice} from './slice.ts';

/** A message to the user above the command input or in the hint bar; the newest is shown. */
export type Notice = {
	id: string;
	at: number;
	tone: 'info' | 'done' | 'warning' | 'failure';
	text: string;
	/** Says why a key did nothing; of no use once the user presses another key. */
	passing?: true;
	/** Says that nothing was sent, which holds only until something is, or that a server is being read, until it is. */
	claim?: 'nothingSent' | 'reading';
	/** Of no use after the user leaves this view, or the current server in it. */
	about?: 'view' | 'server';
	/** Where the user was when it was added; needed if it is about a view. */
	place?: Place;
};

export type NoticesState = readonly Notice[];

export type NoticeEvent =
	| {type: 'notices/added'; notice: Notice}
	| {type: 'notices/expired'; id: string}
	/** The user continues: removes notices on why a key did nothing that were added by `before`. */
	| {type: 'notices/passed'; before: number};

export const noticesSlice: Slice<NoticesState, NoticeEvent> = {
	initial: [],
	reduce: reduceNotices,
};

function reduceNotices(state: NoticesState, event: NoticeEvent): NoticesState {
	switch (event.type) {
		case 'notices/added':
			return [...withoutClaims(state).slice(-9), event.notice];
		case 'notices/expired':
			return without(state, ({id}) => id === event.id);
		case 'notices/passed':
			return without(state, ({passing, at}) => passing === true && at <= event.before);
	}
}

/** Removes "Nothing was sent.", which must not stay visible when something is about to be sent. */
export const withoutClaims = (state: NoticesState): NoticesState =>
	without(state, ({claim}) => claim === 'nothingSent');

/** A pane, the current server, and the dialog over them, identified by when it opened. */
type Place = {pane: PaneId; serverId: string | undefined; dialogAt: number | undefined};
type NoticeContext = {view: Pick<ViewState, 'pane' | 'currentId'>; dialog: Dialog | undefined};

/** Removes the notices about a view when the user leaves it, by whatever way. */
export function withoutStaleNotices<Whole extends NoticeContext & {notices: NoticesState}>(
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

export const placeOf = ({view, dialog}: NoticeContext): Place => ({
	pane: view.pane,
	serverId: view.currentId,
	dialogAt: dialog?.openedAt,
});

const without = (state: NoticesState, isOver: (notice: Notice) => boolean): NoticesState =>
	state.some(isOver) ? state.filter(notice => !isOver(notice)) : state;
