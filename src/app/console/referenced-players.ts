import type {Player} from '../../games/player.ts';
import {nameOf} from '../../actions/names.ts';
import {tableOf} from '../../lib/maps.ts';
import {consoleInputMessages} from '../../messages/console-input.ts';
import type {State} from '../state.ts';
import {emptyConsole} from './console-state.ts';
import {partsOf, slotsOf} from './line-parts.ts';
import {playersIn, type Seen} from './players.ts';
import {selectionLine, serversOfLine, wordsOfLine} from './target.ts';

/** Returns the players in the newest list of each target server. `where` names the server if there are several. */
export function playersSeenOn(state: State, line: string): (Seen & {where: string})[] {
	return serversOfLine(state, line).flatMap(id => {
		const server = state.fleet.servers.get(id);
		const seen = playersIn((state.console.get(id) ?? emptyConsole).lines, server?.gameType);
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
