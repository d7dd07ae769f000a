import type {Clock} from '../lib/clock.ts';
import {networkOf} from './network-of.ts';

export type AttemptLimit = {
	/** Counts a failed sign-in from an address. */
	failed: (address: string | undefined) => void;
	/** Milliseconds until the address may try again; 0 if it may now. */
	waitMs: (address: string | undefined) => number;
};

const windowMs = 60_000;
const maxFailures = 20;
const maxAddresses = 10_000;

/**
Limits failed sign-ins to 20 per minute and address. Calls within this process have no address and no limit. An IPv6
host usually has a whole /64 network, which counts as one address.
*/
export function createAttemptLimit({monotonic}: Pick<Clock, 'monotonic'>): AttemptLimit {
	const failures = new Map<string, {count: number; until: number}>();
	const current = (key: string) => {
		const found = failures.get(key);
		return found && found.until > monotonic() ? found : undefined;
	};
	return {
		failed: address => {
			if (address === undefined) return;
			const key = networkOf(address);
			const {count, until} = current(key) ?? {count: 0, until: monotonic() + windowMs};
			// The order of the map is that of the windows.
			if (count === 0) failures.delete(key);
			failures.set(key, {count: count + 1, until});
			const [oldest] = failures.keys();
			if (failures.size > maxAddresses && oldest !== undefined) failures.delete(oldest);
		},
		waitMs: address => {
			const found = address === undefined ? undefined : current(networkOf(address));
			return found && found.count >= maxFailures ? found.until - monotonic() : 0;
		},
	};
}
