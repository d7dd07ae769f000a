import {createSignIn} from '../api/sign-in.ts';
import {createCapabilities} from '../api/capabilities.ts';
import type {Config} from '../config/load.ts';
import type {Connection, ConnectOptions, Embedded} from './connection.ts';
import {lazyApi, lazyFeed, once} from './lazy.ts';
import {nextTurn} from '../lib/clock.ts';

/**
Returns a connection to the configured service: hosted, local, or the demo in this process. Lists of a configured service are
cached for shell completion. Returns at once; the first
call loads the network or the demo.
*/
export function connect(config: Config, options: ConnectOptions): Connection {
	const {baseUrl} = config;
	return baseUrl === undefined ? toEmbedded(config, options) : toService(config, baseUrl, options);
}

function toService(
	{credentials, rereadCredentials, readOnly, feed, stateDir}: Config,
	baseUrl: string,
	{clock, random, quiet, capabilities: listener, rereads, onCall = () => {}, diagnostics}: ConnectOptions,
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
		const {createApi} = await import('../api/client.ts');
		const {withListsKept} = await import('./completion-cache.ts');
		const capabilities = createCapabilities(listener);
		const api = createApi({
			baseUrl,
			credentials,
			signIn,
			readOnly,
			clock,
			random,
			capabilities,
			onCall,
			onExchange: diagnostics?.onCall,
		});
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
						await nextTurn();
						await quiet;
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
								onFrame: diagnostics?.onFrame,
								on,
							});
						};
					}, clock.now),
		credentials: signIn.current,
		close: async () => {},
	};
}

function toEmbedded(config: Config, options: ConnectOptions): Connection {
	const {ready, clock} = options;
	let opening: Promise<Embedded> | undefined;
	const opened = once(async () => {
		await ready;
		const {openDemoService, openOwnServers} = await import('./embedded.ts');
		opening = config.service === 'local' ? openOwnServers(config, options) : openDemoService(config, options);
		return opening;
	});
	const isFeedOff = config.service === 'local' && config.feed.url === 'off';
	return {
		api: lazyApi(async () => (await opened()).api),
		openFeed: isFeedOff ? undefined : lazyFeed(async () => (await opened()).dial(), clock.now),
		credentials: () => undefined,
		close: async signal => void (await (await opening)?.close(signal)),
	};
}
