import {plainPrefix} from '../../../actions/aliases.ts';
import type {TextField} from '../../kernel/text/text-field.ts';
import {readPlayers} from '../../../games/player-list.ts';
import type {Player, PlayerList} from '../../../games/player.ts';
import {type Lines, newestFirst} from '../record/lines.ts';
import {nameOf} from '../../../actions/names.ts';
import {tableOf} from '../../../lib/json/maps.ts';
import {consoleInputMessages} from '../../../messages/console.ts';
import type {State} from '../../state.ts';
import {emptyConsole} from '../record/state.ts';
import {selectionLine, serversOfLine, wordsOfLine} from '../send/target.ts';

/** The input up to the cursor, split for completion. */
export type LineParts = {
	/** Where the first word starts, after `& ` and whitespace. */
	start: number;
	/** The first word is being typed. */
	inWord: boolean;
	/** The first word, up to the cursor. */
	word: string;
	/** The text after the first word, and its start index. */
	rest: string;
	restAt: number;
};

export function partsOf({text, cursor}: TextField): LineParts {
	const head = text.slice(0, cursor);
	const prefix = head.startsWith(plainPrefix) ? plainPrefix.length : 0;
	const start = prefix + (/^\s*/.exec(head.slice(prefix))?.[0].length ?? 0);
	const word = /^\S*/.exec(head.slice(start))?.[0] ?? '';
	const gap = /^\s*/.exec(head.slice(start + word.length))?.[0] ?? '';
	const restAt = start + word.length + gap.length;
	return {start, inWord: gap === '', word, rest: head.slice(restAt), restAt};
}

/** One argument as the help writes it. `quoted`: its value is in quotes. `last`: it takes the rest of the input. */
export type Slot = {name: string; written: string; quoted: boolean; last: boolean};

/** Parses the arguments of a command: `"<id>" <text>` becomes id (quoted) and text. */
export function slotsOf(written: string): Slot[] {
	const found = [...written.matchAll(/("?)<([^>]+)>"?|\[([^\]]+)\]/g)];
	return found.map(([written, quote, name, optional], index) => ({
		name: name ?? optional ?? '',
		quoted: quote === '"',
		written,
		last: index === found.length - 1,
	}));
}

/** Returns the slot at the end of the arguments, and where in `rest` its value starts. */
export function slotAt(slots: readonly Slot[], rest: string): {index: number; from: number} {
	let from = 0;
	for (let index = 0; ; index++) {
		const token = /^(?:"[^"]*"|[^\s"]+)\s+/.exec(rest.slice(from))?.[0];
		if (token === undefined || index >= slots.length - 1) return {index, from};
		from += token.length;
	}
}

/** A list of players and the time of the answer, epoch ms. */
export type Seen = PlayerList & {at: number};

/** Returns the players in the newest answer of a console that lists some. */
export function playersIn(
	lines: Lines,
	gameType: string | undefined,
	playersCommand?: string,
): Seen | undefined {
	for (const line of newestFirst(lines)) {
		if (line.kind !== 'command' || line.response === undefined) continue;
		const list = readPlayers(gameType, line.command, line.response, playersCommand);
		if (list) return {...list, at: line.at};
	}
	return undefined;
}

/** Returns the players in the newest list of each target server. `where` names the server if there are several. */
export function playersSeenOn(state: State, line: string): (Seen & {where: string})[] {
	return serversOfLine(state, line).flatMap(id => {
		const server = state.fleet.servers.get(id);
		const {lines} = state.console.get(id) ?? emptyConsole;
		const seen = playersIn(lines, server?.gameType, server?.playersCommand);
		return seen ? [{...seen, where: line === selectionLine && server ? ` ${nameOf(server)}` : ''}] : [];
	});
}

/** The value of a player for an argument, by the argument's name with `-` for a space. */
const playerSlots = tableOf<(player: Player) => string | undefined>({
	name: ({name}) => name,
	old: ({name}) => name,
	id: ({playerId}) => playerId,
	'steam-id': ({playerId}) => playerId,
	'user-id': ({userId}) => userId,
});

/** Returns how to read an argument's value from a player; undefined if the argument does not refer to a player. */
export const playerSlot = (slotName: string): ((player: Player) => string | undefined) | undefined =>
	playerSlots.get(slotName.replace(' ', '-'));

/** Returns the names of the players that a command's arguments refer to, if the newest lists contain them. */
export function findReferencedPlayers(state: State, line: string, text: string): string[] {
	const {word, rest} = partsOf({text, cursor: text.length});
	const wanted = word.toLowerCase();
	const command = wordsOfLine(state, line)?.commands.find(({name}) => name.toLowerCase() === wanted);
	if (!command) return [];
	const slots = slotsOf(command.arguments);
	const words = [...rest.matchAll(/"([^"]*)"?|\S+/g)].map(([bare, quoted]) => quoted ?? bare);
	const names = slots.flatMap(({name}, index) => {
		const value = words[index];
		const slot = playerSlot(name);
		if (value === undefined || value === '' || !slot) return [];
		return playersSeenOn(state, line)
			.flatMap(({players}) => players)
			.filter(player => slot(player) === value && player.name !== value)
			.map(player => player.name);
	});
	return [...new Set(names)];
}

/** Returns why a command needs confirmation, with the names of the players it refers to. */
export function dangerTo(state: State, line: string, text: string, danger: string): string {
	const names = findReferencedPlayers(state, line, text);
	return names.length === 0 ? danger : consoleInputMessages.dangerTo(danger, names.join(', '));
}
