/** The service's names of the games that have a table of commands here. */
export const knownGameTypes = ['ARK_ASCENDED', 'ARK_EVOLVED', 'ARK', 'CS2'] as const;

/** A command of a game's console. `arguments` has the form `<minutes> <steam id> [kick]`. */
export type GameCommand = {name: string; arguments: string; help: string; danger: boolean};
/** A setting: its name alone queries the value; a value after it sets it. */
export type GameSetting = {name: string; value: string; help: string};

export type GameWords = {
	/** The common name of the game. */
	label: string;
	/** The command that sends `{text}` to all players. */
	broadcast: string;
	/** A harmless command that lists the players. */
	probe: string;
	commands: readonly GameCommand[];
	/** Why each of these words stops, wipes, overwrites or re-keys a server, in addition to commands with `danger`. */
	dangers: Readonly<Record<string, string>>;
	settings: readonly GameSetting[];
	maps: readonly string[];
};
