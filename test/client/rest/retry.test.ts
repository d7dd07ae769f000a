import {expect, test} from 'vitest';
import type {CallReport} from '../../../src/client/rest/exchange.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {apiAt, failureOf} from './helpers.ts';

/** A service in this process that returns these responses in turn and then repeats the last one. */
function answering(...answers: (Response | 'broken')[]) {
	const clock = manualClock();
	const askedAt: number[] = [];
	const reports: CallReport[] = [];
	const start = clock.now();
	const api = apiAt('http://service.invalid', {
		clock,
		random: () => 0.5,
		onCall: report => reports.push(report),
		fetch: async () => {
			askedAt.push(clock.now() - start);
			const answer = answers[Math.min(askedAt.length, answers.length) - 1];
			if (!answer || answer === 'broken') throw new Error('broken');
			return answer.clone();
		},
	});
	return {api, clock, askedAt, reports};
}

const good = Response.json({id: 'team-1'});
const failing = (status: number, headers: Record<string, string> = {}) => new Response('', {status, headers});

test('retries a read after a temporary error with increasing delays', async () => {
	const {api, clock, askedAt, reports} = answering('broken', failing(503), good);
	const team = api.myTeam();
	await clock.advance(2000);
	expect(await team).toMatchObject({id: 'team-1'});
	expect(askedAt).toEqual([0, 300, 900]);
	expect(reports.map(({attempt, outcome}) => [attempt, outcome])).toEqual([
		[1, 'interrupted'],
		[2, 'refused'],
		[3, 'answered'],
	]);
});

test('reports the last error after three attempts', async () => {
	const {api, clock, askedAt} = answering(failing(502));
	const failed = failureOf(api.myTeam());
	await clock.advance(10_000);
	expect(await failed).toMatchObject({status: 502});
	expect(askedAt).toHaveLength(3);
});

test.each([400, 401, 403, 404, 409, 500, 501])('does not retry after %i', async status => {
	const {api, clock, askedAt} = answering(failing(status));
	const failed = failureOf(api.myTeam());
	await clock.advance(10_000);
	expect(await failed).toMatchObject({status});
	expect(askedAt).toHaveLength(1);
});

test('honors Retry-After when the deadline allows it', async () => {
	const patient = answering(failing(429, {'Retry-After': '4'}), good);
	const team = patient.api.myTeam();
	await patient.clock.advance(5000);
	expect(await team).toMatchObject({id: 'team-1'});
	expect(patient.askedAt).toEqual([0, 4000]);
	const hurried = answering(failing(429, {'Retry-After': '20'}), good);
	expect(await failureOf(hurried.api.myTeam())).toMatchObject({status: 429, retryAfterMs: 20_000});
	expect(hurried.askedAt).toHaveLength(1);
});

test('a rate-limited poll keeps its own interval', async () => {
	const {api, askedAt} = answering(failing(429), good);
	expect(await failureOf(api.myTeam({}, {background: true}))).toMatchObject({status: 429});
	expect(askedAt).toHaveLength(1);
});

test('a call ends within its deadline, including retries', async () => {
	const {api, clock, askedAt} = answering(failing(503));
	const failed = failureOf(api.myTeam({}, {deadlineMs: 400}));
	await clock.advance(1000);
	expect(await failed).toMatchObject({status: 503});
	expect(askedAt).toEqual([0, 300]);
});

test('background calls leave half of the retries to the user, and time restores them', async () => {
	const {api, clock, askedAt} = answering(failing(503));
	const ask = async (background: boolean) => {
		const before = askedAt.length;
		const failed = failureOf(api.myTeam({}, {background}));
		await clock.advance(1000);
		await failed;
		return askedAt.length - before;
	};
	let retries = 0;
	for (let call = 0; call < 8; call++) retries += (await ask(true)) - 1;
	expect(retries).toBeGreaterThanOrEqual(5);
	expect(retries).toBeLessThanOrEqual(8);
	expect(await ask(false)).toBe(3);
	await clock.advance(60_000);
	expect(await ask(true)).toBe(3);
});

test('canceling ends the wait before the next attempt', async () => {
	const {api, clock, askedAt} = answering(failing(503));
	const abort = new AbortController();
	const failed = failureOf(api.myTeam({}, {signal: abort.signal}));
	await clock.advance(100);
	abort.abort();
	expect(await failed).toMatchObject({reason: 'canceled'});
	expect(askedAt).toHaveLength(1);
});

test('never retries a write', async () => {
	const {api, clock, askedAt} = answering('broken', good);
	const failed = failureOf(api.startServer({serverId: 's1'}));
	await clock.advance(10_000);
	expect(await failed).toMatchObject({reason: 'interrupted'});
	expect(askedAt).toHaveLength(1);
});

test('latency, deadline and retries do not depend on the wall clock', async () => {
	const {clock, reports, api} = answering('broken', good);
	const startedAt = clock.now();
	const team = api.myTeam();
	clock.setAhead(3_600_000);
	await clock.advance(150);
	clock.setAhead(-7_200_000);
	await clock.advance(150);
	expect(await team).toMatchObject({id: 'team-1'});
	expect(reports.map(({ms}) => ms)).toEqual([0, 0]);
	expect(reports[0]).toMatchObject({startedAt});
});

test('a wall clock change during a call does not count as latency', async () => {
	const clock = manualClock();
	const reports: CallReport[] = [];
	const api = apiAt('http://service.invalid', {
		clock,
		onCall: report => reports.push(report),
		fetch: async () => {
			await new Promise<void>(resolve => void clock.after(40, resolve));
			return good.clone();
		},
	});
	const team = api.myTeam();
	await clock.advance(20);
	clock.setAhead(-3_600_000);
	await clock.advance(20);
	await team;
	expect(reports).toMatchObject([{outcome: 'answered', ms: 40}]);
});

const notCarriedOut = Response.json({errorKey: 'general.not_carried_out'}, {status: 503});

test('repeats a change that an ending instance has certainly not carried out', async () => {
	const {api, clock, askedAt} = answering(notCarriedOut, notCarriedOut, Response.json({}));
	const started = api.startServer({serverId: 's1'});
	await clock.advance(2000);
	await started;
	expect(askedAt).toEqual([0, 300, 900]);
});

test('does not repeat it after the process was suspended', async () => {
	const {api, clock, askedAt} = answering(notCarriedOut, Response.json({}));
	const failed = failureOf(api.startServer({serverId: 's1'}));
	await clock.advance(100);
	clock.setAhead(60_000);
	await clock.advance(2000);
	expect(await failed).toMatchObject({status: 503});
	expect(askedAt).toHaveLength(1);
});
