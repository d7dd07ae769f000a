import {closeSync, constants, fstatSync, openSync, readSync, utimesSync} from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import {type Middleware, onCalls} from '../../contract/call.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {tryParseJson} from '../../lib/json/json.ts';
import {makePrivateFolder, writePrivateFile} from '../../lib/files/private-folder.ts';
import {tryReadText} from '../../lib/files/regular-file.ts';

/** A named record of a list, with its distinguishing detail. */
const Listed = z.object({
	id: z.string(),
	name: z.string().optional(),
	about: z.string().optional(),
	game: z.string().optional(),
	map: z.string().optional(),
	state: z.string().optional(),
});
export type Listed = z.output<typeof Listed>;

const list = z.array(Listed).optional();
const Lists = z.object({servers: list, nodes: list, automations: list});
export type Lists = z.output<typeof Lists>;

/** The most recent service comes first. */
const CacheFile = z.object({services: z.array(z.object({service: z.string(), lists: Lists}))});
type Cached = z.output<typeof CacheFile>['services'][number];

const cacheFile = 'completion.json';
const maxServices = 8;
/** Comparing more records with the file takes longer than listing them should: once a minute is enough. */
const [manyRecords, manyRecordsMs] = [1000, 60_000];

/** Returns the cached lists, most recent service first. Empty if nothing can be read. */
export const readLists = (stateDir: string): Cached[] => listsIn(textOf(stateDir));

const textOf = (stateDir: string): string => tryReadText(path.join(stateDir, cacheFile)) ?? '';

/** The file may have been written by another version or program. */
const listsIn = (text: string): Cached[] => CacheFile.safeParse(tryParseJson(text)).data?.services ?? [];

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

/** Caches the lists of a service for completion. */
export function keepLists(stateDir: string, service: string): Middleware {
	const kept = new Map<string, readonly Listed[]>();
	// The states that the file also has do not require another write: the TUI reads its lists all the time.
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
	return onCalls({
		listServers: async (_call, next) => {
			const list = await next();
			keep('servers', list, ({displayName}) => displayName, listedServer);
			return list;
		},
		listNodes: async (_call, next) => {
			const list = await next();
			keep(
				'nodes',
				list,
				({name}) => name,
				({id, name, status}) => listed(id, name, status),
			);
			return list;
		},
		listAutomations: async (_call, next) => {
			const list = await next();
			keep(
				'automations',
				list,
				({name}) => name,
				({id, name, description}) => listed(id, name, description),
			);
			return list;
		},
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
