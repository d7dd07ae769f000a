import type {Api} from '../contract/endpoints/index.ts';
import {ApiError} from '../contract/errors.ts';
import type {OpenFeed, TeamFeed} from '../contract/packets.ts';
import {printableLine} from '../lib/text.ts';
import {connectionMessages} from '../messages/cli-start.ts';

/** Creates the value on first use and caches it; retries after a failure. */
export function once<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
	let made: Promise<Thing> | undefined;
	return () => {
		made ??= make().catch((error: unknown) => {
			made = undefined;
			throw error;
		});
		return made;
	};
}

/** Returns a client immediately; the first call creates the real one, so painting does not wait for it. */
export function lazyApi(client: () => Promise<Api>): Api {
	const call = async (name: string, ...values: unknown[]): Promise<unknown> => {
		const api = await client().catch((cause: unknown) => {
			throw notOpened(name, cause);
		});
		const method: unknown = Reflect.get(api, name);
		if (typeof method !== 'function') throw new TypeError(connectionMessages.noMethod(name));
		return method(...values) as unknown;
	};
	// The client has one method per row, and `raw`. Rows contain schemas, which take longer to create than a first
	// frame.
	return new Proxy({} as Api, {
		get: (_, name) =>
			typeof name === 'string' && name !== 'then'
				? (...values: unknown[]) => call(name, ...values)
				: undefined,
	});
}

function notOpened(name: string, cause: unknown): ApiError {
	const why = cause instanceof Error ? printableLine(cause.message) : connectionMessages.unknownReason;
	return new ApiError(connectionMessages.notPrepared(why), {
		reason: 'unreachable',
		request: name,
		cause,
	});
}

/** Returns a feed whose code is loaded when it is first opened. */
export function lazyFeed(dial: () => Promise<OpenFeed>, now: () => number): OpenFeed {
	return (teamId, on) => {
		let feed: TeamFeed | undefined;
		let closed = false;
		on({type: 'status', at: now(), status: {status: 'connecting', attempt: 1}});
		dial().then(
			open => {
				if (!closed) feed = open(teamId, on);
			},
			(error: unknown) => {
				const why = error instanceof Error ? printableLine(error.message) : connectionMessages.unknownReason;
				on({
					type: 'status',
					at: now(),
					status: {status: 'off', reason: connectionMessages.feedNotPrepared(why)},
				});
			},
		);
		return {
			redial: () => feed?.redial(),
			close: () => {
				closed = true;
				feed?.close();
			},
		};
	};
}
