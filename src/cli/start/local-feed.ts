import type {OnFrame} from '../../client/feed/dial.ts';
import {openSockets} from '../../client/feed/socket.ts';
import {openTeamFeed} from '../../client/feed/team-feed.ts';
import {networkWire} from '../../client/rest/wire.ts';
import type {OpenFeed} from '../../contract/packets.ts';
import {Secret} from '../../lib/secrets/secret.ts';
import type {Clock} from '../../lib/time/clock.ts';
import {baseUrl, type LocalService, localWire} from './local-service.ts';

type FeedOptions = {
	destinations: readonly string[];
	clock: Clock;
	random: () => number;
	onFrame?: OnFrame | undefined;
};

/**
The delay after a lost feed before checking for a new address of the service. A process that asked to take over does so
first.
*/
const checkAfterMs = 500;
const maxAnswerBytes = 1_000_000;

/** Returns the feed of the local service, which follows it from process to process. */
export async function localFeed(local: LocalService, options: FeedOptions): Promise<OpenFeed> {
	const openSocket = openSockets({});
	const ask = localWire(local, networkWire({}));
	const question = {method: 'GET', url: new URL('/team/my', baseUrl), headers: {}, body: undefined};
	// A request finds the address of the service; each attempt of the feed uses the last address found.
	await local.locate(new AbortController().signal);
	return (teamId, on) => {
		const closing = new AbortController();
		let cancelCheck = () => {};
		/** Sends a request, because a refused connection locates the service again. Its answer does not matter. */
		const check = () =>
			void ask(question, {signal: closing.signal, maxBytes: maxAnswerBytes}).catch(() => {});
		const feed = openTeamFeed({
			...options,
			get url() {
				return local.known()?.feedUrl ?? '';
			},
			get credentials() {
				const token = local.known()?.token;
				return token === undefined ? undefined : {kind: 'token' as const, token: new Secret(token)};
			},
			openSocket,
			teamId,
			on: signal => {
				if (signal.type === 'status') cancelCheck();
				if (signal.type === 'status' && signal.status.status === 'lost')
					cancelCheck = options.clock.after(checkAfterMs, check);
				on(signal);
			},
		});
		// The service is available again: waiting for the retry delay would only miss events.
		const stop = local.onMove(feed.redial);
		return {
			...feed,
			close: () => {
				stop();
				cancelCheck();
				closing.abort();
				feed.close();
			},
		};
	};
}
