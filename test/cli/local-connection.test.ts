import {expect, onTestFinished, test, vi} from 'vitest';
import {localFeed} from '../../src/cli/start/local-feed.ts';
import type {LocalService} from '../../src/cli/start/local-service.ts';
import {defaultFeed, type FeedSignal} from '../../src/contract/packets.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {openService} from '../../src/service/index.ts';
import {runLocally} from '../../src/service/local/run-local.ts';
import {tempFolder} from './temp-folder.ts';
import {waitFor} from '../helpers/wait-for.ts';

async function aRunningService() {
	const onBug = vi.fn();
	const open = () => openService({clock: systemClock, onBug});
	const running = await runLocally({folder: tempFolder(), runner: 'session', open, onBug});
	if (!running) throw new Error('Another process runs it.');
	let ending: Promise<unknown> | undefined;
	const close = () => (ending ??= running.close());
	onTestFinished(async () => void (await close()));
	return {...running, close};
}

test('a lost feed finds the new address of the service without a request', async () => {
	const [first, second] = [await aRunningService(), await aRunningService()];
	const listeners = new Set<() => void>();
	let known = first.endpoint;
	const local: LocalService = {
		locate: async (_, refused) => {
			if (refused?.url !== first.endpoint.url) return known;
			known = second.endpoint;
			for (const listener of listeners) listener();
			return known;
		},
		known: () => known,
		onMove: listener => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		running: () => undefined,
		close: async () => [],
	};
	const statuses: string[] = [];
	const on = (signal: FeedSignal) => {
		if (signal.type === 'status') statuses.push(signal.status.status);
	};
	const {destinations} = defaultFeed;
	const open = await localFeed(local, {destinations, clock: systemClock, random: Math.random});
	const feed = open(first.service.teamId, on);
	onTestFinished(feed.close);
	await waitFor(() => expect(statuses.at(-1)).toBe('live'));
	await first.close();
	await waitFor(() => expect(statuses.filter(one => one === 'live')).toHaveLength(2));
	expect(known).toBe(second.endpoint);
});
