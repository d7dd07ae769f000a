import type {ServerCommand} from '../../contract/models/server.ts';
import {knownMoment} from '../../contract/moments.ts';
import {knows, numberFor, withNames, type Identities} from './console-identities.ts';
import type {CommandLine} from './console.ts';

type Named = Pick<ServerCommand, 'command' | 'response' | 'commandId' | 'timestamp'>;

/** No commandId begins so. */
const textName = (timestamp: number, command: string) => `\0${timestamp} ${command}`;
const bareName = (timestamp: number, command: string) => `\0\0${timestamp} ${command}`;
/** Known where any answer came with a time and without a commandId: most services never do that. */
const anyBare = '\0bare';
/** Where a service gives several answers one name, this names those after the first. */
const againName = (name: string, output: number) => `${name}\0${output}`;

/** Tells answers of one name apart; 0 is no output. (FNV-1a) */
export function outputNumber({response}: Pick<Named, 'response'>): number {
	if (response === undefined) return 0;
	let hash = 0x811c9dc5;
	for (let index = 0; index < response.length; index++) {
		hash = Math.imul(hash ^ response.charCodeAt(index), 0x01000193);
	}
	// Small enough to be kept without an object of its own.
	return hash >>> 2 || 1;
}

/** Remembers an answer that was heard by its commandId, else by its text with the service's time. */
export function withHeard(known: Identities, answer: Named): Identities {
	const {command, commandId} = answer;
	if (commandId !== undefined) return withName(known, commandId, answer);
	const timestamp = knownMoment(answer.timestamp);
	if (timestamp === undefined) return known;
	const named = withName(known, textName(timestamp, command), answer);
	return withNames(withName(named, bareName(timestamp, command), answer), [anyBare]);
}

/** Remembers the answer to an own request by both: it may be told again in either way. */
export function withAnswered(known: Identities, answer: Named): Identities {
	const timestamp = knownMoment(answer.timestamp);
	const heard = withHeard(known, answer);
	return timestamp === undefined ? heard : withName(heard, textName(timestamp, answer.command), answer);
}

function withName(known: Identities, name: string, answer: Named): Identities {
	const output = outputNumber(answer);
	const first = numberFor(known, name);
	if (first === undefined) return withNames(known, [name], output);
	return output === 0 || first === output ? known : withNames(known, [againName(name, output)]);
}

/** Some answer with the commandId of this one has been told. */
export const isIdKnown = (known: Identities, {commandId}: Named): boolean =>
	commandId !== undefined && knows(known, commandId);

/**
The same answer has been told already. One with a commandId is known by it, or by its text where that came without one;
two admins may well say the same in the same moment. Another output makes it another answer, none does not.
*/
export function isNamed(known: Identities, answer: Named): boolean {
	const {command, commandId} = answer;
	const timestamp = knownMoment(answer.timestamp);
	if (commandId === undefined)
		return timestamp !== undefined && hasName(known, textName(timestamp, command), answer);
	if (hasName(known, commandId, answer)) return true;
	return (
		timestamp !== undefined && knows(known, anyBare) && hasName(known, bareName(timestamp, command), answer)
	);
}

function hasName(known: Identities, name: string, answer: Named): boolean {
	const first = numberFor(known, name);
	if (first === undefined) return false;
	const output = outputNumber(answer);
	return output === 0 || output === first || knows(known, againName(name, output));
}

/** The line shows this answer, or what was told of it while its output was not there. */
export function isSame(line: CommandLine, answer: Named): boolean {
	const hasOther = line.response !== undefined && answer.response !== undefined;
	if (hasOther && line.response !== answer.response) return false;
	if (line.commandId !== undefined && answer.commandId !== undefined)
		return line.commandId === answer.commandId;
	return (
		line.timestamp !== undefined && line.timestamp === answer.timestamp && line.command === answer.command
	);
}

/** What a line of somebody else's command is called; no two lines have one name. */
export function nameOfHeard(known: Identities, answer: Named, at: number): string {
	const {commandId, command} = answer;
	if (commandId === undefined) return `${at} ${command}`;
	return knows(known, commandId) ? `${commandId} ${outputNumber(answer)}` : commandId;
}
