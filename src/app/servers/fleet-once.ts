import type {LastChange} from '../../actions/last-change.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {hungServers} from '../kernel/state/shown-phases.ts';
import {phasesById} from './fleet-values.ts';
import {type FleetState, fleetSlice} from './fleet.ts';

/** Returns the fleet of a session that has just read this list and the journal, for commands, which have no session. */
export function fleetOnce(
	servers: readonly GameServer[],
	seen: readonly LastChange[],
	now: number,
	hungMs: ReadonlyMap<string, number> = new Map(),
): FleetState {
	const empty: FleetState = {...fleetSlice.initial, session: {}};
	const polled = {type: 'fleet/polled', at: now, latencyMs: 0, servers, unreadable: []} as const;
	const listed = fleetSlice.reduce(empty, polled);
	const known = fleetSlice.reduce(listed, {type: 'fleet/historyLoaded', seen, acknowledged: []});
	return fleetSlice.reduce(known, {type: 'fleet/hung', serverIds: hungServers(known, hungMs, now)});
}

/** Returns the servers that are down because someone stopped them. */
export const stoppedIn = (fleet: Parameters<typeof phasesById>[0]): ReadonlySet<string> =>
	new Set([...phasesById(fleet)].flatMap(([id, phase]) => (phase === 'stopped' ? [id] : [])));
