import type {FleetEvent, FleetState} from './fleet.ts';

type Fleet = Pick<FleetState, 'servers' | 'since' | 'acknowledged'>;

/** Trouble is acknowledged for the change that brought it: the next one speaks up again. */
export function acknowledging(
	{since, acknowledged}: Fleet,
	{serverIds, isKnown}: Pick<Extract<FleetEvent, {type: 'fleet/acknowledged'}>, 'serverIds' | 'isKnown'>,
): FleetState['acknowledged'] {
	const chosen = new Set(serverIds);
	const others = Object.entries(acknowledged).filter(([id]) => !chosen.has(id));
	const added = isKnown ? serverIds.map((id): [string, number] => [id, since[id]?.at ?? 0]) : [];
	return Object.fromEntries([...others, ...added]);
}

/**
What earlier sessions saw and acknowledged, as far as it still holds: a server that has another state by now, or of
which a change has been seen since, is in other trouble.
*/
export function recalling(
	state: Fleet,
	{seen, acknowledged}: Extract<FleetEvent, {type: 'fleet/recalled'}>,
): Pick<FleetState, 'since' | 'acknowledged'> {
	const since = {...state.since};
	const known = {...state.acknowledged};
	for (const {serverId, at, state: into} of seen) {
		const here = since[serverId];
		if (!here || here.seen || state.servers[serverId]?.state !== into || at >= here.at) continue;
		since[serverId] = {at, seen: true};
		// Acknowledged here while the journal was still being read.
		if (known[serverId] === here.at) known[serverId] = at;
	}
	for (const {serverId, at, state: trouble} of acknowledged) {
		const here = since[serverId];
		if (!here || known[serverId] !== undefined || state.servers[serverId]?.state !== trouble) continue;
		if (!here.seen || here.at <= at) known[serverId] = here.at;
	}
	return {since, acknowledged: known};
}
