import {type ApiOptions, createApi} from '../../client/rest/client.ts';
import {type CapabilityListener, createCapabilities} from '../../client/rest/extensions.ts';
import {createSignIn} from '../../client/rest/sign-in.ts';
import type {Config} from '../../config/load.ts';
import type {Middleware} from '../../contract/call.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import {ApiError} from '../../contract/errors.ts';
import type {OpenFeed, TeamFeed} from '../../contract/packets.ts';
import {nextTurn, systemClock} from '../../lib/time/clock.ts';
import {printableLine} from '../../lib/text/text.ts';
import {connectionMessages} from '../../messages/cli.ts';
import {keepLists} from '../completion/completion-cache.ts';
import type {Connection, ConnectOptions, Embedded} from './connection.ts';
import {once} from '../../lib/once.ts';
import type {CallReport} from '../../client/rest/exchange.ts';
import type {Io} from '../output/io.ts';
import {say} from '../output/output.ts';
import {reportBug} from '../output/report.ts';

/**
Returns a connection to the configured service: hosted, local, or in this process that of one server or the demo, which the first call loads. Lists
of a configured service are cached for shell completion.
*/
export function connect(config: Config, options: ConnectOptions): Connection {
	const {baseUrl} = config;
	return baseUrl === undefined ? toEmbedded(config, options) : toService(config, baseUrl, options);
}

function toService(
	{team, credentials, rereadCredentials, readOnly, feed, stateDir}: Config,
	baseUrl: string,
	options: ConnectOptions,
): Connection {
	const {clock, random, quiet, rereads, diagnostics} = options;
	let {passcode} = feed;
	const reread = async () => {
		const found = await rereadCredentials?.();
		passcode = found?.passcode;
		return found?.credentials;
	};
	const canReread = rereads === true && rereadCredentials !== undefined;
	const signIn = createSignIn({credentials, reread: canReread ? reread : undefined, clock});
	const api = clientOf(options, {
		service: {baseUrl, credentials, teamId: team, signIn, readOnly},
		lists: keepLists(stateDir, baseUrl),
	});
	const {url, ...broker} = feed;
	return {
		api,
		openFeed:
			url === undefined || url === 'off'
				? undefined
				: lazyFeed(async () => {
						// The list is requested in the same turn: send that request before loading the feed.
						await nextTurn();
						await quiet;
						const {openTeamFeed} = await import('../../client/feed/team-feed.ts');
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
		carriedOut: async () => false,
		close: async () => {},
	};
}

function toEmbedded(config: Config, options: ConnectOptions): Connection {
	const {ready, clock} = options;
	const {service, readOnly, stateDir, addressed} = config;
	const isLocal = service === 'local';
	let opening: Promise<Embedded> | undefined;
	const opened = once(async () => {
		await ready;
		const {openAddressedServer, openDemoService, openOwnServers} = await import('./embedded.ts');
		if (addressed) opening = openAddressedServer(config, addressed, options);
		else opening = isLocal ? openOwnServers(config, options) : openDemoService(config, options);
		return opening;
	});
	const api = clientOf(options, {
		service: {
			baseUrl: isLocal || addressed ? 'http://localhost' : 'http://demo',
			credentials: undefined,
			readOnly,
			wire: async (request, wireOptions) => (await opened()).wire(request, wireOptions),
		},
		opening: afterOpening(opened),
		...(isLocal && {lists: keepLists(stateDir, 'local')}),
	});
	const isFeedOff = isLocal && config.feed.url === 'off';
	return {
		api,
		openFeed: isFeedOff ? undefined : lazyFeed(async () => (await opened()).dial(), clock.now),
		credentials: () => undefined,
		carriedOut: async signal => (await (await opening)?.carriedOut(signal)) ?? false,
		close: async signal => void (await (await opening)?.close(signal)),
	};
}

type Parts = {
	service: Pick<ApiOptions, 'baseUrl' | 'credentials' | 'teamId' | 'signIn' | 'readOnly' | 'wire'>;
	lists?: Middleware;
	opening?: Middleware;
};

/** Returns the client of a connection. Everything that this program does with a call is in its list. */
function clientOf(
	{clock, random, capabilities, onCall, diagnostics, middleware = []}: ConnectOptions,
	{service, lists, opening}: Parts,
): Api {
	return createApi({
		...service,
		clock,
		random,
		capabilities: createCapabilities(capabilities),
		onCall,
		onExchange: diagnostics?.onCall,
		middleware: [...middleware, ...(lists ? [lists] : []), ...(opening ? [opening] : [])],
	});
}

/** Opens the service of this process before the first call, so painting does not wait for it. */
const afterOpening =
	(open: () => Promise<unknown>): Middleware =>
	async (call, next) => {
		await open().catch((cause: unknown) => {
			const message = connectionMessages.notPrepared(reasonOf(cause));
			throw new ApiError(message, {reason: 'unreachable', request: call.request, cause});
		});
		return next(call);
	};

const reasonOf = (cause: unknown): string =>
	cause instanceof Error ? printableLine(cause.message) : connectionMessages.unknownReason;

/** Returns a feed whose code is loaded when it is first opened. */
function lazyFeed(dial: () => Promise<OpenFeed>, now: () => number): OpenFeed {
	return (teamId, on) => {
		let feed: TeamFeed | undefined;
		let closed = false;
		on({type: 'status', at: now(), status: {status: 'connecting', attempt: 1}});
		dial().then(
			open => {
				if (!closed) feed = open(teamId, on);
			},
			(error: unknown) => {
				const reason = connectionMessages.feedNotPrepared(reasonOf(error));
				on({type: 'status', at: now(), status: {status: 'off', reason}});
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

type Opening = {
	ready?: Promise<void>;
	quiet?: Promise<void>;
	/** Default `command`. */
	runner?: 'session' | 'command';
	rereads?: boolean;
	capabilities?: CapabilityListener;
	onCall?: (report: CallReport) => void;
	middleware?: readonly Middleware[];
};

/**
Opens a connection that loads nothing before `ready`. A bug inside the demo service leaves a report; the service
keeps running.
*/
export function openConnection(
	io: Io,
	config: Config,
	{ready, quiet, runner = 'command', rereads, capabilities, onCall, middleware}: Opening = {},
): Connection {
	const {env, diagnostics} = io;
	diagnostics?.onConfig(config);
	const connection = connect(config, {
		clock: systemClock,
		random: Math.random,
		ready,
		quiet,
		env,
		runner,
		say: sentence => say(io, sentence),
		rereads,
		onCall,
		diagnostics,
		capabilities,
		middleware,
		onBug: bug => void reportBug(io, bug, config.stateDir),
	});
	const {openFeed} = connection;
	return diagnostics && openFeed ? {...connection, openFeed: diagnostics.follow(openFeed)} : connection;
}
