import {colorLevel} from '../tui/theme/choose.ts';
import {phaseOf} from '../actions/preconditions.ts';
import type {Io} from './io.ts';

/** What a word means; the colour only repeats what the word says. */
export type Tone = 'title' | 'good' | 'bad' | 'busy';

const codes: Record<Tone, number> = {title: 1, good: 32, bad: 31, busy: 33};

/**
Whether tables may have colours: on a terminal that has some, unless NO_COLOR or `--no-color` says none; FORCE_COLOR
says so also for a pipe.
*/
export function mayColor({stdout, env}: Pick<Io, 'stdout' | 'env'>, isOff: boolean): boolean {
	const forced = env['FORCE_COLOR'] !== undefined;
	return (stdout.isTTY === true || forced) && colorLevel(env, {noColor: isOff}) > 0;
}

export const coloured = (text: string, tone: Tone): string => `\x1b[${codes[tone]}m${text}\x1b[0m`;

const tones: Record<ReturnType<typeof phaseOf>, Tone | undefined> = {
	online: 'good',
	offline: 'bad',
	changing: 'busy',
	unknown: 'busy',
};

export const toneOfState = (state: string | undefined): Tone | undefined =>
	state === undefined ? undefined : tones[phaseOf(state)];
