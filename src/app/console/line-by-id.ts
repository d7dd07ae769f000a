import {findLast} from './console-lines.ts';
import type {CommandLine} from './console-line.ts';
import type {State} from '../state.ts';

/** Returns the command entry with an id; undefined if it was dropped. */
export function lineOf(
	{console: buffers}: Pick<State, 'console'>,
	serverId: string,
	lineId: string,
): CommandLine | undefined {
	const lines = buffers.get(serverId)?.lines;
	const line = lines && findLast(lines, ({id}) => id === lineId);
	return line?.kind === 'command' ? line : undefined;
}
