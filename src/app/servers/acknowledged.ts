import type {LastChange} from '../../actions/last-change.ts';
import {isDown, isSameState} from '../../contract/states.ts';
import {filterMap, withEntries} from '../../lib/json/maps.ts';
import type {Acknowledged} from '../kernel/state/journal.ts';
import type {Cause} from '../kernel/state/self-caused.ts';
import {recordedCause} from '../kernel/state/shown-phases.ts';
import type {ServerList} from './fleet-changes.ts';

/**
When a server entered its state. `seen`: the change was observed, else `at` is when the server was first read. `from`: the
state before it; undefined if it is not known.
*/
export type Entered = {at: number; seen: boolean; from?: string | undefined; cause?: Cause | undefined};

export type AlertTimes = {
	since: ReadonlyMap<string, Entered>;
	/** Acknowledged problems: the `since` for which each was acknowledged, so that a new change alerts again. */
	acknowledged: ReadonlyMap<string, number>;
	/** The servers that were acknowledged with their lost node, and when: that they crash is another problem. */
	acknowledgedWithNode: ReadonlyMap<string, number>;
	/** The other admins who acknowledged them, and when. */
	acknowledgedBy: ReadonlyMap<string, {by: string; at: number}>;
};

/** What earlier sessions saw last, and which problems they acknowledged. */
export type LoadedHistory = {
	/** `isFirstSight`: the server never changed since a session first saw it, at this time. */
	seen: readonly (LastChange & {isFirstSight?: boolean})[];
	acknowledged: readonly Acknowledged[];
};

type Change = {
	serverIds: readonly string[];
	isKnown: boolean;
	/** When they were acknowledged with their lost node. */
	withNode?: ReadonlyMap<string, number> | undefined;
	/** The other admins, by server. */
	by?: AlertTimes['acknowledgedBy'] | undefined;
};

/** Acknowledges problems for the change that caused them; the next change alerts again. */
export function acknowledge(
	{since, acknowledged, acknowledgedBy, acknowledgedWithNode}: AlertTimes,
	{serverIds, isKnown, withNode, by = new Map()}: Change,
): Pick<AlertTimes, 'acknowledged' | 'acknowledgedBy' | 'acknowledgedWithNode'> {
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
		acknowledgedWithNode: withEntries(
			filterMap(acknowledgedWithNode, id => !chosen.has(id)),
			isKnown && withNode ? [...withNode] : [],
		),
	};
}

/** How far the times may differ at which two sessions, or the service, saw the same change, ms. */
export const sameChangeMs = 120_000;

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
	const acknowledgedWithNode = new Map(state.acknowledgedWithNode);
	for (const change of seen) {
		const {serverId, at, state: into, from, isFirstSight = false} = change;
		const here = since.get(serverId);
		const now = state.servers.get(serverId)?.state;
		if (!here || now === undefined) continue;
		const isSame = into !== undefined && isSameState(now, into);
		const isEarlier = isSame && !here.seen && at < here.at;
		const enteredAt = here.seen ? here.at : isEarlier ? at : undefined;
		const cause = isDown(now) ? recordedCause(change, enteredAt) : undefined;
		// The service says when the server entered its state, but not from which one.
		const isDated = isSame && here.seen && here.from === undefined && Math.abs(at - here.at) <= sameChangeMs;
		const entered = isEarlier ? {at, seen: !isFirstSight, from} : isDated ? {...here, from} : here;
		if (entered !== here || cause) since.set(serverId, cause ? {...entered, cause} : entered);
		if (!isEarlier) continue;
		// Acknowledged here while the journal was still being read.
		if (known.get(serverId) === here.at) known.set(serverId, at);
	}
	for (const {serverId, at, by, withNode, state: acknowledgedState} of acknowledged) {
		const here = since.get(serverId);
		if (!here || known.has(serverId) || !isSameState(state.servers.get(serverId)?.state, acknowledgedState))
			continue;
		if (here.seen && here.at > at) continue;
		known.set(serverId, here.at);
		if (by !== undefined) acknowledgedBy.set(serverId, {by, at});
		if (withNode) acknowledgedWithNode.set(serverId, at);
	}
	return {since, acknowledged: known, acknowledgedBy, acknowledgedWithNode};
}
