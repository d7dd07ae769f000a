import type {GameServer} from '../../contract/models/server.ts';
import {formatDuration, formatRatio, type TextStyle} from '../../lib/ago.ts';
import {plural} from '../../lib/plural.ts';
import {memoize} from '../../lib/memoize.ts';
import {serverListMessages} from '../../messages/server-list.ts';
import {serverMessages} from '../../messages/servers.ts';
import {shownPhases} from './fleet-values.ts';
import type {Phase} from '../../actions/preconditions.ts';
import type {State} from '../state.ts';
import type {FleetState} from './fleet.ts';
import {timesListed} from '../kernel/unreadable.ts';

export type FleetCounts = {
	up: number;
	down: number;
	changing: number;
	unknown: number;
	unreadable: number;
	/** Servers of which the list has several records. */
	duplicate: number;
};

const names = {online: 'up', offline: 'down', changing: 'changing', unknown: 'unknown'} as const;

const countPhases = memoize((phases: readonly Phase[], unreadable: FleetState['unreadable']): FleetCounts => {
	const broken = unreadable.filter(({isRepeat}) => !isRepeat).length;
	const duplicate = timesListed(unreadable).size;
	const counts = {up: 0, down: 0, changing: 0, unknown: 0, unreadable: broken, duplicate};
	for (const phase of phases) counts[names[phase]]++;
	return counts;
});

export const fleetCounts = ({fleet}: Pick<State, 'fleet'>): FleetCounts =>
	countPhases(shownPhases(fleet), fleet.unreadable);

/**
Since when a server has its state: `12m seen` (spoken: `seen 12 minutes ago`) where the change was watched, `>=40s`
(`for at least 40 seconds`) where it was so at first.
*/
export function sinceText(
	since: ReturnType<FleetState['since']['get']>,
	now: number,
	style: TextStyle = 'short',
): string {
	if (!since) return '';
	const age = formatDuration(now - since.at, style);
	if (style === 'short') return since.seen ? serverListMessages.seen(age) : `>=${age}`;
	return since.seen ? serverListMessages.seenAgo(age) : serverListMessages.forAtLeast(age);
}

/** What the service does not name is not made up; a negative number, seen in the wild, is none. */
export function playersText({onlinePlayers, maxPlayers}: GameServer, style: TextStyle = 'short'): string {
	const online = onlinePlayers === undefined ? '-' : Math.max(0, onlinePlayers);
	return maxPlayers === undefined ? String(online) : formatRatio(online, maxPlayers, style);
}

/** `3 of 70 players`. */
export function playersWords({onlinePlayers, maxPlayers}: GameServer): string {
	if (onlinePlayers === undefined) return serverMessages.playersNotKnown;
	const count = Math.max(0, onlinePlayers);
	return maxPlayers === undefined ? plural(count, 'player') : serverListMessages.playersOf(count, maxPlayers);
}
