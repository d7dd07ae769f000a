import type {Clock} from '../../lib/clock.ts';
import {backoffMs, delayAfterRefusal} from '../../lib/retry-delay.ts';
import type {PollOutcome} from '../actions/fleet.ts';

type Options = {
	clock: Clock;
	random: () => number;
	everyMs: number;
	task: (signal: AbortSignal) => Promise<PollOutcome>;
	/** Told after a failure when the next turn will be, by `clock.monotonic`, and how long that is. */
	onDelay?: (nextAt: number, delayMs: number) => void;
};

export type Polling = {
	/** Gives up a turn that hangs and asks anew. */
	pollNow: () => void;
	stop: () => void;
};

const slowestMs = 60_000;

/**
Runs `task` again and again, never twice at once, ever more slowly while it fails, and more slowly yet while it is
refused. The next turn is counted from the end of the last.
*/
export function startPolling({clock, random, everyMs, task, onDelay}: Options): Polling {
	let failures = 0;
	let refusals = 0;
	let turns = 0;
	let current = new AbortController();
	let callOff = () => {};

	const turn = async () => {
		const mine = ++turns;
		current = new AbortController();
		const {result, retryAfterMs} = await task(current.signal);
		if (mine !== turns) return;
		failures = result === 'ok' ? 0 : failures + 1;
		refusals = result === 'refused' ? refusals + 1 : 0;
		const backoff =
			refusals > 0 ? delayAfterRefusal(refusals - 1) * jitter(random) : delayAfter(failures, everyMs, random);
		const delayMs = Math.max(retryAfterMs ?? 0, backoff);
		if (failures > 0) onDelay?.(clock.monotonic() + delayMs, delayMs);
		callOff = clock.after(delayMs, () => void turn());
	};

	const abandon = () => {
		turns++;
		callOff();
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

/** Doubles while failing, up to a minute, with jitter so that many decks do not ask at once. */
function delayAfter(failures: number, everyMs: number, random: () => number): number {
	if (failures === 0) return everyMs;
	const longest = Math.max(everyMs, slowestMs);
	return backoffMs(everyMs, longest, failures) * jitter(random);
}

const jitter = (random: () => number) => 0.8 + 0.2 * random();
