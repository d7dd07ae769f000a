import {createApi} from './rest/client.ts';
import type {CallReport} from './rest/exchange.ts';
import type {Credentials} from '../contract/credentials.ts';
import type {Api} from '../contract/endpoints/index.ts';
import {defaultFeed, type FeedSignal, feedUrlFrom, type TeamFeed} from '../contract/packets.ts';
import {openTeamFeed} from './feed/team-feed.ts';
import {systemClock} from '../lib/time/clock.ts';
import {Secret} from '../lib/secrets/secret.ts';

/** Ways to sign in. (Specification: Authentication) */
export type ClientCredentials =
	{token: string} | {applicationId: string; applicationSecret: string} | {bearer: string};

export type ClientOptions = {
	/** `{base_url}` of the specification; may have a path, which is kept. */
	baseUrl: string;
	credentials?: ClientCredentials | undefined;
	/** The team of the credentials, as the service names it. */
	teamId?: string | undefined;
	/** Sends only GET; everything else throws an `ApiError` whose reason is `blocked`. */
	readOnly?: boolean | undefined;
	/** For a whole call including retries; default 15,000 ms. An awaited command gets its `timeoutMs` plus 5,000 ms. */
	deadlineMs?: number | undefined;
	/** Called for every attempt of a call, without secrets. */
	onCall?: ((report: CallReport) => void) | undefined;
	feed?: FeedOptions | undefined;
};

export type FeedOptions = {
	/** Default: `websocket` below the base URL. */
	url?: string | undefined;
	/** `{teamId}` is replaced with the team's id; default `/topic/team/{teamId}`. */
	destinations?: readonly string[] | undefined;
	/** For brokers that require them in CONNECT. */
	login?: string | undefined;
	passcode?: string | undefined;
};

/** One method for each endpoint, `raw` for any path, and the team's feed. */
export type Client = Api & {
	/**
	Follows the team over STOMP until closed; reconnects with an increasing, jittered delay. Never throws: problems are
	reported as a status.
	*/
	followTeam: (teamId: string, on: (signal: FeedSignal) => void) => TeamFeed;
};

/**
Client of the service. Methods throw only `ApiError`. A GET may be retried; requests that change something are sent
once. Texts are as the service sent them: sanitize them before printing to a terminal.
@throws {TypeError} if the base URL is invalid
*/
export function createClient(options: ClientOptions): Client {
	const {baseUrl, feed = {}, credentials: given, ...rest} = options;
	const credentials = given && credentialsOf(given);
	const passcode = feed.passcode === undefined ? undefined : new Secret(feed.passcode);
	const dependencies = {credentials, clock: systemClock, random: Math.random};
	return {
		...createApi({...rest, ...dependencies, baseUrl}),
		followTeam: (teamId, on) =>
			openTeamFeed({
				...dependencies,
				url: feed.url ?? feedUrlFrom(baseUrl),
				destinations: feed.destinations ?? defaultFeed.destinations,
				login: feed.login,
				passcode,
				teamId,
				on,
			}),
	};
}

function credentialsOf(given: ClientCredentials): Credentials {
	if ('token' in given) return {kind: 'token', token: new Secret(given.token)};
	if ('bearer' in given) return {kind: 'bearer', token: new Secret(given.bearer)};
	return {kind: 'application', id: given.applicationId, secret: new Secret(given.applicationSecret)};
}

export type {CallReport} from './rest/exchange.ts';
export type {Bytes, CallOptions, Upload} from '../contract/endpoint.ts';
export type {RawAnswer, RawRequest} from '../contract/endpoints/index.ts';
export type {Accepted} from '../contract/models/accepted.ts';
export {ApiError, mayHaveRun, missingPermission, type Reason} from '../contract/errors.ts';
export type {FeedEvent, FeedSignal, FeedStatus, RefusedDestination, TeamFeed} from '../contract/packets.ts';
export type {Page} from '../contract/models/list.ts';
export type {Listed, Unreadable} from '../contract/models/list.ts';
export type {Moment} from '../contract/moments.ts';
export {isDown, isUp} from '../contract/states.ts';
export type {Automation, AutomationRun} from '../contract/models/automation.ts';
export type {Node, NodeTask} from '../contract/models/node.ts';
export type {RconAnswer} from '../contract/models/rcon-answer.ts';
export type {Backup, GameServer, ServerCommand} from '../contract/models/server.ts';
export type {Team} from '../contract/models/team.ts';
