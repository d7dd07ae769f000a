import type {GameServer} from '../../contract/models/server.ts';
import {memoize, memoizedColumn, perOwner} from '../../lib/lists/memoize.ts';
import {phaseOf} from '../../contract/states.ts';
import type {FleetState} from './fleet.ts';
import {type ShownPhase, withStoppedAndHung} from '../kernel/state/shown-phases.ts';
import {flappingServers} from './crashes.ts';
import {nameOf, nodeOf} from '../../actions/names.ts';
import {compareNames} from '../../lib/text/compare-names.ts';

/**
The fleet in columns. Each column is an array parallel to `fleet.order` and keeps its identity while no value
in it changes, so a poll is compared once and results derived from unchanged columns are reused.
*/
export type Fleet = Pick<
	FleetState,
	'session' | 'list' | 'order' | 'expected' | 'since' | 'crashes' | 'actionTimes' | 'stopOrders' | 'hung'
>;
type Shown = Omit<Fleet, 'crashes'>;

const columnsOf = perOwner(() => ({
	states: memoizedColumn((server: GameServer) => server.state),
	stateTexts: memoizedColumn((state: string | undefined) => state ?? ''),
	phases: memoizedColumn(phaseOf),
	isBroken: memoizedColumn(({problem}: GameServer) => problem !== undefined),
	areStopped: memoizedColumn(({isStopped}: GameServer) => isStopped === true),
	ranks: memoizedColumn((phase: ShownPhase) => ranks[phase]),
	players: memoizedColumn(
		({onlinePlayers, onlinePlayersAtLeast}: GameServer) => -(onlinePlayers ?? onlinePlayersAtLeast ?? -1),
	),
	cpu: memoizedColumn(({cpuPercent}: GameServer) => -(cpuPercent ?? -1)),
	memory: memoizedColumn(({memoryBytes}: GameServer) => -(memoryBytes ?? -1)),
	names: memoizedColumn(nameOf),
	nodes: memoizedColumn(nodeOf),
	nodeNames: memoizedColumn(({nodeName}: GameServer) => nodeName),
	games: memoizedColumn(({gameType}: GameServer) => gameType ?? ''),
}));

const withExpected = memoize(
	(
		states: readonly (string | undefined)[],
		order: FleetState['order'],
		expected: FleetState['expected'],
	): readonly (string | undefined)[] => {
		if (expected.size === 0) return states;
		const shown = [...states];
		for (const [id, {state}] of expected) {
			const slot = order.indexOf(id);
			if (slot !== -1) shown[slot] = state;
		}
		return shown;
	},
);

/** Returns the visible states: the expected one after an action of our own, until the service confirms. */
export const shownStates = ({session, list, order, expected}: Shown): readonly (string | undefined)[] =>
	withExpected(columnsOf(session).states(list), order, expected);

export function shownPhases(fleet: Shown): readonly ShownPhase[] {
	const {session, list, order, hung, since, actionTimes, stopOrders} = fleet;
	const {phases, isBroken, areStopped} = columnsOf(session);
	const plain = phases(shownStates(fleet));
	return withStoppedAndHung(
		plain,
		isBroken(list),
		areStopped(list),
		order,
		hung,
		since,
		actionTimes,
		stopOrders,
	);
}

const byId = memoize(
	(order: FleetState['order'], phases: readonly ShownPhase[]): ReadonlyMap<string, ShownPhase> =>
		new Map(order.map((id, slot) => [id, phases[slot] ?? 'unknown'])),
);

/** Returns the phase of each server by its id. */
export const phasesById = (fleet: Shown): ReadonlyMap<string, ShownPhase> =>
	byId(fleet.order, shownPhases(fleet));

const unstopped = memoize(
	(flapping: ReturnType<typeof flappingServers>, phases: ReadonlyMap<string, ShownPhase>) =>
		new Map([...flapping].filter(([id]) => phases.get(id) !== 'stopped')),
);

/** Returns the servers that crash repeatedly and that nobody has stopped since, with the times of their recent crashes. */
export function crashingServers(
	fleet: Shown & Pick<FleetState, 'crashes'>,
): ReturnType<typeof flappingServers> {
	const flapping = flappingServers(fleet.crashes);
	return flapping.size === 0 ? flapping : unstopped(flapping, phasesById(fleet));
}

/** Worst first. */
const ranks: Record<ShownPhase, number> = {
	offline: 0,
	hung: 0.25,
	unknown: 1,
	changing: 2,
	online: 3,
	stopped: 4,
};

/** A server that does not stay up comes after those that are down, though it may be up at the moment. */
const flappingRank = 0.5;

const withFlapping = memoize(
	(ranked: readonly number[], order: FleetState['order'], flapping: ReturnType<typeof flappingServers>) =>
		flapping.size === 0
			? ranked
			: ranked.map((rank, slot) => (flapping.has(order[slot] ?? '') ? Math.min(rank, flappingRank) : rank)),
);

export const alertKey = (fleet: Fleet): readonly number[] =>
	withFlapping(columnsOf(fleet.session).ranks(shownPhases(fleet)), fleet.order, crashingServers(fleet));

const newest = memoize((order: FleetState['order'], since: FleetState['since']) =>
	order.map(id => -(since.get(id)?.at ?? 0)),
);

/** Returns a sort key: the most recent state change comes first. */
export const newestKey = ({order, since}: Fleet): readonly number[] => newest(order, since);

/** Returns a sort key: most players first, unknown numbers last. */
export const playersKey = ({session, list}: Fleet): readonly number[] => columnsOf(session).players(list);

/** The same for CPU and memory. */
export const cpuKey = ({session, list}: Fleet): readonly number[] => columnsOf(session).cpu(list);
export const memoryKey = ({session, list}: Fleet): readonly number[] => columnsOf(session).memory(list);

const someKnown = memoize((keys: readonly number[]) => keys.some(key => key < 1));
/** Whether the service reports the CPU and memory of any server: only ours does, for servers that run. */
export const isUsageKnown = (fleet: Fleet): boolean =>
	someKnown(cpuKey(fleet)) || someKnown(memoryKey(fleet));

/**
Ranks the texts; equal ones have the same rank. Memoized, because texts seldom change and comparing them is
slow.
*/
const textKey = memoize((texts: readonly string[]): readonly number[] => {
	const places = new Map<string, number>();
	let before: string | undefined;
	let place = 0;
	for (const text of [...new Set(texts)].sort(compareNames)) {
		if (before !== undefined && compareNames(before, text) !== 0) place++;
		places.set(text, place);
		before = text;
	}
	return texts.map(text => places.get(text) ?? 0);
});

type Listed = Pick<FleetState, 'session' | 'list'>;

/** Returns the displayed name of each server. */
export const serverNamesIn = ({session, list}: Listed): readonly string[] => columnsOf(session).names(list);
export const nameKey = (fleet: Fleet): readonly number[] => textKey(serverNamesIn(fleet));

/** Returns the displayed node of each server. */
export const nodesOf = ({session, list}: Listed): readonly string[] => columnsOf(session).nodes(list);
export const nodeKey = (fleet: Fleet): readonly number[] => textKey(nodesOf(fleet));

/** Returns the node name of each server, if it has one. */
export const nodeNamesOf = ({session, list}: Listed): readonly (string | undefined)[] =>
	columnsOf(session).nodeNames(list);

export const gameKey = ({session, list}: Fleet): readonly number[] => textKey(columnsOf(session).games(list));

export const stateKey = (fleet: Fleet): readonly number[] =>
	textKey(columnsOf(fleet.session).stateTexts(shownStates(fleet)));
