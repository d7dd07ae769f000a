import {gameTable} from './game-table.ts';
import type {GameWords} from './game-types.ts';

/** Returns every game in the table; the service may have more. */
export const knownGames = (): readonly GameWords[] => [...gameTable.byType.values()];

export function gameWords(gameType: string | undefined): GameWords | undefined {
	return gameTable.byType.get(gameType ?? '');
}

/** Admins treat ARK's two games as one; other names are shown as the service sends them. */
export function shortGame(gameType: string | undefined): string {
	if (gameType === undefined) return '-';
	return /^ARK/i.test(gameType) ? 'ARK' : gameType;
}

/** Returns whether a game would run a part of this text as another command. */
export const wouldSplit = ({splitters}: Pick<GameWords, 'splitters'>, text: string): boolean =>
	splitters !== '' && [...`\r\n${splitters}`].some(splitter => text.includes(splitter));
