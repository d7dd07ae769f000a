import type {Clock} from '../lib/clock.ts';
import {accountOf, hasCredentials, namedApplication, type Account, type HeaderOf} from './accounts.ts';
import {createAttemptLimit} from './attempt-limit.ts';
import {Refusal} from './refusal.ts';
import type {Store} from './store.ts';

/** Signs callers in, and limits failures per client address and per application. */
export type SignIn = {
	/** Returns the account, or undefined if the credentials are missing, wrong or expired. */
	accountOf: (header: HeaderOf) => Account | undefined;
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

export function createSignIn(records: {store: Store; clock: Clock}): SignIn {
	const limit = createAttemptLimit(records.clock);
	const blocked = (address: string | undefined, applicationId?: string) => {
		const retryAfterMs = limit.waitMs({address, applicationId});
		return retryAfterMs > 0 ? new Refusal('general.too_many_attempts', undefined, {retryAfterMs}) : undefined;
	};
	return {
		accountOf: header => accountOf(records, header),
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
