import {createCapabilities, type CapabilityListener} from '../api/capabilities.ts';
import {createApi, type ApiOptions} from '../api/client.ts';
import type {CallReport, OnExchange} from '../api/exchange.ts';
import {networkWire} from '../api/transport.ts';
import type {Api} from '../contract/endpoints/index.ts';
import type {OpenFeed} from '../contract/packets.ts';
import type {OnFrame} from '../feed/dial.ts';
import {openSockets} from '../feed/socket.ts';
import {openTeamFeed} from '../feed/team-feed.ts';
import {Secret} from '../lib/secret.ts';
import {pause, type Clock} from '../lib/clock.ts';
import {localServiceMessages} from '../messages/cli-local.ts';
import {scheduledOn} from '../service/local/scheduled.ts';
import {withListsKept} from './completion-cache.ts';
import {localWire, type LocalService} from './local-service.ts';

/** Only its path counts: each request is sent to the current address of the local service. */
const baseUrl = 'http://localhost';

/** Returns a client of the local service with the credentials of its owner. */
export function localApi(
	local: LocalService,
	options: Omit<ApiOptions, 'baseUrl' | 'credentials' | 'wire' | 'fetch'>,
): Api {
	// A proxy from the environment must not be used for this machine.
	return createApi({...options, baseUrl, credentials: undefined, wire: localWire(local, networkWire({}))});
}

type ClientOptions = {
	stateDir: string;
	readOnly: boolean;
	clock: Clock;
	random: () => number;
	capabilities: CapabilityListener | undefined;
	onCall: (report: CallReport) => void;
	onExchange: OnExchange | undefined;
};

/** Returns the client of the local service for a session. Its lists are cached for shell completion. */
export function localClient(local: LocalService, {stateDir, capabilities, ...options}: ClientOptions): Api {
	const api = localApi(local, {...options, capabilities: createCapabilities(capabilities)});
	return withListsKept(api, stateDir, 'local');
}

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
	const openSocket = await openSockets({});
	const ask = localWire(local, networkWire({}));
	const question = {method: 'GET', url: new URL('/team/my', baseUrl), headers: {}, body: undefined};
	// A request finds the address of the service; each attempt of the feed uses the last address found.
	await local.locate(new AbortController().signal);
	return (teamId, on) => {
		const closing = new AbortController();
		let cancelCheck = () => {};
		/** Sends a request, because a refused connection locates the service again. Its answer does not matter. */
		const check = () =>
			void ask(question, {signal: closing.signal, maxBytes: maxAnswerBytes, onSent: () => {}}).catch(
				() => {},
			);
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

type EndOptions = {
	say: (sentence: string) => void;
	/** For a service that ends with its command; undefined for a session, which continues elsewhere or later. */
	waits: AbortSignal | undefined;
	/** Epoch milliseconds. */
	openedAt: number;
	clock: Clock;
};

/** How long to wait silently. */
const silentMs = 500;

/** Closes the local service and reports how that affects the requested actions. */
export async function closeLocally(
	local: LocalService,
	{say, waits, openedAt, clock}: EndOptions,
): Promise<void> {
	const service = local.running()?.service;
	if (service && waits) {
		const over = new AbortController();
		const idle = service.idle().finally(() => over.abort());
		const signal = AbortSignal.any([waits, over.signal]);
		await pause(clock, silentMs, signal).then(
			() => say(localServiceMessages.waiting),
			() => {},
		);
		await Promise.race([idle, aborted(waits)]);
	}
	const scheduled = service ? scheduledOn(service, waits ? openedAt : 0) : [];
	const names = await local.close();
	if (names.length > 0 && !waits) say(localServiceMessages.continues(names));
	if (scheduled.length > 0) say(localServiceMessages.scheduled(scheduled));
}

const aborted = (signal: AbortSignal): Promise<void> =>
	new Promise(resolve => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), {once: true});
	});
