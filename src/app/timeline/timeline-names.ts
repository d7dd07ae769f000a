import {memoize} from '../../lib/memoize.ts';
import {serverNamesIn} from '../servers/fleet-values.ts';
import type {FleetState} from '../servers/fleet.ts';

const byId = memoize(
	(order: FleetState['order'], names: readonly string[]): ReadonlyMap<string, string> =>
		new Map(order.map((id, place) => [id, names[place] ?? id])),
);

/** Returns the names of the servers by id: the same map as long as no name changes, whatever else polls bring. */
export const serverNames = (
	fleet: Pick<FleetState, 'session' | 'order' | 'list'>,
): ReadonlyMap<string, string> => byId(fleet.order, serverNamesIn(fleet));
