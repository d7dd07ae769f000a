import {mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {startAt, commandEntry} from '../journal/entries.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';
import {aNodeChange, anAction, stateChange} from '../helpers/activities.ts';

const state = mkdtempSync(path.join(tmpdir(), 'log-'));
const journal = (...options: string[]) => runCli(['journal', ...options], {env: {RCONDECK_STATE_DIR: state}});

beforeAll(() => {
	const file = path.join(state, 'journal.db');
	const journal = openJournal({path: file, clock: manualClock(), onProblem: words => expect.fail(words)});
	journal.remember([
		commandEntry(0, {origin: 'me'}, {command: 'ListPlayers', response: '\n0. Bob, 0002aa\n '}),
		{
			kind: 'note',
			at: startAt + 60_000,
			id: 'n',
			serverId: 's1',
			server: 'isl-1',
			activity: stateChange('ONLINE', 'OFFLINE'),
		},
		{
			kind: 'note',
			at: startAt + 70_000,
			id: 'r',
			serverId: 's1',
			server: 'isl-1',
			activity: anAction('restart', {input: {delayMinutes: 15, message: 'token: abc123'}}),
		},
		commandEntry(
			90_000,
			{server: 'cs2-1', serverId: 's2', status: 'timeout', localId: 'l'},
			{command: 'say ``x``', response: undefined},
		),
		{
			kind: 'note',
			at: startAt + 95_000,
			id: 'w',
			serverId: undefined,
			server: undefined,
			activity: aNodeChange(),
		},
		{kind: 'gap', at: startAt + 100_000, to: startAt + 118_000, teamId: 't', filled: 3},
	]);
	journal.close();
});
afterAll(() => rmSync(state, {recursive: true}));

test('prints the journal oldest first, in UTC, with responses below their commands', async () => {
	const {code, out, err} = await journal();
	expect({code, err}).toEqual({code: 0, err: ''});
	expect(out.split('\n')).toEqual([
		'2026-11-21T03:00:00Z  isl-1  me  > ListPlayers',
		'    0. Bob, 0002aa',
		'2026-11-21T03:01:00Z  isl-1  state  ONLINE -> OFFLINE (seen by poll)',
		'2026-11-21T03:01:10Z  isl-1  act  Restart in 15m accepted.',
		'2026-11-21T03:01:30Z  cs2-1  other  > say ``x``  (TIMEOUT - may have run)',
		'2026-11-21T03:01:35Z  node  eu-1 OFFLINE (5 servers, 34 players)',
		'2026-11-21T03:01:40Z  feed  gap  no feed for 18s, 3 back-filled',
		'',
	]);
});

test('filters by time, server and words', async () => {
	expect((await journal('--since', '2026-11-21T03:01:10Z', '--server', 'CS2')).out).toMatch(
		/^\S+ +cs2-1 .*\n$/,
	);
	expect((await journal('--search', 'bob')).out).toContain('ListPlayers');
	expect((await journal('--search', 'restart accepted')).out).toMatch(/^\S+ +isl-1 {2}act .*\n$/);
	expect((await journal('--search', 'seen offline')).out).toMatch(/^\S+ +isl-1 {2}state .*\n$/);
	expect(await journal('--search', 'nobody')).toMatchObject({
		code: 0,
		out: '',
		err: 'rcondeck: No journal entries match.\n',
	});
	expect((await journal('--limit', '1')).out).toContain('gap');
});

test('Markdown keeps the backticks of a response inside the code block', async () => {
	const {out} = await journal('--markdown');
	expect(out).toContain(
		'- `2026-11-21T03:00:00Z` isl-1  me  > `ListPlayers`\n\n  ```\n  0. Bob, 0002aa\n  ```\n',
	);
	expect(out).toContain('> `` say ``x`` ``');
});

test('--json is one document with times in ISO 8601', async () => {
	const document = JSON.parse((await journal('--json')).out) as {
		schema: number;
		entries: Record<string, unknown>[];
	};
	expect(document.schema).toBe(1);
	expect(document.entries[0]).toMatchObject({
		at: '2026-11-21T03:00:00.000Z',
		kind: 'command',
		origin: 'me',
		text: 'ListPlayers',
	});
	expect(document.entries[1]).toMatchObject({
		kind: 'state',
		text: 'ONLINE -> OFFLINE (seen by poll)',
		from: 'ONLINE',
		to: 'OFFLINE',
	});
	expect(document.entries[2]).toMatchObject({
		kind: 'act',
		text: 'Restart in 15m accepted.',
		action: 'restart',
		input: {delayMinutes: 15},
		outcome: 'accepted',
	});
	expect(document.entries.at(-2)).toMatchObject({
		kind: 'node',
		text: 'eu-1 OFFLINE (5 servers, 34 players)',
		node: 'eu-1',
		nodeId: 'n1',
		to: 'OFFLINE',
	});
	expect(document.entries.at(-1)).toMatchObject({kind: 'gap', to: '2026-11-21T03:01:58.000Z'});
});

test('shows only the entries of the current service; --all-profiles shows all entries with their profile', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'log-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	const keep = (profile: string, service: string, n: number) => {
		const journal = openJournal({
			path: path.join(folder, 'journal.db'),
			clock: manualClock(),
			onProblem: words => expect.fail(words),
			scope: {profile, service},
		});
		journal.remember([commandEntry(n)]);
		journal.close();
	};
	keep('environment', 'https://api.example.net', 1);
	keep('staging', 'https://staging.example.net', 2);
	const read = async (env: Record<string, string>, ...options: string[]) =>
		(await runCli(['journal', ...options], {env: {RCONDECK_STATE_DIR: folder, ...env}})).out;
	const here = {RCONDECK_URL: 'https://api.example.net', RCONDECK_TOKEN: 't'};
	expect(await read(here)).toMatch(/^\S+ {2}isl-1 {2}other {2}> say 1\n {4}ok 1\n$/);
	expect(await read(here, '--all-profiles')).toMatch(
		/Z {2}\[environment\] isl-1 .*say 1\n.*\n\S+ {2}\[staging\] isl-1 .*say 2\n/,
	);
	expect(JSON.parse(await read(here, '--json'))).toMatchObject({
		entries: [{text: 'say 1', profile: 'environment', service: 'https://api.example.net'}],
	});
	// Without a service, all entries are shown.
	expect(await read({})).toMatch(/say 1[^]*say 2/);
});

test('an invalid time is wrong usage; a missing journal shows nothing and is not created', async () => {
	expect((await journal('--since', 'yesterday')).code).toBe(2);
	const none = await runCli(['journal']);
	expect(none).toMatchObject({code: 0, out: ''});
	expect(none.err).toContain('The journal is empty');
});

test('an unreadable journal is a failure and stays unchanged', async () => {
	const state = tempFolder();
	const file = path.join(state, 'journal.db');
	writeFileSync(file, 'no tables\n'.repeat(1000));
	for (const format of [[], ['--json'], ['--search', 'bob']]) {
		expect(await runCli(['journal', ...format], {env: {RCONDECK_STATE_DIR: state}})).toMatchObject({
			code: 1,
			out: '',
			err: `rcondeck: The journal ${file} cannot be read: it is damaged.\n`,
		});
	}
	expect(readdirSync(state)).toEqual(['journal.db']);
});
