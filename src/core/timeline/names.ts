import {remembered} from '../../lib/remembered.ts';
import {nameOf} from '../../actions/names.ts';
import type {FleetState} from '../state/fleet.ts';

let last: ReadonlyMap<string, string> = new Map();

/** The names of the servers by their ids: the same map as long as no name changes, whatever else polls bring. */
export const serverNames = remembered((servers: FleetState['servers']): ReadonlyMap<string, string> => {
	const names = new Map(servers.values().map(server => [server.id, nameOf(server)]));
	const known = last;
	if (known.size === names.size && [...names].every(([id, name]) => known.get(id) === name)) return known;
	last = names;
	return names;
});
