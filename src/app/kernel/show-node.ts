import type {Services} from './services.ts';
import {emptyField} from './text-field.ts';

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
