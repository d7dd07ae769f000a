import type {GameServer} from '../../contract/models/server.ts';
import {memoizedColumn} from '../../lib/memoized-column.ts';
import {memoize} from '../../lib/memoize.ts';
import {phaseOf, type Phase} from '../../actions/preconditions.ts';
import type {FleetState} from './fleet.ts';
import {compareNames, nameOf, nodeOf} from '../../actions/names.ts';

/**
The fleet by columns: each is an array beside `fleet.order`, and stays the very same array while no value in it
differs. So what a poll changed is looked at once, and what is made of a column that stayed is not made again.
*/
export type Fleet = Pick<FleetState, 'list' | 'order' | 'expected' | 'since'>;

const statesRead = memoizedColumn((server: GameServer) => server.state);

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

/** The states that are shown: what we expect after an act of our own, until the service confirms. */
export const shownStates = ({list, order, expected}: Fleet): readonly (string | undefined)[] =>
	withExpected(statesRead(list), order, expected);

const phasesShown = memoizedColumn(phaseOf);

export const shownPhases = (fleet: Fleet): readonly Phase[] => phasesShown(shownStates(fleet));

/** Most troubling first. */
const ranks: Record<Phase, number> = {offline: 0, unknown: 1, changing: 2, online: 3};
const ranksOf = memoizedColumn((phase: Phase) => ranks[phase]);

export const troubleKey = (fleet: Fleet): readonly number[] => ranksOf(shownPhases(fleet));

const newest = memoize((order: FleetState['order'], since: FleetState['since']) =>
	order.map(id => -(since.get(id)?.at ?? 0)),
);

/** The server whose state is the newest first. */
export const newestKey = ({order, since}: Fleet): readonly number[] => newest(order, since);

const players = memoizedColumn(({onlinePlayers}: GameServer) => -(onlinePlayers ?? -1));

/** The server with the most players first; last where the service does not say. */
export const playersKey = ({list}: Fleet): readonly number[] => players(list);

/** The place of each text among all of them; equal ones have the same. Texts seldom change, and comparing them costs. */
const createTextKey = () =>
	memoize((texts: readonly string[]): readonly number[] => {
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

const names = memoizedColumn(nameOf);
const nameKeyOf = createTextKey();
/** The name of each server as it is shown. */
export const serverNamesIn = ({list}: Pick<FleetState, 'list'>): readonly string[] => names(list);
export const nameKey = ({list}: Fleet): readonly number[] => nameKeyOf(names(list));

const nodes = memoizedColumn(nodeOf);
const nodeKeyOf = createTextKey();
/** The node of each server as it is shown. */
export const nodesOf = ({list}: Pick<FleetState, 'list'>): readonly string[] => nodes(list);
export const nodeKey = (fleet: Fleet): readonly number[] => nodeKeyOf(nodes(fleet.list));

const games = memoizedColumn(({gameType}: GameServer) => gameType ?? '');
const gameKeyOf = createTextKey();
export const gameKey = ({list}: Fleet): readonly number[] => gameKeyOf(games(list));

const stateTexts = memoizedColumn((state: string | undefined) => state ?? '');
const stateKeyOf = createTextKey();
export const stateKey = (fleet: Fleet): readonly number[] => stateKeyOf(stateTexts(shownStates(fleet)));
