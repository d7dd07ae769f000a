import {tableOf} from '../../lib/maps.ts';
import {parseJson} from '../../lib/json.ts';
import {newestFirst, type Lines} from './console-lines.ts';

/** A player as listed by a game. Which ids are known depends on the game and the command. */
export type Player = {name: string; userId: string | undefined; playerId: string | undefined};

/** The players of one answer, and the time of the answer. */
export type Seen = {players: readonly Player[]; at: number};

// Every pattern below runs in linear time, because an answer may be crafted to be slow to match.
const readers = tableOf<(answer: string) => Player[]>({
	listplayers: arkPlayers,
	status: cs2Players,
	status_json: cs2Json,
	users: cs2Users,
});

/** Returns the players in a console's newest answer that lists players. */
export function playersIn(lines: Lines): Seen | undefined {
	for (const line of newestFirst(lines)) {
		if (line.kind !== 'command' || line.response === undefined) continue;
		const reader = readers.get(line.command.trim().toLowerCase());
		if (reader) return {players: reader(line.response), at: line.at};
	}
	return undefined;
}

/** Parses `0. Name, 0002abcd…`; names may contain commas, ids do not. */
function arkPlayers(answer: string): Player[] {
	return answer.split('\n').flatMap(row => {
		const [, name, playerId] = /^\s*\d+\.\s(.*), ?([^,]+)$/.exec(row.trimEnd()) ?? [];
		return name === undefined ? [] : [{name, userId: undefined, playerId}];
	});
}

/** Parses the rows between `players` and `#end`: the name is the last cell, in quotes, and may contain quotes. */
function cs2Players(answer: string): Player[] {
	return answer.split('\n').flatMap(row => {
		const [, userId, time, name] = /^\s*(\d+)\s+(\S+)\s[^']*'(.*)'$/.exec(row.trimEnd()) ?? [];
		if (name !== undefined && time !== 'BOT' && time !== '[NoChan]') {
			return [{name, userId, playerId: undefined}];
		}
		// Builds before Source 2: `# 2 "Name" STEAM_1:0:1234 …`.
		const [, oldId, oldName, steamId] = /^#\s*(\d+)(?:\s+\d+)?\s+"(.*)"\s+(\S+)/.exec(row) ?? [];
		return oldName === undefined || steamId === 'BOT'
			? []
			: [{name: oldName, userId: oldId, playerId: steamId}];
	});
}

/** Parses `<slot:userid:"name">` or `2:1:"name"`. */
function cs2Users(answer: string): Player[] {
	return answer.split('\n').flatMap(row => {
		const [, userId, name] = /^<?\d+:(\d+):"(.*)">?\s*$/.exec(row.trim()) ?? [];
		return name === undefined ? [] : [{name, userId, playerId: undefined}];
	});
}

function cs2Json(answer: string): Player[] {
	const clients = [...answer.matchAll(/\{[^{}]*"steamid"[^{}]*\}/g)].flatMap(([text]) => {
		try {
			return [parseJson(text) as Readonly<Record<string, unknown>>]; // every field is checked below
		} catch {
			return []; // truncated by the game
		}
	});
	return clients.flatMap(({name, steamid, bot}) =>
		typeof name === 'string' && bot !== true
			? [{name, userId: undefined, playerId: typeof steamid === 'string' ? steamid : undefined}]
			: [],
	);
}
