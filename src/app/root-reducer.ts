import {withoutLost, withRowsBefore, withVisibleCurrent} from './servers/current-server.ts';
import {reduce, type Event, type State} from './state.ts';

/** The reducer of a session: after that of the slices, what depends on the rows that the list shows. */
export function reduceRoot(state: State, event: Event): State {
	const next = reduce(state, event);
	if (next.fleet !== state.fleet) return withRowsBefore(state, withoutLost(next));
	return event.type === 'view/changed' ? withVisibleCurrent(state, next, event.change.currentId) : next;
}
