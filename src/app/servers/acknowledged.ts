import {filterMap, withEntries} from '../../lib/maps.ts';
import type {Acknowledged} from '../kernel/journal.ts';
import type {ServerList} from './fleet-changes.ts';

export type TroubleTimes = {
	/** Since when each server has its state: `seen` when we watched it change, else it was so when we first looked. */
	since: ReadonlyMap<string, {at: number; seen: boolean}>;
	/** Trouble that somebody here knows of: the `since` it was acknowledged for, so that a new change speaks up again. */
	acknowledged: ReadonlyMap<string, number>;
};

/** What earlier sessions saw last, and whose trouble they knew. */
export type LoadedHistory = {
	seen: readonly {serverId: string; at: number; state: string}[];
	acknowledged: readonly Acknowledged[];
};

/** Trouble is acknowledged for the change that brought it: the next one speaks up again. */
export function acknowledge(
	{since, acknowledged}: TroubleTimes,
	{serverIds, isKnown}: {serverIds: readonly string[]; isKnown: boolean},
): TroubleTimes['acknowledged'] {
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
export function withHistory(
	state: TroubleTimes & Pick<ServerList, 'servers'>,
	{seen, acknowledged}: LoadedHistory,
): TroubleTimes {
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
