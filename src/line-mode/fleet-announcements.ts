import type {GameServer} from '../contract/models/server.ts';
import {clockText, formatDuration} from '../lib/time/ago.ts';
import {fleetCounts} from '../app/servers/shown-fleet.ts';
import {nodeOutages, type NodeOutage} from '../app/nodes/node-outages.ts';
import {carriedText} from '../messages/journal.ts';
import {nameOf, nodeLabel, serverName} from '../actions/names.ts';
import {flappingServers} from '../app/servers/crashes.ts';
import {phasesById} from '../app/servers/fleet-values.ts';
import {crashedText, nodeAlerts, serversWithAlerts} from '../app/servers/alerts.ts';
import {phaseOf} from '../contract/states.ts';
import type {FleetState} from '../app/servers/fleet.ts';
import {unreachableSince} from '../app/kernel/state/connectivity.ts';
import {feedDoubt, feedWord, longWaitMs} from '../app/kernel/state/feed-state.ts';
import type {State} from '../app/state.ts';
import {phaseWord, stateLine} from './texts.ts';
import {lineFeedMessages, lineFleetMessages} from '../messages/line-mode.ts';
import {serverMessages} from '../messages/server-list.ts';
import {activityText} from '../actions/activity.ts';

/**
Announces changes of the list, the servers and the feed, one per line. `states`: include servers that came up or
went down. `only`: the id of the one server to announce; that its feed is live is then no event.
*/
export function announceFleet(before: State, state: State, {now, states, only}: FleetOptions): string[] {
	const isShown = (id: string) => only === undefined || id === only;
	const isLive = feedWord(before.feed) === '…' && feedWord(state.feed) === 'LIVE';
	return [
		...listLines(before, state, now),
		...(only === undefined ? nodeLines(before.timeline, state.timeline) : []),
		...(states ? stateLines(before.fleet, state.fleet, now, isShown) : []),
		...(only !== undefined && isLive ? [] : feedLines(before, state)),
	];
}

type FleetOptions = {now: number; states: boolean; only: string | undefined};
type IsShown = (id: string) => boolean;

const maxNamed = 5;

function listLines(before: State, state: State, now: number): string[] {
	return [...listChange(before, state, now), ...retryLines(before.fleet, state.fleet)];
}

/** Announces a long retry delay with its duration; a short one ends before anyone can read it. */
function retryLines({problem: old}: FleetState, {problem}: FleetState): string[] {
	const wait = longWait(problem);
	if (wait === undefined || problem?.retry === old?.retry || wait === longWait(old)) return [];
	return [lineFleetMessages.listRetry(wait)];
}

function longWait(problem: FleetState['problem']): string | undefined {
	if (!problem?.retry) return undefined;
	const {failure, retry} = problem;
	return failure.status === 401 || retry.delayMs > 60_000
		? formatDuration(retry.delayMs, 'spoken')
		: undefined;
}

function listChange(before: State, state: State, now: number): string[] {
	const {problem, at} = state.fleet;
	const utc = state.view.time === 'utc';
	const refused = state.access.problem;
	if (refused && refused !== before.access.problem) {
		return [lineFleetMessages.refused(refused.title, refused.hint ?? '').trimEnd()];
	}
	if (problem && !before.fleet.problem) {
		const {title, key} = problem.failure;
		const words = key === undefined ? title : `[${key}] ${title}`;
		// Before the first list nothing can be outdated.
		if (at === undefined) return [lineFleetMessages.listUnread(words, problem.failure.hint ?? '').trimEnd()];
		return [lineFleetMessages.listLost(clockText(problem.since, utc), words)];
	}
	if (!problem && before.fleet.problem) return [lineFleetMessages.listBack];
	if (at === undefined) return [];
	if (before.fleet.at === undefined) return overview(state, now);
	const [was, is] = [fleetCounts(before), fleetCounts(state)];
	const isSame = was.unreadable === is.unreadable && was.missing === is.missing;
	return isSame && was.duplicate === is.duplicate ? [] : [summary(state)];
}

/** Summarizes how many servers are up and down, in one line. */
export function summary(state: State): string {
	const {up, down, stopped, hung, changing, unknown, unreadable, missing, duplicate} = fleetCounts(state);
	const parts = [
		lineFleetMessages.counts.up(up),
		lineFleetMessages.counts.down(down),
		...(hung > 0 ? [lineFleetMessages.counts.hung(hung)] : []),
		...(stopped > 0 ? [lineFleetMessages.counts.stopped(stopped)] : []),
		...(changing > 0 ? [lineFleetMessages.counts.busy(changing)] : []),
		...(unknown > 0 ? [lineFleetMessages.counts.unknown(unknown)] : []),
		...(unreadable > 0 ? [lineFleetMessages.counts.unreadable(unreadable)] : []),
		...(missing === undefined ? [] : [lineFleetMessages.counts.incomplete(missing)]),
		...(duplicate > 0 ? [lineFleetMessages.counts.duplicate(duplicate)] : []),
	];
	return lineFleetMessages.summary(state.fleet.order.length, parts.join(', '));
}

/** For example `NODE eu-1 OFFLINE for 17 seconds, 5 servers, 34 players`. */
export function outageLine({node, status, since, servers, players}: NodeOutage, now: number): string {
	const age = formatDuration(now - since.at, 'spoken');
	return lineFleetMessages.nodeAway(node, status, age, since.seen, carriedText(servers.length, players));
}

/**
Lists lost nodes, nodes with several servers that are not up, and the servers that are not up with the duration.
Acknowledged ones come last.
*/
export function alertLines(state: State, now: number): string[] {
	const {servers, order} = state.fleet;
	const phases = phasesById(state.fleet);
	const isFine = (id: string) => ['online', 'stopped'].includes(phases.get(id) ?? '');
	const ids = new Set([...serversWithAlerts(state), ...order.filter(id => !isFine(id))]);
	const outages = nodeOutages(state);
	return [
		...outages.map(outage => outageLine(outage, now)),
		...nodeAlerts(state)
			.filter(({node}) => outages.every(outage => outage.node !== node))
			.map(({node, away, total, isOneCause}) => {
				const {status} = state.nodes.nodes.find(known => nodeLabel(known) === node) ?? {};
				const how =
					status === undefined || phaseOf(status) === 'online' ? '' : lineFleetMessages.nodeIs(status);
				return lineFleetMessages.nodeAlert(node, away, total, how, isOneCause);
			}),
		...[...ids].flatMap(id => {
			const server = servers.get(id);
			return server ? [stateLine(state.fleet, server, now)] : [];
		}),
	];
}

/** The first announcement about a fleet. */
function overview(state: State, now: number): string[] {
	const lines = alertLines(state, now);
	const more = lines.length - maxNamed;
	return [
		summary(state),
		...lines.slice(0, maxNamed),
		...(more > 0 ? [lineFleetMessages.moreAlerts(more)] : []),
	];
}

/** Announces a server once when it does not stay up; its further crashes are announced as changes of its state. */
function flappingLines({crashes: before}: FleetState, fleet: FleetState, isShown: IsShown): string[] {
	if (before === fleet.crashes) return [];
	const known = flappingServers(before);
	return [...flappingServers(fleet.crashes)]
		.filter(([id]) => !known.has(id) && isShown(id))
		.map(([id, crashes]) => lineFleetMessages.flapping(crashedText(crashes, serverName(fleet, id))));
}

/** Announces a server once when it hangs. */
const hungLines = ({hung: before}: FleetState, fleet: FleetState, now: number, isShown: IsShown): string[] =>
	[...fleet.hung]
		.filter(id => !before.has(id) && isShown(id))
		.flatMap(id => fleet.servers.get(id) ?? [])
		.map(server => stateLine(fleet, server, now));

function stateLines(before: FleetState, fleet: FleetState, now: number, isShown: IsShown): string[] {
	if (before.at === undefined) return [];
	if (before.servers === fleet.servers) return hungLines(before, fleet, now, isShown);
	const changed = [...fleet.servers.values()].flatMap(server => {
		const old = before.servers.get(server.id);
		if (old === server || !isShown(server.id)) return [];
		if (!old) return [lineFleetMessages.added(nameOf(server), server.state ?? serverMessages.noState)];
		// A restart passes through several changing states; announce only the first.
		const isSame = phaseOf(old.state) === phaseOf(server.state) && phaseOf(server.state) !== 'unknown';
		return isSame || old.state === server.state
			? []
			: [
					`${phaseWord(fleet, server.id)} ${nameOf(server)}, ${server.state ?? serverMessages.noState}${whyOf(server)}`,
				];
	});
	const gone = [...before.servers.values()].filter(({id}) => !fleet.servers.get(id) && isShown(id));
	return [
		...changed,
		...flappingLines(before, fleet, isShown),
		...hungLines(before, fleet, now, isShown),
		...gone.map(server => lineFleetMessages.gone(nameOf(server))),
	];
}

/** Why the state of a real server is unknown. */
const whyOf = ({state, problem}: GameServer): string =>
	problem === undefined || phaseOf(state) !== 'unknown' ? '' : `, ${problem}`;

/** Announces nodes that were lost or came back, in the words of the timeline. */
function nodeLines({actions: before}: State['timeline'], {actions}: State['timeline']): string[] {
	if (actions === before) return [];
	const known = new Set(before);
	return actions
		.filter(action => !known.has(action) && action.activity.type === 'nodeChange')
		.map(({activity}) => lineFleetMessages.nodeChange(activityText(activity)));
}

function feedLines({feed: old}: State, state: State): string[] {
	const {feed, view} = state;
	const gap = feed.gaps.at(-1);
	const utc = view.time === 'utc';
	const closed =
		gap?.closed && gap.to !== undefined && old.gaps.at(-1)?.closed !== true
			? [lineFeedMessages.gap(clockText(gap.from, utc), clockText(gap.to, utc), gap.filled)]
			: [];
	const word = feedWord(feed);
	return word === feedWord(old) || word === '…' ? closed : [feedLine(state, utc), ...closed];
}

/** For example `feed LOST at 03:12:04, answers come with each poll`, or that polls fail as well. */
export function feedLine(state: Pick<State, 'fleet' | 'feed'>, utc: boolean): string {
	const {feed} = state;
	const word = feedWord(feed);
	if (word === 'LIVE') return lineFeedMessages.live;
	if (word === 'LIVE?') return lineFeedMessages.doubtful(feedDoubt(feed) ?? '');
	if (word === '…') return lineFeedMessages.connecting;
	const when = word === 'LOST' ? lineFeedMessages.lostAt(clockText(feed.since, utc)) : '';
	const {status} = feed;
	const why = status && 'reason' in status && status.reason !== undefined ? ` (${status.reason})` : '';
	const retryAt = status && 'retryAt' in status ? status.retryAt : undefined;
	const again =
		retryAt === undefined || retryAt - feed.since < longWaitMs
			? ''
			: lineFeedMessages.reconnectingAt(clockText(retryAt, utc));
	const silent = unreachableSince(state);
	const instead =
		silent === undefined ? lineFeedMessages.polled : lineFeedMessages.pollsFail(clockText(silent, utc));
	return lineFeedMessages.lost(word, when, instead, why, again);
}
