import type {CallOptions, ClientOf} from '../endpoint.ts';
import {access} from './access.ts';
import {automations} from './automations.ts';
import {nodes} from './nodes.ts';
import {profilesAndImages} from './profiles-and-images.ts';
import {ownServers} from './own-servers.ts';
import {servers} from './servers.ts';
import {teamJournal} from './team-journal.ts';
import {teams} from './teams.ts';

/** All endpoints. */
export const endpoints = {
	...teams,
	...access,
	...nodes,
	...servers,
	...automations,
	...ownServers,
	...teamJournal,
	...profilesAndImages,
};

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
/** One method per endpoint. Each method rejects only with `ApiError`. */
export type Api = ClientOf<Endpoints> & {
	/** Calls any endpoint, in the specification or not. `path` is relative to the base URL; JSON in and out. */
	raw: (request: RawRequest, options?: CallOptions) => Promise<RawAnswer>;
};
export type RawRequest = {method: string; path: string; body?: unknown};
/** `body`: parsed JSON; text if the response is not JSON; undefined if it is empty. */
export type RawAnswer = {status: number; contentType: string | undefined; body: unknown};
