import {emptyField, type TextField} from './text-field.ts';
import type {ViewState} from './view-state.ts';

/** The lists that have a screen of their own. The runs are in the place of the automations. */
export type ListId = 'nodes' | 'automations' | 'runs' | 'team';

export type ListLook = {
	currentId: string | undefined;
	/** Where the cursor stood: a row that is gone leaves it there. */
	at: number;
	filter: {field: TextField; editing: boolean};
	/** The details of the selected row have the keys. */
	open: boolean;
	/** The first row of the details that is seen. */
	top: number;
	/** What is hidden by default is shown. */
	revealed: boolean;
};

export type ScreensState = {
	lists: Readonly<Record<ListId, ListLook>>;
	showsRuns: boolean;
};

/** A list as it is when its screen is opened first. */
export const initialLook: ListLook = {
	currentId: undefined,
	at: 0,
	filter: {field: emptyField, editing: false},
	open: false,
	top: 0,
	revealed: false,
};

export const initialScreens: ScreensState = {
	lists: {
		nodes: initialLook,
		automations: initialLook,
		runs: initialLook,
		team: initialLook,
	},
	showsRuns: false,
};

export type ScreensEvent =
	| {type: 'screens/changed'; list: ListId; change: Partial<ListLook>}
	| {type: 'screens/runsShown'; isShown: boolean};

export function reduceScreens(state: ScreensState, event: ScreensEvent): ScreensState {
	switch (event.type) {
		case 'screens/changed': {
			const {list, change} = event;
			return {...state, lists: {...state.lists, [list]: {...state.lists[list], ...change}}};
		}
		case 'screens/runsShown':
			return state.showsRuns === event.isShown ? state : {...state, showsRuns: event.isShown};
	}
}

/** The list that has the whole screen, if one has. */
export function openList({view, screens}: {view: ViewState; screens: ScreensState}): ListId | undefined {
	if (view.pane === 'automations') return screens.showsRuns ? 'runs' : 'automations';
	return view.pane === 'nodes' || view.pane === 'team' ? view.pane : undefined;
}
