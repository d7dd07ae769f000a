import type {AutomationRun} from './models/automation.ts';
import type {NodeTask} from './models/node.ts';
import type {RconPacket} from './models/rcon.ts';
import type {Backup} from './models/server.ts';

/**
What the team feed carries. The specification names only the RCON response (Events); the others follow the packets
of the public node agent, and are recognised by their shape.
*/
export type FeedEvent =
	| {kind: 'rcon'; packet: RconPacket}
	| {kind: 'state'; serverId: string; state: string}
	| {kind: 'players'; servers: {serverId: string; state: string | undefined; players: number | undefined}[]}
	| {kind: 'task'; task: NodeTask}
	| {kind: 'backup'; serverId: string; backup: Backup}
	| {kind: 'run'; run: AutomationRun}
	| {kind: 'unreadable'; reason: string};

/** One of several destinations that the broker does not grant, with its words. */
export type RefusedDestination = {destination: string; reason: string};

/**
`off`: not configured, or the service refuses it; then it is dialed again at `retryAt`. `lost`: was live, reconnecting.
`live` with `refused`: the other destinations are received; these are asked for again with the next connection. `retryAt` is
epoch ms.
*/
export type FeedStatus =
	| {status: 'off'; reason: string; retryAt?: number}
	| {status: 'connecting'; attempt: number; reason?: string; retryAt?: number}
	| {status: 'live'; refused?: readonly RefusedDestination[]}
	| {status: 'lost'; reason: string; retryAt?: number};

/** Everything that a feed tells, in its order. Batches keep a burst from becoming a storm. */
export type FeedSignal =
	{type: 'status'; at: number; status: FeedStatus} | {type: 'events'; at: number; events: FeedEvent[]};

export type TeamFeed = {
	/** Drops the connection and dials again at once. */
	redial: () => void;
	close: () => void;
};
export type OpenFeed = (teamId: string, on: (signal: FeedSignal) => void) => TeamFeed;

/** Where the hosted service most probably says it; configuration may say otherwise. */
export const defaultFeed = {path: 'websocket', destinations: ['/topic/team/{teamId}']};

/** The feed's default address: below the base URL, with or without TLS as the service has it. */
export function feedUrlFrom(baseUrl: string): string {
	const url = new URL(defaultFeed.path, `${baseUrl.replace(/\/+$/, '')}/`);
	url.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
	return url.href;
}
