/** A confirmed action that is held for a moment so that it can be undone. Nothing has been sent. */
export type HeldAction = {id: string; text: string; until: number};

/** Oldest first. */
export type UndoWindowState = readonly HeldAction[];

export type UndoWindowEvent =
	{type: 'undoWindow/started'; action: HeldAction} | {type: 'undoWindow/ended'; ids: readonly string[]};

export function reduceUndoWindow(state: UndoWindowState, event: UndoWindowEvent): UndoWindowState {
	switch (event.type) {
		case 'undoWindow/started':
			return [...state, event.action];
		case 'undoWindow/ended':
			return state.some(({id}) => event.ids.includes(id))
				? state.filter(({id}) => !event.ids.includes(id))
				: state;
	}
}
