import type {CommandLine} from './console-line.ts';

/** When an answer arrived: epoch ms, and by `clock.monotonic` if known. */
export type Arrival = {at: number; tick?: number};

/**
Returns the time from sending a command to its answer, in ms; undefined for a command that this session did not send.
Uses the monotonic clock if both ends are known, because the wall clock may have been adjusted in between.
*/
export function latencyOf(
	{sentAt, sentTick}: Pick<CommandLine, 'sentAt' | 'sentTick'>,
	{at, tick}: Arrival,
): number | undefined {
	if (sentTick !== undefined && tick !== undefined) return tick - sentTick;
	return sentAt === undefined ? undefined : Math.max(0, at - sentAt);
}

/** Formats a latency: `214ms`, or `12.4s` from ten seconds on. */
export const latencyText = (ms: number): string => (ms < 10_000 ? `${Math.round(ms)}ms` : secondsText(ms));

/** Formats seconds: `2.5s`. */
export const secondsText = (ms: number): string => `${Math.round(ms / 100) / 10}s`;
