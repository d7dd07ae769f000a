import {expect, test} from 'vitest';
import {ApiError} from '../../../src/contract/errors.ts';
import {dropWatches, endWatch, startWatch} from '../../../src/app/watch/run-watch.ts';
import {initialState} from '../../../src/app/state.ts';
import type {Watch} from '../../../src/app/watch/watches.ts';
import {aWatch} from '../../helpers/a-watch.ts';
import {linesIn} from '../../helpers/builders.ts';
import {server} from '../../helpers/headless-app.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

/** Servers that return what the test says: a text, or a failure; each after this many ms. */
function openWatch(
	over: Partial<Watch> = {},
	says: (call: number) => string | ApiError = () => 'same',
	slowMs = 0,
) {
	const requests: string[] = [];
	const services = fakeServices({
		api: {
			awaitRcon: async ({serverId, command}) => {
				requests.push(serverId);
				const call = requests.length;
				if (slowMs > 0) await new Promise<void>(resolve => void services.clock.after(slowMs, resolve));
				const response = says(call);
				if (response instanceof ApiError) throw response;
				const packet = {command, response, commandId: `c${call}`, timestamp: undefined};
				return {serverId, command: packet};
			},
		},
		state: {
			...initialState,
			fleet: {
				...initialState.fleet,
				order: ['a'],
				servers: new Map([['a', server('a', 'ONLINE', {nodeId: 'n'})]]),
			},
		},
	});
	const at = services.clock.now();
	const started = {startedAt: at, endsAt: at + 1_800_000};
	startWatch(services, aWatch({everyMs: 10_000, bell: true, ...started, ...over}));
	const watch = () => {
		const [found] = services.store.getState().watches;
		if (!found) throw new Error('it is not kept');
		return found;
	};
	return {services, asked: requests, watch};
}

const refusal = (status: number) =>
	new ApiError('No.', {reason: 'refused', request: 'POST /server/{serverId}/rcon', status, key: 'some.key'});

const tooMany = new ApiError('Slow down.', {
	reason: 'refused',
	request: 'POST /server/{serverId}/rcon',
	status: 429,
	retryAfterMs: 60_000,
});

test('runs a command every few seconds, and counts differences from the previous run', async () => {
	const {services, asked, watch} = openWatch({}, call => (call < 3 ? 'three on' : 'four on'));
	await services.clock.advance(1);
	expect(watch()).toMatchObject({runs: 1, calls: 1, changes: 0, targets: [{now: {text: 'three on'}}]});
	await services.clock.advance(20_000);
	expect(asked).toHaveLength(3);
	expect(watch()).toMatchObject({changes: 1, targets: [{now: {text: 'four on'}, lastSaid: 'three on'}]});
	expect(services.asked).toEqual(['bell']);
	const lines = linesIn(services.store.getState(), 'a');
	expect(new Set(lines.map(line => line.kind === 'command' && line.origin))).toEqual(new Set(['probe']));
});

test('a run that exceeds its timeout ends before the next one starts', async () => {
	const {services, asked} = openWatch({}, () => 'slow', 25_000);
	await services.clock.advance(24_999);
	expect(asked).toHaveLength(1);
	await services.clock.advance(1);
	expect(asked).toHaveLength(2);
});

test('a failure is a result, and the next answer is compared with the one before it', async () => {
	const {services, watch} = openWatch({}, call => (call === 2 ? refusal(500) : `call ${call}`));
	await services.clock.advance(10_001);
	expect(watch()).toMatchObject({changes: 1, over: undefined, targets: [{now: {kind: 'problem'}}]});
	await services.clock.advance(10_000);
	expect(watch()).toMatchObject({
		changes: 2,
		targets: [{now: {text: 'call 3'}, lastSaid: 'call 1'}],
	});
});

test('ends when the answer matches the pattern, ignoring case', async () => {
	const {services, asked, watch} = openWatch({stopWhen: 'no players'}, call =>
		call < 3 ? '0. Bob' : 'No Players Connected',
	);
	await services.clock.advance(120_000);
	expect(asked).toHaveLength(3);
	expect(watch().over?.reason).toBe('the answer matches /no players/');
	expect(services.asked).toEqual(['bell', 'bell']);
});

test.each([
	[{budget: 2}, 'it reached its limit of 2 commands', 2],
	[{endsAt: Date.UTC(2026, 10, 21, 3, 0, 25)}, 'its time is up', 3],
])('ends by itself: %j', async (over, reason, calls) => {
	const {services, asked, watch} = openWatch(over);
	await services.clock.advance(200_000);
	expect([watch().over?.reason, asked.length]).toEqual([reason, calls]);
});

test('ends when every run would be rejected', async () => {
	const {services, asked, watch} = openWatch({}, () => refusal(403));
	await services.clock.advance(60_000);
	expect([watch().over?.reason, asked.length]).toEqual(['these credentials are not allowed to do that', 1]);
});

test('sends nothing more after a manual end, neither from the queue nor later', async () => {
	const {services, asked, watch} = openWatch({}, () => 'ok', 3000);
	await services.clock.advance(10_000);
	services.waits.set('typed', {serverId: 'a', queue: 'n', stop: () => {}});
	await services.clock.advance(1);
	endWatch(services, 'w', 'ended by you');
	services.waits.delete('typed');
	await services.clock.advance(60_000);
	expect([watch().over?.reason, asked.length]).toEqual(['ended by you', 2]);
});

test('its watches end with the session', async () => {
	const {services, asked} = openWatch();
	await services.clock.advance(1);
	dropWatches(services);
	await services.clock.advance(60_000);
	expect(asked).toHaveLength(1);
});

test.each([3_600_000, -3_600_000])(
	'a wall clock change of %i ms affects neither intervals nor latencies',
	async ms => {
		const {services, asked} = openWatch({endsAt: Number.MAX_SAFE_INTEGER}, () => 'slow', 40);
		await services.clock.advance(20);
		services.clock.setAhead(ms);
		await services.clock.advance(20);
		expect(linesIn(services.store.getState(), 'a')).toMatchObject([{status: 'answered', latencyMs: 40}]);
		await services.clock.advance(9_959);
		expect(asked).toHaveLength(1);
		await services.clock.advance(1);
		expect(asked).toHaveLength(2);
	},
);

test('waits for Retry-After when the service is rate-limited', async () => {
	const {services, asked} = openWatch({endsAt: Number.MAX_SAFE_INTEGER}, () => tooMany);
	await services.clock.advance(59_999);
	expect(asked).toHaveLength(1);
	await services.clock.advance(1);
	expect(asked).toHaveLength(2);
});
