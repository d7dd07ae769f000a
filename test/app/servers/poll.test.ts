import {expect, test} from 'vitest';
import {pollFleet, type PollOutcome} from '../../../src/app/servers/read-fleet.ts';
import {startPolling} from '../../../src/app/servers/poll-servers.ts';
import {apiAt} from '../../client/rest/helpers.ts';
import {fakeServices} from '../../helpers/fake-services.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

const noJitter = () => 1;

test('polling slows down while the service fails and recovers at once', async () => {
	const clock = manualClock(0);
	const calls: number[] = [];
	let outcome: PollOutcome = {result: 'failed'};
	const task = async () => {
		calls.push(clock.now());
		return outcome;
	};
	const {stop} = startPolling({clock, random: noJitter, everyMs: 5000, task});
	await clock.advance(30_000);
	expect(calls).toEqual([0, 10_000, 30_000]);
	outcome = {result: 'ok'};
	await clock.advance(40_000);
	expect(calls).toEqual([0, 10_000, 30_000, 60_000, 65_000, 70_000]);
	stop();
	await clock.advance(60_000);
	expect(calls).toHaveLength(6);
});

test('never starts a poll in parallel to a hanging one, and pollNow aborts it', async () => {
	const clock = manualClock(0);
	const signals: AbortSignal[] = [];
	const task = (signal: AbortSignal) => {
		signals.push(signal);
		return new Promise<PollOutcome>(() => {});
	};
	const polling = startPolling({clock, random: noJitter, everyMs: 5000, task});
	await clock.advance(60_000);
	expect(signals).toHaveLength(1);
	polling.pollNow();
	expect(signals.map(({aborted}) => aborted)).toEqual([true, false]);
	polling.stop();
});

test('an aborted poll that ends later does not start another one', async () => {
	const clock = manualClock(0);
	const ends: ((outcome: PollOutcome) => void)[] = [];
	const task = () => new Promise<PollOutcome>(resolve => void ends.push(resolve));
	const polling = startPolling({clock, random: noJitter, everyMs: 5000, task});
	polling.pollNow();
	ends[0]?.({result: 'ok'});
	ends[1]?.({result: 'ok'});
	await clock.advance(5000);
	expect(ends).toHaveLength(3);
	polling.stop();
});

test('honors Retry-After', async () => {
	const clock = manualClock(0);
	const outcomes: PollOutcome[] = [{result: 'failed', retryAfterMs: 45_000}];
	const calls: number[] = [];
	const delays: number[][] = [];
	const {stop} = startPolling({
		clock,
		random: noJitter,
		everyMs: 5000,
		task: async () => {
			calls.push(clock.now());
			return outcomes.shift() ?? {result: 'ok'};
		},
		onDelay: (...told) => void delays.push(told),
	});
	await clock.advance(45_000);
	expect(calls).toEqual([0, 45_000]);
	expect(delays).toEqual([[45_000, 45_000]]);
	stop();
});

test('retries rejected credentials with increasing delays, and returns to normal polling after recovery', async () => {
	const clock = manualClock(0);
	const minutes: number[] = [];
	let result: PollOutcome['result'] = 'refused';
	const polling = startPolling({
		clock,
		random: noJitter,
		everyMs: 5000,
		task: async () => {
			minutes.push(clock.now() / 60_000);
			return {result};
		},
	});
	await clock.advance(46 * 60_000);
	expect(minutes).toEqual([0, 1, 3, 7, 15, 30, 45]);
	polling.pollNow();
	expect(minutes).toHaveLength(8);
	result = 'ok';
	await clock.advance(16 * 60_000);
	const recovered = minutes.findIndex(minute => minute > 60);
	expect((minutes.at(-1) ?? 0) - (minutes.at(-2) ?? 0)).toBeCloseTo(5 / 60);
	expect(recovered).toBeGreaterThan(0);
	polling.stop();
});

test('polls again within 15m and not earlier, however long the service asks to wait', async () => {
	const clock = manualClock(0);
	const answers = ['2147484', 'Fri, 31 Dec 9999 23:59:59 GMT', '9'.repeat(400)];
	const askedAt: number[] = [];
	const api = apiAt('http://service.invalid', {
		clock,
		fetch: async () => {
			askedAt.push(clock.now());
			return new Response('', {status: 429, headers: {'Retry-After': answers.shift() ?? '0'}});
		},
	});
	const {store, ...services} = fakeServices({api});
	const {stop} = startPolling({
		clock,
		random: noJitter,
		everyMs: 5000,
		task: signal => pollFleet({...services, store, clock}, signal),
	});
	await clock.advance(3 * 900_000 - 1);
	expect(askedAt).toEqual([0, 900_000, 1_800_000]);
	stop();
});

test('skipped polls take effect at once and end at once, and a failure is repeated as usual', async () => {
	const clock = manualClock(0);
	const calls: number[] = [];
	let outcome: PollOutcome = {result: 'ok'};
	let skipped = 0;
	const task = async () => {
		calls.push(clock.now());
		return outcome;
	};
	const {stop} = startPolling({clock, random: noJitter, everyMs: 5000, skips: () => skipped, task});
	await clock.advance(6000);
	skipped = 2;
	await clock.advance(29_000);
	expect(calls).toEqual([0, 5000, 20_000, 35_000]);
	await clock.advance(1000);
	skipped = 0;
	await clock.advance(4000);
	expect(calls.at(-1)).toBe(40_000);
	skipped = 2;
	outcome = {result: 'failed'};
	await clock.advance(15_000);
	expect(calls.at(-1)).toBe(55_000);
	await clock.advance(10_000);
	expect(calls.at(-1)).toBe(65_000);
	stop();
});
