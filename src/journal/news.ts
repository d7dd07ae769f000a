import type {DatabaseSync} from 'node:sqlite';
import {stateChangeAt} from './read.ts';

/** Somebody has acknowledged a server's trouble, or (`isKnown` false) taken that back. */
export type AcknowledgedNews = {
	serverId: string;
	/** In which it was. */
	state: string | undefined;
	at: number;
	isKnown: boolean;
	/** The newest change of its state that anybody has kept. */
	changedAt: number | undefined;
};

/** What other processes have written. */
export type News = {acknowledged: readonly AcknowledgedNews[]};

/**
Looks for what others have written since it looked before; the first look is the beginning. As long as nobody else has
written it costs one question that SQLite answers without reading the file. (sqlite.org: PRAGMA data_version)
*/
export function createNews(): (database: DatabaseSync) => News | undefined {
	let looked:
		{database: DatabaseSync; version: number; acknowledged: ReadonlyMap<string, string>} | undefined;
	return database => {
		const version = versionOf(database);
		if (looked?.database === database && looked.version === version) return undefined;
		const before = looked;
		const acknowledged = readAll(database);
		looked = {
			database,
			version,
			acknowledged: new Map(acknowledged.map(one => [one.serverId, nameOf(one)])),
		};
		if (!before) return undefined;
		const news = acknowledged.filter(one => before.acknowledged.get(one.serverId) !== nameOf(one));
		return {
			acknowledged: news.map(one => ({...one, changedAt: stateChangeAt(database, one.serverId)})),
		};
	};
}

const versionOf = (database: DatabaseSync): number =>
	Number(database.prepare('PRAGMA data_version').get()?.['data_version'] ?? 0);

const nameOf = ({at, isKnown}: {at: number; isKnown: boolean}) => `${at} ${isKnown}`;

function readAll(database: DatabaseSync): Omit<AcknowledgedNews, 'changedAt'>[] {
	const rows = database.prepare('SELECT server_id, state, at, is_known FROM acknowledged').all();
	return rows.map(row => ({
		serverId: String(row['server_id']),
		state: row['state'] === null ? undefined : String(row['state']),
		at: Number(row['at']),
		isKnown: row['is_known'] === 1,
	}));
}
