import type {CommandLine} from './console-line.ts';
import type {Activity} from '../../actions/activity.ts';
import type {ServerCommand} from '../../contract/models/server.ts';
import type {Failure} from '../kernel/failure.ts';
import type {Identities} from './console-identities.ts';
import type {Lines} from './console-lines.ts';
import type {Arrival} from './latency.ts';

/** An answer of which the journal knows that another process of the same person asked for it. */
export type Claim = {
	command: string;
	commandId: string | undefined;
	timestamp: number | undefined;
	by: NonNullable<CommandLine['elsewhere']>;
};

/** An own command of which nobody knows yet what became. */
export type OpenCommand = {id: string; command: string; sentAt: number; sentTick?: number};

export type ConsoleBuffer = {
	lines: Lines;
	/** All answers that are in `lines`, or were not long ago. */
	known: Identities;
	open: readonly OpenCommand[];
	/** How many answers the feed and polls brought as news. */
	heard: number;
	/** How far our clock is ahead of the service's, ms, as far as what was received tells. */
	skewMs: number;
	/** What the newest few answers told of that. */
	skews: readonly number[];
	/** What the lines take, estimated. */
	bytes: number;
	/** The oldest lines that are not kept any more. */
	dropped: number;
	/** The place in time of the newest of them. */
	droppedTo: number;
	/** When it was last looked at, epoch ms. */
	lookedAt: number;
};

/** By server. */
export type ConsoleState = ReadonlyMap<string, ConsoleBuffer>;

export type ConsoleEvent =
	| {
			type: 'rcon/sent';
			serverId: string;
			localId: string;
			command: string;
			at: number;
			/** The same by `clock.monotonic`. */
			tick?: number;
			timeoutMs: number | undefined;
	  }
	| ({type: 'rcon/answered'; serverId: string; localId: string; answer: ServerCommand} & Arrival)
	| {type: 'rcon/failed'; serverId: string; localId: string; failure: Failure}
	| {type: 'rcon/queued'; serverId: string; localId: string; ahead: number}
	| {type: 'rcon/started'; serverId: string; localId: string; at: number; tick?: number}
	| {type: 'rcon/recalled'; serverId: string; localId: string}
	| {type: 'rcon/abandoned'; serverId: string; localId: string}
	/** The service took a plain command. */
	| ({type: 'rcon/forwarded'; serverId: string; localId: string} & Arrival)
	| {
			type: 'rcon/received';
			serverId: string;
			at: number;
			tick?: number;
			via: 'feed' | 'poll';
			commands: readonly ServerCommand[];
			/** It is what the service has kept from before this session knew of the server. */
			isPast?: true;
	  }
	/** Own answers that were asked for elsewhere. */
	| {type: 'rcon/claimed'; serverId: string; claims: readonly Claim[]}
	| {
			type: 'console/noted';
			serverId: string;
			id: string;
			at: number;
			activity: Activity;
			isRepeat?: true;
	  }
	/** Its console is on screen. */
	| {type: 'console/looked'; serverId: string; at: number};

/** What was received of several servers at once: taken in together, the consoles of a large fleet are copied once. */
export type ReceivedEvent = {
	type: 'rcon/allReceived';
	all: readonly Extract<ConsoleEvent, {type: 'rcon/received'}>[];
};
