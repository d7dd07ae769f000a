import type {CallOptions, ClientOf} from '../endpoint.ts';
import {automations} from './automations.ts';
import {nodes} from './nodes.ts';
import {other} from './other.ts';
import {servers} from './servers.ts';
import {teams} from './teams.ts';

/** Every endpoint of the service: one row each. */
export const endpoints = {...teams, ...nodes, ...servers, ...automations, ...other};

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
/** One method for each row. Each rejects with `ApiError` and with nothing else. */
export type Api = ClientOf<Endpoints> & {
	/** Any endpoint, for what the specification leaves open. `path` is relative to the base URL; JSON in and out. */
	raw: (request: RawRequest, options?: CallOptions) => Promise<RawAnswer>;
};
export type RawRequest = {method: string; path: string; body?: unknown};
/** `body` is parsed JSON where the answer is JSON, its text otherwise, undefined where it is empty. */
export type RawAnswer = {status: number; contentType: string | undefined; body: unknown};
