import {sameItems} from '../lib/memoized-column.ts';
import {deepEqual} from '../lib/deep-equal.ts';
import {mapById} from '../lib/maps.ts';
import {flagOf, idOf, isFields, numberOf, textOf, type Fields} from './wire-values.ts';
import {createList} from './models/list.ts';
import type {Listed} from './models/listed.ts';
import type {TextOptions, TextReader} from './endpoint.ts';
import {excess, maxRecords, missingFrom, recordsIn} from './models/envelope.ts';
import {readMoment} from './moments.ts';
import {readCommands} from './fast-commands.ts';
import {recordSchemas} from './models/on-demand.ts';
import type {Backup, GameServer} from './models/server.ts';
import {readBackup} from './shapes/server.ts';
import {readBlocked, readReport} from './real-server.ts';
import {withSource} from './sources.ts';
import {readState} from './states.ts';

/**
Creates a reader for polled lists of servers, with the same result as the schema `listOf(GameServer)` at a fraction of
the cost. Unchanged records keep their identity from poll to poll, so nothing repaints. The reader changes the JSON
value in place, and may find the records of the previous poll in it. It returns undefined if the value is not a list.
The schema reads records without an `id` of their own.
*/
export function createServersReader(): (value: unknown, asSent?: boolean) => Listed<GameServer> | undefined {
	let before: Listed<GameServer> = {items: [], unreadable: []};
	let known: ReadonlyMap<string, GameServer> = noneKnown;
	return (value, asSent = false) => {
		const records = recordsIn(value);
		if (!records) return undefined;
		const reread: unknown[] = Array.isArray(value) && !asSent ? value : [];
		const list = createList<GameServer>();
		for (let index = 0; index < records.length; index++) {
			const record = records[index];
			const server = asSent ? readCopy(record) : readServer(record, known);
			if (server) {
				reread[index] = server;
				list.add(server, index);
			} else list.addRead(() => recordSchemas.GameServer.safeParse(record), record, index);
		}
		const {items, unreadable} = list.done(missingFrom(value, records.length));
		// Each record of the caller's has its own source.
		if (asSent) return {items, unreadable};
		const isUnchanged = sameItems(items, before.items) && deepEqual(unreadable, before.unreadable);
		if (!isUnchanged) {
			before = {items, unreadable};
			known = mapById(items);
		}
		// A repeat must be parsed again, because reading changed it.
		if (unreadable.length > 0)
			for (const [index, record] of reread.entries())
				if (isFields(record) && known.get(idOf(record['id']) ?? '') !== record) reread[index] = undefined;
		return before;
	};
}

/** Creates a reader for a list of servers of which the JSON is needed. */
export function createServerTextReader({take, without}: Omit<TextOptions, 'begin'>): TextReader {
	const list = createList<GameServer>();
	let count = 0;
	const add = (record: unknown) => {
		const index = count++;
		if (index >= maxRecords) return;
		const json = jsonWithout(record, without);
		const server = readNames(record);
		if (server) {
			if (list.add(server, index)) take(server, json);
			return;
		}
		const read = list.addRead(() => recordSchemas.GameServer.safeParse(record), record, index);
		if (read) take(read, json);
	};
	return {
		add,
		end: rest => {
			const records = recordsIn(rest);
			if (!records) return undefined;
			for (const record of records) add(record);
			const missing = Array.isArray(rest)
				? excess(count - records.length + rest.length, Math.min(count, maxRecords))
				: missingFrom(rest, records.length);
			return list.done(missing);
		},
	};
}

/** Removes the fields from the record. */
function jsonWithout(record: unknown, names: readonly string[]): string {
	// JSON has no undefined. Copying or deleting takes longer.
	if (isFields(record)) for (const name of names) if (record[name] !== undefined) record[name] = undefined;
	return JSON.stringify(record);
}

const none: readonly never[] = Object.freeze([]);

/** Reads what names, filters and counts a server. Returns undefined if only the schema can read it. */
function readNames(record: unknown): GameServer | undefined {
	if (!isFields(record) || Object.hasOwn(record, '__proto__')) return undefined;
	const id = idOf(record['id']);
	if (id === undefined) return undefined;
	const {displayName, gameType, map, nodeId, nodeName} = record;
	const server = {
		id,
		displayName: isText(displayName) ? displayName : textOf(displayName),
		state: readState(record['state']),
		gameType: isText(gameType) ? gameType : textOf(gameType),
		map: isText(map) ? map : textOf(map),
		nodeId: isId(nodeId) ? nodeId : idOf(nodeId),
		nodeName: isText(nodeName) ? nodeName : textOf(nodeName),
		backups: none,
		commands: none,
	};
	return server as unknown as GameServer; // the others are missing, as documented for `asText`
}

const isText = (value: unknown) => value === undefined || typeof value === 'string';
const isId = (value: unknown) =>
	value === undefined || (typeof value === 'string' && idOf(value) !== undefined);
const isCount = (value: unknown) => value === undefined || Number.isFinite(value);

/** Reads the plain fields. One statement for each: V8 needs twice as long to read fields by variable names. */
function readPlainFields(record: Fields): void {
	if (!isText(record['displayName'])) replace(record, 'displayName', textOf);
	if (!isText(record['gameType'])) replace(record, 'gameType', textOf);
	if (!isText(record['serverDirectory'])) replace(record, 'serverDirectory', textOf);
	if (!isText(record['nodeName'])) replace(record, 'nodeName', textOf);
	if (!isText(record['serverIp'])) replace(record, 'serverIp', textOf);
	if (!isText(record['map'])) replace(record, 'map', textOf);
	if (!isText(record['problem'])) replace(record, 'problem', textOf);
	if (!isId(record['teamId'])) replace(record, 'teamId', idOf);
	if (!isId(record['nodeId'])) replace(record, 'nodeId', idOf);
	if (!isId(record['settingProfileId'])) replace(record, 'settingProfileId', idOf);
	if (!isId(record['commandQueue'])) replace(record, 'commandQueue', idOf);
	if (!isId(record['newestCommandId'])) replace(record, 'newestCommandId', idOf);
	if (!isCount(record['onlinePlayers'])) replace(record, 'onlinePlayers', numberOf);
	if (!isCount(record['maxPlayers'])) replace(record, 'maxPlayers', numberOf);
	if (!isCount(record['modCount'])) replace(record, 'modCount', numberOf);
	if (!isCount(record['serverPort'])) replace(record, 'serverPort', numberOf);
	if (!isCount(record['queryPort'])) replace(record, 'queryPort', numberOf);
	if (!isCount(record['rconPort'])) replace(record, 'rconPort', numberOf);
	if (!isCount(record['olderCommands'])) replace(record, 'olderCommands', numberOf);
}

/** Reads a server in place. Returns undefined, with the record untouched, if only the schema can read it. */
function readServer(record: unknown, known: ReadonlyMap<string, GameServer>): GameServer | undefined {
	if (!isFields(record) || Object.hasOwn(record, '__proto__')) return undefined;
	const id = idOf(record['id']);
	if (id === undefined) return undefined;
	if (known.get(id) === record) return known.get(id);
	record['id'] = id;
	readPlainFields(record);
	replace(record, 'created', readMoment);
	replace(record, 'state', readState);
	replace(record, 'stateSince', readMoment);
	replace(record, 'report', readReport);
	replace(record, 'blocked', readBlocked);
	const before = known.get(id);
	const commands = readCommands(record['commands'], before?.commands ?? []);
	const backups = readBackups(record['backups'], before?.backups ?? []);
	// Every field has been read above, so this equals the schema's result.
	record['commands'] = commands;
	record['backups'] = backups;
	const server = record as GameServer;
	return before && isUnchanged(server, before) ? before : server;
}

/** Reads a server and keeps the record as sent. */
function readCopy(record: unknown): GameServer | undefined {
	if (!isFields(record)) return undefined;
	const copy = {...record};
	const commands = recordsIn(record['commands']);
	if (commands) copy['commands'] = commands.map(command => (isFields(command) ? {...command} : command));
	const server = readServer(copy, noneKnown);
	return server && withSource(server, record);
}

const noneKnown: ReadonlyMap<string, GameServer> = new Map();

/** Reads a field in place, with the same result as the schema. A missing field stays missing. */
function replace(record: Fields, name: string, read: (value: unknown) => unknown): void {
	const value = record[name];
	if (value !== undefined) record[name] = read(value);
}

function readBackups(value: unknown, before: Backup[]): Backup[] {
	const backups = (recordsIn(value) ?? []).flatMap(record => readUsualBackup(record) ?? []);
	if (backups.length !== before.length) return backups;
	return backups.length === 0 || deepEqual(backups, before) ? before : backups;
}

/** Reads a backup with the same result as its shape, one statement for each field. */
function readUsualBackup(record: unknown): Backup | undefined {
	if (!isFields(record) || Object.hasOwn(record, '__proto__')) return readBackup(record);
	const backupId = idOf(record['backupId']) ?? idOf(record['id']);
	if (backupId === undefined) return undefined;
	const backup: Fields = {...record, backupId};
	if (!isId(backup['serverId'])) replace(backup, 'serverId', idOf);
	if (!isText(backup['name'])) replace(backup, 'name', textOf);
	if (!isText(backup['kind'])) replace(backup, 'kind', textOf);
	if (!isCount(backup['size'])) replace(backup, 'size', numberOf);
	replace(backup, 'autoBackup', flagOf);
	replace(backup, 'createdAt', readMoment);
	replace(backup, 'expiresAt', readMoment);
	// Every field has been read, so this equals the schema's result.
	return backup as Backup;
}

function isUnchanged(server: GameServer, before: GameServer): boolean {
	const names = Object.keys(server);
	return (
		names.length === Object.keys(before).length &&
		names.every(name => {
			if (!Object.hasOwn(before, name)) return false;
			if (name === 'commands' || name === 'backups') return server[name] === before[name];
			return deepEqual(server[name], before[name]);
		})
	);
}
