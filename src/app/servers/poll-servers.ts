import {receivesAll} from '../kernel/state/feed-state.ts';
import type {Services} from '../kernel/state/services.ts';
import type {State} from '../state.ts';
import type {Clock} from '../../lib/time/clock.ts';
import {backoffMs, delayAfterRefusal} from '../../lib/time/retry-delay.ts';
import {pollFleet, type PollOutcome} from './read-fleet.ts';

/** How many times longer than usual the interval is while the terminal does not have the focus. */
const unfocusedFactor = 3;

/**
Returns how many regular polls are skipped after each. Without the focus, the list is polled less often, but only if the
feed reports changes and this session sends no alerts, which would be late.
*/
function skippedPolls(
	{view, feed}: Pick<State, 'view' | 'feed'>,
	{openAlerts}: Pick<Services, 'openAlerts'>,
): number {
	return !view.hasFocus && receivesAll(feed) && !openAlerts ? unfocusedFactor - 1 : 0;
}

/** Returns the interval of the polls, ms. */
export const pollIntervalMs = (
	state: Pick<State, 'view' | 'feed'>,
	services: Pick<Services, 'openAlerts' | 'settings'>,
): number => services.settings.pollMs * (1 + skippedPolls(state, services));

type Options = {
	clock: Clock;
	random: () => number;
	everyMs: number;
	/** How many runs to skip after a successful one; read each time one is due, so that a change takes effect at once. */
	skips?: () => number;
	task: (signal: AbortSignal) => Promise<PollOutcome>;
	/** Called after a failure with the time of the next poll, by `clock.monotonic`, and the delay. */
	onDelay?: (nextAt: number, delayMs: number) => void;
};

export type Polling = {
	/** Aborts a poll that hangs and starts another. */
	pollNow: () => void;
	stop: () => void;
};

const slowestMs = 30_000;

/**
Runs `task` repeatedly, never concurrently. The delay grows while it fails, and more while it is refused. It
is counted from the end of the last run.
*/
export function startPolling({clock, random, everyMs, skips = () => 0, task, onDelay}: Options): Polling {
	const delayAfter = createPollDelay(everyMs, random);
	let turns = 0;
	let current = new AbortController();
	let cancelTimer = () => {};

	const turn = async () => {
		const mine = ++turns;
		current = new AbortController();
		const outcome = await task(current.signal);
		if (mine !== turns) return;
		const delayMs = delayAfter(outcome);
		if (outcome.result === 'ok') waitOrSkip(delayMs, 0);
		else {
			onDelay?.(clock.monotonic() + delayMs, delayMs);
			cancelTimer = clock.after(delayMs, () => void turn());
		}
	};
	const waitOrSkip = (delayMs: number, skipped: number) => {
		cancelTimer = clock.after(delayMs, () => {
			if (skipped < skips()) waitOrSkip(everyMs, skipped + 1);
			else void turn();
		});
	};

	const abandon = () => {
		turns++;
		cancelTimer();
		current.abort();
	};
	void turn();
	return {
		pollNow: () => {
			abandon();
			void turn();
		},
		stop: abandon,
	};
}

/**
Returns the delay after a poll: it doubles on each failure up to half a minute, and is longer if the service
refuses or asks for it. Jitter keeps many sessions from polling at once.
*/
export function createPollDelay(everyMs: number, random: () => number): (outcome: PollOutcome) => number {
	let failures = 0;
	let refusals = 0;
	return ({result, retryAfterMs = 0}) => {
		failures = result === 'ok' ? 0 : failures + 1;
		refusals = result === 'refused' ? refusals + 1 : 0;
		if (failures === 0) return Math.max(retryAfterMs, everyMs);
		const backoff =
			refusals > 0
				? delayAfterRefusal(refusals - 1)
				: backoffMs(everyMs, Math.max(everyMs, slowestMs), failures);
		return Math.max(retryAfterMs, backoff * (0.8 + 0.2 * random()));
	};
}

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
