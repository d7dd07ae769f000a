import {periodOf, sampleOf, type ServerSample} from '../../actions/sample.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {copyMap} from '../../lib/json/maps.ts';
import {trendPeriods, withSample, type Trend} from './trend.ts';
import type {Slice} from '../kernel/state/slice.ts';

/** What this session and, from the journal, others saw of each server, by id. */
export type TrendsState = ReadonlyMap<string, Trend>;

/** From the journal. */
export type TrendsEvent = {type: 'trends/read'; samples: readonly ServerSample[]};

export const trendsSlice: Slice<TrendsState, TrendsEvent> = {
	initial: new Map(),
	reduce: reduceTrends,
};

function reduceTrends(state: TrendsState, {samples}: TrendsEvent): TrendsState {
	const next = copyMap(state);
	for (const sample of samples) next.set(sample.serverId, withSample(next.get(sample.serverId), sample));
	return next;
}

/**
What a poll or the feed showed. `previousAt`: the time of the poll before; undefined: this is the first. `changed`: the
servers that differ from before.
*/
type Observation = {
	at: number;
	previousAt: number | undefined;
	list: readonly GameServer[];
	changed: () => readonly GameServer[];
};

/** Servers that are not in the list anymore and may come back: more than a team has. */
const maxGone = 1000;

/** Adds observations of the servers; returns the same map if nothing is new. */
export function observeServers(
	state: TrendsState,
	{at, previousAt, list, changed}: Observation,
): TrendsState {
	const isSamePeriod = previousAt !== undefined && periodOf(previousAt) === periodOf(at);
	// Within a period, a server that did not change adds nothing.
	const next = isSamePeriod
		? withServers(state, changed(), at)
		: withServers(withoutOld(state, at), list, at);
	return next.size > list.length + maxGone ? withoutGone(next, list) : next;
}

function withServers(state: TrendsState, servers: readonly GameServer[], at: number): TrendsState {
	let next: Map<string, Trend> | undefined;
	for (const server of servers) {
		const before = state.get(server.id);
		const after = withSample(before, sampleOf(server, at));
		if (after !== before) (next ??= copyMap(state)).set(server.id, after);
	}
	return next ?? state;
}

/** Forgets servers that were last seen longer ago than a trend reaches back. */
function withoutOld(state: TrendsState, at: number): TrendsState {
	const oldest = periodOf(at) - trendPeriods;
	const old = [...state].filter(([, {newest}]) => newest < oldest);
	if (old.length === 0) return state;
	const next = copyMap(state);
	for (const [id] of old) next.delete(id);
	return next;
}

/** Forgets servers that are not in the list, except those known longest. */
function withoutGone(state: TrendsState, list: readonly GameServer[]): TrendsState {
	const present = new Set(list.map(({id}) => id));
	let gone = 0;
	return new Map(state.entries().filter(([id]) => present.has(id) || ++gone <= maxGone));
}
