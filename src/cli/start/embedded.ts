import {fetchWire, networkWire} from '../../client/rest/wire.ts';
import type {Config} from '../../config/load.ts';
import type {AddressedServer} from '../../config/profile.ts';
import {addressedPassword} from '../../contract/models/own-server.ts';
import {serviceFolder} from '../../config/paths.ts';
import {credentialHeaders} from '../../contract/credentials.ts';
import {Secret} from '../../lib/secrets/secret.ts';
import type {Service} from '../../service/index.ts';
import type {ConnectOptions, Embedded} from './connection.ts';
import {carriedOutLocally, closeLocally, localWire, openLocalService} from './local-service.ts';

/** Opens a simulated fleet. */
export async function openDemoService(config: Config, options: ConnectOptions): Promise<Embedded> {
	const {openDemo} = await import('../../demo/index.ts');
	const {clock, random, onBug} = options;
	const demo = await openDemo({
		clock,
		random,
		onBug,
		hasColleague: true,
		hasNodeOutages: true,
		hasCrashes: true,
		hasHistory: true,
	});
	return inThisProcess(demo, config, options);
}

/** Opens the console of one server that was not added. */
export async function openAddressedServer(
	config: Config,
	server: AddressedServer,
	options: ConnectOptions,
): Promise<Embedded> {
	const {openAtAddress} = await import('../../service/own/at-address.ts');
	const {clock, random, onBug, env} = options;
	const withPassword = {...env, ...(server.password && {[addressedPassword]: server.password.reveal()})};
	const service = await openAtAddress({clock, random, onBug, env: withPassword}, server);
	return inThisProcess(service, config, options);
}

type InProcess = Pick<Service, 'fetch' | 'openSocket' | 'close'> & {credentials: {token: string}};

function inThisProcess(
	{fetch, openSocket, close, credentials: {token}}: InProcess,
	{feed}: Config,
	{clock, random, diagnostics}: ConnectOptions,
): Embedded {
	const credentials = {kind: 'token' as const, token: new Secret(token)};
	const send = fetchWire(fetch);
	return {
		wire: (request, options) =>
			send({...request, headers: {...request.headers, ...credentialHeaders(credentials)}}, options),
		dial: async () => {
			const {openTeamFeed} = await import('../../client/feed/team-feed.ts');
			return (teamId, on) =>
				openTeamFeed({
					url: 'ws://service/websocket',
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
		close: async () => void (await close()),
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
