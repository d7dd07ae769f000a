import {suggest} from '../lib/suggest.ts';
import type {ConsoleDescription} from './console-types.ts';
import {gameTable} from './game-table.ts';
import type {Game, PlayerCommands} from './game-types.ts';

/** Returns every game in the table; the service may have more. */
export const knownGames = (): readonly Game[] => [...gameTable.byType.values()];

export function findGame(gameType: string | undefined): Game | undefined {
	return gameTable.byType.get(gameType ?? '');
}

/** Returns the consoles of a game, the usual one first; none for an unknown game. */
export function consolesOf(gameType: string): readonly ConsoleDescription[] {
	const game = findGame(gameType);
	return game ? [game.console, ...(game.otherConsoles ?? [])] : [];
}

/** A game whose players are known by a command. */
export type ListedGame = Game & {players: PlayerCommands};

export function findListedGame(gameType: string | undefined): ListedGame | undefined {
	const game = findGame(gameType);
	return game && hasPlayers(game) ? game : undefined;
}

const hasPlayers = (game: Game): game is ListedGame => game.players !== undefined;

/** What a user typed as a game: its type, or else the names that the user may have meant. */
export type GameReading = {gameType: string} | {meant: readonly string[]};

/** Reads the name of a game: its type, an alias or its label, in any case and with any punctuation. */
export function gameTypeOf(typed: string): GameReading {
	const wanted = lettersOf(typed);
	const games = knownGames();
	const found = games.find(({gameType, aliases, label}) =>
		[gameType, label, ...aliases].some(name => lettersOf(name) === wanted),
	);
	if (found) return {gameType: found.gameType};
	return {meant: suggest(typed, [...new Set(games.flatMap(({aliases}) => aliases))])};
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Admins treat ARK's two games as one; other names are shown as the service sends them. */
export function shortGame(gameType: string | undefined): string {
	if (gameType === undefined) return '-';
	return /^ARK/i.test(gameType) ? 'ARK' : gameType;
}

/** Returns whether a game could run a part of this text as another command. */
export const wouldSplit = ({splitters}: Pick<Game, 'splitters'>, text: string): boolean =>
	[...`\r\n\0${splitters}`].some(splitter => text.includes(splitter));
