import type {Game, PlayerCommands} from './game-types.ts';
import type {GameServer} from '../contract/models/server.ts';
import {memoize} from '../lib/lists/memoize.ts';
import {suggest} from '../lib/text/suggest.ts';
import type {ConsoleDescription} from './console-types.ts';
import {gameFiles} from './game-files.ts';

/** TypeScript widens the literals of JSON files; `test/games/game-files.test.ts` checks them. */
const game = (file: unknown) => file as Game;

const ark = game(gameFiles['ark-ascended']);

/** The file of ARK's older game inherits from that of the newer one. `ARK` is a name for both of them. */
const games = Object.entries(gameFiles).map(([name, file]) =>
	name === 'ark-evolved' ? {...ark, ...game(file)} : game(file),
);

/** Games by the service's type. */
export const gamesByType: ReadonlyMap<string, Game> = new Map(
	games.map(one => [one.gameType, one] as const),
).set('ARK', ark);

/** Returns every game in the table; the service may have more. */
export const knownGames = (): readonly Game[] => [...gamesByType.values()];

export function findGame(gameType: string | undefined): Game | undefined {
	return gamesByType.get(gameType ?? '');
}

/** Returns the consoles of a game, the usual one first; none for an unknown game. */
export function consolesOf(gameType: string): readonly ConsoleDescription[] {
	const game = findGame(gameType);
	return game ? [game.console, ...(game.otherConsoles ?? [])] : [];
}

/** Returns the harmless command for a console of a game; undefined for an unknown game. */
export function probeOf(gameType: string, kind: ConsoleDescription['kind'] | undefined): string | undefined {
	const console = consolesOf(gameType).find(one => one.kind === kind);
	return (console && 'probe' in console ? console.probe : undefined) ?? findGame(gameType)?.probe;
}

/** Returns the usual console of a game over a network; undefined if it has none or the game is unknown. */
export const networkConsoleOf = (gameType: string) =>
	consolesOf(gameType).find(console => console.kind !== 'stdio' && console.kind !== 'none');

/** A game whose players are known by a command. */
export type ListedGame = Pick<Game, 'gameType' | 'label' | 'splitters'> & {players: PlayerCommands};

type Listed = Pick<GameServer, 'gameType' | 'playersCommand'>;

/** Returns how the players of a server are known: by the command in its settings, else by that of its game. */
export function listedGameOf(server: Listed): ListedGame | undefined {
	if (server.playersCommand !== undefined) return withOwnCommand(server);
	const game = findGame(server.gameType);
	return game && hasPlayers(game) ? game : undefined;
}

const hasPlayers = (game: Game): game is Game & ListedGame => game.players !== undefined;

const withOwnCommand = memoize(({gameType = '', playersCommand: list = ''}: Listed): ListedGame => {
	const {label = gameType, splitters = '', players = {answers: {}}} = findGame(gameType) ?? {};
	return {gameType, label, splitters, players: {...players, list}};
});

/** Returns the command that sends `{text}` to the players of a server; undefined if none is known. */
export const sayCommandOf = ({
	gameType,
	sayCommand,
}: Pick<GameServer, 'gameType' | 'sayCommand'>): string | undefined =>
	sayCommand ?? findGame(gameType)?.broadcast;

/** The game that a user typed: its type, or else similar names. */
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
