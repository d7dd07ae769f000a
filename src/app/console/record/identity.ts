import type {ServerCommand} from '../../../contract/models/server.ts';
import type {CommandLine} from './lines.ts';
import {hashText} from '../../../lib/text/hash-text.ts';
import {knownMoment} from '../../../contract/moments.ts';
import {isOtherCommand, noCommand, plainCommand} from '../../../contract/rcon-text.ts';

/**
Known names, each with a number that identifies what it names. Versions share one map that only grows. A version knows
the first `count` names of it, so adding copies nothing, and an older version does not see later names. Beyond a limit
the oldest names are forgotten.
*/
export type Identities = {
	readonly count: number;
	readonly names: Map<string, number>;
	readonly older: readonly Identities[];
	/** Names of answers without a time: only such a name shows that a poll repeats the answer, so it is kept longer. */
	readonly undated?: Identities;
};

/** Together with the maps before it, far more than polls bring for one server. */
const maxInMap = 100_000;
/** An entry has up to three names. With the maps before it, all names of the entries are kept, and few more. */
const maxOlder = 4;
/** A console with few entries keeps fewer names: one map has as many names as the console entries, but at least these. */
const leastInMap = 50;

export const noIdentities: Identities = {count: 0, names: new Map(), older: []};

export const isKnownIdentity = (known: Identities, name: string): boolean =>
	numberFor(known, name) !== undefined;

/** Returns the number that a name was added with; undefined if it is unknown. */
export function numberFor(known: Identities, name: string): number | undefined {
	const found = numberIn(known, name);
	if (found !== undefined) return found;
	for (const older of known.older) {
		const before = numberIn(older, name);
		if (before !== undefined) return before;
	}
	return known.undated && numberFor(known.undated, name);
}

/** Adds names. A known name keeps its number. */
export function withNames(known: Identities, added: readonly string[], number = 0): Identities {
	if (added.length === 0) return known;
	const {names, older} = withRoom(known);
	const before = names.size;
	for (const name of added) if (!names.has(name)) names.set(name, number);
	if (names.size === before && names === known.names) return known;
	return {...known, names, older, count: names.size};
}

/** Adds the name of an answer without a time. */
export function withUndated(known: Identities, name: string, number = 0): Identities {
	const undated = withNames(known.undated ?? noIdentities, [name], number);
	return undated === known.undated ? known : {...known, undated};
}

/** Forgets the oldest dated names of a console whose entries were dropped, if they are more than its entries need. */
export const withoutUnneeded = (known: Identities, entries: number): Identities =>
	known.count < Math.max(leastInMap, entries) ? known : archive(known);

function numberIn({names, count}: Identities, name: string): number | undefined {
	const number = names.get(name);
	if (number === undefined || names.size === count) return number;
	return firstNames(names, count).get(name);
}

/**
Returns a version with room for more names. A full map is archived; a map with names of a later version is copied up to
this one.
*/
function withRoom(known: Identities): Identities {
	const {names, count} = known;
	if (count === 0) return {...known, names: new Map()};
	if (count >= maxInMap) return archive(known);
	return names.size === count ? known : {...known, names: firstNames(names, count)};
}

const archive = (known: Identities): Identities => ({
	...known,
	count: 0,
	names: new Map(),
	older: [...known.older, {count: known.count, names: known.names, older: []}].slice(-maxOlder),
});

/** Relies on maps keeping insertion order. */
const firstNames = (names: ReadonlyMap<string, number>, count: number): Map<string, number> =>
	new Map(names.entries().take(count));

type Named = Pick<ServerCommand, 'command' | 'response' | 'commandId' | 'timestamp'>;

/** No commandId starts with these characters. */
const textName = (timestamp: number, command: string) => `\0${timestamp} ${command}`;
const bareName = (timestamp: number, command: string) => `\0\0${timestamp} ${command}`;
/** Known if any answer came with a time and without a commandId; most services never send one. */
const anyBare = '\0bare';
/** Distinguishes the later answers if a service gives several the same name. */
const againName = (name: string, number: number) => `${name}\0${number}`;

/**
A longer output is identified by its length and this many characters spread over it, because polls repeat it often.
*/
const maxCharactersHashed = 1024;

/** Of the number's 30 bits (a small integer needs no object), this many identify the output, the rest the command. */
const outputBits = 18;
const outputMask = 2 ** outputBits - 1;

/**
Returns a number that distinguishes answers with the same name, by command and output. Either part is 0 if it is
missing.
*/
export function answerNumber({command, response}: Pick<Named, 'command' | 'response'>): number {
	const run =
		command === noCommand
			? 0
			: hashText(plainCommand(command), maxCharactersHashed) >>> (2 + outputBits) || 1;
	const output =
		response === undefined ? 0 : hashText(response, maxCharactersHashed) >>> (32 - outputBits) || 1;
	return (run << outputBits) | output;
}

/**
Whether two numbers are of the same answer. A repeated report may omit a part, but output that was missing before is
new.
*/
function isRepeated(number: number, first: number): boolean {
	const [output, firstOutput] = [number & outputMask, first & outputMask];
	const [run, firstRun] = [number >>> outputBits, first >>> outputBits];
	return (output === 0 || output === firstOutput) && (run === firstRun || run === 0 || firstRun === 0);
}

/** Adds a received answer by its commandId, or else by its text and the service's time. */
export function addReceived(known: Identities, answer: Named): Identities {
	const {command, commandId} = answer;
	const timestamp = knownMoment(answer.timestamp);
	if (commandId !== undefined) return withName(known, commandId, answer);
	if (timestamp === undefined) return known;
	const named = withName(known, textName(timestamp, command), answer);
	return withNames(withName(named, bareName(timestamp, command), answer), [anyBare]);
}

/** Adds the answer to our own request under both names, because it may be reported again under either. */
export function addAnswered(known: Identities, answer: Named): Identities {
	const timestamp = knownMoment(answer.timestamp);
	const received = addReceived(known, answer);
	return timestamp === undefined ? received : withName(received, textName(timestamp, answer.command), answer);
}

function withName(known: Identities, name: string, answer: Named): Identities {
	const number = answerNumber(answer);
	const first = numberFor(known, name);
	if (first !== undefined && isRepeated(number, first)) return known;
	const isDated = knownMoment(answer.timestamp) !== undefined;
	const add = (one: string, its?: number) =>
		isDated ? withNames(known, [one], its) : withUndated(known, one, its);
	return first === undefined ? add(name, number) : add(againName(name, number));
}

/**
Whether the same answer is known: one with a commandId by the id, or by its text if it came without an id before. Two
users may send the same text at the same moment. A different output or command makes it another answer; a missing one
does not.
*/
export const isNamed = (known: Identities, answer: Named): boolean =>
	namesOf(known, answer).some(name => {
		const first = numberFor(known, name);
		if (first === undefined) return false;
		const number = answerNumber(answer);
		return isRepeated(number, first) || isKnownIdentity(known, againName(name, number));
	});

/** Whether this answer or another with its name is known, perhaps this one before it had output. */
export const isNameKnown = (known: Identities, answer: Named): boolean =>
	namesOf(known, answer).some(name => isKnownIdentity(known, name));

/** Returns the names under which it may be known. */
function namesOf(known: Identities, {command, commandId, timestamp: moment}: Named): string[] {
	const timestamp = knownMoment(moment);
	if (commandId === undefined) return timestamp === undefined ? [] : [textName(timestamp, command)];
	const isBare = timestamp !== undefined && isKnownIdentity(known, anyBare);
	return isBare ? [commandId, bareName(timestamp, command)] : [commandId];
}

/** Whether an entry shows this answer, or an earlier report of it without output. */
export function isSame(line: CommandLine, answer: Named): boolean {
	const hasOther = line.response !== undefined && answer.response !== undefined;
	if (hasOther && line.response !== answer.response) return false;
	if (line.commandId !== undefined && answer.commandId !== undefined)
		return line.commandId === answer.commandId && !isOtherCommand(line.command, answer.command);
	return (
		line.timestamp !== undefined && line.timestamp === answer.timestamp && line.command === answer.command
	);
}

/** Returns the id of the entry for another user's command. `isKnown`: another answer with this name has an entry. */
export function nameOfReceived(answer: Named, at: number, isKnown: boolean): string {
	const name = answer.commandId ?? `${at} ${answer.command}`;
	return isKnown ? `${name} ${answerNumber(answer)}` : name;
}
