import path from 'node:path';
import type {Api} from '../contract/endpoints/index.ts';
import {isFields} from '../contract/wire-values.ts';
import {parseJson} from '../lib/json.ts';
import {makePrivateFolder, writePrivateFile} from '../lib/private-folder.ts';
import {readRegularFile} from '../lib/regular-file.ts';

/** A named record of a list, and what distinguishes it. */
export type Listed = {id: string; name?: string; about?: string; game?: string; map?: string; state?: string};
export type Lists = {servers?: Listed[]; nodes?: Listed[]; automations?: Listed[]};
type Cached = {service: string; lists: Lists};

const cacheFile = 'completion.json';
const maxServices = 8;

/** Returns the cached lists, most recent service first. Empty if nothing can be read. */
export function readLists(stateDir: string): Cached[] {
	try {
		const {services} = parseJson(readRegularFile(path.join(stateDir, cacheFile)).toString()) as {
			services?: unknown;
		};
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
function keepList(stateDir: string, service: string, lists: Lists): void {
	const before = readLists(stateDir);
	const own = before.find(cached => cached.service === service);
	const others = before.filter(cached => cached.service !== service).slice(0, maxServices - 1);
	const services = [{service, lists: {...own?.lists, ...lists}}, ...others];
	try {
		if (JSON.stringify(services) === JSON.stringify(before)) return;
		makePrivateFolder(stateDir);
		writePrivateFile(path.join(stateDir, cacheFile), JSON.stringify({services}));
	} catch {
		// Completion then offers older names, or none.
	}
}

/** Wraps the client so that its lists are cached for completion. */
export function withListsKept(api: Api, stateDir: string, service: string): Api {
	const keptNames = new Map<string, string>();
	// The states that the file also has are no reason to write it again: the TUI reads its lists all the time.
	const keep = (kind: keyof Lists, list: Listed[]) => {
		const names = JSON.stringify(list.map(({id, name}) => [id, name]));
		if (keptNames.get(kind) === names) return;
		keptNames.set(kind, names);
		keepList(stateDir, service, {[kind]: list});
	};
	const kept: Pick<Api, 'listServers' | 'listNodes' | 'listAutomations'> = {
		listServers: async (input, options) => {
			const list = await api.listServers(input, options);
			const servers = list.items.map(({id, displayName, state, gameType, map}) => ({
				id,
				...(displayName !== undefined && {name: displayName}),
				...(state !== undefined && {state}),
				...(gameType !== undefined && {game: gameType}),
				...(map !== undefined && {map}),
			}));
			keep('servers', servers);
			return list;
		},
		listNodes: async (input, options) => {
			const list = await api.listNodes(input, options);
			keep(
				'nodes',
				list.items.map(({id, name, status}) => listed(id, name, status)),
			);
			return list;
		},
		listAutomations: async (input, options) => {
			const list = await api.listAutomations(input, options);
			keep(
				'automations',
				list.items.map(({id, name, description}) => listed(id, name, description)),
			);
			return list;
		},
	};
	return new Proxy(api, {
		get: (plain, name): unknown => Reflect.get(Object.hasOwn(kept, name) ? kept : plain, name),
	});
}

const listed = (id: string, name: string | undefined, about: string | undefined): Listed => ({
	id,
	...(name !== undefined && {name}),
	...(about !== undefined && {about}),
});
