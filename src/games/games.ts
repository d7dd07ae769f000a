import ark from '../../assets/games/ark-ascended.json' with {type: 'json'};
import arkEvolved from '../../assets/games/ark-evolved.json' with {type: 'json'};
import cs2 from '../../assets/games/cs2.json' with {type: 'json'};
import arma3 from '../../assets/games/arma3.json' with {type: 'json'};
import conanExiles from '../../assets/games/conan-exiles.json' with {type: 'json'};
import csgo from '../../assets/games/csgo.json' with {type: 'json'};
import dayz from '../../assets/games/dayz.json' with {type: 'json'};
import ddnet from '../../assets/games/ddnet.json' with {type: 'json'};
import factorio from '../../assets/games/factorio.json' with {type: 'json'};
import garrysMod from '../../assets/games/garrys-mod.json' with {type: 'json'};
import luanti from '../../assets/games/luanti.json' with {type: 'json'};
import minecraft from '../../assets/games/minecraft.json' with {type: 'json'};
import openarena from '../../assets/games/openarena.json' with {type: 'json'};
import palworld from '../../assets/games/palworld.json' with {type: 'json'};
import rust from '../../assets/games/rust.json' with {type: 'json'};
import satisfactory from '../../assets/games/satisfactory.json' with {type: 'json'};
import sevenDaysToDie from '../../assets/games/seven-days-to-die.json' with {type: 'json'};
import squad from '../../assets/games/squad.json' with {type: 'json'};
import teeworlds from '../../assets/games/teeworlds.json' with {type: 'json'};
import terraria from '../../assets/games/terraria.json' with {type: 'json'};
import tf2 from '../../assets/games/tf2.json' with {type: 'json'};
import valheim from '../../assets/games/valheim.json' with {type: 'json'};
import xonotic from '../../assets/games/xonotic.json' with {type: 'json'};
import type {Game, PlayerCommands} from './game-types.ts';
import type {GameServer} from '../contract/models/server.ts';
import {memoize} from '../lib/lists/memoize.ts';
import {suggest} from '../lib/text/suggest.ts';
import type {ConsoleDescription} from './console-types.ts';

/** TypeScript widens the literals of JSON files; `test/games/game-files.test.ts` checks them. */
const game = (file: unknown) => file as Game;

/** Every file of `assets/games`. */
const files = [
	ark,
	{...ark, ...arkEvolved},
	cs2,
	arma3,
	conanExiles,
	csgo,
	dayz,
	ddnet,
	factorio,
	garrysMod,
	luanti,
	minecraft,
	openarena,
	palworld,
	rust,
	satisfactory,
	sevenDaysToDie,
	squad,
	teeworlds,
	terraria,
	tf2,
	valheim,
	xonotic,
].map(game);

/** Games by the service's type. `ARK` is a name for both of its games. */
export const gamesByType: ReadonlyMap<string, Game> = new Map(
	files.map(one => [one.gameType, one] as const),
).set('ARK', game(ark));

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
