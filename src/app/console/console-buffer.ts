import type {CommandLine} from './console-line.ts';
import type {Activity} from '../../actions/activity.ts';
import type {OutputKind} from '../../contract/models/console-output.ts';
import type {ServerCommand} from '../../contract/models/server.ts';
import type {Failure} from '../kernel/failure.ts';
import type {Identities} from './console-identities.ts';
import type {Lines} from './console-lines.ts';
import type {Arrival} from './latency.ts';

/** An answer that, according to the journal, another process of the same user requested. */
export type Claim = {
	command: string;
	commandId: string | undefined;
	timestamp: number | undefined;
	by: NonNullable<CommandLine['elsewhere']>;
	isProbe?: true;
};

/** A command of this session whose outcome is unknown. */
export type OpenCommand = {id: string; command: string; sentAt: number; sentTick?: number; isProbe?: true};

export type ConsoleBuffer = {
	lines: Lines;
	/** All answers that are in `lines`, or were until recently. */
	known: Identities;
	open: readonly OpenCommand[];
	/**
	The newest command up to which the console has everything that the service stores. `at` is its time; Infinity if unknown.
	*/
	completeTo?: {id: string; at: number} | undefined;
	/** The `order` of the entry before which stored commands are missing; undefined if none are. */
	missing?: number | undefined;
	/** How many new answers the feed and polls brought. */
	newAnswers: number;
	/** How far our clock is ahead of the service's, in ms, measured from what was received. */
	skewMs: number;
	/** The skews measured from the newest few answers. */
	skews: readonly number[];
	/** The estimated memory of the entries, in bytes. */
	bytes: number;
	/** The number of dropped entries, except output that was dropped to keep the others. */
	dropped: number;
	/** The `order` of the newest dropped entry. */
	droppedTo: number;
	/** How many of the entries are output of the game. */
	outputs: number;
	/** The number of dropped entries of output, which are not among `dropped`. */
	droppedOutputs: number;
	/** When it was last viewed, epoch ms. */
	viewedAt: number;
};

/** By server. */
export type ConsoleState = ReadonlyMap<string, ConsoleBuffer>;

/** Unsolicited game output. `timestamp` is the service's time of the first line, if known. */
export type PrintedEvent = {
	type: 'console/printed';
	serverId: string;
	id: string;
	at: number;
	timestamp: number | undefined;
	lines: readonly {kind: OutputKind; text: string}[];
	omitted: number;
};

export type QueuedEvent = {type: 'rcon/queued'; serverId: string; localId: string; ahead: number};

export type ConsoleEvent =
	| {
			type: 'rcon/sent';
			serverId: string;
			localId: string;
			command: string;
			at: number;
			/** The same time by `clock.monotonic`. */
			tick?: number;
			timeoutMs: number | undefined;
			/** The program asks by itself. */
			isProbe?: true;
	  }
	| ({type: 'rcon/answered'; serverId: string; localId: string; answer: ServerCommand} & Arrival)
	| {type: 'rcon/failed'; serverId: string; localId: string; failure: Failure}
	| QueuedEvent
	| {type: 'rcon/started'; serverId: string; localId: string; at: number; tick?: number}
	| {type: 'rcon/recalled'; serverId: string; localId: string}
	| {type: 'rcon/abandoned'; serverId: string; localId: string}
	/** The service accepted a plain command. */
	| ({type: 'rcon/forwarded'; serverId: string; localId: string} & Arrival)
	| {
			type: 'rcon/received';
			serverId: string;
			at: number;
			tick?: number;
			via: 'feed' | 'poll';
			commands: readonly ServerCommand[];
			/** The service stored it before this session knew of the server. */
			isPast?: true;
			/** In a poll: how many older commands the list left out, and the id of the newest command. */
			older?: number | undefined;
			newestId?: string | undefined;
			/** From the feed: nothing was missed since the last poll. */
			isWhole?: boolean;
	  }
	/** Answers that another process of the same user requested. */
	| {type: 'rcon/claimed'; serverId: string; claims: readonly Claim[]}
	| {
			type: 'console/noted';
			serverId: string;
			id: string;
			at: number;
			activity: Activity;
			isRepeat?: true;
	  }
	| PrintedEvent
	/** Its console is on screen. */
	| {type: 'console/viewed'; serverId: string; at: number};

/** Several events that the journal does not record, batched for the same reason as `ReceivedEvent`. */
export type AllChangedEvent = {type: 'console/allChanged'; all: readonly (PrintedEvent | QueuedEvent)[]};

/** All entries that the console ever had. */
export const entryCount = ({lines, dropped, droppedOutputs}: ConsoleBuffer): number =>
	lines.length + dropped + droppedOutputs;

/**
Answers received from several servers at once. Merging them together copies the consoles of a large fleet only once.
*/
export type ReceivedEvent = {
	type: 'rcon/allReceived';
	all: readonly Extract<ConsoleEvent, {type: 'rcon/received'}>[];
};
