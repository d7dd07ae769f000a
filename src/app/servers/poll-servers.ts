import type {Services} from '../kernel/services.ts';
import {startPolling} from './poll.ts';
import {pollFleet} from './read-fleet.ts';

/** Polls the list of servers. */
export function pollServers(services: Services): () => void {
	const {clock, random, settings, store, refreshers} = services;
	const {pollNow, stop} = startPolling({
		clock,
		random,
		everyMs: settings.pollMs,
		task: signal => pollFleet(services, signal),
		onDelay: (retryAt, delayMs) => store.dispatch({type: 'fleet/retryPlanned', retryAt, delayMs}),
	});
	refreshers.pollNow = pollNow;
	return stop;
}
