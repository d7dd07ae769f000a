import type {Clock} from '../../lib/clock.ts';
import type {PollOutcome} from '../actions/fleet.ts';

type Options = {
	clock: Clock;
	random: () => number;
	everyMs: number;
	task: (signal: AbortSignal) => Promise<PollOutcome>;
	/** Told after a failure when the next turn will be. */
	onDelay?: (nextAt: number) => void;
};

export type Polling = {
	/** Gives up a turn that hangs and asks anew. */
	pollNow: () => void;
	stop: () => void;
};

const slowestMs = 60_000;

/**
Runs `task` again and again, never twice at once, and ever more slowly while it fails. The next turn is counted from
the end of the last.
*/
export function startPolling({clock, random, everyMs, task, onDelay}: Options): Polling {
	let failures = 0;
	let turns = 0;
	let current = new AbortController();
	let callOff = () => {};

	const turn = async () => {
		const mine = ++turns;
		current = new AbortController();
		const {result, retryAfterMs} = await task(current.signal);
		if (mine !== turns || result === 'stopped') return;
		failures = result === 'ok' ? 0 : failures + 1;
		const delayMs = Math.max(retryAfterMs ?? 0, delayAfter(failures, everyMs, random));
		if (failures > 0) onDelay?.(clock.now() + delayMs);
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
	return Math.min(longest, everyMs * 2 ** Math.min(failures, 10)) * (0.8 + 0.2 * random());
}
