import type {Command} from 'commander';
import {UsageError} from '../lib/usage-error.ts';

/** An option for the whole command, retries and waits included. */
export function addDeadline(command: Command): Command {
	return command.option(
		'--deadline <seconds>',
		'end everything after so many seconds, whatever is done by then',
	);
}

/** Aborted by an interruption, or when the time is over. */
export function withDeadline(signal: AbortSignal, seconds: string | undefined): AbortSignal {
	if (seconds === undefined) return signal;
	return AbortSignal.any([signal, AbortSignal.timeout(1000 * wholeSeconds(seconds, '--deadline'))]);
}

export function wholeSeconds(text: string, option: string, most = 86_400): number {
	const value = Number(text);
	if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
	throw new UsageError(`${option} takes whole seconds from 1 to ${most}, such as 60.`);
}
