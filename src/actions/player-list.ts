import {parseJson} from '../lib/json.ts';
import {tableOf} from '../lib/maps.ts';

/** A player in the answer of a command. The available ids depend on the game and the command. */
export type Player = {name: string; userId: string | undefined; playerId: string | undefined};

/** `isComplete` is false if part of the answer is unreadable, so players may be missing. */
export type PlayerList = {players: readonly Player[]; isComplete: boolean};

// Every pattern here runs in linear time, because an answer may be crafted to match slowly.
const arkPlayer = /^\s*(\d+)\. (.*), ?([0-9A-Za-z|]+)\s*$/;

/** Parses a line of ARK's `ListPlayers`, `0. Name, 0002abcd…`. Names may contain commas, ids never do. */
function readArkPlayer(line: string): {place: string; name: string; id: string} | undefined {
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
function readStatusRow(line: string): StatusRow | undefined {
	const [, id, time = '', ping = '', loss = '', state = '', rate = '', address = '', name] =
		client.exec(line) ?? [];
	if (id === undefined || name === undefined) return undefined;
	return {id, name, time, ping, loss, state, rate, address, isBot: time === 'BOT'};
}

/** Checks whether a line of `status` is a free slot. */
const isFreeSlot = (line: string): boolean => /^\s*65535\s+\[NoChan\]\s.*\s''\s*$/.test(line);

const oldClient =
	/^#\s*(\d+)(?:\s+\d+)?\s+"(.*)"\s+(\S+)\s+(\S+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\d+)(?:\s+(\S+))?$/;
const oldBot = /^#\s*(\d+)(?:\s+\d+)?\s+"(.*)"\s+(BOT)\s+(\S+)(?:\s+(\d+))?$/;

/** Parses a line of `status` in builds before Source 2, `# 2 "Name" STEAM_1:0:1234 …`. */
function readOldStatusRow(line: string): (StatusRow & {unique: string}) | undefined {
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
function readUserRow(line: string): {slot: string; id: string; name: string} | undefined {
	const [, slot, id, name] = user.exec(line.trim()) ?? [];
	return slot === undefined || id === undefined || name === undefined ? undefined : {slot, id, name};
}

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

function cs2Status(answer: string): PlayerList {
	const players = linesOf(answer).flatMap((line): Player[] => {
		if (isFreeSlot(line)) return [];
		const row = readStatusRow(line);
		if (row) return row.isBot ? [] : [{name: row.name, userId: row.id, playerId: undefined}];
		const old = readOldStatusRow(line);
		return !old || old.isBot ? [] : [{name: old.name, userId: old.id, playerId: old.unique}];
	});
	return {players, isComplete: /^#end\s*$/m.test(answer)};
}

function cs2Users(answer: string): PlayerList {
	const players = linesOf(answer).flatMap((line): Player[] => {
		const row = readUserRow(line);
		return row && line.trim() !== '<slot:userid:"name">'
			? [{name: row.name, userId: row.id, playerId: undefined}]
			: [];
	});
	return {players, isComplete: /^\d+ users?\s*$/m.test(answer)};
}

/** Reads the complete clients of a JSON document, which a game may truncate. */
function cs2Json(answer: string): PlayerList {
	const clients = [...answer.matchAll(/\{[^{}]*"steamid"[^{}]*\}/g)].flatMap(([text]) => {
		const client = tryParse(text);
		return client === undefined ? [] : [client as Readonly<Record<string, unknown>>]; // checked below
	});
	const players = clients.flatMap(({name, steamid, bot}): Player[] =>
		typeof name === 'string' && bot !== true
			? [{name, userId: undefined, playerId: typeof steamid === 'string' ? steamid : undefined}]
			: [],
	);
	return {players, isComplete: tryParse(answer) !== undefined};
}

function tryParse(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

const readers = tableOf<(answer: string) => PlayerList>({
	listplayers: arkPlayers,
	status: cs2Status,
	status_json: cs2Json,
	users: cs2Users,
});

/** Returns the players in the answer of a command of any game; undefined if the command does not list players. */
function readPlayers(command: string, answer: string): PlayerList | undefined {
	return readers.get(command.trim().toLowerCase())?.(answer);
}

/** The readers of player lists. An object, so that the bundle can load it on first use (`build/lazy-imports.ts`). */
export const playerLists = {
	readPlayers,
	readArkPlayer,
	readStatusRow,
	readOldStatusRow,
	readUserRow,
	isFreeSlot,
};
