import type {ServerCommand} from '../../contract/models/server.ts';
import type {CommandLine} from './console.ts';

/** The names under which an answer is remembered: its commandId, and its text with the service's time. */
export function keysOf({command, commandId, timestamp}: ServerCommand): string[] {
	const id = commandId === undefined ? [] : [`id ${commandId}`];
	if (timestamp === undefined) return id;
	const text = `text ${timestamp} ${command}`;
	return id.length > 0 ? [...id, text] : [text, `bare ${timestamp} ${command}`];
}

/**
The names under which the same answer may stand there already. One with a commandId is known by it, or by its text
where that came without one; two admins may well say the same in the same moment.
*/
export function knownAs({command, commandId, timestamp}: ServerCommand): string[] {
	if (commandId === undefined) return timestamp === undefined ? [] : [`text ${timestamp} ${command}`];
	return timestamp === undefined ? [`id ${commandId}`] : [`id ${commandId}`, `bare ${timestamp} ${command}`];
}

/** The line shows this answer. */
export function isSame(line: CommandLine, answer: ServerCommand): boolean {
	if (line.commandId !== undefined && answer.commandId !== undefined)
		return line.commandId === answer.commandId;
	return (
		line.timestamp !== undefined && line.timestamp === answer.timestamp && line.command === answer.command
	);
}
