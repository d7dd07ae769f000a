import {feedWord} from './feed-state.ts';
import type {State} from '../../state.ts';

/**
Returns the time, in epoch ms, since which neither the feed nor a poll has brought anything; undefined while one of them
does. If nothing ever arrived, it is the time of the first failed poll. `isOverdue`: a poll has waited for its answer for too long.
*/
export function unreachableSince(
	{fleet, feed}: Pick<State, 'fleet' | 'feed'>,
	isOverdue = false,
): number | undefined {
	if (!(fleet.problem || isOverdue) || feedWord(feed) === 'LIVE') return undefined;
	const gap = feed.gaps.at(-1);
	// The feed may have stayed live after the polls failed.
	const lostAt = gap && gap.to === undefined ? gap.from : undefined;
	if (fleet.at === undefined && lostAt === undefined) return fleet.problem?.since ?? fleet.late?.since;
	return Math.max(fleet.at ?? 0, lostAt ?? 0);
}
