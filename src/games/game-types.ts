import type {QueryKind} from '../contract/models/own-server.ts';
import type {ByName} from '../lib/json/maps.ts';
import type {ConsoleDescription} from './console-types.ts';

/** The games that the hosted service names. */
export const hostedGameTypes = ['ARK_ASCENDED', 'ARK_EVOLVED', 'CS2'] as const;

/** A command of a game's console. `arguments` has the form `<minutes> <steam id> [kick]`. */
export type GameCommand = {name: string; arguments: string; help: string; danger?: boolean};
/** A setting: its name alone queries the value; a value after it sets it. */
export type GameSetting = {name: string; value: string; help: string};

/**
How to read an answer that lists players. Patterns are compiled for an engine that runs in linear time, because an
answer may be crafted to match slowly.

- `reader`: a reader of `player-list.ts`.
- `row`: the pattern of a player's line, with the groups `name`, `id` (stays with the player) and `slot` (until they
  leave), or of a line with all names, separated by commas, in the group `names`. `bot`: the pattern of a bot's line,
  which `count` includes. `other`: the pattern of all other
  expected lines; any line that matches neither makes the list incomplete. `count`: the pattern of a line with the
  number of players in the group `count`. `empty`: the pattern of a line that says that there are none. `required`: the
  pattern of a line of every complete answer. Without one of the first two or without the last, or with another number
  of rows, the list is incomplete. `colors`: names contain color codes, such as `^1`.
- `json`: the fields of the objects that stand for players. `list`: the field with the list of them; without it, the
  document is the list. `count`: the field with their number. `bot`: a field that is true for bots.
*/
export type ListFormat =
	| {reader: ListReader}
	| RowFormat
	| {json: {list?: string; count?: string; name: string; id?: string; slot?: string; bot?: string}};
export type RowFormat = {
	row: string;
	bot?: string;
	other?: string;
	count?: string;
	empty?: string;
	required?: string;
	colors?: 'caret';
};
export const listReaders = ['ark', 'minecraft', 'sandstorm', 'source-status', 'source-users'] as const;
export type ListReader = (typeof listReaders)[number];

/**
How a game lists its players and acts on one. The commands have the placeholders `{id}`, `{slot}` (the number that
another player can have later) and `{text}`.
*/
export type PlayerCommands = {
	/** The command that lists the players. */
	list: string;
	/**
	The formats of the answers to `list`, and to other commands that list players, by the command in lower case. The
	first format that fits is used: several consoles of a game may answer differently.
	*/
	answers: ByName<readonly ListFormat[]>;
	/** True if the game knows players by their names only: the name is the id. */
	byName?: boolean;
	/** The pattern of a whole id. What it matches cannot end a command. undefined if there are no lasting ids. */
	id?: string;
	/** undefined if the game has no such command. */
	message?: string;
	kick?: string;
	ban?: string;
	/** A ban that the game lifts by itself, with one of `{minutes}`, `{hours}` and `{days}`. */
	timedBan?: string;
	/** Lifts a ban: with `{id}`, or with `{number}`, its current number in the list of bans. */
	unban?: string;
	bans?: BanCommands;
	/** The game forgets its bans when the server restarts, unless this command saves them. */
	savesBans?: string;
	/** What else to know about a ban, as a sentence. */
	banNote?: string;
};

/**
How a game lists its bans. The rows have the group `id`, and may have `number` (the place in the list), `name`, `reason`,
`time` (the end or length as the game writes it) and `expires` (the end in epoch seconds; permanent if not above 0). In JSON,
they are fields of the objects in `list`.
*/
export type BanCommands = {
	list: string;
	formats: readonly (RowFormat | JsonBans)[];
	/** The pattern of a banned address, if bans are not by player id. */
	id?: string;
};

export type JsonBans = {json: {list: string; id: string; name?: string; reason?: string}};

/** `pattern`: of an answer with the whole seconds in the group `seconds`, for the engine that runs in linear time. */
export type UptimeCommand = {command: string; pattern: string};

/**
How chat looks in the output of a game, and players that join and leave. Patterns are compiled for the engine that runs in
linear time, because players write what they match.

- `said`: patterns of a line that someone says, with the groups `player` (absent: the server or an admin) and `text`.
- `joined`, `left`: patterns of the lines of players who come and go, with the group `player`.
- `marked`: only lines that the console marks as chat are chat. The game prints them a second time, in its log.
- `colors`: texts contain color codes, such as `^1`.
- `list`: the command whose answer has a line for each text since it last ran, for games that do not print them.
- `nothing`: the pattern of an answer to `list` without chat.
*/
export type ChatFormat = {
	said?: readonly string[];
	joined?: readonly string[];
	left?: readonly string[];
	marked?: true;
	colors?: 'caret';
	list?: string;
	nothing?: string;
};

/** How the state of a game is queried without its console. `offset`: the distance of the port from the game's port. */
export type GameQuery = {
	kind: QueryKind;
} & ({port: number} | {offset: number});

/**
`played`: tests run against the real game. `simulated`: against a server that speaks its protocol, as documents and reports
say. `documented`: from public documents only.
*/
export const testLevels = ['played', 'simulated', 'documented'] as const;

/** The facts of a game: a file of `assets/games`. */
export type Game = {
	gameType: string;
	/** What users may call it, in lower case. */
	aliases: readonly string[];
	/** The common name of the game. */
	label: string;
	/** How well it is known to work; see `testLevels`. */
	tested: (typeof testLevels)[number];
	/** The console that most servers use, and the others of the game. */
	console: ConsoleDescription;
	otherConsoles?: readonly ConsoleDescription[];
	/** undefined if it has no known query. */
	query?: GameQuery;
	/**
	A harmless command, to see whether the console answers. It lists the players if the game has such a command. undefined
	if the game has no console. A console may have one of its own.
	*/
	probe?: string;
	/**
	The commands, in lower case, whose answer is JSON with the number of players, and its fields; `max`: the one with the
	number of slots.
	*/
	counts?: ByName<{players: string; max?: string}>;
	/** How to learn how long the process has been running; undefined if the game does not say. */
	uptime?: UptimeCommand;
	/** The command that sends `{text}` to all players; undefined if the game has none. */
	broadcast?: string;
	/** undefined if the game has nothing to save. */
	save?: string;
	/** The command that ends the game; undefined if only a signal does. */
	exit?: string;
	/** The commands that stop and resume writing to the disk, so that files can be copied. `flush` writes everything now. */
	backup?: {pause: string; flush?: string; resume: string};
	/** The typical time from the start of the process to the first answer of the console. */
	readySeconds: number;
	/** Characters that end a command within a text; the rest of it runs as another command. */
	splitters: string;
	/** undefined if the list command is not known. */
	players?: PlayerCommands;
	/** undefined if its consoles show no chat. */
	chat?: ChatFormat;
	commands: readonly GameCommand[];
	/** Why each of these words stops, wipes, overwrites or re-keys a server, in addition to commands with `danger`. */
	dangers: ByName<string>;
	settings: readonly GameSetting[];
	maps: readonly string[];
	/** Public documentation of the facts: URLs by the name of the field. */
	sources: ByName<readonly string[]>;
	/** The uncertain facts, and why, by the name of the field. */
	uncertain: ByName<string>;
};
