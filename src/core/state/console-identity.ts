import type {ServerCommand} from '../../contract/models/server.ts';
import {knows, type Identities} from './console-identities.ts';
import type {CommandLine} from './console.ts';

type Named = Pick<ServerCommand, 'command' | 'commandId' | 'timestamp'>;

/** No commandId begins so. */
const textName = (timestamp: number, command: string) => `\0${timestamp} ${command}`;
const bareName = (timestamp: number, command: string) => `\0\0${timestamp} ${command}`;
/** Known where any answer came with a time and without a commandId: most services never do that. */
const anyBare = '\0bare';

/** The names under which an answer is remembered: its commandId, and its text with the service's time. */
export function keysOf({command, commandId, timestamp}: Named): string[] {
	if (timestamp === undefined) return commandId === undefined ? [] : [commandId];
	const text = textName(timestamp, command);
	return commandId === undefined ? [text, bareName(timestamp, command), anyBare] : [commandId, text];
}

/**
The same answer has been told already. One with a commandId is known by it, or by its text where that came without one;
two admins may well say the same in the same moment.
*/
export function isNamed(known: Identities, {command, commandId, timestamp}: Named): boolean {
	if (commandId === undefined) return timestamp !== undefined && knows(known, textName(timestamp, command));
	if (knows(known, commandId)) return true;
	return timestamp !== undefined && knows(known, anyBare) && knows(known, bareName(timestamp, command));
}

/** The line shows this answer. */
export function isSame(line: CommandLine, answer: ServerCommand): boolean {
	if (line.commandId !== undefined && answer.commandId !== undefined)
		return line.commandId === answer.commandId;
	return (
		line.timestamp !== undefined && line.timestamp === answer.timestamp && line.command === answer.command
	);
}
