import {isSame} from '../lib/same.ts';
import {unreadableOf, type Listed, type Unreadable} from './models/common.ts';
import {momentOf} from './moments.ts';
import {readCommands} from './quick-commands.ts';
import {Backup, GameServer} from './models/server.ts';

type Fields = Record<string, unknown>;

/**
Reads the list of servers poll after poll, giving the same value as the schema `listOf(GameServer)` at a fraction of
its cost, and the very records of the poll before where nothing has changed, so that nothing repaints. It changes
the JSON value in place. undefined where the value is no list. A record that is in any way unusual goes to the schema.
*/
export function createServersReader(): (value: unknown) => Listed<GameServer> | undefined {
	let before: Listed<GameServer> = {items: [], unreadable: []};
	let known = new Map<string, GameServer>();
	return value => {
		if (!Array.isArray(value)) return undefined;
		const items: GameServer[] = [];
		const unreadable: Unreadable[] = [];
		for (const [index, record] of value.entries()) {
			const server = quickServer(record, known) ?? bySchema(record, index, unreadable);
			if (server) items.push(server);
		}
		const isUnchanged =
			items.length === before.items.length &&
			items.every((server, index) => server === before.items[index]) &&
			isSame(unreadable, before.unreadable);
		if (isUnchanged) return before;
		before = {items, unreadable};
		known = new Map(items.map(server => [server.id, server]));
		return before;
	};
}

function bySchema(record: unknown, index: number, unreadable: Unreadable[]): GameServer | undefined {
	const read = GameServer.safeParse(record);
	if (read.success) return read.data;
	unreadable.push(unreadableOf(record, index, read.error));
	return undefined;
}

const texts = [
	'displayName',
	'teamId',
	'nodeId',
	'gameType',
	'state',
	'settingProfileId',
	'serverDirectory',
	'nodeName',
	'serverIp',
	'map',
] as const;
const numbers = ['onlinePlayers', 'maxPlayers', 'modCount', 'serverPort', 'queryPort', 'rconPort'] as const;

/** undefined: not as usual; then nothing has been touched. */
function quickServer(record: unknown, known: ReadonlyMap<string, GameServer>): GameServer | undefined {
	if (!isUsual(record)) return undefined;
	const before = known.get(record.id);
	for (const name of texts) if (record[name] === null) record[name] = undefined;
	for (const name of numbers) if (record[name] === null) record[name] = undefined;
	if ('created' in record) record.created = momentOf(record.created);
	const commands = readCommands(record.commands ?? [], before?.commands ?? []);
	const backups = readBackups(record.backups ?? [], before?.backups ?? []);
	// Every field was looked at above: this is what the schema makes of the record.
	const server = Object.assign(record, {commands, backups}) as Fields as GameServer;
	return before && isUnchanged(server, before) ? before : server;
}

type Usual = Fields & {
	id: string;
	created?: string | number | null | undefined;
	commands?: unknown[] | null;
	backups?: unknown[] | null;
};

function isUsual(record: unknown): record is Usual {
	if (typeof record !== 'object' || record === null || Array.isArray(record)) return false;
	const fields = record as Fields; // a JSON object
	const {id, created, commands, backups} = fields;
	return (
		typeof id === 'string' &&
		id !== '' &&
		texts.every(name => isMaybe(fields[name], 'string')) &&
		numbers.every(
			name => isMaybe(fields[name], 'number') && fields[name] !== Infinity && fields[name] !== -Infinity,
		) &&
		(isMaybe(created, 'string') || Number.isFinite(created)) &&
		(commands === undefined || commands === null || Array.isArray(commands)) &&
		(backups === undefined || backups === null || Array.isArray(backups)) &&
		!Object.hasOwn(fields, '__proto__')
	);
}

const isMaybe = (value: unknown, type: 'string' | 'number') =>
	value === undefined || value === null || typeof value === type;

function readBackups(raws: unknown[], before: Backup[]): Backup[] {
	const backups = raws.flatMap(raw => {
		const read = Backup.safeParse(raw);
		return read.success ? [read.data] : [];
	});
	return isSame(backups, before) ? before : backups;
}

function isUnchanged(server: GameServer, before: GameServer): boolean {
	const names = Object.keys(server);
	return (
		names.length === Object.keys(before).length &&
		names.every(name => {
			if (!Object.hasOwn(before, name)) return false;
			if (name === 'commands' || name === 'backups') return server[name] === before[name];
			return isSame(server[name], before[name]);
		})
	);
}
