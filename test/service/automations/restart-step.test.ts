import {expect, test} from 'vitest';
import {restartServer} from '../../../src/service/automations/step-actions.ts';
import type {ServerRecord} from '../../../src/service/records/records.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

type Facts = Partial<ServerRecord>;

/**
Performs the step on shared records, in which a linked server is STOPPING, and INITIALIZING between two looks. `resultMs`: when
its machine reports the result.
*/
async function restart(after: Facts, resultMs = 500): Promise<string> {
	const clock = manualClock();
	const startedAt = clock.now();
	const stub = {
		id: 'game',
		nodeId: 'node',
		displayName: 'game',
		linked: {name: 'game', hasConsole: true, blocked: {}},
	};
	const server = (): Facts => {
		const passedMs = clock.now() - startedAt;
		if (passedMs === 0) return {...stub, state: 'ONLINE'};
		if (passedMs < 1200) return {...stub, state: 'STOPPING'};
		if (passedMs < 1800) return {...stub, state: 'INITIALIZING'};
		return {...stub, state: 'ONLINE', ...after};
	};
	const records = {
		servers: {get: async () => server()},
		nodes: {get: async () => ({id: 'node', status: 'ONLINE'})},
		tasks: {liveOfServer: async () => [], ofNode: async () => []},
		orders: {
			get: async () => (clock.now() - startedAt < resultMs ? {} : {result: {}}),
			put: async () => {},
			remove: async () => {},
		},
		order: () => {},
	};
	const work = async (job: (reading: unknown) => unknown) => job(records);
	const closed = new AbortController().signal;
	const service = {
		clock,
		newId: () => 'order',
		isShared: true,
		closed,
		records: {read: work, transact: work},
	} as never;
	let end = 'waits';
	const ended = new AbortController();
	const step = restartServer(service, stub as never, ended.signal).then(
		() => (end = 'done'),
		(error: unknown) => (end = String(error)),
	);
	await clock.advance(6000);
	const result = end;
	ended.abort();
	await step;
	return result;
}

test('detects a restart that was faster than the time between two polls', async () => {
	expect(await restart({})).toBe('done');
});

test('a server that could not be stopped has not been restarted', async () => {
	const report = {isFailure: true, at: 0, message: 'It did not stop.', log: []};
	expect(await restart({report})).toBe('waits');
});

test('a server whose machine has not confirmed the restart has not been restarted by the step', async () => {
	expect(await restart({}, Infinity)).toBe('waits');
	expect(await restart({}, 4000)).toBe('done');
});
