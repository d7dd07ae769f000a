import type {Services} from '../kernel/services.ts';
import type {FleetState} from './fleet.ts';
import {changedServers} from './fleet-changes.ts';

/** Adds each state change to the server's console, with the source of the information. */
export function noteChanges(
	{store, newId, clock}: Services,
	before: FleetState,
	seenBy: 'poll' | 'feed',
): void {
	for (const {server, old} of changedServers(before, store.getState().fleet)) {
		if (!old || old.state === server.state) continue;
		store.dispatch({
			type: 'console/noted',
			serverId: server.id,
			id: newId(),
			at: clock.now(),
			activity: {type: 'stateChange', from: old.state, to: server.state, seenBy},
		});
	}
}
