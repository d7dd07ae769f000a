import type {Services} from '../services.ts';
import {emptyField, type TextField} from '../text-field.ts';
import type {State} from '../state/index.ts';

/** The RCON line that has the keys, and whose it is. */
export type OpenLine = {serverId: string; field: TextField};

export function openLine({view, dialog}: Pick<State, 'view' | 'dialog'>): OpenLine | undefined {
	const {selectedId, input, drafts} = view;
	if (dialog || !input || selectedId === undefined) return undefined;
	return {serverId: selectedId, field: drafts[selectedId] ?? emptyField};
}

export function draft({store}: Services, serverId: string, field: TextField): void {
	store.dispatch({type: 'view/drafted', serverId, draft: field});
}

export function changeInput({store}: Services, change: Partial<State['input']>): void {
	store.dispatch({type: 'input/changed', change});
}
