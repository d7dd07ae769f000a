import type {GameServer} from '../../contract/models/server.ts';
import {remembered} from '../../lib/remembered.ts';
import {phaseOf, type Phase} from '../rules.ts';
import type {FleetState} from '../state/fleet.ts';
import type {SortId} from '../state/view.ts';

/** Most troubling first. */
const ranks: Record<Phase, number> = {offline: 0, unknown: 1, changing: 2, online: 3};

/** Made when there is something to sort: it takes 6 ms, which the first paint need not wait for. */
let byName: Intl.Collator | undefined;
export const compareNames = (a: string, b: string): number =>
	(byName ??= new Intl.Collator('en', {numeric: true})).compare(a, b);

export const nameOf = (server: GameServer): string => server.displayName ?? server.id;

/** The state that is shown: what we expect after an act of our own, until the service confirms. */
export function shownState(
	{servers, expected}: Pick<FleetState, 'servers' | 'expected'>,
	id: string,
): {state: string | undefined; expected: boolean} {
	const hope = expected[id];
	return hope ? {state: hope.state, expected: true} : {state: servers[id]?.state, expected: false};
}

type Item = {id: string; server: GameServer; rank: number; at: number; name: number; state: string};

const orders: Record<SortId, (a: Item, b: Item) => number> = {
	trouble: (a, b) => a.rank - b.rank || b.at - a.at,
	name: () => 0,
	players: (a, b) => playersOf(b.server) - playersOf(a.server),
	node: (a, b) => compareNames(nodeOf(a.server), nodeOf(b.server)),
	state: (a, b) => a.rank - b.rank || compareNames(a.state, b.state),
	game: (a, b) => compareNames(a.server.gameType ?? '', b.server.gameType ?? ''),
};

const playersOf = ({onlinePlayers}: GameServer) => onlinePlayers ?? -1;

export const nodeOf = ({nodeName, nodeId}: GameServer): string => nodeName ?? nodeId ?? 'no node';

/** All servers in the chosen order; where that leaves two equal, by name. */
export const sorted = remembered(
	(
		servers: FleetState['servers'],
		order: FleetState['order'],
		since: FleetState['since'],
		expected: FleetState['expected'],
		sort: SortId,
	): readonly string[] => {
		const names = nameRanks(servers, order);
		const by = orders[sort];
		return order
			.flatMap((id): Item[] => {
				const server = servers[id];
				if (!server) return [];
				const {state = ''} = shownState({servers, expected}, id);
				const at = since[id]?.at ?? 0;
				return [{id, server, rank: ranks[phaseOf(state)], at, name: names.get(id) ?? 0, state}];
			})
			.sort((a, b) => by(a, b) || a.name - b.name)
			.map(({id}) => id);
	},
);

/** The place of each server by name. Comparing names is what sorting costs, and names seldom change. */
let lastNames: {texts: ReadonlyMap<string, string>; ranks: ReadonlyMap<string, number>} | undefined;

function nameRanks(servers: FleetState['servers'], order: readonly string[]): ReadonlyMap<string, number> {
	const known = lastNames;
	const isSame = (id: string) => {
		const server = servers[id];
		return server !== undefined && known?.texts.get(id) === nameOf(server);
	};
	if (known && known.texts.size === order.length && order.every(isSame)) return known.ranks;
	const texts = new Map<string, string>();
	for (const id of order) {
		const server = servers[id];
		if (server) texts.set(id, nameOf(server));
	}
	const ids = [...texts].sort(([, a], [, b]) => compareNames(a, b)).map(([id]) => id);
	lastNames = {texts, ranks: new Map(ids.map((id, place) => [id, place]))};
	return lastNames.ranks;
}
