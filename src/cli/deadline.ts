import {ApiError} from '../contract/errors.ts';
import {durationUnits, parseDuration, writeDuration, type DurationUnit} from '../lib/duration.ts';
import {UsageError} from '../lib/usage-error.ts';
import {CommandError, exitCodes, type ExitCode} from './exit-codes.ts';
import type {Io} from './io.ts';
import {deadlineMessages} from '../messages/cli-session.ts';

/** Aborted by an interruption, or when the time is over. */
export function withDeadline(signal: AbortSignal, given: string | undefined): AbortSignal {
	if (given === undefined) return signal;
	return AbortSignal.any([signal, AbortSignal.timeout(durationOption('--deadline', given, 's'))]);
}

const maxMs = durationUnits.d.ms;

/** The milliseconds that an option gives as `90s`, `10m`, `2h`; a bare number counts `bare`. Throws `UsageError`. */
export function durationOption(option: string, given: string, bare: DurationUnit): number {
	const ms = parseDuration(given, bare);
	if (ms !== undefined && ms >= durationUnits.s.ms && ms <= maxMs) return ms;
	throw new UsageError(deadlineMessages.wrongDuration(option, given));
}

/** What a read or an action is that a deadline of our own has ended; anything else is left as it is. */
export function atDeadline(error: unknown, given: string): unknown {
	if (!(error instanceof ApiError) || error.reason !== 'cancelled') return error;
	const isRead = error.request.startsWith('GET ');
	return new CommandError(
		deadlineMessages.over(writeDuration(durationOption('--deadline', given, 's')), isRead),
		isRead ? exitCodes.notReachable : exitCodes.outcomeUnknown,
	);
}

/** How a stream ended that goes on until somebody or a deadline ends it. */
export const endOfStream = ({ending}: Pick<Io, 'ending'>): ExitCode =>
	ending.aborted ? exitCodes.interrupted : exitCodes.done;
