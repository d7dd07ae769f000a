import type {ConsoleBuffer} from '../console/console-buffer.ts';
import {feedDoubt, refusedDestinations, type FeedState, type Gap} from '../kernel/feed-state.ts';
import type {State} from '../state.ts';
import {utc} from './formats.ts';
import {exportMessages} from '../../messages/export.ts';

/** Start and end of a time span, epoch ms; an undefined side is open. */
export type Span = {from?: number | undefined; to?: number | undefined};

export const isWithin = (at: number, {from = -Infinity, to = Infinity}: Span): boolean =>
	at >= from && at <= to;

export const gapTouches = (gap: Gap, {from = -Infinity, to = Infinity}: Span): boolean =>
	gap.from <= to && (gap.to ?? Infinity) >= from;

/**
Describes what this session could not observe within a time span, so that a file read weeks later does not
seem complete. `unknown`: number of commands that may or may not have run.
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
		...refusedDestinations(feed).map(({destination, reason}) =>
			exportMessages.gaps.refused(destination, reason),
		),
		...(feed.unreadable > 0 ? [exportMessages.gaps.unreadable(feed.unreadable)] : []),
		...droppedWords(buffers),
		...unknownWords(unknown),
		exportMessages.gaps.power(pollMs / 1000),
		exportMessages.gaps.others,
	];
}

function feedWords(feed: FeedState, span: Span, pollMs: number): string[] {
	const gaps = feed.gaps.filter(gap => gapTouches(gap, span));
	const words = gaps.map(({from, to, filled}) =>
		to === undefined
			? exportMessages.gaps.noFeedSince(utc(from), filled)
			: exportMessages.gaps.noFeed(utc(from), utc(to), filled),
	);
	const isOff = feed.status?.status !== 'live' && gaps.length === 0;
	const doubt = feedDoubt(feed);
	if (doubt !== undefined) return [doubt, ...words];
	return isOff ? [exportMessages.gaps.neverLive(pollMs / 1000), ...words] : words;
}

function droppedWords(buffers: readonly ConsoleBuffer[]): string[] {
	const dropped = buffers.reduce((sum, buffer) => sum + buffer.dropped, 0);
	return dropped > 0 ? [exportMessages.gaps.dropped(dropped)] : [];
}

function unknownWords(unknown: number): string[] {
	if (unknown === 0) return [];
	return [unknown === 1 ? exportMessages.gaps.oneUnknown : exportMessages.gaps.unknown(unknown)];
}
