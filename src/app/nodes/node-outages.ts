import {memoize} from '../../lib/lists/memoize.ts';
import {phaseOf} from '../../contract/states.ts';
import {countedPlayers} from '../../actions/risk.ts';
import {nodeMessages} from '../../messages/nodes.ts';
import type {FleetState} from '../servers/fleet.ts';
import {type ShownPhase, shownPhaseOf} from '../kernel/state/shown-phases.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {Node} from '../../contract/models/node.ts';
import {nodeLabel} from '../../actions/names.ts';
import {formatDuration} from '../../lib/time/ago.ts';
import type {State} from '../state.ts';
import type {NodesState} from './nodes-state.ts';

/** The known facts of the servers in a group, and their usage together; undefined: none is known. */
export type Carried = {
	total: number;
	phases: Record<ShownPhase, number>;
	players: number | undefined;
	cpuPercent: number | undefined;
	memoryBytes: number | undefined;
};

/** Counts the servers and players on each node, by node id. */
export const carriedBy = (fleet: FleetState): ReadonlyMap<string, Carried> => carriedOf(fleet, nodeIdOf);

const nodeIdOf = ({nodeId}: GameServer) => nodeId;

/** Counts the same of each group of servers. `groupOf` is always the same function. */
export const carriedOf = (
	fleet: FleetState,
	groupOf: (server: GameServer) => string | undefined,
): ReadonlyMap<string, Carried> =>
	carriedIn(groupOf, fleet.servers, fleet.since, fleet.hung, fleet.actionTimes, fleet.stopOrders);

const carriedIn = memoize(
	(
		groupOf: (server: GameServer) => string | undefined,
		servers: FleetState['servers'],
		since: FleetState['since'],
		hung: FleetState['hung'],
		actionTimes: FleetState['actionTimes'],
		stopOrders: FleetState['stopOrders'],
	): ReadonlyMap<string, Carried> => {
		const groups = new Map<string, Carried>();
		for (const [group, on] of Map.groupBy(servers.values(), groupOf)) {
			if (group === undefined) continue;
			const phases = {online: 0, offline: 0, stopped: 0, hung: 0, changing: 0, unknown: 0};
			for (const server of on) phases[shownPhaseOf({since, hung, actionTimes, stopOrders}, server)]++;
			// A server that is down may still be reported with its last number of players.
			const present = on.filter(({state}) => phaseOf(state) !== 'offline');
			groups.set(group, {
				total: on.length,
				phases,
				players: countedPlayers(present),
				cpuPercent: sum(on.map(({cpuPercent}) => cpuPercent)),
				memoryBytes: sum(on.map(({memoryBytes}) => memoryBytes)),
			});
		}
		return groups;
	},
);

const sum = (amounts: readonly (number | undefined)[]): number | undefined => {
	const known = amounts.filter(amount => amount !== undefined);
	return known.length === 0 ? undefined : known.reduce((total, amount) => total + amount, 0);
};

export function serversText(carried: Carried | undefined): string {
	if (!carried) return 'none';
	const {online, offline, stopped, hung, changing, unknown} = carried.phases;
	return [
		// `0 up` is shown only if all servers are offline; otherwise the other counts imply it.
		(online > 0 || carried.total === offline) && nodeMessages.up(online),
		offline > 0 && nodeMessages.down(offline),
		hung > 0 && nodeMessages.hung(hung),
		stopped > 0 && nodeMessages.stopped(stopped),
		changing > 0 && nodeMessages.busy(changing),
		unknown > 0 && nodeMessages.unknown(unknown),
	]
		.filter(part => part !== false)
		.join(' ');
}

/** A lost node that has servers: the cause of their alerts. */
export type NodeOutage = {
	nodeId: string;
	node: string;
	status: string;
	/** `seen`: rcondeck saw the node go away at `at`; otherwise `at` is when it was first read. */
	since: {at: number; seen: boolean};
	/** The ids of its servers, in the order of the list. */
	servers: readonly string[];
	/** The number of players, as last reported; undefined if it is not known. */
	players: number | undefined;
};

export const isAway = (status: string | undefined): boolean => phaseOf(status) === 'offline';

const none: readonly NodeOutage[] = [];

const outagesIn = memoize(
	(nodes: readonly Node[], since: NodesState['since'], servers: FleetState['servers']) => {
		const away = nodes.filter(({status}) => isAway(status));
		if (away.length === 0) return none;
		const onNode = Map.groupBy(servers.values(), ({nodeId}) => nodeId);
		return away
			.map((node): NodeOutage => ({
				nodeId: node.id,
				node: nodeLabel(node),
				status: node.status ?? '',
				since: since.get(node.id) ?? {at: 0, seen: false},
				servers: (onNode.get(node.id) ?? []).map(({id}) => id),
				players: countedPlayers(onNode.get(node.id) ?? []),
			}))
			.filter(outage => outage.servers.length > 0)
			.sort((a, b) => b.servers.length - a.servers.length);
	},
);

/**
Returns the lost nodes that have servers, the node with the most servers first. Everything that shows a node failure
uses this.
*/
export const nodeOutages = ({nodes, fleet}: Pick<State, 'nodes' | 'fleet'>): readonly NodeOutage[] =>
	outagesIn(nodes.nodes, nodes.since, fleet.servers);

/** Formats the age of an outage: `17s`, or `>=17s` for a node that was already lost when it was first read. */
export const awayFor = ({since: {at, seen}}: Pick<NodeOutage, 'since'>, now: number): string =>
	`${seen ? '' : '>='}${formatDuration(now - at)}`;

/** How long a heading shows that a node is back. */
const backMs = 600_000;

/** Returns the last event of a node by its name, for the heading of its servers; undefined if there is no recent event. */
export function nodeEvent(
	{nodes: {nodes, since}}: Pick<State, 'nodes'>,
	name: string,
	now: number,
): {text: string; isAway: boolean} | undefined {
	const node = nodes.find(one => nodeLabel(one) === name || one.id === name);
	const last = node && since.get(node.id);
	if (!node || !last) return undefined;
	if (isAway(node.status)) return {text: `${node.status} ${awayFor({since: last}, now)}`, isAway: true};
	if (!last.seen || now - last.at > backMs) return undefined;
	return {text: nodeMessages.back(formatDuration(now - last.at)), isAway: false};
}
