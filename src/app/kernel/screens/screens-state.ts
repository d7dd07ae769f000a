import {screenIds} from '../../../messages/screen-words.ts';
import {emptyField, type TextField} from '../text/text-field.ts';
import {isScreen, type ViewState} from '../state/view-state.ts';
import type {Slice} from '../state/slice.ts';

/** The lists with their own screen. The runs take the place of the automations. */
export const listIds = [...screenIds, 'runs'] as const;
export type ListId = (typeof listIds)[number];

export type ListViewState = {
	currentId: string | undefined;
	/** The index of the cursor. */
	at: number;
	/** The filter with which the user chose the row; undefined: it came below the cursor by itself. */
	chosenWith: string | undefined;
	filter: {field: TextField; editing: boolean};
	/** The id of the order that the user chose; undefined: the usual one. */
	sort?: string | undefined;
	/** The details of the current row have the focus. */
	open: boolean;
	/** The first visible row of the details. */
	top: number;
	/** Values that are hidden by default are shown. */
	revealed: boolean;
};

export type ScreensState = {
	lists: Readonly<Record<ListId, ListViewState>>;
	showsRuns: boolean;
};

export const initialListView: ListViewState = {
	currentId: undefined,
	at: 0,
	chosenWith: undefined,
	filter: {field: emptyField, editing: false},
	open: false,
	top: 0,
	revealed: false,
};

export type ScreensEvent =
	| {type: 'screens/changed'; list: ListId; change: Partial<ListViewState>}
	| {type: 'screens/runsShown'; isShown: boolean};

export const screensSlice: Slice<ScreensState, ScreensEvent> = {
	initial: {
		lists: Object.fromEntries(listIds.map(id => [id, initialListView])) as Record<ListId, ListViewState>, // all ids
		showsRuns: false,
	},
	reduce: reduceScreens,
};

function reduceScreens(state: ScreensState, event: ScreensEvent): ScreensState {
	switch (event.type) {
		case 'screens/changed': {
			const {list, change} = event;
			return {...state, lists: {...state.lists, [list]: {...state.lists[list], ...change}}};
		}
		case 'screens/runsShown':
			return state.showsRuns === event.isShown ? state : {...state, showsRuns: event.isShown};
	}
}

/** Returns the list that fills the screen, if there is one. */
export function openList({view, screens}: {view: ViewState; screens: ScreensState}): ListId | undefined {
	const {pane} = view;
	if (!isScreen(pane)) return undefined;
	return pane === 'automations' && screens.showsRuns ? 'runs' : pane;
}
