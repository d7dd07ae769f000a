import {smallest} from '../../lib/long-lists.ts';

/** The smallest skew that transit time cannot explain. */
const minSkewMs = 2000;

/**
Measures the skew in ms from the answer to our own request: the service made it between the request and its arrival.
*/
export function skewOfAnswer(
	sentAt: number | undefined,
	latencyMs: number | undefined,
	timestamp: number | undefined,
): number | undefined {
	if (sentAt === undefined || latencyMs === undefined || timestamp === undefined) return undefined;
	if (timestamp < sentAt - minSkewMs) return sentAt - timestamp;
	const receivedAt = sentAt + latencyMs;
	return timestamp > receivedAt + minSkewMs ? receivedAt - timestamp : 0;
}

/** A timestamp further ahead is wrong. As a skew, it would move gaps and later entries after everything else. */
const maxAheadMs = 24 * 3_600_000;

/** The number of feed answers remembered, so that one that was delayed does not count. */
const maxSkews = 8;

/** Measures the skew from a feed answer, which was usually made a moment before it arrived. */
export function skewAfterNews(
	before: readonly number[],
	receivedAt: number,
	timestamp: number,
): {skews: readonly number[]; skewMs: number} {
	const skew = receivedAt - timestamp;
	const skews = skew < -maxAheadMs ? before : [...before.slice(1 - maxSkews), skew];
	const skewMs = skews.length === 0 ? 0 : smallest(skews);
	return {skews, skewMs: Math.abs(skewMs) < minSkewMs ? 0 : skewMs};
}
