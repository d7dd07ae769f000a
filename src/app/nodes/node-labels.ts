import {memoize} from '../../lib/memoize.ts';
import {phaseOf, type Phase} from '../../actions/preconditions.ts';
import {nodeMessages} from '../../messages/node-screens.ts';
import type {FleetState} from '../servers/fleet.ts';

export type Carried = {total: number; phases: Record<Phase, number>; players: number};

/** Counts the servers and players on each node, by node id. */
export const carriedBy = memoize((servers: FleetState['servers']): ReadonlyMap<string, Carried> => {
	const nodes = new Map<string, Carried>();
	for (const {nodeId, state, onlinePlayers} of servers.values()) {
		if (nodeId === undefined) continue;
		const carried = nodes.get(nodeId) ?? {
			total: 0,
			phases: {online: 0, offline: 0, changing: 0, unknown: 0},
			players: 0,
		};
		carried.total++;
		carried.phases[phaseOf(state)]++;
		carried.players += Math.max(0, onlinePlayers ?? 0);
		nodes.set(nodeId, carried);
	}
	return nodes;
});

export function serversText(carried: Carried | undefined): string {
	if (!carried) return 'none';
	const {online, offline, changing, unknown} = carried.phases;
	return [
		// `0 up` is shown only if all servers are offline; otherwise the other counts imply it.
		(online > 0 || carried.total === offline) && nodeMessages.up(online),
		offline > 0 && nodeMessages.down(offline),
		changing > 0 && nodeMessages.busy(changing),
		unknown > 0 && nodeMessages.unknown(unknown),
	]
		.filter(part => part !== false)
		.join(' ');
}
