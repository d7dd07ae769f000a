import type {ConsoleKind} from '../contract/models/own-server.ts';
import type {ByName} from '../lib/json/maps.ts';

/**
A console of a game. `port`: the default port of the console; undefined if there is none. `probe`: the harmless command for
it, if it is another than that of the game.

- `stdio`: the input and output of the process.
- `http`: requests for administration, by the table in `api`.
- `battleye`: `answersInMessages`: an answer is empty, and the output follows in messages.
- `hll`: `requests`: by the first word of the command, in lower case.
*/
export type ConsoleDescription =
	| {kind: 'source'; port?: number; probe?: string; quirks?: SourceQuirks}
	| {kind: 'http'; port?: number; probe?: string; api: HttpApi}
	| {kind: 'battleye'; port?: number; answersInMessages?: boolean}
	| {kind: 'hll'; port?: number; probe?: string; requests: ByName<NamedRequest>}
	| {kind: Exclude<ConsoleKind, 'source' | 'http' | 'battleye' | 'hll'>; port?: number; probe?: string}
	| {kind: 'stdio'}
	| {kind: 'none'};

/** Deviations of a game from Source RCON. */
export type SourceQuirks = {
	/**
	What the game does with the empty type-0 packet that requests the end of an answer. Default: it mirrors the packet, in
	what order is not known; `in-order`: after all that it answers to earlier packets.
	`breaks-stream`: it mirrors it with bytes that are no packet; an empty command requests the end instead.
	*/
	marker?: 'in-order' | 'ignored' | 'answered-as-command' | 'drops-connection' | 'breaks-stream';
	/** Answers have wrong ids, so any packet is part of the answer to the one command that runs. */
	wrongIds?: boolean;
	/** How long silence ends an answer, in milliseconds, if the game pauses between its packets (default: 100 to 400). */
	patienceMs?: number;
	/** The texts of packets that keep the connection alive; they are not part of any answer. */
	keepAlives?: readonly string[];
	/** Meanings of the types of packets that report events of the game. */
	events?: ByName<'chat' | 'output'>;
	/** The longest command in bytes of UTF-8; undefined if the game states no limit. */
	maxCommandBytes?: number;
	/** Each command needs a new connection, or connections may be open only briefly. */
	closesAfterCommand?: boolean;
	/** The game mixes up the answers of commands on several connections. */
	oneConnection?: boolean;
	/** Answers contain Minecraft's formatting codes: a section sign and a letter or digit. */
	sectionSigns?: boolean;
};

/** The HTTP interface of a game for administration. */
export type HttpApi = {
	/** `https`: the game accepts nothing else, usually with a certificate that it signed itself. */
	scheme: 'http' | 'https';
	/**
	How the password or token is sent: as password of `user` with HTTP Basic, as bearer token, or as a value of the query
	with this name.
	*/
	login: {kind: 'basic'; user: string} | {kind: 'bearer'} | {kind: 'query'; name: string};
	/** Requests by the first word of the command, in lower case; `*` for any other command. */
	requests: ByName<HttpRequest>;
};

/**
The request of a command. A text `{name}` in `path`, `query` or `body` stands for the argument with this name, and
`{command}` for the entire command; in a path or query it is percent-encoded.
*/
export type HttpRequest = {
	method: 'GET' | 'POST';
	/** From the slash, without a query. */
	path: string;
	query?: ByName<string>;
	/**
	The JSON body. A string that is exactly a placeholder becomes the argument's value, a number for a `number`; a field
	with the placeholder of a missing argument is left out.
	*/
	body?: JsonTemplate;
	/** The arguments after the first word, in order; each is one word, except for `rest`, which takes all that follow. */
	arguments?: readonly HttpArgument[];
	/**
	Path of the text in the JSON answer, such as `data.commandResult`; a list becomes lines. If undefined, the answer is
	the entire body.
	*/
	answer?: string;
};

/** A request with the name that the game gives it; `arguments` and `body` as in `HttpRequest`. */
export type NamedRequest = Pick<HttpRequest, 'arguments' | 'body'> & {name: string};

export type HttpArgument = {name: string; type: 'word' | 'number' | 'rest'; optional?: boolean};

export type JsonTemplate =
	string | number | boolean | readonly JsonTemplate[] | {readonly [name: string]: JsonTemplate};
