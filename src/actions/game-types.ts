/** The names of games as the service has them, for those that we have words for. */
export const knownGameTypes = ['ARK_ASCENDED', 'ARK_EVOLVED', 'ARK', 'CS2'] as const;

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
