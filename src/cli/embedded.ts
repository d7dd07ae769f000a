import {createApi} from '../api/client.ts';
import {createCapabilities} from '../api/capabilities.ts';
import type {Config} from '../config/load.ts';
import {serviceFolder} from '../config/paths.ts';
import {openTeamFeed} from '../feed/team-feed.ts';
import {Secret} from '../lib/secret.ts';
import type {ConnectOptions, Embedded} from './connection.ts';
import {closeLocally, localClient, localFeed} from './local-connection.ts';
import {openLocalService} from './local-service.ts';

/** Opens a simulated fleet. */
export async function openDemoService(
	{readOnly, feed}: Config,
	{clock, random, onBug, capabilities: listener, diagnostics}: ConnectOptions,
): Promise<Embedded> {
	const {openDemo} = await import('../demo/index.ts');
	const demo = await openDemo({clock, random, onBug, hasColleague: true, hasNodeOutages: true});
	const {fetch, openSocket} = demo;
	const credentials = {kind: 'token' as const, token: new Secret(demo.credentials.token)};
	const capabilities = createCapabilities(listener);
	return {
		api: createApi({
			baseUrl: 'http://demo',
			credentials,
			readOnly,
			fetch,
			clock,
			random,
			capabilities,
			onExchange: diagnostics?.onCall,
		}),
		dial: async () => (teamId, on) =>
			openTeamFeed({
				url: 'ws://demo/websocket',
				destinations: feed.destinations,
				credentials,
				openSocket: (_url, {headers}) => openSocket(headers),
				clock,
				random,
				teamId,
				onFrame: diagnostics?.onFrame,
				on,
			}),
		close: async () => void (await demo.close()),
	};
}

/** Runs the service of this user's own servers, or connects to the process that does. */
export async function openOwnServers(
	{readOnly, feed, stateDir}: Config,
	{clock, random, onBug, capabilities, onCall = () => {}, diagnostics, env, runner, say}: ConnectOptions,
): Promise<Embedded> {
	const openedAt = clock.now();
	const local = openLocalService({folder: serviceFolder(stateDir), runner, env, onBug});
	return {
		api: localClient(local, {
			stateDir,
			readOnly,
			clock,
			random,
			capabilities,
			onCall,
			onExchange: diagnostics?.onCall,
		}),
		dial: () =>
			localFeed(local, {
				destinations: feed.destinations,
				clock,
				random,
				onFrame: diagnostics?.onFrame,
			}),
		close: signal => {
			const waits = runner === 'command' ? signal : undefined;
			return closeLocally(local, {say, waits, openedAt, clock});
		},
	};
}
