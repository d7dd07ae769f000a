import {ApiError} from '../contract/errors.ts';
import {UsageError} from '../lib/usage-error.ts';
import {CommandError, exitCodes, type ExitCode} from './exit-codes.ts';
import type {Io} from './io.ts';
import {deadlineMessages} from '../messages/cli-session.ts';

/** Aborted by an interruption, or when the time is over. */
export function withDeadline(signal: AbortSignal, seconds: string | undefined): AbortSignal {
	if (seconds === undefined) return signal;
	return AbortSignal.any([signal, AbortSignal.timeout(1000 * wholeSeconds(seconds, '--deadline'))]);
}

function wholeSeconds(text: string, option: string, most = 86_400): number {
	const value = Number(text);
	if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
	throw new UsageError(deadlineMessages.wrongSeconds(option, most));
}

/** What a read or an action is that a deadline of our own has ended; anything else is left as it is. */
export function atDeadline(error: unknown, seconds: string): unknown {
	if (!(error instanceof ApiError) || error.reason !== 'cancelled') return error;
	const isRead = error.request.startsWith('GET ');
	return new CommandError(
		deadlineMessages.over(seconds, isRead),
		isRead ? exitCodes.notReachable : exitCodes.outcomeUnknown,
	);
}

/** How a stream ended that goes on until somebody or a deadline ends it. */
export const endOfStream = ({ending}: Pick<Io, 'ending'>): ExitCode =>
	ending.aborted ? exitCodes.interrupted : exitCodes.done;
