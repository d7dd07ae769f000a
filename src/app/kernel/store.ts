export type Store<State, Event> = {
	getState: () => State;
	dispatch: (event: Event) => void;
	subscribe: (listener: () => void) => () => void;
};

/**
Creates a store: one state, changed only by events. Listeners run after a change, not after an event that changed
nothing.
*/
export function createStore<State, Event>(
	initial: State,
	reduce: (state: State, event: Event) => State,
): Store<State, Event> {
	let state = initial;
	const listeners = new Set<() => void>();
	return {
		getState: () => state,
		dispatch: event => {
			const next = reduce(state, event);
			if (next === state) return;
			state = next;
			for (const listener of listeners) listener();
		},
		subscribe: listener => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}
