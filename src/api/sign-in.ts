import {credentialHeaders, type Credentials} from '../contract/credentials.ts';
import type {Clock} from '../lib/clock.ts';
import {deepEqual} from '../lib/deep-equal.ts';

/** The credentials of a connection, which may change where they are stored. */
export type SignIn = {
	current: () => Credentials | undefined;
	/**
	Returns other credentials than `refused`, which the service did not accept: those that are stored now. Returns undefined
	if there are none. Never throws.
	*/
	renew: (refused: Credentials | undefined) => Promise<Credentials | undefined>;
};

type Options = {
	credentials: Credentials | undefined;
	/** Reads the file, command or environment that the credentials came from; undefined: they never change. */
	reread?: (() => Promise<Credentials | undefined>) | undefined;
	clock: Clock;
};

/** A command may ask a password manager, so several refused requests read the credentials once, ms. */
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
