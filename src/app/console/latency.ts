import type {CommandLine} from './console-line.ts';

/** When an answer was here: epoch ms, and the same by `clock.monotonic` where it is known. */
export type Arrival = {at: number; tick?: number};

/**
How long an answer took, ms, from when its command was sent; undefined for a command that this session did not send. By
the monotonic clock where both ends are known on it: the wall clock may have been set in between.
*/
export function latencyOf(
	{sentAt, sentTick}: Pick<CommandLine, 'sentAt' | 'sentTick'>,
	{at, tick}: Arrival,
): number | undefined {
	if (sentTick !== undefined && tick !== undefined) return tick - sentTick;
	return sentAt === undefined ? undefined : Math.max(0, at - sentAt);
}

/** `214ms`, from ten seconds on `12.4s`. */
export const latencyText = (ms: number): string => (ms < 10_000 ? `${Math.round(ms)}ms` : secondsText(ms));

/** `2.5s` */
export const secondsText = (ms: number): string => `${Math.round(ms / 100) / 10}s`;
