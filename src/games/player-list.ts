import {tryParseJson} from '../lib/json/json.ts';
import type {Game, ListFormat, ListReader, RowFormat} from './game-types.ts';
import type {ListGap, Player, PlayerCount, PlayerList} from './player.ts';
import {groupReader} from '../lib/text/linear-pattern.ts';
import {pushAll} from '../lib/lists/long-lists.ts';
import {ownValue} from '../lib/json/maps.ts';
import {memoize} from '../lib/lists/memoize.ts';
import {findGame, knownGames} from './games.ts';

type JsonFields = Extract<ListFormat, {json: unknown}>['json'];
type JsonRecord = Readonly<Record<string, unknown>>;

/**
Reads the players in a JSON document. A game may truncate it; then only complete flat objects are read. A document
without the list, such as an error, is no empty list.
*/
function readJsonPlayers(fields: JsonFields, answer: string): PlayerList {
	const document = tryParseJson(answer);
	const list = document === undefined ? undefined : listIn(document, fields.list);
	// Matches in linear time: after an opening brace, either the object ends or no match begins before the next brace.
	const entries =
		document === undefined
			? [...answer.matchAll(/\{[^{}]*\}/g)].flatMap(([text]) => recordsIn(tryParseJson(text)))
			: (list ?? []);
	const isPlayer = (entry: unknown): entry is JsonRecord =>
		isRecord(entry) &&
		typeof entry[fields.name] === 'string' &&
		(fields.id === undefined || fields.id in entry);
	const records = entries.filter(isPlayer);
	const players = records
		.filter(record => fields.bot === undefined || record[fields.bot] !== true)
		.map((record): Player => {
			const [userId, playerId] = [textOf(record, fields.slot), textOf(record, fields.id)];
			return {name: String(record[fields.name]), userId, playerId};
		});
	const count = fields.count === undefined ? undefined : numberIn(document, fields.count);
	const isWhole = count === undefined || count <= players.length;
	return {
		players,
		isComplete: list !== undefined && records.length === list.length && isWhole,
		count: isWhole ? undefined : count,
	};
}

export function textOf(record: JsonRecord, field: string | undefined): string | undefined {
	const value = field === undefined ? undefined : record[field];
	return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
}

export const isRecord = (value: unknown): value is JsonRecord =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the list in this field of the document or of an object in it; the document itself if no field is given. */
export function listIn(document: unknown, field: string | undefined): readonly unknown[] | undefined {
	if (field === undefined) return Array.isArray(document) ? document : undefined;
	return recordsIn(document).flatMap(record => {
		const value = record[field];
		return Array.isArray(value) ? [value as readonly unknown[]] : [];
	})[0];
}

const numberIn = (document: unknown, field: string): number | undefined =>
	recordsIn(document)
		.map(record => record[field])
		.find(value => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) as
		number | undefined;

/** Returns all objects in a document. */
function recordsIn(value: unknown): JsonRecord[] {
	if (typeof value !== 'object' || value === null) return [];
	const inner = Object.values(value).flatMap(recordsIn);
	return Array.isArray(value) ? inner : [value as JsonRecord, ...inner]; // neither null nor a list
}

// Every pattern here runs in linear time, because an answer may be crafted to match slowly.
const arkPlayer = /^\s*(\d+)\. (.*), ?([0-9A-Za-z|]+)\s*$/;

/** Parses a line of ARK's `ListPlayers`, `0. Name, 0002abcd…`. Names may contain commas, ids never do. */
export function readArkPlayer(line: string): {place: string; name: string; id: string} | undefined {
	const [, place, name, id] = arkPlayer.exec(line) ?? [];
	return place === undefined || name === undefined || id === undefined ? undefined : {place, name, id};
}

/** Id, time, ping, loss, state, rate, address and name, in builds since Source 2. Bots have no address. */
const client = /^\s*(\d+)\s+(\S+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s+(?:(\S+)\s+)?'(.*)'\s*$/;

type StatusRow = {
	id: string;
	name: string;
	time: string;
	ping: string;
	loss: string;
	state: string;
	rate: string;
	address: string;
	isBot: boolean;
};

/** Parses a line of `status` in builds since Source 2. The name may contain quotes. */
export function readStatusRow(line: string): StatusRow | undefined {
	const [, id, time = '', ping = '', loss = '', state = '', rate = '', address = '', name] =
		client.exec(line) ?? [];
	if (id === undefined || name === undefined) return undefined;
	return {id, name, time, ping, loss, state, rate, address, isBot: time === 'BOT'};
}

/** Checks whether a line of `status` is a free slot. */
export const isFreeSlot = (line: string): boolean => /^\s*65535\s+\[NoChan\]\s.*\s''\s*$/.test(line);

const oldClient =
	/^#\s*(\d+)(?:\s+\d+)?\s+"(.*)"\s+(\S+)\s+(\S+)\s+(\d+)\s+(\d+)\s+(\S+)(?:\s+(\d+))?(?:\s+(\S+))?$/;
const oldBot = /^#\s*(\d+)(?:\s+\d+)?\s+"(.*)"\s+(BOT)\s+(\S+)(?:\s+(\d+))?$/;

/** Parses a line of `status` in builds before Source 2, `# 2 "Name" STEAM_1:0:1234 …`. Some have no rate. */
export function readOldStatusRow(line: string): (StatusRow & {unique: string}) | undefined {
	const [, botId, botName, , botState = '', botRate = ''] = oldBot.exec(line) ?? [];
	if (botId !== undefined && botName !== undefined) {
		const none = {time: '', ping: '', loss: '', address: ''};
		return {id: botId, name: botName, unique: 'BOT', state: botState, rate: botRate, isBot: true, ...none};
	}
	const [, id, name, unique = '', time = '', ping = '', loss = '', state = '', rate = '', address = ''] =
		oldClient.exec(line) ?? [];
	if (id === undefined || name === undefined) return undefined;
	return {id, name, unique, time, ping, loss, state, rate, address, isBot: unique === 'BOT'};
}

const user = /^<?(\d+):(\d+):"(.*)">?$/;

/** Parses a line of `users`, `<slot:userid:"name">` or `2:1:"name"`. */
export function readUserRow(line: string): {slot: string; id: string; name: string} | undefined {
	const [, slot, id, name] = user.exec(line.trim()) ?? [];
	return slot === undefined || id === undefined || name === undefined ? undefined : {slot, id, name};
}

/** No list is longer. What follows is ignored, because a game could send any amount and reading takes time. */
export const maxCharacters = 400_000;

const linesOf = (answer: string): string[] =>
	answer
		.split('\n')
		.map(line => line.trimEnd())
		.filter(line => line.trim() !== '');

/** One of ARK's answers on an empty server; other versions answer with other texts. */
const noArkPlayers = /^\s*no players connected\.?\s*$/i;

/** An answer without any line is not the answer of an empty server, which says so. */
function arkPlayers(answer: string): PlayerList {
	const all = linesOf(answer);
	const lines = all.filter(line => !noArkPlayers.test(line));
	const players = lines.flatMap(line => {
		const row = readArkPlayer(line);
		return row ? [{name: row.name, userId: undefined, playerId: row.id}] : [];
	});
	return {players, isComplete: all.length > 0 && players.length === lines.length};
}

/** Before the list. Garry's Mod gives the number without `humans`. */
const statusCount = /^players\s*:\s*(\d+) (?:humans?\b|\()/im;

/** Only some games end the list with `#end`; all give the number of humans before it. */
function sourceStatus(answer: string): PlayerList {
	const players = linesOf(answer).flatMap((line): Player[] => {
		if (isFreeSlot(line)) return [];
		const row = readStatusRow(line);
		if (row) return row.isBot ? [] : [{name: row.name, userId: row.id, playerId: undefined}];
		const old = readOldStatusRow(line);
		return !old || old.isBot ? [] : [{name: old.name, userId: old.id, playerId: old.unique}];
	});
	const humans = statusCount.exec(answer)?.[1];
	const count = humans === undefined ? undefined : Number(humans);
	const hasEnd = /^#end\s*$/m.test(answer);
	// The rows of those who are still connecting may not be counted.
	const isWhole = count === undefined ? hasEnd : hasEnd ? count <= players.length : count === players.length;
	return {players, isComplete: isWhole, count};
}

function sourceUsers(answer: string): PlayerList {
	const players = linesOf(answer).flatMap((line): Player[] => {
		const row = readUserRow(line);
		return row && line.trim() !== '<slot:userid:"name">'
			? [{name: row.name, userId: row.id, playerId: undefined}]
			: [];
	});
	const users = /^(\d+) users?\s*$/m.exec(answer)?.[1];
	const count = users === undefined ? undefined : Number(users);
	return {players, isComplete: count === players.length, count};
}

/**
The number of players, in a sentence that differs between versions, and the names after the colon. EssentialsX writes visible
and hidden ones as `2/1`, and the maximum after them; before 1.13, `1/20` has the maximum.
*/
const minecraftCount = /^There are (\d+)(?:\/(\d+)(?= ?\D+\d+ players))?\D+\d+ players online[.:]?/im;
const minecraftPlayer = /^(~?[\w.*-]{1,32})(?: \([\da-f-]{36}\))?$/i;
/** The name of someone with a nickname, which EssentialsX can add. */
const minecraftNick = /^.{1,100} \((\w{1,16})\)$/;
/** The head of CMI's list, in any language: `Players online 2/50`. (https://github.com/Zrips/CMI/issues/4012) */
const ratioCount = /^[^\d\n:,/]{2,60}?\(?(\d{1,5})\s?\/\s?\d{1,5}\)?:?[ \t]*$/m;
/** Lines that only decorate. */
const ruler = /^[ \t=*.\u2500-\u257f-]+$/gm;
/** What EssentialsX writes before names: their group, `[AFK]`, `[HIDDEN]` and prefixes of ranks. */
const minecraftGroup = /^[^:,\n]{1,100}: /;
const minecraftTag = /\[[^\]\n]{0,40}\]/g;

/**
Reads `list` and `list uuids`, and `list` of EssentialsX (EssentialsX/Essentials, PlayerList.java). Versions before 1.13 put the
names on a second line.
*/
function minecraftPlayers(answer: string): PlayerList {
	const text = answer.replaceAll(/\xA7./g, '').replaceAll(ruler, '').trim();
	const [counted, ratio] = [minecraftCount.exec(text), ratioCount.exec(text)];
	const found = counted ?? ratio;
	const [head = '', digits, hidden = '0'] = found ?? [];
	// The output of a process may have other lines before it.
	const names = text
		.slice((found?.index ?? 0) + head.length)
		.split('\n')
		.flatMap(line => line.replace(minecraftGroup, '').replaceAll(minecraftTag, '').split(','));
	const players = names.flatMap((name): Player[] => {
		const id = (minecraftNick.exec(name.trim()) ?? minecraftPlayer.exec(name.trim()))?.[1];
		return digits === undefined || id === undefined ? [] : [{name: id, userId: undefined, playerId: id}];
	});
	const count = digits === undefined ? undefined : Number(digits) + Number(hidden);
	const isWhole = players.length === count;
	// Any text may have two numbers.
	return {players, isComplete: isWhole, count: counted || isWhole ? count : undefined};
}

/** `INVALID`: who is still connecting. Since version 1.11, the ID has the name of its service before it. */
const sandstormId = /^(?:\w+:)?([\da-f|]{16,})$/i;
/** ID, name, NetID, address and score. */
const sandstormCells = 5;

/**
Reads `listplayers` of Insurgency: Sandstorm, which has all players in one line after the ruler, with tabs and bars between
their cells (Joe-Klauza/sandstorm-admin-wrapper, rcon-client.rb). Bots have no address. Names in wide characters make the game
cut the end.
*/
function sandstormPlayers(answer: string): PlayerList {
	const [, text] = /^ID\s*\|[^\n]*\n={20,}([^]*)$/.exec(answer.trim()) ?? [];
	const cells = (text ?? '').split(/[\t\n]+/).map(cell => cell.replace(/^ *\|/, '').trim());
	if (cells[0] === '') cells.shift();
	if (cells.at(-1) === '') cells.pop();
	const rows = Array.from({length: Math.ceil(cells.length / sandstormCells)}, (_, at) =>
		cells.slice(at * sandstormCells, (at + 1) * sandstormCells),
	);
	const whole = rows.filter(row => row.length === sandstormCells && /^\d+$/.test(row[0] ?? ''));
	const players = whole
		.filter(([, , , address]) => address !== '')
		.map(([userId, name = '', id = '']) => ({name, userId, playerId: sandstormId.exec(id)?.[1]}));
	return {players, isComplete: text !== undefined && whole.length === rows.length};
}

const readers: Record<ListReader, (answer: string) => PlayerList> = {
	ark: arkPlayers,
	minecraft: minecraftPlayers,
	sandstorm: sandstormPlayers,
	'source-status': sourceStatus,
	'source-users': sourceUsers,
};

/** Codes such as `^1` and `^x0f8`. */
const caretColors = /\^(?:\d|x[\da-f]{3})/gi;

export const withoutCaretColors = (text: string): string => text.replaceAll(caretColors, '');

type LineReader = ReturnType<typeof groupReader>;

const readerOf = (source: string | undefined): LineReader =>
	source === undefined ? () => undefined : groupReader(source);

/** Compiles the patterns of a format once. */
const lineReaders = memoize(({row, bot, other, count, empty, required}: RowFormat) => ({
	readRow: groupReader(row),
	readBot: readerOf(bot),
	readOther: readerOf(other),
	readCount: readerOf(count),
	readEmpty: readerOf(empty),
	readRequired: readerOf(required),
}));

/** What the lines of an answer say. `count`: the number of entries that it gives, without bots. */
type ReadLines = {
	rows: readonly ReadonlyMap<string, string>[];
	count: number | undefined;
	isReadable: boolean;
};

/** Reads an answer with one entry per line. */
export function readLines(format: RowFormat, answer: string): ReadLines {
	const {readRow, readBot, readOther, readCount, readEmpty, readRequired} = lineReaders(format);
	const rows: ReadonlyMap<string, string>[] = [];
	let bots = 0;
	let given: number | undefined;
	let hasRequired = format.required === undefined;
	let isReadable = true;
	for (const line of linesOf(answer)) {
		const groups = readRow(line);
		const total = groups ? undefined : readCount(line)?.get('count');
		if (readRequired(line)) hasRequired = true;
		if (readBot(line)) bots++;
		else if (groups) rows.push(groups);
		else if (total !== undefined) given = Number(total);
		else if (readEmpty(line)) given = 0;
		else if (!readOther(line) && !readRequired(line)) isReadable = false;
	}
	const count = given === undefined ? undefined : Math.max(0, given - bots);
	return {rows, count, isReadable: isReadable && hasRequired};
}

/** Reads a list with one player per line. */
function readRows(format: RowFormat, answer: string): PlayerList {
	const {rows, count, isReadable} = readLines(format, answer);
	const players: Player[] = [];
	for (const row of rows) pushAll(players, playersOfRow(row, format.colors));
	const isWhole = format.count === undefined || count === players.length;
	return {players, isComplete: isReadable && isWhole, count};
}

function playersOfRow(groups: ReadonlyMap<string, string>, colors: RowFormat['colors']): Player[] {
	const text = groups.get('names') ?? groups.get('name') ?? '';
	const shown = colors === undefined ? text : withoutCaretColors(text);
	const names = groups.has('names') ? shown.split(',').filter(name => name.trim() !== '') : [shown];
	return names.map(name => ({name: name.trim(), userId: groups.get('slot'), playerId: groups.get('id')}));
}

/** Reads an answer in a format. In games that know players by name, the name is the id. */
function readFormat(format: ListFormat, byName: boolean | undefined, text: string): PlayerList {
	const answer = text.slice(0, maxCharacters);
	const list =
		'reader' in format
			? readers[format.reader](answer)
			: 'row' in format
				? readRows(format, answer)
				: readJsonPlayers(format.json, answer);
	const isTooLong = text.length > maxCharacters;
	const isCut = !('json' in format) && (isTooLong || (list.count ?? 0) > list.players.length);
	const last = list.players.length - 1;
	return {
		...list,
		players: list.players.map((player, at) => ({
			...player,
			...(byName && {playerId: player.name}),
			...(isCut && at === last && {isCut}),
		})),
		isComplete: list.isComplete && !isTooLong,
	};
}

const formatsOf = ({players}: Game, command: string): readonly ListFormat[] =>
	ownValue(players?.answers, command.trim().toLowerCase()) ?? [];

/**
Returns the players in the answer of a command; undefined if the command does not list players. For an unknown game, the
formats of all games with this command are tried; for `playersCommand`, the one in the settings of the server, if it is no
command of a game, all formats of all games.
*/
export function readPlayers(
	gameType: string | undefined,
	command: string,
	answer: string,
	playersCommand?: string,
): PlayerList | undefined {
	const known = findGame(gameType);
	const read = (games: readonly Game[], formats: (game: Game) => readonly ListFormat[]) =>
		games.flatMap(game => formats(game).map(format => readFormat(format, game.players?.byName, answer)));
	const usual = read(known ? [known] : knownGames(), game => formatsOf(game, command));
	const isOwn = usual.length === 0 && isCommand(command, playersCommand);
	// Some formats take a blank answer for an empty list.
	if (isOwn && answer.trim() === '') return {players: [], isComplete: false};
	const lists = isOwn
		? read(knownGames(), ({players}) => Object.values(players?.answers ?? {}).flat())
		: usual;
	return (
		lists.find(({players, isComplete}) => isComplete && players.length > 0) ??
		lists.find(({isComplete}) => isComplete) ??
		lists.find(({players}) => players.length > 0) ??
		lists[0]
	);
}

const isCommand = (command: string, other: string | undefined) =>
	command.trim().toLowerCase() === other?.trim().toLowerCase();

/** Returns the number of players in the answer of a command; undefined if it does not prove one. */
export function countPlayers(
	...[gameType, command, answer, playersCommand]: Parameters<typeof readPlayers>
): PlayerCount | undefined {
	const fields = ownValue(findGame(gameType)?.counts, command.trim().toLowerCase());
	if (fields) {
		const document = tryParseJson(answer);
		const players = numberIn(document, fields.players);
		const max = fields.max === undefined ? undefined : numberIn(document, fields.max);
		return players === undefined ? undefined : {players, isExact: true, max};
	}
	const list = readPlayers(gameType, command, answer, playersCommand);
	return list && countOf(list);
}

/** Returns the number of players that a list proves: rows that cannot be read may be those of more. */
export function countOf({players, isComplete, count}: PlayerList): PlayerCount | undefined {
	const {length} = players;
	if (count !== undefined && (isComplete || count >= length)) return {players: count, isExact: true};
	return length > 0 || isComplete ? {players: length, isExact: isComplete} : undefined;
}

/** Returns an answer that was cut somewhere without its last line, which may be the beginning of another one. */
export const wholeLines = (answer: string): string => answer.replace(/[^\n]*$/, '');

/** Returns why a list is incomplete; undefined if it is complete. */
export function gapOf({players, isComplete, count}: PlayerList, answer: string): ListGap | undefined {
	if (isComplete) return undefined;
	if (count !== undefined && count !== players.length) return {kind: 'count', count, read: players.length};
	if (players.length > 0) return {kind: 'part'};
	const start = linesOf(answer)[0];
	return start === undefined ? {kind: 'blank'} : {kind: 'unreadable', start};
}
