import {expect, test, vi} from 'vitest';
import type {ServiceContext} from '../../../src/service/context.ts';
import {superviseNodes} from '../../../src/service/link/supervise.ts';
import {Refusal} from '../../../src/service/http/refusal.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

/** Supervises one node of another instance. `lastAlive`: its stored sign of life; throws if the database is unreachable. */
function superviseOne(lastAlive: (now: number) => number) {
	const clock = manualClock();
	const startedAt = clock.now();
	const transact = vi.fn(async () => {});
	const read = async () => {
		const node = {nodeId: 'cellar', connection: 3, lastAlive: lastAlive(clock.now() - startedAt)};
		return [[node], []];
	};
	// Parts of a service: what supervision uses.
	const service = {clock, isShared: true, closed: new AbortController().signal, records: {read, transact}};
	superviseNodes(
		service as unknown as ServiceContext,
		() => false,
		bug => expect(bug).toBeUndefined(),
	);
	return {clock, transact};
}

test('time without the database does not count as silence of an agent', async () => {
	let isAway = false;
	const {clock, transact} = superviseOne(() => {
		if (isAway) throw new Refusal('general.not_carried_out');
		return 1;
	});
	await clock.advance(6000);
	isAway = true;
	await clock.advance(40_000);
	isAway = false;
	await clock.advance(24_000);
	expect(transact).not.toHaveBeenCalled();
	await clock.advance(12_000);
	expect(transact).toHaveBeenCalled();
});

test('a node whose heartbeats are stored every second time, and once late, stays online', async () => {
	const {clock, transact} = superviseOne(passedMs =>
		Math.floor((passedMs - (passedMs > 60_000 ? 8000 : 0)) / 10_000),
	);
	await clock.advance(180_000);
	expect(transact).not.toHaveBeenCalled();
});
