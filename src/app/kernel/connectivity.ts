import {feedWord} from './feed-state.ts';
import type {State} from '../state.ts';

/**
Since when neither the feed nor a poll has brought anything, epoch ms; undefined while one of them does. Where nothing
ever came: since the first poll failed.
*/
export function unreachableSince({fleet, feed}: Pick<State, 'fleet' | 'feed'>): number | undefined {
	if (!fleet.problem || feedWord(feed) === 'LIVE') return undefined;
	const gap = feed.gaps.at(-1);
	// A feed that was live may have outlasted the polls.
	const lostAt = gap && gap.to === undefined ? gap.from : undefined;
	if (fleet.at === undefined && lostAt === undefined) return fleet.problem.since;
	return Math.max(fleet.at ?? 0, lostAt ?? 0);
}
