import {dangerIn} from '../../actions/rcon-line.ts';
import type {TriggerTable} from '../../config/schema.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {findGame, sayCommandOf} from '../../games/games.ts';
import {linearPattern} from '../../lib/text/linear-pattern.ts';
import {printableLine} from '../../lib/text/text.ts';
import {patternProblemText} from '../../messages/server-list.ts';
import {triggerMessages as messages} from '../../messages/triggers.ts';
import {knownValues} from '../servers/server-fields.ts';
import {serverFilter} from '../servers/server-filter.ts';

/** A trigger of the configuration, ready to search. */
export type Trigger = TriggerTable & {
	has: (text: string) => boolean;
	isFor: (server: GameServer) => boolean;
	everyMs: number;
};

export type TriggerProblem = {
	index: number;
	field: 'name' | 'pattern' | 'servers' | 'command';
	message: string;
};

/**
Returns what keeps triggers from running. A command must be safe without a second press: nobody is there to make it.
*/
export function triggerProblems(
	tables: readonly TriggerTable[],
	dangerous: readonly string[],
): TriggerProblem[] {
	const names = tables.map(({name}) => name);
	return tables.flatMap(({name, pattern, servers, command}, index) => {
		const found: (TriggerProblem | undefined)[] = [
			names.indexOf(name) < index ? {index, field: 'name', message: messages.sameName} : undefined,
			patternProblem(index, pattern),
			filterProblem(index, servers),
			command === undefined ? undefined : commandProblem(index, command, dangerous),
		];
		return found.filter(problem => problem !== undefined);
	});
}

function patternProblem(index: number, pattern: string): TriggerProblem | undefined {
	const compiled = linearPattern(pattern);
	if (!('problem' in compiled)) return undefined;
	return {index, field: 'pattern', message: messages.noPattern(patternProblemText(compiled))};
}

/** Before a session the servers are unknown: only syntax problems count. */
const filterOf = (servers: string) => serverFilter(servers, knownValues([]));

function filterProblem(index: number, servers: string | undefined): TriggerProblem | undefined {
	const problem = servers === undefined ? undefined : filterOf(servers).problem;
	return problem === undefined ? undefined : {index, field: 'servers', message: problem.replace(/\.$/, '')};
}

const placeholder = /\{(player|text)\}/g;

/** A word that the configuration makes harmless for people is still dangerous here. */
function commandProblem(
	index: number,
	command: string,
	dangerous: readonly string[],
): TriggerProblem | undefined {
	const problem = (message: string): TriggerProblem => ({index, field: 'command', message});
	if (/[{}]/.test(command.replaceAll(placeholder, ''))) return problem(messages.unknownPlaceholder);
	if (/^\s*[^\s]*[{;]/.test(command)) return problem(messages.wordMissing);
	if (command.includes(';')) return problem(messages.oneCommand);
	const danger = dangerIn(
		command,
		undefined,
		dangerous.filter(word => !word.startsWith('-')),
	);
	return danger === undefined ? undefined : problem(messages.dangerous(danger.replace(/\.$/, '')));
}

/** Compiles the triggers that can run. */
export function compileTriggers(tables: readonly TriggerTable[], dangerous: readonly string[]): Trigger[] {
	const broken = new Set(triggerProblems(tables, dangerous).map(({index}) => index));
	return tables.flatMap((table, index) => {
		const compiled = linearPattern(table.pattern);
		if (broken.has(index) || 'problem' in compiled) return [];
		const {test = () => true} = filterOf(table.servers ?? '');
		const isFor = (server: GameServer) => test(server, server.state);
		return {...table, has: compiled.has, isFor, everyMs: table.every * 1000};
	});
}

/** What a player wrote, and who. */
export type Values = {player: string | undefined; text: string};

/** No message to players is longer. */
const maxLength = 120;

/**
Replaces every character that a console could take for more than text: line breaks, what ends a command or its quotes in
this game, and the sign that selects players in Minecraft.
*/
function harmless(value: string, splitters: string): string {
	const unsafe = new Set(['"', '\\', '{', '}', '\r', '\n', '\0', ...splitters]);
	const plain = [...printableLine(value)].map(sign => (unsafe.has(sign) ? ' ' : sign)).join('');
	return plain
		.replaceAll(/(^|\s)[@/]+/g, '$1')
		.replaceAll(/\s+/g, ' ')
		.trim()
		.slice(0, maxLength)
		.toWellFormed()
		.trim();
}

/**
Puts what was matched into the command of a trigger. Only a message to all players takes any text anywhere: elsewhere a
text of several words would be several arguments, unless it is in quotes or, for `{text}`, at the end.
*/
export function fillCommand(
	template: string,
	values: Values,
	server: Pick<GameServer, 'gameType' | 'sayCommand'>,
	dangerous: readonly string[],
): {command: string} | {problem: string} {
	const splitters = findGame(server.gameType)?.splitters ?? ';"$#';
	const isMessage = firstWord(template) === firstWord(sayCommandOf(server) ?? '');
	let problem: string | undefined;
	const command = template.replaceAll(placeholder, (whole, name: keyof Values, at: number) => {
		const value = harmless(values[name] ?? '', splitters);
		const isQuoted = template.slice(0, at).split('"').length % 2 === 0;
		const isLast = name === 'text' && template.slice(at + whole.length).trim() === '';
		if (value === '') problem ??= messages.empty(whole);
		else if (value.includes(' ') && !isMessage && !isQuoted && !isLast)
			problem ??= messages.severalWords(whole);
		return value;
	});
	if (problem !== undefined) return {problem};
	const danger = dangerIn(command, server.gameType, dangerous);
	return danger === undefined ? {command} : {problem: messages.dangerous(danger.replace(/\.$/, ''))};
}

const firstWord = (command: string) => command.trim().split(/\s/, 1)[0]?.toLowerCase() ?? '';
