import type {Services} from '../../kernel/state/services.ts';
import {emptyField, type TextField} from '../../kernel/text/text-field.ts';
import type {State} from '../../state.ts';
import {lineKey} from '../send/target.ts';

/** The focused command input, and its target: a server's id, or `selectionLine`. */
export type OpenLine = {serverId: string; field: TextField};

export function openLine(state: Pick<State, 'view' | 'dialog' | 'fleet'>): OpenLine | undefined {
	const {view, dialog} = state;
	const serverId = lineKey(state);
	if (dialog || !view.input || serverId === undefined) return undefined;
	return {serverId, field: view.drafts.get(serverId) ?? emptyField};
}

export function draft({store}: Services, serverId: string, field: TextField): void {
	store.dispatch({type: 'view/drafted', serverId, draft: field});
}

export function changeInput({store}: Services, change: Partial<State['input']>): void {
	store.dispatch({type: 'input/changed', change});
}
