import {closeSync, constants, fstatSync, openSync, readSync, utimesSync} from 'node:fs';
import path from 'node:path';
import type {Api} from '../contract/endpoints/index.ts';
import type {GameServer} from '../contract/models/server.ts';
import {isFields} from '../contract/wire-values.ts';
import {parseJson} from '../lib/json.ts';
import {makePrivateFolder, writePrivateFile} from '../lib/private-folder.ts';
import {readRegularFile} from '../lib/regular-file.ts';

/** A named record of a list, and what distinguishes it. */
export type Listed = {id: string} & Partial<
	Record<'name' | 'about' | 'game' | 'map' | 'state', string | undefined>
>;
export type Lists = {servers?: Listed[]; nodes?: Listed[]; automations?: Listed[]};
type Cached = {service: string; lists: Lists};

const cacheFile = 'completion.json';
const maxServices = 8;
/** Comparing more records with the file takes longer than listing them should: once a minute is enough. */
const [manyRecords, manyRecordsMs] = [1000, 60_000];

/** Returns the cached lists, most recent service first. Empty if nothing can be read. */
export const readLists = (stateDir: string): Cached[] => listsIn(textOf(stateDir));

function textOf(stateDir: string): string {
	try {
		return readRegularFile(path.join(stateDir, cacheFile)).toString();
	} catch {
		return '';
	}
}

function listsIn(text: string): Cached[] {
	try {
		const {services} = parseJson(text) as {services?: unknown};
		return Array.isArray(services) ? services.filter(isCached) : [];
	} catch {
		return [];
	}
}

/** The file may have been written by another version or program. */
const isCached = (value: unknown): value is Cached =>
	isFields(value) &&
	typeof value['service'] === 'string' &&
	isFields(value['lists']) &&
	Object.values(value['lists']).every(list => Array.isArray(list) && list.every(isListed));

const isListed = (value: unknown): value is Listed =>
	isFields(value) &&
	typeof value['id'] === 'string' &&
	['name', 'about', 'game', 'map', 'state'].every(
		field => value[field] === undefined || typeof value[field] === 'string',
	);

/** Caches a list for shell completion, which must not wait for the service. Never throws. */
function keepList(stateDir: string, service: string, kind: keyof Lists, list: readonly Listed[]): void {
	const text = textOf(stateDir);
	if (hasList(text, service, `${JSON.stringify(kind)}:${JSON.stringify(list)}`)) {
		if (list.length > manyRecords) noteCompared(stateDir);
		return;
	}
	const before = listsIn(text);
	const own = before.find(cached => cached.service === service);
	const others = before.filter(cached => cached.service !== service).slice(0, maxServices - 1);
	const services = [{service, lists: {...own?.lists, [kind]: list}}, ...others];
	try {
		const next = JSON.stringify({services});
		makePrivateFolder(stateDir);
		writePrivateFile(path.join(stateDir, cacheFile), next);
	} catch {
		// Completion then offers older names, or none.
	}
}

function noteCompared(stateDir: string): void {
	try {
		const now = new Date();
		utimesSync(path.join(stateDir, cacheFile), now, now);
	} catch {
		// It is compared again at the next list.
	}
}

/** True if the list of this service was compared with the file less than a minute ago. It is then the first of the file. */
function isFresh(stateDir: string, service: string, kind: keyof Lists): boolean {
	const begin = Buffer.from(`${beginOf(service)}${JSON.stringify(kind)}:`);
	try {
		const file = openSync(path.join(stateDir, cacheFile), constants.O_RDONLY | constants.O_NONBLOCK);
		try {
			// The clock has whole milliseconds, the file parts of them.
			const age = Date.now() - Math.floor(fstatSync(file).mtimeMs);
			const head = Buffer.alloc(begin.length);
			readSync(file, head, 0, head.length, 0);
			return age >= 0 && age < manyRecordsMs && head.equals(begin);
		} finally {
			closeSync(file);
		}
	} catch {
		return false;
	}
}

const beginOf = (service: string) => `{"services":[{"service":${JSON.stringify(service)},"lists":{`;

/**
True if the file has this list of the service, which comes first in it: parsing it takes longer. No name can look like
these parts, because JSON escapes its quotation marks.
*/
function hasList(text: string, service: string, list: string): boolean {
	const begin = beginOf(service);
	const at = text.indexOf(list, begin.length);
	return text.startsWith(begin) && at !== -1 && !text.slice(begin.length, at).includes('{"service":');
}

/** Wraps the client so that its lists are cached for completion. */
export function withListsKept(api: Api, stateDir: string, service: string): Api {
	const kept = new Map<string, readonly Listed[]>();
	// The states that the file also has are no reason to write it again: the TUI reads its lists all the time.
	const keep = <Item extends {id: string}>(
		kind: keyof Lists,
		{items}: {items: readonly Item[]},
		nameOf: (item: Item) => string | undefined,
		listedOf: (item: Item) => Listed,
	) => {
		const before = kept.get(kind);
		const isSame = ({id, name}: Listed, item: Item | undefined) => id === item?.id && name === nameOf(item);
		if (before?.length === items.length && before.every((one, index) => isSame(one, items[index]))) return;
		if (items.length > manyRecords && isFresh(stateDir, service, kind)) return;
		const list = items.map(listedOf);
		kept.set(kind, list);
		keepList(stateDir, service, kind, list);
	};
	const own: Pick<Api, 'listServers' | 'listNodes' | 'listAutomations'> = {
		listServers: async (input, options) => {
			const list = await api.listServers(input, options);
			keep('servers', list, ({displayName}) => displayName, listedServer);
			return list;
		},
		listNodes: async (input, options) => {
			const list = await api.listNodes(input, options);
			keep(
				'nodes',
				list,
				({name}) => name,
				({id, name, status}) => listed(id, name, status),
			);
			return list;
		},
		listAutomations: async (input, options) => {
			const list = await api.listAutomations(input, options);
			keep(
				'automations',
				list,
				({name}) => name,
				({id, name, description}) => listed(id, name, description),
			);
			return list;
		},
	};
	return new Proxy(api, {
		get: (plain, name): unknown => Reflect.get(Object.hasOwn(own, name) ? own : plain, name),
	});
}

// JSON has no undefined.
const listedServer = ({id, displayName: name, state, gameType: game, map}: GameServer): Listed => ({
	id,
	name,
	state,
	game,
	map,
});

const listed = (id: string, name: string | undefined, about: string | undefined): Listed => ({
	id,
	name,
	about,
});
