import {statSync, utimesSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {readLists, withListsKept} from '../../src/cli/completion-cache.ts';
import type {Api} from '../../src/contract/endpoints/index.ts';
import {aServer} from '../helpers/builders.ts';
import {tempFolder} from './temp-folder.ts';

/** Reads the servers as a new process would. */
async function list(folder: string, service: string, ...names: string[]): Promise<void> {
	const items = names.map(displayName => aServer({id: displayName, displayName}));
	const api: Partial<Api> = {listServers: async () => Promise.resolve({items, unreadable: []})};
	// Only this method is called.
	await withListsKept(api as Api, folder, service).listServers({teamId: 't'});
}

const keptIn = (folder: string) =>
	readLists(folder).map(({service, lists}) => [service, lists.servers?.map(({name}) => name).join()]);

test('keeps the newest list of each service, also if another service has the same', async () => {
	const folder = tempFolder();
	await list(folder, 'one', 'a', 'b');
	await list(folder, 'two', 'a');
	await list(folder, 'one', 'a');
	expect(keptIn(folder)).toEqual([
		['one', 'a'],
		['two', 'a'],
	]);
	await list(folder, 'one', 'b');
	await list(folder, 'one', 'a');
	expect(keptIn(folder)[0]).toEqual(['one', 'a']);
});

test('writes a list again only if it has changed', async () => {
	const folder = tempFolder();
	const file = path.join(folder, 'completion.json');
	await list(folder, 'one', 'a ","lists":{');
	utimesSync(file, 1, 1);
	await list(folder, 'one', 'a ","lists":{');
	expect(statSync(file).mtimeMs).toBe(1000);
	await list(folder, 'one', 'a');
	expect(statSync(file).mtimeMs).not.toBe(1000);
});
