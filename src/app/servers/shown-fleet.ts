import type {GameServer} from '../../contract/models/server.ts';
import {formatDuration, formatRatio, type TextStyle} from '../../lib/time/ago.ts';
import {plural} from '../../lib/text/plural.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {serverListMessages, serverMessages} from '../../messages/server-list.ts';
import {shownPhases} from './fleet-values.ts';
import type {ShownPhase} from '../kernel/state/shown-phases.ts';
import type {State} from '../state.ts';
import type {FleetState} from './fleet.ts';
import {timesListed} from '../kernel/state/failure.ts';

export type FleetCounts = {
	up: number;
	/** Without those that were stopped. */
	down: number;
	stopped: number;
	hung: number;
	changing: number;
	unknown: number;
	unreadable: number;
	/** The records that the list lacks, if it ended early. */
	missing: string | undefined;
	/** Number of servers that the list has several records of. */
	duplicate: number;
};

export const namesOfPhases = {
	online: 'up',
	offline: 'down',
	changing: 'changing',
	unknown: 'unknown',
	stopped: 'stopped',
	hung: 'hung',
} as const satisfies Record<ShownPhase, string>;

const countPhases = memoize(
	(phases: readonly ShownPhase[], unreadable: FleetState['unreadable']): FleetCounts => {
		const broken = unreadable.filter(({isRepeat, isMissing}) => !isRepeat && !isMissing).length;
		const missing = unreadable.find(({isMissing}) => isMissing)?.reason;
		const duplicate = timesListed(unreadable).size;
		const counts = {
			up: 0,
			down: 0,
			stopped: 0,
			hung: 0,
			changing: 0,
			unknown: 0,
			unreadable: broken,
			missing,
			duplicate,
		};
		for (const phase of phases) counts[namesOfPhases[phase]]++;
		return counts;
	},
);

export const fleetCounts = ({fleet}: Pick<State, 'fleet'>): FleetCounts =>
	countPhases(shownPhases(fleet), fleet.unreadable);

/**
Formats how long a server has been in its state: `12m` (spoken: `seen 12 minutes ago`) if the change was
observed, `>=40s` (`for at least 40 seconds`) if it was so when first read.
*/
export function sinceText(
	since: ReturnType<FleetState['since']['get']>,
	now: number,
	style: TextStyle = 'short',
): string {
	if (!since) return '';
	const age = formatDuration(now - since.at, style);
	if (style === 'short') return since.seen ? age : `>=${age}`;
	return since.seen ? serverListMessages.seenAgo(age) : serverListMessages.forAtLeast(age);
}

/** Formats the number of players: `3`, `>=3` if there may be more, `-` if it is not known. */
export function countText({onlinePlayers, onlinePlayersAtLeast: least}: GameServer): string {
	if (onlinePlayers !== undefined) return String(Math.max(0, onlinePlayers));
	return least === undefined ? '-' : `>=${least}`;
}

/** Formats the players. A missing number is shown as such; a negative one, which real services send, counts as 0. */
export function playersText(server: GameServer, style: TextStyle = 'short'): string {
	const {maxPlayers} = server;
	const online = countText(server);
	return maxPlayers === undefined ? online : formatRatio(online, maxPlayers, style);
}

/** Formats the players as `3 of 70 players`. */
export function playersWords({onlinePlayers, onlinePlayersAtLeast, maxPlayers}: GameServer): string {
	const count = onlinePlayers ?? onlinePlayersAtLeast;
	if (count === undefined) return serverMessages.playersNotKnown;
	const shown = Math.max(0, count);
	const words =
		maxPlayers === undefined ? plural(shown, 'player') : serverListMessages.playersOf(shown, maxPlayers);
	return onlinePlayers === undefined ? serverMessages.atLeast(words) : words;
}
