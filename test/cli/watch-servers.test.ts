import {Readable} from 'node:stream';
import {expect, onTestFinished, test} from 'vitest';
import {loadConfig} from '../../src/config/load.ts';
import type {Io} from '../../src/cli/output/io.ts';
import {watchServers} from '../../src/cli/commands/servers.ts';
import {apiAt, failureOf} from '../client/rest/helpers.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {waitFor} from '../helpers/wait-for.ts';

type Answer = {status: number; retryAfter?: string};

/**
 * `servers --watch` on a service that returns these lists and repeats the last one, on a clock that the
 * test advances.
 */
async function watched(...answers: Answer[]) {
	const clock = manualClock();
	const service = await httpService((_seen, response) => {
		const {status, retryAfter} = (answers.length > 1 ? answers.shift() : answers[0]) ?? {status: 200};
		if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
		json(response, status, status === 200 ? [{id: 'a', displayName: 'Alpha', state: 'ONLINE'}] : {});
	});
	const ending = new AbortController();
	let errorText = '';
	const io: Io = {
		argv: [],
		env: {},
		stdin: Readable.from([]),
		stdout: {write: () => {}},
		stderr: {write: text => void (errorText += String(text))},
		ending: ending.signal,
	};
	const call = {
		api: apiAt(service.url, {clock}),
		config: loadConfig({flags: {}, env: {HOME: '/nonexistent', RCONDECK_URL: service.url}}),
		openFeed: undefined,
		signal: ending.signal,
		team: () => Promise.reject(new Error('not asked')),
		teamId: async () => 'team-1',
		listServers: () => Promise.reject(new Error('not asked')),
		consent: async () => {},
		keep: async () => {},
		takeJobRequests: async () => [],
		syncTeamJournal: async () => [],
		carriedOut: async () => false,
		recordFailed: () => {},
		recordReached: () => {},
		record: async <Result>(_recorded: unknown, _options: unknown, send: () => Promise<Result>) => send(),
	};
	const watching = watchServers(io, call, {}, clock);
	onTestFinished(async () => {
		ending.abort();
		await watching.catch(() => {});
	});
	const asked = (count: number) => waitFor(() => expect(service.seen).toHaveLength(count));
	return {clock, asked, err: () => errorText, watching, seen: service.seen};
}

test('reports a single 401 with the time of the retry, and continues to watch', async () => {
	const {clock, asked, err, seen} = await watched({status: 200}, {status: 401}, {status: 200});
	await asked(1);
	await waitFor(async () => {
		await clock.advance(5000);
		expect(seen).toHaveLength(2);
	});
	await waitFor(() => expect(err()).toMatch(/Retrying in (4\d|5\d)s|Retrying in 1m/));
	await clock.advance(40_000);
	expect(seen).toHaveLength(2);
	await clock.advance(20_000);
	await waitFor(() => expect(seen.length).toBeGreaterThan(2));
});

test('waits 15m for a Retry-After of a day', async () => {
	const {clock, asked, err, seen} = await watched(
		{status: 200},
		{status: 429, retryAfter: '86400'},
		{status: 200},
	);
	await asked(1);
	await waitFor(async () => {
		await clock.advance(5000);
		expect(seen).toHaveLength(2);
	});
	await waitFor(() => expect(err()).toContain('Retrying in 15m.'));
	await clock.advance(899_000);
	expect(seen).toHaveLength(2);
	await clock.advance(1000);
	await asked(3);
});

test('credentials that never worked end it', async () => {
	const {watching} = await watched({status: 401});
	expect(await failureOf(watching)).toMatchObject({status: 401});
});
