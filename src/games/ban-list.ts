import type {JsonBans, PlayerCommands} from './game-types.ts';
import type {Ban, BanList} from './player.ts';
import {tryParseJson} from '../lib/json/json.ts';
import {isRecord, listIn, maxCharacters, readLines, textOf} from './player-list.ts';

/** Returns the bans in the answer of a game; undefined if how it lists them is not known. */
export function readBans({bans}: PlayerCommands, text: string): BanList | undefined {
	if (!bans) return undefined;
	const answer = text.slice(0, maxCharacters);
	const lists = bans.formats.map((format): BanList => {
		if ('json' in format) return readJsonBans(format.json, text);
		const {rows, count, isReadable} = readLines(format, answer);
		const found = rows.flatMap(row => banOf(row) ?? []);
		// A reader without a count or a line of every answer takes a blank answer for an empty list.
		const isWhole = count === undefined ? format.count === undefined : count === found.length;
		return {bans: found, count, isComplete: isReadable && isWhole && text.length <= maxCharacters};
	});
	return (
		lists.find(({isComplete}) => isComplete) ?? lists.find(({bans: some}) => some.length > 0) ?? lists[0]
	);
}

function readJsonBans({list, id, name, reason}: JsonBans['json'], answer: string): BanList {
	const entries = listIn(tryParseJson(answer), list);
	const bans = (entries ?? []).flatMap((entry): Ban[] => {
		const banned = isRecord(entry) ? textOf(entry, id) : undefined;
		if (!isRecord(entry) || banned === undefined) return [];
		const none = {number: undefined, time: undefined, expiresAt: undefined};
		return [{id: banned, name: textOf(entry, name), reason: textOf(entry, reason), ...none}];
	});
	return {bans, isComplete: bans.length === entries?.length};
}

function banOf(row: ReadonlyMap<string, string>): Ban | undefined {
	const id = row.get('id');
	if (id === undefined) return undefined;
	const expires = row.get('expires');
	const seconds = Number(expires);
	return {
		id,
		name: row.get('name'),
		reason: row.get('reason'),
		number: row.get('number'),
		time: row.get('time'),
		expiresAt: seconds > 0 && seconds < maxEpochSeconds ? seconds * 1000 : undefined,
	};
}

/** Later times are not dates. */
const maxEpochSeconds = 8_640_000_000_000;
