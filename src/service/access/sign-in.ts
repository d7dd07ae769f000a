import {largest} from '../../lib/lists/long-lists.ts';
import type {Clock} from '../../lib/time/clock.ts';
import {networkOf} from '../http/client-address.ts';
import {
	type Account,
	expiredIn,
	hasCredentials,
	type HeaderOf,
	namedApplication,
	signedIn,
} from './accounts.ts';
import {type ApplicationRecord, ownApplicationId} from '../records/records.ts';
import type {OnEvent} from '../events.ts';
import type {ServiceLimits} from '../limits.ts';
import {Refusal} from '../http/refusal.ts';
import type {Records} from '../records/repositories.ts';

/** A failed sign-in: the address, and the application that the credentials name, if any. */
type Attempt = {address: string | undefined; applicationId?: string | undefined};

/** What is counted, and how many of it are allowed per minute. */
type Counted = {key: string; most: number};

const windowMs = 60_000;
const maxFailures = {address: 20, application: 100};
const maxKeys = 10_000;

/** Counts by key in windows of a minute. */
function createCounts({monotonic}: Pick<Clock, 'monotonic'>) {
	const counts = new Map<string, {count: number; until: number}>();
	const current = (key: string) => {
		const found = counts.get(key);
		return found && found.until > monotonic() ? found : undefined;
	};
	return {
		add: ({key}: Counted): void => {
			const {count, until} = current(key) ?? {count: 0, until: monotonic() + windowMs};
			// Keeps the map in the order in which the windows end.
			if (count === 0) counts.delete(key);
			counts.set(key, {count: count + 1, until});
			const [oldest] = counts.keys();
			if (counts.size > maxKeys && oldest !== undefined) counts.delete(oldest);
		},
		/** Milliseconds until one more is allowed; 0 if it is now. */
		waitMs: ({key, most}: Counted): number => {
			const found = current(key);
			return found && found.count >= most ? found.until - monotonic() : 0;
		},
	};
}

/**
Failed sign-ins are limited to 20 per minute and address, and to 100 per minute and application from all addresses. Calls
within this process have no address and no limit. An IPv6 host usually has a whole /64 network, which counts as one
address.
*/
function keysOf({address, applicationId}: Attempt): Counted[] {
	if (address === undefined) return [];
	const keys = [{key: networkOf(address), most: maxFailures.address}];
	if (applicationId === undefined) return keys;
	// With a prefix, so that it cannot equal an address; truncated, because the id is untrusted.
	return [...keys, {key: `application:${applicationId.slice(0, 64)}`, most: maxFailures.application}];
}

/** Signs callers in, and limits failures per client address and per application. */
export type SignIn = {
	/** Returns the account, or undefined if the credentials are missing, wrong or expired. */
	accountOf: (header: HeaderOf) => Promise<Account | undefined>;
	/**
	Counts wrong credentials and returns the refusal. Valid credentials are never refused for the failures of others at
	the same address, because secrets of 256 bits cannot be guessed.
	*/
	refuse: (address: string | undefined, ...headers: HeaderOf[]) => Refusal;
	/** Counts a wrong code that may be tried without credentials. */
	failed: (address: string | undefined) => void;
	/** Returns the refusal of an address with too many failures. */
	blocked: (address: string | undefined) => Refusal | undefined;
	/** Counts a request. Returns the refusal if those of the account are too many. */
	countRequest: (account: Account, address: string | undefined) => Refusal | undefined;
};

/** How exactly the last use of credentials is stored. */
const lastUseMs = 60_000;

type SignInOptions = {
	records: Records;
	clock: Clock;
	limits: Pick<ServiceLimits, 'maxRequestsPerMinute'>;
	onEvent: OnEvent;
	/** Removes an expired token. */
	removeExpired: (applicationId: string) => Promise<void>;
};

export function createSignIn({records, clock, limits, onEvent, removeExpired}: SignInOptions): SignIn {
	const failures = createCounts(clock);
	const requests = createCounts(clock);
	const failed = ({address, applicationId: tokenId}: Attempt) => {
		for (const counted of keysOf({address, applicationId: tokenId})) failures.add(counted);
		const named = tokenId !== undefined && {tokenId: tokenId.slice(0, 64)};
		const from = address !== undefined && {address};
		onEvent({kind: 'security', entry: {action: 'signInFailed', ...named, ...from}});
	};
	const blocked = (address: string | undefined, applicationId?: string) => {
		const retryAfterMs = Math.max(0, largest(keysOf({address, applicationId}).map(failures.waitMs)));
		return retryAfterMs > 0 ? new Refusal('general.too_many_attempts', undefined, {retryAfterMs}) : undefined;
	};
	return {
		accountOf: async header => {
			const now = clock.now();
			const found = await records.read(reading => signedIn(reading, now, header));
			if (!found) {
				const expired = await records.read(reading => expiredIn(reading, now, header));
				// A full disk must not turn the answer into another one; the next check removes the token.
				if (expired !== undefined) await removeExpired(expired).catch(() => {});
				return undefined;
			}
			const {account, application} = found;
			if (Math.abs(now - (application.lastUsedAt ?? 0)) >= lastUseMs)
				await recordUse(records, application, now);
			return account;
		},
		refuse: (address, ...headers) => {
			const applicationId = headers.map(namedApplication).find(id => id !== undefined);
			const refusal = blocked(address, applicationId);
			if (refusal) return refusal;
			if (headers.some(hasCredentials)) failed({address, applicationId});
			return new Refusal('general.unauthorized');
		},
		failed: address => failed({address}),
		blocked: address => blocked(address),
		countRequest: ({id}, address) => {
			if (address === undefined || id === ownApplicationId) return undefined;
			const counted = {key: id, most: limits.maxRequestsPerMinute};
			const retryAfterMs = requests.waitMs(counted);
			if (retryAfterMs > 0) return new Refusal('general.too_many_requests', undefined, {retryAfterMs});
			requests.add(counted);
			return undefined;
		},
	};
}

/** Stores the time of use. It is only informative, so a full disk must not lock anyone out. */
async function recordUse(records: Records, {id}: ApplicationRecord, now: number): Promise<void> {
	try {
		await records.transact(async ({applications}) => {
			const application = await applications.get(id);
			if (application) await applications.put({...application, lastUsedAt: now});
		});
	} catch {
		// The next use retries.
	}
}
