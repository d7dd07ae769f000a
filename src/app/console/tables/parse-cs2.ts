import {isFreeSlot, readOldStatusRow, readStatusRow, readUserRow} from '../../../games/player-list.ts';
import {tryParseJson} from '../../../lib/json/json.ts';
import type {AnswerColumn, Table} from './answer-table.ts';
import {consoleMessages} from '../../../messages/console.ts';

const playerColumns: readonly AnswerColumn[] = [
	{header: 'Id', align: 'right'},
	{header: 'Name', shrinks: true},
	{header: 'Time', align: 'right', priority: 1},
	{header: 'Ping', align: 'right'},
	{header: 'Loss', align: 'right', priority: 3},
	{header: 'State', priority: 4},
	{header: 'Rate', align: 'right', priority: 5},
	{header: 'Address', priority: 2},
];

// Every pattern here runs in linear time, because an answer may be crafted to be slow to match.
const playersMark = /^-+players-+$/;
const headOfPlayers = /^\s*id\s+time\s+ping\s+loss\s+state\s+rate\s+(adr\s+)?name\s*$/;
const spawnGroupsMark = /^-+spawngroups-+$/;
const spawnGroup = /^loaded spawngroup\(\s*(\d+)\)\s*:\s*SV:\s*\[(\d+): ([^|\]]*)\|[^\]]*\]\s*$/;
const fact = /^[\w/@][\w/@ ]*:/;

/**
Parses the output of `status` in builds since Source 2: lines of facts, the spawn groups, of which the first names the
map, and the players. (Layouts as observed by public parsers of builds of 2025)
*/
export function readCs2Status(response: string): Table | undefined {
	const lines = response.split('\n').map(line => line.trimEnd());
	const mark = lines.findIndex(line => playersMark.test(line));
	if (mark === -1) return readOldStatus(lines);
	const before = factsOf(lines.slice(0, mark));
	const rows = before && playersOf(lines.slice(mark + 1));
	return before && rows && {columns: playerColumns, rows, before, after: []};
}

function factsOf(lines: readonly string[]): string[] | undefined {
	const facts: string[] = [];
	for (const line of lines) {
		if (line.trim() === '' || spawnGroupsMark.test(line)) continue;
		const [, , place, map] = spawnGroup.exec(line) ?? [];
		if (place === '1' && map !== undefined) facts.push(`map      : ${map.trim()}`);
		else if (place !== undefined) continue;
		else if (fact.test(line)) facts.push(line);
		else return undefined;
	}
	return facts.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Facts that a folded answer must show come first; all others keep their order. */
const firstFacts = ['hostname', 'players', 'map'];

function rankOf(line: string): number {
	const place = firstFacts.indexOf(line.slice(0, line.indexOf(':')).trim());
	return place === -1 ? firstFacts.length : place;
}

function playersOf(lines: readonly string[]): string[][] | undefined {
	const rows: string[][] = [];
	for (const line of lines) {
		if (line.trim() === '' || line === '#end' || headOfPlayers.test(line) || isFreeSlot(line)) continue;
		const row = readStatusRow(line);
		if (!row) return undefined;
		const {id, name, time, ping, loss, state, rate, address} = row;
		rows.push([id, name, time, ping, loss, state, rate, address]);
	}
	return rows;
}

const oldHead = /^#\s*userid\s+name\s+uniqueid\s+connected\s+ping\s+loss\s+state\s+rate(\s+adr)?$/;

/** Parses the layout before Source 2: `# userid name uniqueid …`, the name in double quotes. */
function readOldStatus(lines: readonly string[]): Table | undefined {
	const head = lines.findIndex(line => oldHead.test(line));
	const before = head === -1 ? undefined : factsOf(lines.slice(0, head));
	if (!before) return undefined;
	const rows: string[][] = [];
	for (const line of lines.slice(head + 1)) {
		if (line.trim() === '' || line === '#end') continue;
		const row = readOldStatusRow(line);
		if (!row) return undefined;
		const {id, name, unique, time, ping, loss, state, rate, address} = row;
		rows.push([id, name, unique, time, ping, loss, state, rate, address]);
	}
	const [id, name, ...others] = playerColumns;
	if (!id || !name) return undefined;
	return {columns: [id, name, {header: consoleMessages.steamId}, ...others], rows, before, after: []};
}

const userCount = /^\d+ users?$/;

/** Parses the output of `users`. */
export function readCs2Users(response: string): Table | undefined {
	const rows: string[][] = [];
	const around: {before: string[]; after: string[]} = {before: [], after: []};
	for (const line of response.split('\n').map(text => text.trim())) {
		if (line === '') continue;
		const row = readUserRow(line);
		if (row) rows.push([row.slot, row.id, row.name]);
		else if (line === '<slot:userid:"name">') continue;
		else if (userCount.test(line)) around.after.push(line);
		else return undefined;
	}
	if (rows.length === 0) return undefined;
	return {
		columns: [
			{header: 'Slot', align: 'right'},
			{header: 'Id', align: 'right'},
			{header: 'Name', shrinks: true},
		],
		rows,
		...around,
	};
}

/** Parses the output of `status_json`: the clients as rows, everything else as facts. */
export function readCs2Json(response: string): Table | undefined {
	const document = tryParseJson(response);
	const server = isRecord(document) ? document['server'] : undefined;
	const clients = isRecord(server) ? server['clients'] : undefined;
	if (!isRecord(document) || !isRecord(server) || !Array.isArray(clients)) return undefined;
	const records: unknown[] = clients;
	if (!records.every(isFlat)) return undefined;
	const {clients: _, ...rest} = server;
	const names = [...new Set(records.flatMap(record => Object.keys(record)))];
	return {
		columns: names.map(name => ({header: name, ...(name === 'name' && {shrinks: true as const})})),
		rows: records.map(record => names.map(name => wordOf(record[name]))),
		before: factsIn({...document, server: rest}, ''),
		after: [],
	};
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isFlat = (value: unknown): value is Readonly<Record<string, unknown>> =>
	isRecord(value) && Object.values(value).every(field => typeof field !== 'object');

const wordOf = (value: unknown): string =>
	typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

function factsIn(record: Readonly<Record<string, unknown>>, path: string): string[] {
	return Object.entries(record).flatMap(([name, value]) =>
		isRecord(value) ? factsIn(value, `${path}${name}.`) : [`${path}${name}: ${wordOf(value)}`],
	);
}
