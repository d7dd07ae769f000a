/** An act that was confirmed and is held back for a moment, so that it can be recalled. Nothing has been sent. */
export type Hold = {id: string; text: string; until: number};

/** Oldest first. */
export type UndoWindowState = readonly Hold[];

export type UndoWindowEvent =
	{type: 'holds/begun'; hold: Hold} | {type: 'holds/ended'; ids: readonly string[]};

export function reduceUndoWindow(state: UndoWindowState, event: UndoWindowEvent): UndoWindowState {
	switch (event.type) {
		case 'holds/begun':
			return [...state, event.hold];
		case 'holds/ended':
			return state.some(({id}) => event.ids.includes(id))
				? state.filter(({id}) => !event.ids.includes(id))
				: state;
	}
}
