import {filterMap, withEntries} from '../../lib/maps.ts';
import type {FleetEvent, FleetState} from './fleet.ts';

type Fleet = Pick<FleetState, 'servers' | 'since' | 'acknowledged'>;

/** Trouble is acknowledged for the change that brought it: the next one speaks up again. */
export function acknowledging(
	{since, acknowledged}: Fleet,
	{serverIds, isKnown}: Pick<Extract<FleetEvent, {type: 'fleet/acknowledged'}>, 'serverIds' | 'isKnown'>,
): FleetState['acknowledged'] {
	const chosen = new Set(serverIds);
	const others = filterMap(acknowledged, id => !chosen.has(id));
	return isKnown
		? withEntries(
				others,
				serverIds.map(id => [id, since.get(id)?.at ?? 0]),
			)
		: others;
}

/**
What earlier sessions saw and acknowledged, as far as it still holds: a server that has another state by now, or of
which a change has been seen since, is in other trouble.
*/
export function recalling(
	state: Fleet,
	{seen, acknowledged}: Extract<FleetEvent, {type: 'fleet/recalled'}>,
): Pick<FleetState, 'since' | 'acknowledged'> {
	const since = new Map(state.since);
	const known = new Map(state.acknowledged);
	for (const {serverId, at, state: into} of seen) {
		const here = since.get(serverId);
		if (!here || here.seen || state.servers.get(serverId)?.state !== into || at >= here.at) continue;
		since.set(serverId, {at, seen: true});
		// Acknowledged here while the journal was still being read.
		if (known.get(serverId) === here.at) known.set(serverId, at);
	}
	for (const {serverId, at, state: trouble} of acknowledged) {
		const here = since.get(serverId);
		if (!here || known.has(serverId) || state.servers.get(serverId)?.state !== trouble) continue;
		if (!here.seen || here.at <= at) known.set(serverId, here.at);
	}
	return {since, acknowledged: known};
}
