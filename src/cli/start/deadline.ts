import {ApiError} from '../../contract/errors.ts';
import {durationUnits, parseSeconds, writeDuration} from '../../lib/time/duration.ts';
import {UsageError} from '../../lib/errors.ts';
import {CommandError, type ExitCode, exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {deadlineMessages} from '../../messages/login.ts';

/** Returns a signal that aborts on interruption or at the deadline. */
export function withDeadline(signal: AbortSignal, duration: string | undefined): AbortSignal {
	if (duration === undefined) return signal;
	return AbortSignal.any([signal, AbortSignal.timeout(durationOption('--deadline', duration))]);
}

const maxMs = durationUnits.d.ms;

/**
Parses a duration option such as `90s`, `10m` or `2h` to milliseconds; a number without a unit is seconds. Throws
`UsageError`.
*/
export function durationOption(option: string, duration: string): number {
	const ms = parseSeconds(duration);
	if (ms !== undefined && ms >= durationUnits.s.ms && ms <= maxMs) return ms;
	throw new UsageError(deadlineMessages.wrongDuration(option, duration));
}

/** Converts the error of a request that our own deadline ended; returns any other error unchanged. */
export function atDeadline(error: unknown, duration: string): unknown {
	if (!(error instanceof ApiError) || error.reason !== 'canceled') return error;
	const isRead = error.request.startsWith('GET ');
	return new CommandError(
		deadlineMessages.over(writeDuration(durationOption('--deadline', duration)), isRead),
		isRead ? exitCodes.notReachable : exitCodes.outcomeUnknown,
	);
}

/** Returns the exit code of a stream that runs until interrupted or until its deadline. */
export const endOfStream = ({ending}: Pick<Io, 'ending'>): ExitCode =>
	ending.aborted ? exitCodes.interrupted : exitCodes.done;
