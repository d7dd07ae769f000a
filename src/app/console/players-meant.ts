import type {Player} from '../../actions/player-list.ts';
import {nameOf} from '../../actions/names.ts';
import {tableOf} from '../../lib/maps.ts';
import {consoleInputMessages} from '../../messages/console-input.ts';
import type {State} from '../state.ts';
import {emptyConsole} from './console-state.ts';
import {partsOf, slotsOf} from './line-parts.ts';
import {playersIn, type Seen} from './players.ts';
import {selectionLine, serversOfLine, wordsOfLine} from './target.ts';

/** Returns the players that each target server listed last. `where` names the server if there are several. */
export function playersSeenOn(state: State, line: string): (Seen & {where: string})[] {
	return serversOfLine(state, line).flatMap(id => {
		const seen = playersIn((state.console.get(id) ?? emptyConsole).lines);
		const server = state.fleet.servers.get(id);
		return seen ? [{...seen, where: line === selectionLine && server ? ` ${nameOf(server)}` : ''}] : [];
	});
}

/** The value that an argument takes of a player, by the name of the argument with `-` for a space. */
const playerSlots = tableOf<(player: Player) => string | undefined>({
	name: ({name}) => name,
	old: ({name}) => name,
	id: ({playerId}) => playerId,
	'steam-id': ({playerId}) => playerId,
	'user-id': ({userId}) => userId,
});

/** Returns the value of a player that an argument takes; undefined if the argument is no player. */
export const playerSlot = (slotName: string): ((player: Player) => string | undefined) | undefined =>
	playerSlots.get(slotName.replace(' ', '-'));

/** Returns the names of the players whose ids are arguments of a command, as far as the newest lists have them. */
export function playersMeant(state: State, line: string, text: string): string[] {
	const {word, rest} = partsOf({text, cursor: text.length});
	const wanted = word.toLowerCase();
	const command = wordsOfLine(state, line)?.commands.find(({name}) => name.toLowerCase() === wanted);
	if (!command) return [];
	const slots = slotsOf(command.arguments);
	const words = [...rest.matchAll(/"([^"]*)"?|\S+/g)].map(([bare, quoted]) => quoted ?? bare);
	const meant = slots.flatMap(({name}, index) => {
		const value = words[index];
		const slot = playerSlot(name);
		if (value === undefined || value === '' || !slot) return [];
		return playersSeenOn(state, line)
			.flatMap(({players}) => players)
			.filter(player => slot(player) === value && player.name !== value)
			.map(player => player.name);
	});
	return [...new Set(meant)];
}

/** Returns why a command is confirmed, with the names of the players that it means by their ids. */
export function dangerTo(state: State, line: string, text: string, danger: string): string {
	const names = playersMeant(state, line, text);
	return names.length === 0 ? danger : consoleInputMessages.dangerTo(danger, names.join(', '));
}
