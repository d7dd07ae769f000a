import {groupReader} from '../lib/linear-pattern.ts';
import {pushAll} from '../lib/long-lists.ts';
import {ownValue} from '../lib/maps.ts';
import {memoize} from '../lib/memoize.ts';
import type {Game, ListFormat, ListReader} from './game-types.ts';
import {findGame, knownGames} from './games.ts';
import {readJsonPlayers} from './json-players.ts';
import type {Player, PlayerList} from './player.ts';
import {isFreeSlot, readArkPlayer, readOldStatusRow, readStatusRow, readUserRow} from './player-rows.ts';

/** No list is longer. What follows is ignored, because a game could send any amount and reading takes time. */
const maxCharacters = 400_000;

const linesOf = (answer: string): string[] =>
	answer
		.split('\n')
		.map(line => line.trimEnd())
		.filter(line => line.trim() !== '');

/** One of ARK's answers on an empty server; other versions answer with other texts. */
const noArkPlayers = /^\s*no players connected\.?\s*$/i;

function arkPlayers(answer: string): PlayerList {
	const lines = linesOf(answer).filter(line => !noArkPlayers.test(line));
	const players = lines.flatMap(line => {
		const row = readArkPlayer(line);
		return row ? [{name: row.name, userId: undefined, playerId: row.id}] : [];
	});
	return {players, isComplete: players.length === lines.length};
}

/** Only some games end the list with `#end`; all give the number of humans before it. */
function sourceStatus(answer: string): PlayerList {
	const players = linesOf(answer).flatMap((line): Player[] => {
		if (isFreeSlot(line)) return [];
		const row = readStatusRow(line);
		if (row) return row.isBot ? [] : [{name: row.name, userId: row.id, playerId: undefined}];
		const old = readOldStatusRow(line);
		return !old || old.isBot ? [] : [{name: old.name, userId: old.id, playerId: old.unique}];
	});
	const humans = /^players\s*:\s*(\d+) humans?/im.exec(answer)?.[1];
	const count = humans === undefined ? undefined : Number(humans);
	return {players, isComplete: /^#end\s*$/m.test(answer) || count === players.length, count};
}

function sourceUsers(answer: string): PlayerList {
	const players = linesOf(answer).flatMap((line): Player[] => {
		const row = readUserRow(line);
		return row && line.trim() !== '<slot:userid:"name">'
			? [{name: row.name, userId: row.id, playerId: undefined}]
			: [];
	});
	return {players, isComplete: /^\d+ users?\s*$/m.test(answer)};
}

/** The number of players, in a sentence that differs between versions, and the names after the colon. */
const minecraftCount = /^There are (\d+)\D+\d+ players online[.:]?/i;
const minecraftPlayer = /^([\w.*-]{1,32})(?: \([\da-f-]{36}\))?$/i;

/** Reads `list` and `list uuids`. Versions before 1.13 put the names on a second line. */
function minecraftPlayers(answer: string): PlayerList {
	const text = answer.replaceAll(/§./g, '').trim();
	const [head = '', digits] = minecraftCount.exec(text) ?? [];
	const names = text.slice(head.length).split(/[,\n]/);
	const players = names.flatMap((name): Player[] => {
		const id = minecraftPlayer.exec(name.trim())?.[1];
		return digits === undefined || id === undefined ? [] : [{name: id, userId: undefined, playerId: id}];
	});
	const count = digits === undefined ? undefined : Number(digits);
	return {players, isComplete: players.length === count, count};
}

const readers: Record<ListReader, (answer: string) => PlayerList> = {
	ark: arkPlayers,
	minecraft: minecraftPlayers,
	'source-status': sourceStatus,
	'source-users': sourceUsers,
};

/** Codes such as `^1` and `^x0f8`. */
const caretColors = /\^(?:\d|x[\da-f]{3})/gi;

type RowFormat = Extract<ListFormat, {row: string}>;
type LineReader = ReturnType<typeof groupReader>;

const readerOf = (source: string | undefined): LineReader =>
	source === undefined ? () => undefined : groupReader(source);

/** Compiles the patterns of a format once. */
const lineReaders = memoize(({row, other, count, empty, required}: RowFormat) => ({
	readRow: groupReader(row),
	readOther: readerOf(other),
	readCount: readerOf(count),
	readEmpty: readerOf(empty),
	readRequired: readerOf(required),
}));

/** Reads a list with one player per line. */
function readRows(format: RowFormat, answer: string): PlayerList {
	const {count, required, colors} = format;
	const {readRow, readOther, readCount, readEmpty, readRequired} = lineReaders(format);
	const players: Player[] = [];
	let given: number | undefined;
	let hasRequired = required === undefined;
	let isReadable = true;
	for (const line of linesOf(answer)) {
		const groups = readRow(line);
		const total = groups ? undefined : readCount(line)?.get('count');
		if (readRequired(line)) hasRequired = true;
		if (groups) pushAll(players, playersOfRow(groups, colors));
		else if (total !== undefined) given = Number(total);
		else if (readEmpty(line)) given = 0;
		else if (!readOther(line) && !readRequired(line)) isReadable = false;
	}
	const isWhole = count === undefined || given === players.length;
	return {players, isComplete: isReadable && hasRequired && isWhole, count: given};
}

function playersOfRow(groups: ReadonlyMap<string, string>, colors: RowFormat['colors']): Player[] {
	const text = groups.get('names') ?? groups.get('name') ?? '';
	const shown = colors === undefined ? text : text.replaceAll(caretColors, '');
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
	return {
		...list,
		players: byName ? list.players.map(player => ({...player, playerId: player.name})) : list.players,
		isComplete: list.isComplete && text.length <= maxCharacters,
	};
}

const formatsOf = ({players}: Game, command: string): readonly ListFormat[] =>
	ownValue(players?.answers, command.trim().toLowerCase()) ?? [];

/**
Returns the players in the answer of a command; undefined if the command does not list players. For an unknown game, the
formats of all games with this command are tried.
*/
function readPlayers(gameType: string | undefined, command: string, answer: string): PlayerList | undefined {
	const known = findGame(gameType);
	const lists = (known ? [known] : knownGames()).flatMap(game =>
		formatsOf(game, command).map(format => readFormat(format, game.players?.byName, answer)),
	);
	return (
		lists.find(({players, isComplete}) => isComplete && players.length > 0) ??
		lists.find(({isComplete}) => isComplete) ??
		lists.find(({players}) => players.length > 0) ??
		lists[0]
	);
}

/** Returns the number of players in the answer of a command; undefined if it has none. */
function countPlayers(gameType: string | undefined, command: string, answer: string): number | undefined {
	const list = readPlayers(gameType, command, answer);
	if (!list) return undefined;
	return list.count ?? (list.isComplete || list.players.length > 0 ? list.players.length : undefined);
}

/** The readers of player lists. An object, so that the bundle can load it on first use (`build/lazy-imports.ts`). */
export const playerLists = {
	readPlayers,
	countPlayers,
	readArkPlayer,
	readStatusRow,
	readOldStatusRow,
	readUserRow,
	isFreeSlot,
};
