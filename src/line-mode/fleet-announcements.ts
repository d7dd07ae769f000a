import {clockText, formatDuration} from '../lib/ago.ts';
import {plural} from '../lib/plural.ts';
import {fleetCounts} from '../app/servers/shown-fleet.ts';
import {nameOf} from '../actions/names.ts';
import {nodesInTrouble, troubledServers} from '../app/servers/alerts.ts';
import {phaseOf} from '../actions/preconditions.ts';
import type {FleetState} from '../app/servers/fleet.ts';
import {unreachableSince} from '../app/kernel/connectivity.ts';
import {nodeLabel} from '../actions/names.ts';
import {feedDoubt, feedWord, longWaitMs} from '../app/kernel/feed-state.ts';
import type {State} from '../app/state.ts';
import {phaseWord, stateLine} from './server-text.ts';

/** What changed about the list, the servers and the feed, one line each. `states`: also who came up or went down. */
export function announceFleet(before: State, state: State, now: number, states: boolean): string[] {
	return [
		...listNews(before, state, now),
		...(states ? stateNews(before.fleet, state.fleet) : []),
		...feedNews(before, state),
	];
}

const mostNamed = 5;

function listNews(before: State, state: State, now: number): string[] {
	return [...listChange(before, state, now), ...retryNews(before.fleet, state.fleet)];
}

/** A long wait is told with its end; a short one is over before that could be read. */
function retryNews({problem: old}: FleetState, {problem}: FleetState): string[] {
	const wait = longWait(problem);
	if (wait === undefined || problem?.retry === old?.retry || wait === longWait(old)) return [];
	return [`LIST is asked for again in ${wait}; :refresh asks at once`];
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
		return [`REFUSED ${refused.title} ${refused.hint ?? ''}`.trimEnd()];
	}
	if (problem && !before.fleet.problem) {
		const {title, key} = problem.failure;
		const words = key === undefined ? title : `[${key}] ${title}`;
		// Before the first list there is nothing that could be old.
		if (at === undefined) return [`LIST cannot be read. ${words} ${problem.failure.hint ?? ''}`.trimEnd()];
		return [`LIST lost at ${clockText(problem.since, utc)}, what is shown is old. ${words}`];
	}
	if (!problem && before.fleet.problem) return ['LIST is back'];
	if (at === undefined) return [];
	if (before.fleet.at === undefined) return overview(state, now);
	const [was, is] = [fleetCounts(before), fleetCounts(state)];
	return was.unreadable === is.unreadable && was.duplicate === is.duplicate ? [] : [summary(state)];
}

/** How many are up and down, in one line. */
export function summary(state: State): string {
	const {up, down, changing, unknown, unreadable, duplicate} = fleetCounts(state);
	const parts = [
		`${up} up`,
		`${down} down`,
		...(changing > 0 ? [`${changing} busy`] : []),
		...(unknown > 0 ? [`${unknown} unknown`] : []),
		...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
		...(duplicate > 0 ? [`${duplicate} listed more than once`] : []),
	];
	return `SERVERS ${plural(state.fleet.order.length, 'server')}, ${parts.join(', ')}`;
}

/** Nodes of which several servers are not up, and who is not up, for how long; those acknowledged last. */
export function troubleLines(state: State, now: number): string[] {
	const {servers, order} = state.fleet;
	const isUp = (id: string) => phaseOf(servers.get(id)?.state) === 'online';
	const ids = new Set([...troubledServers(state), ...order.filter(id => !isUp(id))]);
	return [
		...nodesInTrouble(state).map(({node, away, total, isOneCause}) => {
			const {status} = state.nodes.nodes.find(known => nodeLabel(known) === node) ?? {};
			const how = status === undefined || phaseOf(status) === 'online' ? '' : `, the node is ${status}`;
			return `NODE ${node}: ${away} of its ${plural(total, 'server')} are not up${how}${isOneCause ? ', likely one cause' : ''}`;
		}),
		...[...ids].flatMap(id => {
			const server = servers.get(id);
			return server ? [stateLine(state.fleet, server, now)] : [];
		}),
	];
}

/** The first thing that is said of a fleet. */
function overview(state: State, now: number): string[] {
	const lines = troubleLines(state, now);
	const more = lines.length - mostNamed;
	return [
		summary(state),
		...lines.slice(0, mostNamed),
		...(more > 0 ? [`and ${more} more; :down names them all`] : []),
	];
}

function stateNews(before: FleetState, fleet: FleetState): string[] {
	if (before.servers === fleet.servers || before.at === undefined) return [];
	const changed = [...fleet.servers.values()].flatMap(server => {
		const old = before.servers.get(server.id);
		if (!old) return [`NEW ${nameOf(server)}, ${server.state ?? 'no state'}`];
		// On its way is on its way: a restart goes through several states.
		const isSame = phaseWord(old.state) === phaseWord(server.state) && phaseOf(server.state) !== 'unknown';
		return isSame || old.state === server.state
			? []
			: [`${phaseWord(server.state)} ${nameOf(server)}, ${server.state ?? 'no state'}`];
	});
	const gone = [...before.servers.values()].filter(({id}) => !fleet.servers.get(id));
	return [...changed, ...gone.map(server => `GONE ${nameOf(server)}, it is no longer in the list`)];
}

function feedNews({feed: old}: State, state: State): string[] {
	const {feed, view} = state;
	const gap = feed.gaps.at(-1);
	const utc = view.time === 'utc';
	const closed =
		gap?.closed && gap.to !== undefined && old.gaps.at(-1)?.closed !== true
			? [
					`gap from ${clockText(gap.from, utc)} to ${clockText(gap.to, utc)} without feed, ${plural(gap.filled, 'answer')} filled in`,
				]
			: [];
	const word = feedWord(feed);
	return word === feedWord(old) || word === '…' ? closed : [feedLine(state, utc), ...closed];
}

/** `feed LOST at 03:12:04, answers come with each poll`, or that polls fail as well. */
export function feedLine(state: Pick<State, 'fleet' | 'feed'>, utc: boolean): string {
	const {feed} = state;
	const word = feedWord(feed);
	if (word === 'LIVE') return 'feed LIVE';
	if (word === 'LIVE?') return `feed LIVE? ${feedDoubt(feed) ?? ''}`;
	if (word === '…') return 'feed is being dialled';
	const when = word === 'LOST' ? ` at ${clockText(feed.since, utc)}` : '';
	const {status} = feed;
	const why = status && 'reason' in status && status.reason !== undefined ? ` (${status.reason})` : '';
	const retryAt = status && 'retryAt' in status ? status.retryAt : undefined;
	const again =
		retryAt === undefined || retryAt - feed.since < longWaitMs
			? ''
			: `, dialed again at ${clockText(retryAt, utc)}`;
	const silent = unreachableSince(state);
	const instead =
		silent === undefined
			? 'answers come with each poll'
			: `polls fail too: nothing comes since ${clockText(silent, utc)}`;
	return `feed ${word}${when}, ${instead}${why}${again}`;
}
