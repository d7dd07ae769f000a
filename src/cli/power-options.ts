import type {Command} from 'commander';
import {delayField} from '../core/forms/power.ts';
import {UsageError} from '../lib/usage-error.ts';
import {readOption} from './read-option.ts';

export type Verb = 'start' | 'stop' | 'restart';
export type PowerOptions = {delay?: string; message?: string; force?: true};
/** Whole minutes, and what the players read while they pass. */
export type Timing = {delayMinutes: number | undefined; message: string | undefined};

export function addTiming(command: Command): Command {
	return command
		.option('--delay <minutes>', 'whole minutes from now, from 1 to 10080 (a week)')
		.option('--message <text>', 'what the players read meanwhile; needs a delay');
}

export function readTiming({delay, message}: PowerOptions): Timing {
	const delayMinutes = delay === undefined ? undefined : readOption('--delay', delayField, delay);
	if (delay !== undefined && delayMinutes === undefined) {
		throw new UsageError('--delay takes at least 1 minute; leave it out to act at once.');
	}
	if (message !== undefined && message.trim() === '')
		throw new UsageError('The --message is blank: write what the players should read.');
	if (message !== undefined && delayMinutes === undefined) {
		throw new UsageError('Nobody would hear a --message without a --delay: add one, such as --delay 10.');
	}
	return {delayMinutes, message};
}

/** What the contract's row of this verb takes. */
export function powerInput(verb: Verb, serverId: string, timing: Timing, {force}: PowerOptions) {
	const {delayMinutes, message} = timing;
	const words = verb === 'stop' ? {delayedStopMessage: message} : {delayedRestartMessage: message};
	return {
		serverId,
		...(force && {forceStop: true}),
		...(delayMinutes !== undefined && {delayMinutes}),
		...(message !== undefined && words),
	};
}

export const whenOf = ({delayMinutes}: Timing): string =>
	delayMinutes === undefined ? 'now' : `in ${delayMinutes} min`;
