/** The service's names of the games that have a table of commands here. */
export const knownGameTypes = ['ARK_ASCENDED', 'ARK_EVOLVED', 'ARK', 'CS2'] as const;

/** A command of a game's console. `arguments` has the form `<minutes> <steam id> [kick]`. */
export type GameCommand = {name: string; arguments: string; help: string; danger: boolean};
/** A setting: its name alone queries the value; a value after it sets it. */
export type GameSetting = {name: string; value: string; help: string};

/** How a game lists its players and acts on one. `{id}` and `{text}` are placeholders in the commands. */
export type PlayerWords = {
	/** The command that lists the players, for `readPlayers`. */
	list: string;
	/** The pattern of a whole id. What it matches cannot end a command. */
	id: string;
	/** undefined if the game has no such command. */
	message?: string;
	kick?: string;
	ban?: string;
	/** What to know about a ban, as a sentence. */
	banNote?: string;
};

export type GameWords = {
	/** The common name of the game. */
	label: string;
	/** The command that sends `{text}` to all players. */
	broadcast: string;
	/** A harmless command that lists the players. */
	probe: string;
	/** Characters that end a command within a text; the rest of it runs as another command. */
	splitters: string;
	/** undefined if the list command is not known. */
	players: PlayerWords | undefined;
	commands: readonly GameCommand[];
	/** Why each of these words stops, wipes, overwrites or re-keys a server, in addition to commands with `danger`. */
	dangers: Readonly<Record<string, string>>;
	settings: readonly GameSetting[];
	maps: readonly string[];
};
