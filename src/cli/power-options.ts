import type {Command} from 'commander';
import {UsageError} from '../lib/usage-error.ts';

export type Verb = 'start' | 'stop' | 'restart';
export type PowerOptions = {delay?: string; message?: string; force?: true};
/** Whole minutes, and what the players read while they pass. */
export type Timing = {delayMinutes: number | undefined; message: string | undefined};

export function addTiming(command: Command): Command {
	return command
		.option('--delay <minutes>', 'whole minutes from now, at least 1')
		.option('--message <text>', 'what the players read meanwhile; needs a delay');
}

export function readTiming({delay, message}: PowerOptions): Timing {
	const delayMinutes = delay === undefined ? undefined : Number(delay);
	if (delay !== undefined && !(/^\d+$/.test(delay) && Number(delay) >= 1)) {
		throw new UsageError('--delay takes whole minutes from 1 on, such as 10; without it the act is at once.');
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
