import {gameTable} from './game-table.ts';
import type {GameWords} from './game-types.ts';

/** Every game that we have words for; the service's list of games is open. */
export const knownGames = (): readonly GameWords[] => [...gameTable.byType.values()];

export function gameWords(gameType: string | undefined): GameWords | undefined {
	return gameTable.byType.get(gameType ?? '');
}

/** ARK's two games are one to an admin; other names are shown as the service sends them. */
export function shortGame(gameType: string | undefined): string {
	if (gameType === undefined) return '-';
	return /^ARK/i.test(gameType) ? 'ARK' : gameType;
}
