import {expect, test, vi} from 'vitest';
import type {ServiceContext} from '../../../src/service/context.ts';
import {superviseNodes} from '../../../src/service/link/supervise.ts';
import {Refusal} from '../../../src/service/refusal.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

test('the time without the database does not count as silence of an agent', async () => {
	const clock = manualClock();
	let isAway = false;
	const transact = vi.fn(async () => {});
	const node = {id: 'cellar', lastAlive: 1, link: {connection: 3, isOpen: true}};
	const records = {
		read: async () => {
			if (isAway) throw new Refusal('general.unavailable');
			return [[node], []];
		},
		transact,
	};
	// Parts of a service: what supervision uses.
	const service = {clock, isShared: true, closed: new AbortController().signal, records} as unknown;
	superviseNodes(
		service as ServiceContext,
		() => false,
		bug => expect(bug).toBeUndefined(),
	);
	await clock.advance(6000);
	isAway = true;
	await clock.advance(40_000);
	isAway = false;
	await clock.advance(24_000);
	expect(transact).not.toHaveBeenCalled();
	await clock.advance(12_000);
	expect(transact).toHaveBeenCalled();
});
