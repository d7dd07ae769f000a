import {shortGame} from '../../games/games.ts';
import {nameOf} from '../../actions/names.ts';
import {visibleServers} from '../servers/list-rows.ts';
import {phaseOf} from '../../actions/preconditions.ts';
import type {State} from '../state.ts';
import {selectionLine, serversOfLine} from './target.ts';
import {consoleInputMessages} from '../../messages/console-input.ts';

/** The targets of a multi-server command: their names, and relevant facts about them. */
export type TargetWords = {count: number; names: readonly string[]; facts: string};

/** Returns the targets with facts such as `3 ARK, 2 CS2, 1 not online`; a single game is not listed. */
export function targetWords(state: Pick<State, 'fleet' | 'view'>): TargetWords {
	const servers = serversOfLine(state, selectionLine).flatMap(id => state.fleet.servers.get(id) ?? []);
	const games = [...Map.groupBy(servers, ({gameType}) => shortGame(gameType))];
	const away = servers.filter(({state: word}) => phaseOf(word) === 'offline').length;
	const shown = new Set(visibleServers(state));
	const hidden = servers.filter(({id}) => !shown.has(id)).length;
	const facts = [
		...(games.length > 1 ? games.map(([game, of]) => `${of.length} ${game}`) : []),
		...(away > 0 ? [consoleInputMessages.target.notOnline(away)] : []),
		...(hidden > 0 ? [consoleInputMessages.target.hidden(hidden)] : []),
	];
	return {count: servers.length, names: servers.map(nameOf), facts: facts.join(', ')};
}
