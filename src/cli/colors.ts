import {colorLevel} from '../tui/theme/choose.ts';
import type {CellTone} from '../app/kernel/cells.ts';
import type {Io} from './io.ts';

/** What a cell means; the colour only repeats what its words say, and most have none. */
export type Tone = 'title' | CellTone;

const codes: Partial<Record<Tone, number>> = {title: 1, online: 32, offline: 31, changing: 33, unknown: 33};

/**
Whether tables may have colours: on a terminal that has some, unless NO_COLOR or `--no-color` says none; FORCE_COLOR
says so also for a pipe.
*/
export function mayColor({stdout, env}: Pick<Io, 'stdout' | 'env'>, isOff: boolean): boolean {
	const forced = env['FORCE_COLOR'] !== undefined;
	return (stdout.isTTY === true || forced) && colorLevel(env, {noColor: isOff}) > 0;
}

export function colorText(text: string, tone: Tone): string {
	const code = codes[tone];
	return code === undefined ? text : `\x1b[${code}m${text}\x1b[0m`;
}
