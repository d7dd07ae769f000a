import * as z from 'zod';
import {Count, field, Moment, record} from './record.ts';
import {listIn} from './models/list.ts';
import type {AutomationRun} from './models/automation.ts';
import type {JournalEntry} from './models/journal-entry.ts';
import type {NodeTask} from './models/node.ts';
import type {RconAnswer} from './models/rcon-answer.ts';
import type {Backup} from './models/server.ts';

/** `chat`: words of a player or an admin. Unknown kinds are `output`. */
export type OutputKind = 'output' | 'chat';

/** One without a text is left out. */
const Line = record({
	kind: field<OutputKind, OutputKind>(value => (value === 'chat' ? 'chat' : 'output')),
	text: z.string(),
});

/**
Unsolicited output of a game's console. `timestamp` is the time of the first line; `omitted` is the
number of lines that the service omitted after the last one. This is our extension of the feed.
*/
export const ConsoleOutput = record({timestamp: Moment, lines: listIn(Line), omitted: Count});
export type ConsoleOutput = z.output<typeof ConsoleOutput>;
export type SentOutput = z.input<typeof ConsoleOutput>;

/**
An event of the team feed. The specification names only the RCON response (Events). The others follow the packets of the
public node agent, except for `output` and `journal`, which are ours; all are recognized by their shape.
*/
export type FeedEvent =
	| {kind: 'rcon'; packet: RconAnswer}
	| {kind: 'state'; serverId: string; state: string}
	| {kind: 'players'; servers: {serverId: string; state: string | undefined; players: number | undefined}[]}
	| {kind: 'task'; task: NodeTask}
	| {kind: 'backup'; serverId: string; backup: Backup}
	| {kind: 'run'; run: AutomationRun}
	| {kind: 'output'; serverId: string; output: ConsoleOutput}
	| {kind: 'journal'; entry: JournalEntry}
	/** `body`: the whole message as sent, only with the first of several unreadable records. */
	| {kind: 'unreadable'; reason: string; body: string | undefined; destination: string | undefined};

/** A destination that the broker refuses, with the broker's reason. */
export type RefusedDestination = {destination: string; reason: string};

/**
`off`: not configured, or refused by the service; a refused feed dials again at `retryAt`. `lost`: was live, is
reconnecting. `connecting` has a `reason` once an attempt is slow or has failed. `live` with `refused`: the other destinations work, and the refused ones are tried again on the next
connection. `retryAt`, and `since` if the loss began before it was noticed, are in epoch milliseconds.
*/
export type FeedStatus =
	| {status: 'off'; reason: string; retryAt?: number}
	| {status: 'connecting'; attempt: number; reason?: string; retryAt?: number}
	| {status: 'live'; refused?: readonly RefusedDestination[]}
	| {status: 'lost'; reason: string; retryAt?: number; since?: number};

/** Everything that a feed reports, in order. A burst of events arrives in batches. */
export type FeedSignal =
	{type: 'status'; at: number; status: FeedStatus} | {type: 'events'; at: number; events: FeedEvent[]};

export type TeamFeed = {
	/**
	Drops the connection and dials again immediately. An attempt at the same address that is in progress continues: it ends
	within seconds.
	*/
	redial: () => void;
	close: () => void;
};
export type OpenFeed = (teamId: string, on: (signal: FeedSignal) => void) => TeamFeed;

/** The most likely path and destinations of the hosted service. Configuration can override them. */
export const defaultFeed = {path: 'websocket', destinations: ['/topic/team/{teamId}']};

/** Returns the feed's default address: below the base URL, with TLS if the base URL has it. */
export function feedUrlFrom(baseUrl: string): string {
	const url = new URL(defaultFeed.path, `${baseUrl.replace(/\/+$/, '')}/`);
	url.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
	return url.href;
}
