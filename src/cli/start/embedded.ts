import {fetchWire, networkWire} from '../../client/rest/wire.ts';
import type {Config} from '../../config/load.ts';
import {serviceFolder} from '../../config/paths.ts';
import {credentialHeaders} from '../../contract/credentials.ts';
import {Secret} from '../../lib/secrets/secret.ts';
import type {ConnectOptions, Embedded} from './connection.ts';
import {carriedOutLocally, closeLocally, localWire, openLocalService} from './local-service.ts';

/** Opens a simulated fleet. */
export async function openDemoService(
	{feed}: Config,
	{clock, random, onBug, diagnostics}: ConnectOptions,
): Promise<Embedded> {
	const {openDemo} = await import('../../demo/index.ts');
	const demo = await openDemo({clock, random, onBug, hasColleague: true, hasNodeOutages: true});
	const {fetch, openSocket} = demo;
	const credentials = {kind: 'token' as const, token: new Secret(demo.credentials.token)};
	const send = fetchWire(fetch);
	return {
		wire: (request, options) =>
			send({...request, headers: {...request.headers, ...credentialHeaders(credentials)}}, options),
		dial: async () => {
			const {openTeamFeed} = await import('../../client/feed/team-feed.ts');
			return (teamId, on) =>
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
				});
		},
		carriedOut: async () => false,
		close: async () => void (await demo.close()),
	};
}

/** Runs the service of this user's own servers, or connects to the process that does. */
export async function openOwnServers(
	{feed, stateDir}: Config,
	{clock, random, onBug, diagnostics, env, runner, say}: ConnectOptions,
): Promise<Embedded> {
	const openedAt = clock.now();
	const local = openLocalService({folder: serviceFolder(stateDir), runner, env, onBug});
	return {
		wire: localWire(local, networkWire({})),
		dial: async () => {
			const {localFeed} = await import('./local-feed.ts');
			const {destinations} = feed;
			return localFeed(local, {destinations, clock, random, onFrame: diagnostics?.onFrame});
		},
		carriedOut: waits => carriedOutLocally(local, {say, waits, clock}),
		close: signal => {
			const waits = runner === 'command' ? signal : undefined;
			return closeLocally(local, {say, waits, openedAt, clock});
		},
	};
}
