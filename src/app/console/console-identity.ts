import type {ServerCommand} from '../../contract/models/server.ts';
import {knownMoment} from '../../contract/moments.ts';
import {isOtherCommand, noCommand, plainCommand} from '../../contract/rcon-text.ts';
import {isKnownIdentity, numberFor, withNames, type Identities} from './console-identities.ts';
import type {CommandLine} from './console-line.ts';

type Named = Pick<ServerCommand, 'command' | 'response' | 'commandId' | 'timestamp'>;

/** No commandId begins so. */
const textName = (timestamp: number, command: string) => `\0${timestamp} ${command}`;
const bareName = (timestamp: number, command: string) => `\0\0${timestamp} ${command}`;
/** Known where any answer came with a time and without a commandId: most services never do that. */
const anyBare = '\0bare';
/** Where a service gives several answers one name, this names those after the first. */
const againName = (name: string, number: number) => `${name}\0${number}`;

/** Of a longer output this many characters, spread over all of it, and its length tell it apart: polls tell it again and again. */
const maxCharactersHashed = 1024;

/** Of a number's 30 bits, which need no object of their own, this many tell outputs apart, the others commands. */
const outputBits = 18;
const outputMask = 2 ** outputBits - 1;

/** Tells answers of one name apart, by what was run and by what came; either part is 0 where it is not given. */
export function answerNumber({command, response}: Pick<Named, 'command' | 'response'>): number {
	const run = command === noCommand ? 0 : hashOf(plainCommand(command)) >>> (2 + outputBits) || 1;
	const output = response === undefined ? 0 : hashOf(response) >>> (32 - outputBits) || 1;
	return (run << outputBits) | output;
}

/** What is reported again may leave something out; output that was not there before is new. */
function isRepeated(number: number, first: number): boolean {
	const [output, firstOutput] = [number & outputMask, first & outputMask];
	const [run, firstRun] = [number >>> outputBits, first >>> outputBits];
	return (output === 0 || output === firstOutput) && (run === firstRun || run === 0 || firstRun === 0);
}

/** (FNV-1a) */
function hashOf(text: string): number {
	const {length} = text;
	const step = Math.max(1, length / maxCharactersHashed);
	let hash = Math.imul(0x811c9dc5 ^ length, 0x01000193);
	for (let at = 0; at < length; at += step) {
		hash = Math.imul(hash ^ text.charCodeAt(Math.floor(at)), 0x01000193);
	}
	return hash;
}

/** Remembers an answer that was received by its commandId, else by its text with the service's time. */
export function addReceived(known: Identities, answer: Named): Identities {
	const {command, commandId} = answer;
	if (commandId !== undefined) return withName(known, commandId, answer);
	const timestamp = knownMoment(answer.timestamp);
	if (timestamp === undefined) return known;
	const named = withName(known, textName(timestamp, command), answer);
	return withNames(withName(named, bareName(timestamp, command), answer), [anyBare]);
}

/** Remembers the answer to an own request by both: it may be told again in either way. */
export function addAnswered(known: Identities, answer: Named): Identities {
	const timestamp = knownMoment(answer.timestamp);
	const heard = addReceived(known, answer);
	return timestamp === undefined ? heard : withName(heard, textName(timestamp, answer.command), answer);
}

function withName(known: Identities, name: string, answer: Named): Identities {
	const number = answerNumber(answer);
	const first = numberFor(known, name);
	if (first === undefined) return withNames(known, [name], number);
	return isRepeated(number, first) ? known : withNames(known, [againName(name, number)]);
}

/**
The same answer has been told already. One with a commandId is known by it, or by its text where that came without one;
two admins may well say the same in the same moment. Another output or command makes it another answer, none does not.
*/
export const isNamed = (known: Identities, answer: Named): boolean =>
	namesOf(known, answer).some(name => {
		const first = numberFor(known, name);
		if (first === undefined) return false;
		const number = answerNumber(answer);
		return isRepeated(number, first) || isKnownIdentity(known, againName(name, number));
	});

/** The same answer or another of its name has been told: perhaps this one, while its output was not there. */
export const isNameKnown = (known: Identities, answer: Named): boolean =>
	namesOf(known, answer).some(name => isKnownIdentity(known, name));

/** The names under which it may have been told. */
function namesOf(known: Identities, {command, commandId, timestamp: moment}: Named): string[] {
	const timestamp = knownMoment(moment);
	if (commandId === undefined) return timestamp === undefined ? [] : [textName(timestamp, command)];
	const isBare = timestamp !== undefined && isKnownIdentity(known, anyBare);
	return isBare ? [commandId, bareName(timestamp, command)] : [commandId];
}

/** The line shows this answer, or what was told of it while its output was not there. */
export function isSame(line: CommandLine, answer: Named): boolean {
	const hasOther = line.response !== undefined && answer.response !== undefined;
	if (hasOther && line.response !== answer.response) return false;
	if (line.commandId !== undefined && answer.commandId !== undefined)
		return line.commandId === answer.commandId && !isOtherCommand(line.command, answer.command);
	return (
		line.timestamp !== undefined && line.timestamp === answer.timestamp && line.command === answer.command
	);
}

/** What a line of somebody else's command is called; `isTold`: another answer of its name has one. */
export function nameOfReceived(answer: Named, at: number, isKnown: boolean): string {
	const name = answer.commandId ?? `${at} ${answer.command}`;
	return isKnown ? `${name} ${answerNumber(answer)}` : name;
}
