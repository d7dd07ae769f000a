import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {trendPeriods} from '../../src/app/trends/trend.ts';
import {openTuiSession} from '../../src/cli/start/tui-session.ts';
import {loadConfig} from '../../src/config/load.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {readJournalFile} from '../../src/journal/reader.ts';
import {tempFolder} from './temp-folder.ts';
import {waitFor} from '../helpers/wait-for.ts';

const servers = [{id: 'a1', displayName: 'ark-one', state: 'ONLINE'}];

/** Allows for a machine that is busy with other tests. */
const eventually = (check: () => void) => waitFor(check);

/** Runs a TUI session without a screen. `service`: the URL of its service; undefined: the demo. */
function open(
	service: string | undefined,
	text?: string,
	ready = Promise.resolve(),
	folder: string = tempFolder(),
) {
	if (text !== undefined) writeFileSync(path.join(folder, 'config.toml'), text);
	const env = {
		RCONDECK_CONFIG_DIR: folder,
		RCONDECK_STATE_DIR: path.join(folder, 'state'),
		RCONDECK_FEED_URL: 'off',
		...(service !== undefined && {RCONDECK_URL: service, RCONDECK_TOKEN: 't'}),
	};
	const config = loadConfig({flags: {}, env});
	const output = {write: () => true};
	const io = {argv: [], env, stdin: process.stdin, stdout: output, stderr: output};
	const session = openTuiSession({...io, ending: new AbortController().signal}, config, ready);
	onTestFinished(session.close);
	const {store} = session.services;
	const {services} = session;
	return {
		services,
		stateDir: config.stateDir,
		state: store.getState,
		notices: () => store.getState().notices,
	};
}

test('completes names in the shell from the lists of the TUI', async () => {
	const {url} = await httpService(({url: asked}, response) =>
		json(response, 200, asked.startsWith('/server/') ? servers : asked === '/team/my' ? {id: 't'} : []),
	);
	const {stateDir} = open(url);
	const file = path.join(stateDir, 'completion.json');
	await eventually(() =>
		expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
			services: [{service: url, lists: {servers: [{id: 'a1', name: 'ark-one', state: 'ONLINE'}]}}],
		}),
	);
});

test('the first list of a service is requested and read before the first paint, and nothing else', async () => {
	const asked: string[] = [];
	const {url} = await httpService((request, response) => {
		asked.push(request.url);
		json(response, 200, request.url === '/team/my' ? {id: 't'} : servers);
	});
	const painted = Promise.withResolvers<void>();
	const {state} = open(url, undefined, painted.promise);
	await eventually(() => expect(state().fleet.servers.get('a1')).toMatchObject({state: 'ONLINE'}));
	expect(asked).toEqual(['/team/my', '/server/by-team/t']);
	painted.resolve();
	await eventually(() => expect(asked.length).toBeGreaterThan(2));
});

test('does not show the welcome again after a service was used', async () => {
	const {url} = await httpService((_, response) => json(response, 200, []));
	const {stateDir} = open(url);
	await eventually(() => expect(existsSync(path.join(stateDir, 'welcome-dismissed'))).toBe(true));
});

test('the demo neither completes its names in the shell nor dismisses the welcome', async () => {
	const {stateDir} = open(undefined);
	await eventually(() => expect(existsSync(path.join(stateDir, 'demo-journal.db'))).toBe(true));
	// The demo is kept apart from real work.
	expect(existsSync(path.join(stateDir, 'journal.db'))).toBe(false);
	expect(existsSync(path.join(stateDir, 'completion.json'))).toBe(false);
	expect(existsSync(path.join(stateDir, 'welcome-dismissed'))).toBe(false);
});

test('the demo has a journal of its own, with the history of its fleet', async () => {
	const {stateDir, services} = open(undefined);
	const file = path.join(stateDir, 'demo-journal.db');
	const kept = () => readJournalFile(file) ?? [];
	await eventually(() => expect(kept().length).toBeGreaterThan(5));
	expect(kept()).toContainEqual(expect.objectContaining({server: 'cs2-scrim', kind: 'state'}));
	await eventually(() => expect(services.store.getState().trends.size).toBeGreaterThan(5));
	services.journal.keep([{kind: 'mark', at: Date.now(), id: 'first', text: 'from the first demo'}]);
	await eventually(() =>
		expect(kept()).toContainEqual(expect.objectContaining({text: 'from the first demo'})),
	);
	open(undefined, undefined, undefined, path.dirname(stateDir));
	await eventually(() => {
		expect(kept().length).toBeGreaterThan(5);
		expect(kept()).not.toContainEqual(expect.objectContaining({text: 'from the first demo'}));
	});
});

test('the charts of the demo reach from twelve hours ago to the present', async () => {
	const {state} = open(undefined);
	await eventually(() => {
		const lengths = [...state().trends.values()].map(({values}) => values.filter(Boolean).length);
		expect(lengths.length).toBeGreaterThan(5);
		expect(Math.min(...lengths)).toBeGreaterThan(trendPeriods - 5);
	});
});

test('reports unknown columns and sort orders of views after the start', async () => {
	const {notices} = open(undefined, '[views.eu]\nsort = "plyers"\n');
	await eventually(() =>
		expect(notices().map(({text}) => text)).toContainEqual(
			expect.stringMatching(
				/^rcondeck config check: config\.toml:2: views\.eu\.sort: unknown sort order plyers \(did you mean players\?\)/,
			),
		),
	);
});
