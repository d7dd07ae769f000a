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

/** Of a longer output so many characters, spread over all of it, and its length tell it apart: polls tell it again and again. */
const mostRead = 1024;

/** Tells answers of one name apart; 0 is no output. (FNV-1a) */
export function outputNumber({response}: Pick<Named, 'response'>): number {
	if (response === undefined) return 0;
	const {length} = response;
	const step = Math.max(1, length / mostRead);
	let hash = Math.imul(0x811c9dc5 ^ length, 0x01000193);
	for (let at = 0; at < length; at += step) {
		hash = Math.imul(hash ^ response.charCodeAt(Math.floor(at)), 0x01000193);
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

/**
The same answer has been told already. One with a commandId is known by it, or by its text where that came without one;
two admins may well say the same in the same moment. Another output makes it another answer, none does not.
*/
export const isNamed = (known: Identities, answer: Named): boolean =>
	namesOf(known, answer).some(name => {
		const first = numberFor(known, name);
		if (first === undefined) return false;
		const output = outputNumber(answer);
		return output === 0 || output === first || knows(known, againName(name, output));
	});

/** The same answer or another of its name has been told: perhaps this one, while its output was not there. */
export const isNameKnown = (known: Identities, answer: Named): boolean =>
	namesOf(known, answer).some(name => knows(known, name));

/** The names under which it may have been told. */
function namesOf(known: Identities, {command, commandId, timestamp: moment}: Named): string[] {
	const timestamp = knownMoment(moment);
	if (commandId === undefined) return timestamp === undefined ? [] : [textName(timestamp, command)];
	const isBare = timestamp !== undefined && knows(known, anyBare);
	return isBare ? [commandId, bareName(timestamp, command)] : [commandId];
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

/** What a line of somebody else's command is called; `isTold`: another answer of its name has one. */
export function nameOfHeard(answer: Named, at: number, isTold: boolean): string {
	const name = answer.commandId ?? `${at} ${answer.command}`;
	return isTold ? `${name} ${outputNumber(answer)}` : name;
}
