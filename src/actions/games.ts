import {tableOf} from '../lib/maps.ts';
import ark from '../../assets/games/ark-ascended.json' with {type: 'json'};
import arkEvolved from '../../assets/games/ark-evolved.json' with {type: 'json'};
import cs2 from '../../assets/games/cs2.json' with {type: 'json'};

/** A word of a game's console. `arguments` is written as in `<minutes> <steam id> [kick]`. */
export type GameCommand = {name: string; arguments: string; help: string; danger: boolean};
/** A setting: its name alone asks for its value, a value behind it sets it. */
export type GameSetting = {name: string; value: string; help: string};

export type GameWords = {
	/** The game as people call it. */
	label: string;
	/** Says `{text}` to all players. */
	broadcast: string;
	/** The harmless command that lists who is on. */
	probe: string;
	commands: readonly GameCommand[];
	/** Why each of these words ends, wipes, overwrites or re-keys a server, besides the commands that are marked so. */
	dangers: Readonly<Record<string, string>>;
	settings: readonly GameSetting[];
	maps: readonly string[];
};

type Written = {
	label: string;
	broadcast: string;
	probe: string;
	commands: readonly {name: string; arguments: string; help: string; danger?: boolean}[];
	dangers: Readonly<Record<string, string>>;
	settings: readonly GameSetting[];
	maps: readonly string[];
};

const words = ({label, broadcast, probe, commands, dangers, settings, maps}: Written): GameWords => ({
	label,
	broadcast,
	probe,
	commands: commands.map(({danger, ...command}) => ({...command, danger: danger === true})),
	dangers,
	settings,
	maps,
});

const ascended = words(ark);
/** The older game has the same words, and calls its maps by shorter names. */
const evolved: GameWords = {...ascended, label: arkEvolved.label, maps: arkEvolved.maps};

const games = tableOf<GameWords>({
	ARK_ASCENDED: ascended,
	ARK_EVOLVED: evolved,
	ARK: ascended,
	CS2: words(cs2),
});

/** Every game that we have words for; the service's list of games is open. */
export const knownGames: readonly GameWords[] = [...games.values()];

export function gameWords(gameType: string | undefined): GameWords | undefined {
	return games.get(gameType ?? '');
}

/** ARK's two games are one to an admin; other names are shown as the service sends them. */
export function shortGame(gameType: string | undefined): string {
	if (gameType === undefined) return '-';
	return /^ARK/i.test(gameType) ? 'ARK' : gameType;
}

/** The names of games as the service has them, for those that we have words for. */
export const knownGameTypes: readonly string[] = [...games.keys()];
