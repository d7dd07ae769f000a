import {layoutOf, type Rect} from './layout.ts';
import type {State} from '../../state.ts';
import {openList} from './screens-state.ts';
import type {Screens} from './list-screen.ts';
import {readableWidth} from './screen-columns.ts';
import {openScreen} from './screen-view.ts';
import type {Services} from '../state/services.ts';
import {emptyField, fieldOf} from '../text/text-field.ts';

/** The rectangles of the parts of a list's screen. */
export type ScreenPlaces = {
	/** Above the list. */
	head?: Rect;
	list: Rect | undefined;
	details: Rect | undefined;
	divider: Rect | undefined;
};

/** The height of the part above the list of a screen, out of the height of both. */
export const headHeight = (height: number): number =>
	height < 14 ? 2 : Math.min(18, Math.round(height * 0.38));

/**
Places list and details side by side on a wide screen, where the list gets more than usual if its columns need it, else one
above the other. On a narrow or low screen, or zoomed, only the part with the focus is shown. Of a list that grows or has a
head, only those until its details are open.
*/
export function screenPlaces(state: State, screens: Screens): ScreenPlaces {
	const {view} = state;
	const {mode, panes} = layoutOf(view);
	const body = panes[view.pane];
	const id = openList(state);
	if (!body || !id) return {list: undefined, details: undefined, divider: undefined};
	const {open} = state.screens.lists[id];
	if (screens[id].head && !open) {
		const height = headHeight(body.height);
		return {
			head: {...body, height},
			list: {...body, y: body.y + height, height: body.height - height},
			details: undefined,
			divider: undefined,
		};
	}
	if (mode === 'single' || view.zoomed || (screens[id].follows && !open)) {
		return {list: open ? undefined : body, details: open ? body : undefined, divider: undefined};
	}
	if (mode === 'stacked') {
		// A short list leaves its room to the details. Filtering does not move anything.
		const view = openScreen(state, screens);
		const half = Math.round(body.height * 0.5);
		const rows = view?.rows?.length ?? 0;
		const height = view?.shown.length === 0 ? half : Math.min(half, Math.max(6, rows + 2));
		return {
			list: {...body, height},
			details: {...body, y: body.y + height, height: body.height - height},
			divider: undefined,
		};
	}
	const shown = openScreen(state, screens);
	const wanted = readableWidth(screens[id], shown?.rows);
	const [usual, most] = [Math.round(body.width * 0.58), Math.round(body.width * 0.66)];
	const width = Math.max(usual, Math.min(most, wanted));
	return {
		list: {...body, width},
		divider: {...body, x: body.x + width, width: 1},
		details: {...body, x: body.x + width + 1, width: body.width - width - 1},
	};
}

/** Returns the number of visible rows of the list, below its header. */
export const listRoom = (state: State, screens: Screens): number =>
	Math.max(1, (screenPlaces(state, screens).list?.height ?? 3) - 2);

/** Opens the nodes screen with this node highlighted, and clears its filter. */
export function showNode({store}: Pick<Services, 'store'>, nodeId: string): void {
	const filter = {field: emptyField, editing: false};
	store.dispatch({
		type: 'screens/changed',
		list: 'nodes',
		change: {currentId: nodeId, at: 0, open: false, top: 0, filter},
	});
	store.dispatch({type: 'view/changed', change: {pane: 'nodes', zoomed: false}});
}

/** Opens the players screen with this filter. */
export function showPlayers({store}: Pick<Services, 'store'>, text: string): void {
	const filter = {field: fieldOf(text), editing: false};
	store.dispatch({type: 'screens/changed', list: 'players', change: {filter, open: false, top: 0}});
	store.dispatch({type: 'view/changed', change: {pane: 'players'}});
}
