import {credentialHeaders, type Credentials} from '../../contract/credentials.ts';
import type {Clock} from '../../lib/time/clock.ts';
import {deepEqual} from '../../lib/json/depth.ts';

/** The credentials of a connection, which may change where they are stored. */
export type SignIn = {
	current: () => Credentials | undefined;
	/**
	Returns the stored credentials if they differ from `refused`, which the service rejected; otherwise undefined. Never
	throws.
	*/
	renew: (refused: Credentials | undefined) => Promise<Credentials | undefined>;
};

type Options = {
	credentials: Credentials | undefined;
	/** Reads the credentials from their source again; undefined if they cannot change. */
	reread?: (() => Promise<Credentials | undefined>) | undefined;
	clock: Clock;
};

/** Several rejected requests read the credentials only once, because a command may ask a password manager. */
const minIntervalMs = 5000;

export function createSignIn({credentials, reread, clock}: Options): SignIn {
	let current = credentials;
	let reading: Promise<Credentials | undefined> | undefined;
	let readAt = Number.NEGATIVE_INFINITY;
	const read = () => {
		if (clock.monotonic() - readAt >= minIntervalMs) {
			readAt = clock.monotonic();
			reading = reread?.().catch(() => undefined);
		}
		return reading;
	};
	return {
		current: () => current,
		renew: async refused => {
			const found = current === refused ? await read() : current;
			if (!found || deepEqual(credentialHeaders(found), credentialHeaders(refused))) return undefined;
			current = found;
			return found;
		},
	};
}
