import type {ConsoleBuffer} from '../console/console-buffer.ts';
import {feedDoubt, refusedDestinations, type FeedState, type Gap} from '../kernel/feed-state.ts';
import type {State} from '../state.ts';
import {utc} from './formats.ts';

/** From when to when, epoch ms; what is left out does not narrow it. */
export type Span = {from?: number | undefined; to?: number | undefined};

export const isWithin = (at: number, {from = -Infinity, to = Infinity}: Span): boolean =>
	at >= from && at <= to;

export const gapTouches = (gap: Gap, {from = -Infinity, to = Infinity}: Span): boolean =>
	gap.from <= to && (gap.to ?? Infinity) >= from;

/**
What this deck could not see of a stretch of time, in sentences: a file that is read weeks later must not seem to be
all. `unknown`: commands of it of which nobody knows whether they ran.
*/
export function coverageGaps(
	state: State,
	serverIds: readonly string[],
	span: Span,
	{pollMs, unknown}: {pollMs: number; unknown: number},
): string[] {
	const {feed} = state;
	const buffers = serverIds.flatMap(id => state.console.get(id) ?? []);
	return [
		...feedWords(feed, span, pollMs),
		...refusedDestinations(feed).map(
			({destination, reason}) => `The feed refuses ${destination} (${reason}).`,
		),
		...(feed.unreadable > 0
			? [`${feed.unreadable} messages of the feed could not be understood and are missing.`]
			: []),
		...droppedWords(buffers),
		...unknownWords(unknown),
		`Acts of others on power show only as changes of state, which are known to within a poll (${pollMs / 1000} s).`,
		'Of others only what the service broadcasts or stores is known; it does not say whose it was.',
	];
}

function feedWords(feed: FeedState, span: Span, pollMs: number): string[] {
	const gaps = feed.gaps.filter(gap => gapTouches(gap, span));
	const words = gaps.map(({from, to, filled}) =>
		to === undefined
			? `No feed since ${utc(from)}: ${filled} commands were back-filled from polls so far.`
			: `No feed from ${utc(from)} to ${utc(to)}: ${filled} commands were back-filled from polls afterwards.`,
	);
	const isOff = feed.status?.status !== 'live' && gaps.length === 0;
	const doubt = feedDoubt(feed);
	if (doubt !== undefined) return [doubt, ...words];
	return isOff
		? [`There was no live feed: what others sent came with polls (each ${pollMs / 1000} s) only.`, ...words]
		: words;
}

function droppedWords(buffers: readonly ConsoleBuffer[]): string[] {
	const dropped = buffers.reduce((sum, buffer) => sum + buffer.dropped, 0);
	return dropped > 0 ? [`${dropped} older lines were no longer in memory.`] : [];
}

function unknownWords(unknown: number): string[] {
	if (unknown === 0) return [];
	return [
		unknown === 1
			? '1 command ended without a known outcome: it may have run.'
			: `${unknown} commands ended without a known outcome: they may have run.`,
	];
}
