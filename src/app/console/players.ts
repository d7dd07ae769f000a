import {playerLists} from '../../games/player-list.ts';
import type {PlayerList} from '../../games/player.ts';
import {newestFirst, type Lines} from './console-lines.ts';

/** A list of players and the time of the answer, epoch ms. */
export type Seen = PlayerList & {at: number};

/** Returns the players in the newest answer of a console that lists some. */
export function playersIn(lines: Lines, gameType: string | undefined): Seen | undefined {
	for (const line of newestFirst(lines)) {
		if (line.kind !== 'command' || line.response === undefined) continue;
		const list = playerLists.readPlayers(gameType, line.command, line.response);
		if (list) return {...list, at: line.at};
	}
	return undefined;
}
