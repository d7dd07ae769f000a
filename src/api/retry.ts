import type {ApiError} from '../contract/errors.ts';
import type {Clock} from '../lib/clock.ts';
import {isPassing} from './failures.ts';

export type RetryBudget = {
	/** Takes a retry if one is left; background calls leave the last half to the user's own actions. */
	take: (background: boolean) => boolean;
};

const capacity = 10;
const refillMs = 3000;

/** Shared by all calls of a client, so that retries do not pile up on a failing service. */
export function createRetryBudget(clock: Clock): RetryBudget {
	let left = capacity;
	let filledAt = clock.monotonic();
	return {
		take: background => {
			const now = clock.monotonic();
			left = Math.min(capacity, left + (now - filledAt) / refillMs);
			filledAt = now;
			if (left < (background ? capacity / 2 + 1 : 1)) return false;
			left -= 1;
			return true;
		},
	};
}

const maxAttempts = 3;

/**
The delay before the next attempt; undefined if there should be none. Only for requests that change nothing.
A background call that is rate limited waits for its next poll instead.
*/
export function retryDelay(
	error: ApiError,
	attempt: number,
	background: boolean,
	random: () => number,
): number | undefined {
	if (attempt >= maxAttempts) return undefined;
	const backoff = 300 * 2 ** (attempt - 1) * (0.5 + random());
	if (error.status === 429) return background ? undefined : Math.max(error.retryAfterMs ?? 0, backoff);
	const isFailing = error.status !== undefined && error.status >= 502 && error.status <= 504;
	if (isFailing) return Math.max(error.retryAfterMs ?? 0, backoff);
	return isPassing(error) ? backoff : undefined;
}
