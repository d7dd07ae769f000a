import {parseJson} from '../lib/json.ts';
import type {ListFormat} from './game-types.ts';
import type {Player, PlayerList} from './player.ts';

type JsonFields = Extract<ListFormat, {json: unknown}>['json'];
type JsonRecord = Readonly<Record<string, unknown>>;

/** Reads the players in a JSON document. A game may truncate it; then only complete flat objects are read. */
export function readJsonPlayers(fields: JsonFields, answer: string): PlayerList {
	const document = tryParse(answer);
	// Matches in linear time: after an opening brace, either the object ends or no match begins before the next brace.
	const records =
		document === undefined
			? [...answer.matchAll(/\{[^{}]*\}/g)].flatMap(([text]) => recordsIn(tryParse(text)))
			: recordsIn(document);
	const textOf = (record: JsonRecord, field: string | undefined) => {
		const value = field === undefined ? undefined : record[field];
		return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
	};
	const players = records.flatMap((record): Player[] => {
		const name = record[fields.name];
		const isPlayer = typeof name === 'string' && (fields.id === undefined || fields.id in record);
		if (!isPlayer || (fields.bot !== undefined && record[fields.bot] === true)) return [];
		return [{name, userId: textOf(record, fields.slot), playerId: textOf(record, fields.id)}];
	});
	return {players, isComplete: document !== undefined};
}

/** Returns all objects in a document. */
function recordsIn(value: unknown): JsonRecord[] {
	if (typeof value !== 'object' || value === null) return [];
	const inner = Object.values(value).flatMap(recordsIn);
	return Array.isArray(value) ? inner : [value as JsonRecord, ...inner]; // neither null nor a list
}

function tryParse(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}
