import type {Services} from '../services.ts';
import type {FleetState} from '../state/fleet.ts';

/** Writes each change of a state into the server's console, with how we came to know of it. */
export function noteChanges({store, newId, clock}: Services, before: FleetState, via: 'poll' | 'feed'): void {
	const {servers} = store.getState().fleet;
	if (servers === before.servers) return;
	for (const [serverId, server] of Object.entries(servers)) {
		const old = before.servers[serverId];
		if (!old || old === server || old.state === server.state) continue;
		const text = `${old.state ?? 'no state'} -> ${server.state ?? 'no state'} (seen by ${via})`;
		store.dispatch({type: 'console/noted', serverId, id: newId(), at: clock.now(), tone: 'state', text});
	}
}
