import {largest} from '../lib/long-lists.ts';
import type {Clock} from '../lib/clock.ts';
import {networkOf} from './network-of.ts';

/** A failed sign-in: the address, and the application that the credentials name, if any. */
type Attempt = {address: string | undefined; applicationId?: string | undefined};

type AttemptLimit = {
	/** Counts a failed sign-in. */
	failed: (attempt: Attempt) => void;
	/** Milliseconds until the next attempt is allowed; 0 if it is now. */
	waitMs: (attempt: Attempt) => number;
};

const windowMs = 60_000;
const maxFailures = {address: 20, application: 100};
const maxKeys = 10_000;

/**
Limits failed sign-ins to 20 per minute and address, and to 100 per minute and application from all addresses. Calls
within this process have no address and no limit. An IPv6 host usually has a whole /64 network, which counts as one
address.
*/
export function createAttemptLimit({monotonic}: Pick<Clock, 'monotonic'>): AttemptLimit {
	const failures = new Map<string, {count: number; until: number}>();
	const current = (key: string) => {
		const found = failures.get(key);
		return found && found.until > monotonic() ? found : undefined;
	};
	const countOne = (key: string) => {
		const {count, until} = current(key) ?? {count: 0, until: monotonic() + windowMs};
		// Keeps the map in the order in which the windows end.
		if (count === 0) failures.delete(key);
		failures.set(key, {count: count + 1, until});
		const [oldest] = failures.keys();
		if (failures.size > maxKeys && oldest !== undefined) failures.delete(oldest);
	};
	return {
		failed: attempt => {
			for (const {key} of keysOf(attempt)) countOne(key);
		},
		waitMs: attempt => {
			const waits = keysOf(attempt).map(({key, most}) => {
				const found = current(key);
				return found && found.count >= most ? found.until - monotonic() : 0;
			});
			return Math.max(0, largest(waits));
		},
	};
}

function keysOf({address, applicationId}: Attempt) {
	if (address === undefined) return [];
	const keys = [{key: networkOf(address), most: maxFailures.address}];
	if (applicationId === undefined) return keys;
	// With a prefix, so that it cannot equal an address; truncated, because the id is untrusted.
	return [...keys, {key: `application:${applicationId.slice(0, 64)}`, most: maxFailures.application}];
}
