import {type CommandLine, indexOfId, lineAt, noLines} from './lines.ts';
import type {State} from '../../state.ts';

/** Returns the command entry with an id; undefined if it was dropped. */
export function lineOf(
	{console: buffers}: Pick<State, 'console'>,
	serverId: string,
	lineId: string,
): CommandLine | undefined {
	const lines = buffers.get(serverId)?.lines ?? noLines;
	const index = indexOfId(lines, lineId);
	const line = index === -1 ? undefined : lineAt(lines, index);
	return line?.kind === 'command' ? line : undefined;
}
