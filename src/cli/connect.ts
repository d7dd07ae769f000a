import {setImmediate} from 'node:timers/promises';
import {createSignIn} from '../api/sign-in.ts';
import {createCapabilities, type CapabilityListener} from '../api/capabilities.ts';
import type {CallReport} from '../api/exchange.ts';
import type {Config} from '../config/load.ts';
import type {Api} from '../contract/endpoints/index.ts';
import type {OpenFeed} from '../contract/packets.ts';
import type {Credentials} from '../contract/credentials.ts';
import type {Clock} from '../lib/clock.ts';
import {Secret} from '../lib/secret.ts';
import type {Demo} from '../demo/index.ts';
import {lazyApi, lazyFeed, once} from './lazy.ts';

export type Connection = {
	api: Api;
	/** undefined if the feed is disabled in the configuration. */
	openFeed: OpenFeed | undefined;
	/** The credentials in use: those of the configuration, or what was read since. */
	credentials: () => Credentials | undefined;
	close: () => Promise<void>;
};
type ConnectOptions = {
	clock: Clock;
	random: () => number;
	onBug: (bug: unknown) => void;
	/** Called when the service turns out to have or lack an extension. */
	capabilities?: CapabilityListener | undefined;
	/** Reads refused credentials again, for a program that runs long enough for them to change. */
	rereads?: boolean | undefined;
	/** Called for every attempt to call the service. */
	onCall?: ((report: CallReport) => void) | undefined;
	/** Delays loading until it resolves: the first paint. */
	ready?: Promise<void> | undefined;
};

/**
Returns a connection to the configured service, hosted or the demo in this process. Lists of a configured service are
cached for shell completion. Returns at once; the first
call loads the network or the demo.
*/
export function connect(config: Config, options: ConnectOptions): Connection {
	return config.baseUrl === undefined ? toDemo(config, options) : toService(config, config.baseUrl, options);
}

function toService(
	{credentials, rereadCredentials, readOnly, feed, stateDir}: Config,
	baseUrl: string,
	{clock, random, ready, capabilities: listener, rereads, onCall = () => {}}: ConnectOptions,
): Connection {
	let {passcode} = feed;
	const reread = async () => {
		const found = await rereadCredentials?.();
		passcode = found?.passcode;
		return found?.credentials;
	};
	const canReread = rereads === true && rereadCredentials !== undefined;
	const signIn = createSignIn({credentials, reread: canReread ? reread : undefined, clock});
	const client = once(async () => {
		await ready;
		const {createApi} = await import('../api/client.ts');
		const {withListsKept} = await import('./completion-cache.ts');
		const capabilities = createCapabilities(listener);
		const api = createApi({baseUrl, credentials, signIn, readOnly, clock, random, capabilities, onCall});
		return withListsKept(api, stateDir, baseUrl);
	});
	const {url, ...broker} = feed;
	return {
		api: lazyApi(client),
		openFeed:
			url === undefined || url === 'off'
				? undefined
				: lazyFeed(async () => {
						// The list is requested in the same turn: send that request before loading the feed.
						await setImmediate();
						const {openTeamFeed} = await import('../feed/team-feed.ts');
						return (teamId, on) => {
							let dialed = {credentials: signIn.current(), passcode};
							return openTeamFeed({
								url,
								...broker,
								get credentials() {
									dialed = {credentials: signIn.current(), passcode};
									return dialed.credentials;
								},
								get passcode() {
									return passcode;
								},
								...(canReread && {
									renew: async () => {
										const refused = dialed;
										const isNew = (await signIn.renew(refused.credentials)) !== undefined;
										return isNew || passcode?.reveal() !== refused.passcode?.reveal();
									},
								}),
								clock,
								random,
								teamId,
								on,
							});
						};
					}, clock.now),
		credentials: signIn.current,
		close: async () => {},
	};
}

function toDemo(
	{readOnly, feed}: Config,
	{clock, random, onBug, ready, capabilities: listener}: ConnectOptions,
): Connection {
	let opening: Promise<Demo> | undefined;
	const demo = once(async () => {
		const {openDemo} = await import('../demo/index.ts');
		opening = openDemo({clock, random, onBug, hasColleague: true, hasNodeOutages: true});
		const opened = await opening;
		const credentials = {kind: 'token' as const, token: new Secret(opened.credentials.token)};
		return {...opened, credentials};
	});
	const client = once(async () => {
		await ready;
		const {createApi} = await import('../api/client.ts');
		const {fetch, credentials} = await demo();
		const capabilities = createCapabilities(listener);
		return createApi({baseUrl: 'http://demo', credentials, readOnly, fetch, clock, random, capabilities});
	});
	const dial = async (): Promise<OpenFeed> => {
		const {openTeamFeed} = await import('../feed/team-feed.ts');
		const {openSocket, credentials} = await demo();
		return (teamId, on) =>
			openTeamFeed({
				url: 'ws://demo/websocket',
				destinations: feed.destinations,
				credentials,
				openSocket: (_url, {headers}) => openSocket(headers),
				clock,
				random,
				teamId,
				on,
			});
	};
	return {
		api: lazyApi(client),
		openFeed: lazyFeed(dial, clock.now),
		credentials: () => undefined,
		close: async () => void (await (await opening)?.close()),
	};
}
