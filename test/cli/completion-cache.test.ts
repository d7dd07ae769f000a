import {statSync, utimesSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {createApi} from '../../src/client/rest/client.ts';
import {keepLists, readLists} from '../../src/cli/completion/completion-cache.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {tempFolder} from './temp-folder.ts';

/** Reads the servers as a new process would. */
async function list(folder: string, service: string, ...names: string[]): Promise<void> {
	const servers = names.map(displayName => ({id: displayName, displayName, nodeId: 'n', state: 'ONLINE'}));
	const api = createApi({
		baseUrl: 'http://service',
		credentials: undefined,
		clock: systemClock,
		random: Math.random,
		fetch: () => Response.json(servers),
		middleware: [keepLists(folder, service)],
	});
	await api.listServers({teamId: 't'});
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

test('compares a list of thousands with the file once a minute', async () => {
	const folder = tempFolder();
	const file = path.join(folder, 'completion.json');
	const names = Array.from({length: 2000}, (_, index) => `server-${index}`);
	const newest = () => keptIn(folder)[0]?.[1]?.slice(0, 7);
	await list(folder, 'one', ...names);
	await list(folder, 'one', 'new', ...names);
	expect(newest()).toBe('server-');
	const minuteAgo = Date.now() / 1000 - 61;
	utimesSync(file, minuteAgo, minuteAgo);
	await list(folder, 'one', ...names);
	expect(statSync(file).mtimeMs / 1000).toBeGreaterThan(minuteAgo + 30);
	utimesSync(file, minuteAgo, minuteAgo);
	await list(folder, 'one', 'new', ...names);
	expect(newest()).toBe('new,ser');
});

test('a list of thousands that was written in this millisecond is fresh', async () => {
	const folder = tempFolder();
	const file = path.join(folder, 'completion.json');
	const names = Array.from({length: 2000}, (_, index) => `server-${index}`);
	await list(folder, 'one', ...names);
	const now = Date.now();
	const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
	onTestFinished(() => clock.mockRestore());
	utimesSync(file, now / 1000, (now + 0.9) / 1000);
	await list(folder, 'one', 'new', ...names);
	expect(keptIn(folder)[0]?.[1]?.slice(0, 7)).toBe('server-');
});

test('a list of another service delays no list of thousands', async () => {
	const folder = tempFolder();
	const names = Array.from({length: 2000}, (_, index) => `server-${index}`);
	await list(folder, 'one', ...names);
	await list(folder, 'two', ...names);
	await list(folder, 'one', 'new', ...names);
	expect(keptIn(folder).map(([service]) => service)).toEqual(['one', 'two']);
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
