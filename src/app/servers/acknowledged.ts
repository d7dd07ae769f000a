import {filterMap, withEntries} from '../../lib/maps.ts';
import type {Acknowledged} from '../kernel/journal.ts';
import type {ServerList} from './fleet-changes.ts';

export type AlertTimes = {
	/**
	When each server entered its state. `seen`: the change was observed, else `at` is when the server was first
	read.
	*/
	since: ReadonlyMap<string, {at: number; seen: boolean}>;
	/** Acknowledged problems: the `since` for which each was acknowledged, so that a new change alerts again. */
	acknowledged: ReadonlyMap<string, number>;
	/** The other admins who acknowledged them, and when. */
	acknowledgedBy: ReadonlyMap<string, {by: string; at: number}>;
};

/** What earlier sessions saw last, and which problems they acknowledged. */
export type LoadedHistory = {
	seen: readonly {serverId: string; at: number; state: string}[];
	acknowledged: readonly Acknowledged[];
};

type Change = {
	serverIds: readonly string[];
	isKnown: boolean;
	/** The other admins, by server. */
	by?: AlertTimes['acknowledgedBy'] | undefined;
};

/** Acknowledges problems for the change that caused them; the next change alerts again. */
export function acknowledge(
	{since, acknowledged, acknowledgedBy}: AlertTimes,
	{serverIds, isKnown, by = new Map()}: Change,
): Pick<AlertTimes, 'acknowledged' | 'acknowledgedBy'> {
	const chosen = new Set(serverIds);
	const others = filterMap(acknowledged, id => !chosen.has(id));
	return {
		acknowledged: isKnown
			? withEntries(
					others,
					serverIds.map(id => [id, since.get(id)?.at ?? 0]),
				)
			: others,
		acknowledgedBy: withEntries(
			filterMap(acknowledgedBy, id => !chosen.has(id)),
			isKnown ? [...by] : [],
		),
	};
}

/**
Applies what earlier sessions saw and acknowledged, as far as it still holds. A server that is in another
state now, or has changed since, has a different problem.
*/
export function withHistory(
	state: AlertTimes & Pick<ServerList, 'servers'>,
	{seen, acknowledged}: LoadedHistory,
): AlertTimes {
	const since = new Map(state.since);
	const known = new Map(state.acknowledged);
	const acknowledgedBy = new Map(state.acknowledgedBy);
	for (const {serverId, at, state: into} of seen) {
		const here = since.get(serverId);
		if (!here || here.seen || state.servers.get(serverId)?.state !== into || at >= here.at) continue;
		since.set(serverId, {at, seen: true});
		// Acknowledged here while the journal was still being read.
		if (known.get(serverId) === here.at) known.set(serverId, at);
	}
	for (const {serverId, at, by, state: acknowledgedState} of acknowledged) {
		const here = since.get(serverId);
		if (!here || known.has(serverId) || state.servers.get(serverId)?.state !== acknowledgedState) continue;
		if (here.seen && here.at > at) continue;
		known.set(serverId, here.at);
		if (by !== undefined) acknowledgedBy.set(serverId, {by, at});
	}
	return {since, acknowledged: known, acknowledgedBy};
}
