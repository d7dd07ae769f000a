import {onDemand} from '../../lib/on-demand.ts';
import type {CallOptions, ClientOf} from '../endpoint.ts';
import {fastRows} from './fast-rows.ts';
import {table} from './table.ts';

export type Endpoints = typeof table;
export type EndpointName = keyof Endpoints;
/** One method per endpoint. Each method rejects only with `ApiError`. */
export type Api = ClientOf<Endpoints> & {
	/** Calls any endpoint, in the specification or not. `path` is relative to the base URL; JSON in and out. */
	raw: (request: RawRequest, options?: CallOptions) => Promise<RawAnswer>;
};
export type RawRequest = {method: string; path: string; body?: unknown};
/** `body`: parsed JSON; text if the response is not JSON; undefined if it is empty. */
export type RawAnswer = {status: number; contentType: string | undefined; body: unknown};

const without = {
	alternative: undefined,
	passes: undefined,
	openBody: undefined,
	upload: undefined,
	plainText: undefined,
	isPublic: undefined,
	extension: undefined,
};
const withoutBody = {...without, body: undefined, waits: undefined};
const withoutInput = {...withoutBody, query: undefined, writer: undefined, permission: undefined};

/** All endpoints. The schemas are loaded when one is used that a usual request and its usual response do not need. */
export const endpoints: Endpoints = onDemand(() => table, {
	myTeam: row('myTeam', withoutInput),
	listServers: row('listServers', withoutInput),
	awaitRcon: row('awaitRcon', without),
	version: row('version', withoutInput),
	listNodes: row('listNodes', withoutInput),
	listNodeTasks: row('listNodeTasks', withoutInput),
	listAutomations: row('listAutomations', withoutInput),
	listRuns: row('listRuns', withoutBody),
	readJournal: row('readJournal', withoutBody),
});

/** A row whose schemas are in the table. `others`: properties that it does not have. */
function row<Name extends keyof typeof fastRows>(name: Name, others: object): Endpoints[Name] {
	const known: object = {...others, ...fastRows[name]};
	// The row in the table has the same properties.
	return onDemand<Endpoints[Name]>(() => table[name], known as Partial<Endpoints[Name]>);
}
