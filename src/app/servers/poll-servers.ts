import type {Services} from '../kernel/services.ts';
import {startPolling} from './poll.ts';
import {skippedPolls} from './poll-interval.ts';
import {pollFleet} from './read-fleet.ts';

/**
A poll is late, which is noted, after `lateMs` or three times the latest round trip, up to `longestUsualMs`. It is an alarm
after `alarmMs`, like a silent feed, or after twice the former time: by then the list has missed more than one poll.
*/
const [lateMs, longestUsualMs, alarmMs] = [900, 5000, 5000];

/** Polls the server list, and reports a late answer long before the poll fails. */
export function pollServers(services: Services): () => void {
	const {clock, random, settings, store, refreshers} = services;
	const {pollNow, stop} = startPolling({
		clock,
		random,
		everyMs: settings.pollMs,
		skips: () => skippedPolls(store.getState(), services),
		task: async signal => {
			const [since, {latencyMs = 0}] = [clock.now(), store.getState().fleet];
			const delayMs = Math.max(lateMs, Math.min(3 * latencyMs, longestUsualMs));
			const late = {since, alarmAt: since + Math.max(alarmMs, 2 * delayMs)};
			const cancel = clock.after(delayMs, () => store.dispatch({type: 'fleet/pollLate', late}));
			try {
				return await pollFleet(services, signal);
			} finally {
				cancel();
			}
		},
		onDelay: (retryAt, delayMs) => store.dispatch({type: 'fleet/retryPlanned', retryAt, delayMs}),
	});
	refreshers.pollNow = pollNow;
	return stop;
}
