import type {GameServer} from '../contract/models/server.ts';
import {spanText} from '../lib/ago.ts';
import {phaseOf, type Phase} from './rules.ts';
import type {State} from './state/index.ts';
import type {FleetState} from './state/fleet.ts';

/** Most troubling first. */
const ranks: Record<Phase, number> = {offline: 0, unknown: 1, changing: 2, online: 3};

/** Made when there is something to sort: it takes 6 ms, which the first paint need not wait for. */
let byName: Intl.Collator | undefined;
const compareNames = (a: string, b: string): number =>
	(byName ??= new Intl.Collator('en', {numeric: true})).compare(a, b);

export type FleetCounts = {up: number; down: number; changing: number; unknown: number; unreadable: number};

/** The state that is shown: what we expect after an act of our own, until the service confirms. */
export function shownState(
	{servers, expected}: Pick<FleetState, 'servers' | 'expected'>,
	id: string,
): {state: string | undefined; expected: boolean} {
	const hope = expected[id];
	return hope ? {state: hope.state, expected: true} : {state: servers[id]?.state, expected: false};
}

export const nameOf = (server: GameServer): string => server.displayName ?? server.id;

/**
Computes anew only when one of the parts it depends on has been replaced. Two results are kept: the screen may be a
frame behind the state that commands look at.
*/
function remembered<Parts extends readonly unknown[], Value>(compute: (...parts: Parts) => Value) {
	let known: {parts: Parts; value: Value}[] = [];
	return (...parts: Parts): Value => {
		const found = known.find(entry => entry.parts.every((part, index) => part === parts[index]));
		if (found) return found.value;
		const value = compute(...parts);
		known = [{parts, value}, ...known.slice(0, 1)];
		return value;
	};
}

const sorted = remembered(
	(
		servers: FleetState['servers'],
		order: FleetState['order'],
		since: FleetState['since'],
		expected: FleetState['expected'],
	): readonly string[] =>
		order
			.flatMap(id => {
				const server = servers[id];
				if (!server) return [];
				const rank = ranks[phaseOf(shownState({servers, expected}, id).state)];
				return [{id, rank, at: since[id]?.at ?? 0, name: nameOf(server)}];
			})
			.sort((a, b) => a.rank - b.rank || b.at - a.at || compareNames(a.name, b.name))
			.map(({id}) => id),
);

const filtered = remembered(
	(ids: readonly string[], servers: FleetState['servers'], filter: string): readonly string[] => {
		const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
		if (words.length === 0) return ids;
		return ids.filter(id => {
			const server = servers[id];
			const text = [server?.displayName ?? id, server?.state, server?.gameType, server?.nodeName]
				.join('\n')
				.toLowerCase();
			return words.every(word => text.includes(word));
		});
	},
);

/** The ids of the servers in the list: by trouble, then by their newest change, then by name; all that pass the filter. */
export function visibleServers({fleet, view}: Pick<State, 'fleet' | 'view'>): readonly string[] {
	const ids = sorted(fleet.servers, fleet.order, fleet.since, fleet.expected);
	return filtered(ids, fleet.servers, view.filter.field.text);
}

const counted = remembered(
	(
		servers: FleetState['servers'],
		expected: FleetState['expected'],
		unreadable: FleetState['unreadable'],
	): FleetCounts => {
		const counts = {up: 0, down: 0, changing: 0, unknown: 0, unreadable: unreadable.length};
		const names = {online: 'up', offline: 'down', changing: 'changing', unknown: 'unknown'} as const;
		for (const id of Object.keys(servers))
			counts[names[phaseOf(shownState({servers, expected}, id).state)]]++;
		return counts;
	},
);

export const fleetCounts = ({fleet}: Pick<State, 'fleet'>): FleetCounts =>
	counted(fleet.servers, fleet.expected, fleet.unreadable);

/** Since when a server has its state: `12m seen` where the change was watched, `>=40s` where it was so at first. */
export function sinceText(since: FleetState['since'][string] | undefined, now: number): string {
	if (!since) return '';
	const span = spanText(now - since.at);
	return since.seen ? `${span} seen` : `>=${span}`;
}

export type Trouble = {tone: 'failure' | 'warning' | 'quiet'; text: string};

/** The most that must be known, in one line: a list that cannot be read, then what is down, for how long and where. */
export function troubleLine(state: Pick<State, 'fleet' | 'access'>, now: number): Trouble {
	const {fleet, access} = state;
	const down = downText(state, now);
	if (fleet.problem) {
		const {failure, retryAt} = fleet.problem;
		const age = fleet.at === undefined ? 'no list yet' : `list ${spanText(now - fleet.at)} old`;
		const retry = retryAt === undefined ? '' : ` retry in ${Math.max(0, Math.ceil((retryAt - now) / 1000))}s`;
		const rest = down === undefined ? '' : `  | ${down}`;
		return {tone: 'failure', text: `!! ${age}: ${failure.title}${keyText(failure.key)}${retry}${rest}`};
	}
	if (access.problem) {
		return {tone: 'failure', text: `!! ${access.problem.title}${keyText(access.problem.key)}`};
	}
	if (down !== undefined) return {tone: 'warning', text: `!! ${down}`};
	if (fleet.at === undefined) return {tone: 'quiet', text: 'reading the list of servers'};
	return {tone: 'quiet', text: 'no server is down'};
}

const keyText = (key: string | undefined) => (key === undefined ? '' : ` [${key}]`);

const mostNamed = 5;

function downText({fleet}: Pick<State, 'fleet'>, now: number): string | undefined {
	const ids = downServers(fleet.servers, fleet.order, fleet.since, fleet.expected);
	if (ids.length === 0) return undefined;
	const names = ids.slice(0, mostNamed).map(id => {
		const server = fleet.servers[id];
		const since = fleet.since[id];
		const name = server ? nameOf(server) : id;
		return since?.seen ? `${name} ${spanText(now - since.at)}(seen)` : `${name} ${sinceText(since, now)}`;
	});
	const more = ids.length > mostNamed ? ` +${ids.length - mostNamed}` : '';
	const node = commonNode(fleet.servers, ids);
	return `${ids.length} down: ${names.join('  ')}${more}${node === undefined ? '' : `   ${node}`}`;
}

const downServers = remembered(
	(
		servers: FleetState['servers'],
		order: FleetState['order'],
		since: FleetState['since'],
		expected: FleetState['expected'],
	): readonly string[] =>
		sorted(servers, order, since, expected).filter(
			id => phaseOf(shownState({servers, expected}, id).state) === 'offline',
		),
);

/** The node on which most of several servers are down, where it is more than one: likely one cause. */
const commonNode = remembered(
	(servers: FleetState['servers'], down: readonly string[]): string | undefined => {
		const onNode = new Map<string, number>();
		for (const id of down) {
			const node = servers[id]?.nodeName;
			if (node !== undefined) onNode.set(node, (onNode.get(node) ?? 0) + 1);
		}
		const [worst] = [...onNode].sort(([, a], [, b]) => b - a);
		if (!worst || worst[1] < 2) return undefined;
		const all = Object.values(servers).filter(({nodeName}) => nodeName === worst[0]).length;
		return `node ${worst[0]}: ${worst[1]} of ${all}`;
	},
);
