import {smallest} from '../../lib/long-lists.ts';

/** What the way from the service to us may take; less than that says nothing about clocks. */
const toleratedMs = 2000;

/** What an own answer tells of the clocks: the service made it between the request and the moment it was here. */
export function skewOfAnswer(
	sentAt: number | undefined,
	latencyMs: number | undefined,
	timestamp: number | undefined,
): number | undefined {
	if (sentAt === undefined || latencyMs === undefined || timestamp === undefined) return undefined;
	if (timestamp < sentAt - toleratedMs) return sentAt - timestamp;
	const receivedAt = sentAt + latencyMs;
	return timestamp > receivedAt + toleratedMs ? receivedAt - timestamp : 0;
}

/** This many answers of the feed are remembered: what was on its way for long then says nothing. */
const maxSkews = 8;

/** What news of the feed tells of the clocks: it was made before it was here, and mostly a moment before. */
export function skewAfterNews(
	before: readonly number[],
	receivedAt: number,
	timestamp: number,
): {skews: readonly number[]; skewMs: number} {
	const skews = [...before.slice(1 - maxSkews), receivedAt - timestamp];
	const skewMs = smallest(skews);
	return {skews, skewMs: Math.abs(skewMs) < toleratedMs ? 0 : skewMs};
}
