import {colorLevel} from '../tui/theme/choose.ts';
import type {CellTone} from '../app/kernel/cells.ts';
import type {Io} from './io.ts';

/** The meaning of a cell. The color only repeats what the text says, and most cells have none. */
export type Tone = 'title' | CellTone;

const codes: Partial<Record<Tone, number>> = {title: 1, online: 32, offline: 31, changing: 33, unknown: 33};

/**
Returns whether tables may have colors: on a color terminal, unless NO_COLOR or `--no-color` is set. FORCE_COLOR
enables colors for a pipe too.
*/
export function mayColor({stdout, env}: Pick<Io, 'stdout' | 'env'>, isOff: boolean): boolean {
	const forced = env['FORCE_COLOR'] !== undefined;
	return (stdout.isTTY === true || forced) && colorLevel(env, {noColor: isOff}) > 0;
}

export function colorText(text: string, tone: Tone): string {
	const code = codes[tone];
	return code === undefined ? text : `\x1b[${code}m${text}\x1b[0m`;
}
