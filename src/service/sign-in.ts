import type {Clock} from '../lib/clock.ts';
import {hasCredentials, namedApplication, signedIn, type Account, type HeaderOf} from './accounts.ts';
import {createAttemptLimit} from './attempt-limit.ts';
import type {ApplicationRecord} from './records.ts';
import {Refusal} from './refusal.ts';
import type {Records} from './repositories.ts';

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
};

/** How exactly the last use of credentials is stored. */
const lastUseMs = 60_000;

export function createSignIn(records: Records, clock: Clock): SignIn {
	const limit = createAttemptLimit(clock);
	const blocked = (address: string | undefined, applicationId?: string) => {
		const retryAfterMs = limit.waitMs({address, applicationId});
		return retryAfterMs > 0 ? new Refusal('general.too_many_attempts', undefined, {retryAfterMs}) : undefined;
	};
	return {
		accountOf: async header => {
			const now = clock.now();
			const found = await records.read(reading => signedIn(reading, now, header));
			if (!found) return undefined;
			const {account, application} = found;
			if (Math.abs(now - (application.lastUsedAt ?? 0)) >= lastUseMs)
				await recordUse(records, application, now);
			return account;
		},
		refuse: (address, ...headers) => {
			const applicationId = headers.map(namedApplication).find(id => id !== undefined);
			const refusal = blocked(address, applicationId);
			if (refusal) return refusal;
			if (headers.some(hasCredentials)) limit.failed({address, applicationId});
			return new Refusal('general.unauthorized');
		},
		failed: address => limit.failed({address}),
		blocked: address => blocked(address),
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
