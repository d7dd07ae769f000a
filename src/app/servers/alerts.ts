import {formatDuration} from '../../lib/time/ago.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {carriedText} from '../../messages/journal.ts';
import {alertMessages} from '../../messages/alerts.ts';
import type {Failure} from '../kernel/state/failure.ts';
import {awayFor, nodeOutages, type NodeOutage} from '../nodes/node-outages.ts';
import {fleetCounts, sinceText} from './shown-fleet.ts';
import {isOverdue, type FleetState} from './fleet.ts';
import type {State} from '../state.ts';
import {isSelfCaused} from '../kernel/state/self-caused.ts';
import {onlyReason} from './server-labels.ts';
import {crashingServers, nodeNamesOf, nodesOf, shownPhases, shownStates} from './fleet-values.ts';
import {nameOf, serverName} from '../../actions/names.ts';
import {serverMessages} from '../../messages/server-list.ts';
import {crashWindowMs, type flappingServers} from './crashes.ts';
import {listRows, type ListRows} from './list-rows.ts';
import type {Slots} from './incremental-sort.ts';
import type {ShownPhase} from '../kernel/state/shown-phases.ts';
import {sortServers} from './sorted-ids.ts';
import {type Message, message} from '../../messages/text.ts';

/** `short`: the text for a narrow screen, with only the number of servers that are down beside the causes. */
export type AlertLine = {tone: 'failure' | 'warning' | 'quiet'; text: Message; short?: Message};

/**
Returns the most important alert in one line: a list that cannot be read, then lost nodes, then which other
servers are down, for how long and where. A poll that is late is noted after it. `tick`: the present by `clock.monotonic`; equal to `now` in tests where both clocks run
together.
*/
export function alertLine(
	state: Pick<State, 'fleet' | 'access' | 'nodes'>,
	now: number,
	tick = now,
): AlertLine {
	const {fleet, access} = state;
	const down = downText(state, now);
	const age =
		fleet.at === undefined ? alertMessages.noListYet : alertMessages.listAge(formatDuration(now - fleet.at));
	const rest = down.loud === undefined ? '' : `  | ${down.loud}`;
	const waited = formatDuration(Math.max(1000, now - (fleet.late?.since ?? now)));
	if (isOverdue(fleet, now))
		return {tone: 'failure', text: `!! ${age}: ${alertMessages.noAnswer(waited)}${rest}`};
	if (fleet.problem) {
		const {failure, retry} = fleet.problem;
		const text = message`!! ${age}${retryText(retry?.at, tick)}: ${wordsOf(failure)}${rest}`;
		return {tone: 'failure', text};
	}
	if (access.problem) return {tone: 'failure', text: `!! ${wordsOf(access.problem)}`};
	const more = `${down.known}${fleet.late ? `  | ${alertMessages.waiting(waited)}` : ''}`;
	if (down.loud !== undefined)
		return {tone: 'warning', text: `!! ${down.loud}${more}`, short: `!! ${down.short}${more}`};
	if (fleet.at === undefined) return {tone: 'quiet', text: alertMessages.readingList + more};
	const calm = down.known === '' ? alertMessages.noneDown : alertMessages.nothingElseDown;
	return {tone: 'quiet', text: calm + more};
}

function retryText(retryAt: number | undefined, tick: number): Message {
	if (retryAt === undefined) return '';
	const seconds = Math.max(0, Math.ceil((retryAt - tick) / 1000));
	if (seconds <= 60) return alertMessages.retryIn(seconds);
	return alertMessages.retryInOrKey(formatDuration(seconds * 1000));
}

/** The parts that must not be cut off on a narrow screen come first: the key, and the remedy for credentials. */
function wordsOf({status, key, title, hint, said}: Failure): string {
	if (status === 401)
		return alertMessages.credentialsRefused([hint, said].filter(text => text !== undefined));
	const words = status === 403 && hint !== undefined ? `${title} ${hint}` : title;
	return key === undefined ? words : `[${key}] ${words}`;
}

/** Returns whether the problem was acknowledged here and nothing has changed since. */
export function isAcknowledged(fleet: FleetState, id: string): boolean {
	const known = fleet.acknowledged.get(id);
	if (known === undefined) return false;
	const crashing = crashingServers(fleet).get(id);
	return known === (fleet.since.get(id)?.at ?? 0) || isCalm(crashing, calmedAt(fleet, id));
}

type Acknowledged = Pick<FleetState, 'acknowledged' | 'acknowledgedWithNode'>;

/** Returns when the crashes of a server were acknowledged: not with those of its lost node. */
const calmedAt = ({acknowledged, acknowledgedWithNode}: Acknowledged, id: string): number | undefined =>
	acknowledgedWithNode.has(id) ? undefined : acknowledged.get(id);

/** Whether the crashes of a server were acknowledged: each is a change, but the same problem. */
const isCalm = (crashes: readonly number[] | undefined, known: number | undefined): boolean =>
	crashes !== undefined && known !== undefined && known >= (crashes[0] ?? 0);

const maxNamed = 5;

/**
`loud`: unacknowledged problems, causes first; `short`: without names beside causes; `known`: a summary of
acknowledged ones.
*/
function downText(
	state: Pick<State, 'fleet' | 'nodes'>,
	now: number,
): {loud: string | undefined; short: string; known: string} {
	const {since, acknowledged, acknowledgedWithNode} = state.fleet;
	const all = nodeOutages(state);
	const {outages, flapping, caused, calm} = causesIn(
		all,
		crashingServers(state.fleet),
		since,
		acknowledged,
		acknowledgedWithNode,
	);
	const causes = outages.slice(0, maxCauses).map(outage => outageText(outage, now));
	const more = outages.length - maxCauses;
	const hung = hungIn(state.fleet);
	const {loud, counted, known} = restText(state, {caused, calm, hung: hung.known}, now);
	const parts = [
		...causes,
		...(more > 0 ? [alertMessages.moreNodes(more)] : []),
		flappingText(state.fleet, flapping),
		hungText(state.fleet, hung.loud, now),
	].filter(part => part !== undefined);
	const join = (rest: string | undefined) => [...parts, ...(rest === undefined ? [] : [rest])].join('  | ');
	const text = join(loud);
	return {loud: text === '' ? undefined : text, short: join(parts.length > 0 ? counted : loud), known};
}

type Crashing = readonly (readonly [id: string, crashes: readonly number[]])[];

/** `caused` has the servers whose problems come from the outages or the crashes; `calm` counts acknowledged crashes. */
const causesIn = memoize(
	(
		all: readonly NodeOutage[],
		crashing: ReturnType<typeof flappingServers>,
		since: FleetState['since'],
		acknowledged: FleetState['acknowledged'],
		acknowledgedWithNode: FleetState['acknowledgedWithNode'],
	): {outages: readonly NodeOutage[]; flapping: Crashing; caused: ReadonlySet<string>; calm: number} => {
		const outages = loudIn(all, crashing, since, acknowledged);
		const onNodes = new Set(outages.flatMap(({servers}) => servers));
		const elsewhere = [...crashing].filter(([id]) => !onNodes.has(id));
		const flapping = elsewhere.filter(
			([id, crashes]) => !isCalm(crashes, calmedAt({acknowledged, acknowledgedWithNode}, id)),
		);
		const caused = new Set([...outages.flatMap(({servers}) => servers), ...elsewhere.map(([id]) => id)]);
		return {outages, flapping, caused, calm: elsewhere.length - flapping.length};
	},
);

const maxCauses = 2;

/** Names the servers that do not stay up, the worst first. */
function flappingText(fleet: FleetState, flapping: Crashing): string | undefined {
	if (flapping.length === 0) return undefined;
	const worst = flapping.toSorted(([, a], [, b]) => b.length - a.length);
	const named = worst.slice(0, maxCauses).map(([id, crashes]) => crashedText(crashes, serverName(fleet, id)));
	const more = worst.length - maxCauses;
	return [...named, ...(more > 0 ? [alertMessages.moreFlapping(more)] : [])].join('  ');
}

/** For example `crashed 12x in 10m`, with the name of the server before it. */
export const crashedText = (crashes: readonly number[], name?: string): string =>
	serverMessages.crashed(crashes.length, formatDuration(crashWindowMs), name);

/** Returns the servers in a state that should have ended, and how many of them were acknowledged. */
function hungIn(fleet: FleetState): {loud: readonly string[]; known: number} {
	const {hung, since, acknowledged} = fleet;
	const loud = [...hung].filter(id => isLoud(id, since, acknowledged));
	return {loud, known: hung.size - loud.length};
}

/** For example `hung: ark-1 STOPPING 12m`. */
function hungText(fleet: FleetState, ids: readonly string[], now: number): string | undefined {
	if (ids.length === 0) return undefined;
	const named = ids.slice(0, maxNamed).map(id => {
		const {state = serverMessages.noState} = fleet.servers.get(id) ?? {};
		const age = formatDuration(now - (fleet.since.get(id)?.at ?? now));
		return alertMessages.inState(serverName(fleet, id), state, age);
	});
	return alertMessages.hung(named, ids.length - named.length);
}

const outageText = (outage: NodeOutage, now: number): string =>
	alertMessages.nodeAway(
		outage.node,
		outage.status,
		awayFor(outage, now),
		carriedText(outage.servers.length, outage.players),
	);

/**
Returns the lost nodes, without those whose servers are all acknowledged. Servers that crash are alerts of their own.
*/
const loudIn = (
	outages: readonly NodeOutage[],
	crashing: ReturnType<typeof flappingServers>,
	since: FleetState['since'],
	acknowledged: FleetState['acknowledged'],
): readonly NodeOutage[] =>
	outages.filter(({servers}) => {
		const others = servers.filter(id => !crashing.has(id));
		return (others.length > 0 ? others : servers).some(id => isLoud(id, since, acknowledged));
	});

const without = memoize((slots: Slots, order: FleetState['order'], ids: ReadonlySet<string>): Slots =>
	ids.size === 0 ? slots : slots.filter(slot => !ids.has(order[slot] ?? '')),
);

/** Describes the servers that are down or unknown for another reason than `caused`. */
function restText(
	{fleet}: Pick<State, 'fleet'>,
	{caused, calm, hung}: {caused: ReadonlySet<string>; calm: number; hung: number},
	now: number,
): {loud: string | undefined; counted: string | undefined; known: string} {
	const {loud: down, known} = downServers(
		sortServers(fleet, 'alerts'),
		shownPhases(fleet),
		fleet.order,
		fleet.since,
		fleet.acknowledged,
	);
	const loud = without(down, fleet.order, caused);
	const unknown = unknownText(fleet, caused);
	const acknowledged = [
		...(calm > 0 ? [alertMessages.countFlapping(calm)] : []),
		...(hung > 0 ? [alertMessages.countHung(hung)] : []),
		...(known > 0 ? [alertMessages.countDown(known)] : []),
		...(unknown.known > 0 ? [alertMessages.countUnknown(unknown.known)] : []),
	];
	const rest = acknowledged.length === 0 ? '' : alertMessages.acknowledged(acknowledged.join(', '));
	const {unreadable, missing} = fleetCounts({fleet});
	const incomplete = missing === undefined ? undefined : alertMessages.incomplete(missing);
	const unsure = [
		incomplete,
		unknown.loud,
		unreadable > 0 ? alertMessages.countUnreadable(unreadable) : undefined,
	]
		.filter(text => text !== undefined)
		.join('  | ');
	if (loud.length === 0) {
		const all = unsure === '' ? undefined : unsure;
		return {loud: all, counted: all, known: rest};
	}
	const clusters = clustersOf(
		loud,
		nodeNamesOf(fleet),
		nodesOf(fleet),
		fleet.order,
		fleet.since,
		fleet.actionTimes,
	);
	let left = maxNamed;
	const parts = clusters.map(({ids, node, isOneCause}) => {
		const named = ids.slice(0, Math.max(0, left)).map(id => nameWithAge(fleet, id, now));
		left -= named.length;
		if (!node) return named.join('  ');
		const cause = isOneCause ? alertMessages.likelyOneCause : '';
		const names = named.length === 0 ? '' : ` (${named.join('  ')}${ids.length > named.length ? ' …' : ''})`;
		return alertMessages.cluster(node.name, ids.length, node.total, cause, names);
	});
	parts.push(onlyReason(fleet, loud, ''));
	const unnamed = clusters.flatMap(({ids, node}) => (node ? [] : ids)).length;
	const named = clusters.every(({node}) => node) ? 0 : Math.max(0, unnamed - maxNamed);
	return {
		loud: alertMessages.down(loud.length, parts.filter(Boolean).join('  '), named, unsure),
		counted: [alertMessages.countDown(loud.length), unsure].filter(Boolean).join('  | '),
		known: rest,
	};
}

/** Describes servers in an unknown state. Any of them may be down, so they are as much of a problem as those that are. */
function unknownText(
	fleet: FleetState,
	caused: ReadonlySet<string>,
): {loud: string | undefined; known: number} {
	const {order, since, acknowledged} = fleet;
	const {loud: all, known} = unknownServers(shownPhases(fleet), order, since, acknowledged);
	const loud = without(all, order, caused);
	if (loud.length === 0) return {loud: undefined, known};
	const names = nodeNamesOf(fleet);
	const nodes = new Set(loud.map(slot => names[slot]));
	const [node] = nodes;
	const where = nodes.size === 1 && node !== undefined ? alertMessages.onNode(node) : '';
	return {loud: alertMessages.unknown(loud.length, onlyReason(fleet, loud, ': ') || where), known};
}

const unknownServers = memoize(
	(
		phases: readonly ShownPhase[],
		order: FleetState['order'],
		since: FleetState['since'],
		acknowledged: FleetState['acknowledged'],
	): {loud: Slots; known: number} => {
		const unknown = phases.flatMap((phase, slot) => (phase === 'unknown' ? [slot] : []));
		const loud = unknown.filter(slot => isLoud(order[slot] ?? '', since, acknowledged));
		return {loud, known: unknown.length - loud.length};
	},
);

function nameWithAge({servers, since}: FleetState, id: string, now: number): string {
	const server = servers.get(id);
	const when = since.get(id);
	const name = server ? nameOf(server) : id;
	return `${name} ${sinceText(when, now)}`;
}

const downServers = memoize(
	(
		slots: Slots,
		phases: readonly ShownPhase[],
		order: FleetState['order'],
		since: FleetState['since'],
		acknowledged: FleetState['acknowledged'],
	): {loud: Slots; known: number} => {
		const down = slots.filter(slot => phases[slot] === 'offline');
		const loud = down.filter(slot => isLoud(order[slot] ?? '', since, acknowledged));
		return {loud, known: down.length - loud.length};
	},
);

function isLoud(id: string, since: FleetState['since'], acknowledged: FleetState['acknowledged']): boolean {
	return acknowledged.get(id) === undefined || acknowledged.get(id) !== since.get(id)?.at;
}

type Cluster = {
	ids: readonly string[];
	/** undefined for servers that share no node with others that are down. */
	node: {name: string; total: number} | undefined;
	isOneCause: boolean;
};

/** Changes on one node within this time likely have one cause, ms. */
const togetherMs = 120_000;

const totalsOf = memoize((nodes: readonly string[]): ReadonlyMap<string, number> => {
	const totals = new Map<string, number>();
	for (const node of nodes) totals.set(node, (totals.get(node) ?? 0) + 1);
	return totals;
});

/** Groups the servers that are down by shared node; the largest group comes first, single servers last. */
const clustersOf = memoize(
	(
		down: Slots,
		named: readonly (string | undefined)[],
		nodes: readonly string[],
		order: FleetState['order'],
		since: FleetState['since'],
		actionTimes: FleetState['actionTimes'],
	): Cluster[] => {
		const idsOf = (slots: Slots) => slots.map(slot => order[slot] ?? '');
		const onNode = [...Map.groupBy(down, slot => named[slot])];
		const shared = onNode.filter(([node, slots]) => node !== undefined && slots.length > 1);
		const sharedNodes = new Set(shared.map(([node]) => node));
		const single = idsOf(down.filter(slot => !sharedNodes.has(named[slot])));
		const clusters = shared
			.sort(([, a], [, b]) => b.length - a.length)
			.map(([name = '', slots]): Cluster => {
				const ids = idsOf(slots);
				const times = ids.map(id => since.get(id)?.at ?? 0);
				const span = times.reduce((a, b) => Math.max(a, b)) - times.reduce((a, b) => Math.min(a, b));
				const total = totalsOf(nodes).get(name) ?? 0;
				// The cause of our own actions is known.
				const isOurs = ids.some(id => isSelfCaused({since, actionTimes}, id));
				// If a server was down when it was first read, nobody knows since when.
				const isWatched = ids.every(id => since.get(id)?.seen);
				return {ids, node: {name, total}, isOneCause: isWatched && span <= togetherMs && !isOurs};
			});
		return single.length === 0 ? clusters : [...clusters, {ids: single, node: undefined, isOneCause: false}];
	},
);

/** A node with several servers that are down or unknown, out of `total`. */
export type NodeAlert = {node: string; away: number; total: number; isOneCause: boolean};

/**
Returns nodes with several servers that are down, or UNKNOWN because the node is gone, acknowledged or not;
most affected first.
*/
export function nodeAlerts({fleet}: Pick<State, 'fleet'>): NodeAlert[] {
	const {order, since, actionTimes} = fleet;
	const states = shownStates(fleet);
	const away = shownPhases(fleet).flatMap((phase, slot) =>
		phase === 'offline' || states[slot] === 'UNKNOWN' ? [slot] : [],
	);
	return clustersOf(away, nodeNamesOf(fleet), nodesOf(fleet), order, since, actionTimes).flatMap(
		({ids, node, isOneCause}) =>
			node ? [{node: node.name, away: ids.length, total: node.total, isOneCause}] : [],
	);
}

/** Servers that someone stopped need no attention. */
const isFine = (phase: ShownPhase | undefined) => phase === 'online' || phase === 'stopped';

const alertsIn = memoize(
	(
		{slots}: ListRows,
		phases: readonly ShownPhase[],
		order: FleetState['order'],
		since: FleetState['since'],
		acknowledged: FleetState['acknowledged'],
		acknowledgedWithNode: FleetState['acknowledgedWithNode'],
		flapping: ReturnType<typeof flappingServers>,
	): {ids: readonly string[]; isLoud: boolean} => {
		const ids = slots
			.filter(slot => !isFine(phases[slot]) || flapping.has(order[slot] ?? ''))
			.map(slot => order[slot] ?? '');
		const loud = ids.filter(id =>
			flapping.has(id) && acknowledgedWithNode.has(id)
				? true
				: isLoud(id, since, acknowledged) && !isCalm(flapping.get(id), acknowledged.get(id)),
		);
		return loud.length > 0 ? {ids: loud, isLoud: true} : {ids, isLoud: false};
	},
);

/** `isLoud`: false if all of them are acknowledged. */
function listedAlerts(state: Pick<State, 'fleet' | 'view'>): {ids: readonly string[]; isLoud: boolean} {
	const {order, since, acknowledged, acknowledgedWithNode} = state.fleet;
	const flapping = crashingServers(state.fleet);
	const phases = shownPhases(state.fleet);
	return alertsIn(listRows(state), phases, order, since, acknowledged, acknowledgedWithNode, flapping);
}

/** Returns the listed servers that are not up or do not stay up; acknowledged ones only if there are no others. */
export const serversWithAlerts = (state: Pick<State, 'fleet' | 'view'>): readonly string[] =>
	listedAlerts(state).ids;

/** The place of a problem: a lost node or a server. */
export type AlertPlace = {kind: 'node' | 'server'; id: string};

/**
Returns the place of the next problem, wrapping around: lost nodes first, then servers. `at`: the id of the current
server or node. If a node is lost, the round starts there, wherever the cursor is; `view.lastAlert` is its last place.
*/
export function nextAlert(
	state: Pick<State, 'fleet' | 'view' | 'nodes'>,
	at: string | undefined,
): AlertPlace | undefined {
	const all = nodeOutages(state);
	const {since, acknowledged} = state.fleet;
	const loud = loudIn(all, crashingServers(state.fleet), since, acknowledged);
	const servers = listedAlerts(state);
	// Acknowledged nodes come last, too.
	const outages = loud.length > 0 || servers.isLoud ? loud : all;
	const places: readonly AlertPlace[] = [
		...outages.map(({nodeId}) => ({kind: 'node' as const, id: nodeId})),
		...servers.ids.map(id => ({kind: 'server' as const, id})),
	];
	const {lastAlert} = state.view;
	const isOnRound = outages.length === 0 || lastAlert === at || outages.some(({nodeId}) => nodeId === at);
	const place = isOnRound ? places.findIndex(({id}) => id === at) : -1;
	return places[(place + 1) % places.length];
}

/** Returns why there is no other; only servers that have been read are known to be up. */
export function noAlerts(state: Pick<State, 'fleet' | 'view'>, found: AlertPlace | undefined): string {
	if (found !== undefined) return alertMessages.noOtherAlert;
	if (state.fleet.at === undefined) return alertMessages.alertsUnknown;
	return listRows(state).ids.length === 0 ? alertMessages.noServer : alertMessages.noAlerts;
}
