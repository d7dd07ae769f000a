import {
	appendInOrder,
	type Arrival,
	type CommandLine,
	indexOfId,
	insertInOrder,
	isPending,
	type Line,
	lineAt,
	type Lines,
	outputText,
	removeAt,
	replaceAt,
} from './lines.ts';
import {type Activity, activityText} from '../../../actions/activity.ts';
import type {OutputKind} from '../../../contract/packets.ts';
import type {ServerCommand} from '../../../contract/models/server.ts';
import type {Failure} from '../../kernel/state/failure.ts';
import type {Identities} from './identity.ts';
import {knownMoment} from '../../../contract/moments.ts';
import {isSameCommand} from '../../../contract/rcon-text.ts';

/**
The size of an entry without its texts: the object, its numbers, and its places in the list of entries and among the
identities.
*/
const overhead = 400;

/** Returns the estimated memory of an entry, in bytes. */
export function bytesOf(line: Line): number {
	if (line.kind === 'note') return overhead + activityText(line.activity).length;
	if (line.kind === 'output') return overhead + outputText(line).length;
	return overhead + line.command.length + (line.response?.length ?? 0);
}

/** Returns the sizes of a console without these entries. */
export const sizesWithout = (
	{bytes, outputs}: ConsoleBuffer,
	gone: readonly Line[],
): Pick<ConsoleBuffer, 'bytes' | 'outputs'> => ({
	bytes: gone.reduce((sum, line) => sum - bytesOf(line), bytes),
	outputs: outputs - gone.filter(({kind}) => kind === 'output').length,
});

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
	/** How far our clock is ahead of the service's, in ms, measured from received messages. */
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

/** An event that an earlier session recorded; views of several servers show it from the journal. */
export type PastEvent = {
	type: 'console/pastNoted';
	serverId: string;
	id: string;
	at: number;
	activity: Activity;
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
			/** A command that the program sends by itself. */
			isProbe?: true;
	  }
	| ({type: 'rcon/answered'; serverId: string; localId: string; answer: ServerCommand} & Arrival)
	/** `answer`: the record of a command whose console failed. */
	| {type: 'rcon/failed'; serverId: string; localId: string; failure: Failure; answer?: ServerCommand}
	| QueuedEvent
	| {type: 'rcon/started'; serverId: string; localId: string; at: number; tick?: number}
	/** The journal has the command, and the request begins. */
	| {type: 'rcon/recorded'; serverId: string; localId: string; tick: number}
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
	| PastEvent
	/** Its console is on screen. */
	| {type: 'console/viewed'; serverId: string; at: number};

/** Several events that the journal does not record, batched for the same reason as `ReceivedEvent`. */
export type AllChangedEvent = {
	type: 'console/allChanged';
	all: readonly (PrintedEvent | QueuedEvent | PastEvent)[];
};

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

/** Appends an entry of our own, with its time converted to the service's clock. */
export function append(buffer: ConsoleBuffer, line: Line): ConsoleBuffer {
	const lines = appendInOrder(buffer.lines, {...line, order: line.order - buffer.skewMs});
	return {...buffer, lines, bytes: buffer.bytes + bytesOf(line)};
}

/** Adds an event of the server, or replaces the one with this id, because more is known now. */
export function note(
	buffer: ConsoleBuffer,
	{id, at, activity, isRepeat}: Extract<ConsoleEvent, {type: 'console/noted'}>,
): ConsoleBuffer {
	const index = indexOfId(buffer.lines, id);
	const line = lineAt(buffer.lines, index);
	if (index !== -1 && line?.kind === 'note')
		return {...buffer, lines: replaceAt(buffer.lines, index, {...line, activity})};
	return append(buffer, {kind: 'note', id, at, order: at, activity, ...(isRepeat && {isRepeat})});
}

/**
Changes an entry. One that is no longer pending moves to its position in time: that of its answer, or else the end.
*/
export function change(
	buffer: ConsoleBuffer,
	id: string,
	to: (line: CommandLine) => CommandLine,
): ConsoleBuffer {
	const index = indexOfId(buffer.lines, id);
	const line = lineAt(buffer.lines, index);
	if (index === -1 || line?.kind !== 'command') return buffer;
	const next = to(line);
	if (next === line) return buffer;
	const isDated = next.timestamp !== undefined && next.timestamp !== line.timestamp;
	const isSettled = isPending(line) && !isPending(next);
	const bytes = buffer.bytes + bytesOf(next) - bytesOf(line);
	const shared = {...buffer, open: withOpen(buffer.open, next), bytes};
	if (!isDated && !isSettled) return {...shared, lines: replaceAt(buffer.lines, index, next)};
	const others = removeAt(buffer.lines, index);
	const order = isDated ? next.timestamp : undefined;
	const lines = order === undefined ? appendInOrder(others, next) : insertInOrder(others, {...next, order});
	return {...shared, lines};
}

/** Removes a duplicate entry. */
export function removeEntry(buffer: ConsoleBuffer, index: number): ConsoleBuffer {
	const line = lineAt(buffer.lines, index);
	if (index === -1 || !line) return buffer;
	return {...buffer, lines: removeAt(buffer.lines, index), bytes: buffer.bytes - bytesOf(line)};
}

/** How long after a request an answer with the same text may still belong to it. */
const adoptWithinMs = 10 * 60_000;
/** How far the service's clock may lag behind the known skew for that. */
export const maxSkewMs = 30_000;

/** Returns the open commands, in sending order, after one entry changed. */
export function withOpen(open: readonly OpenCommand[], line: CommandLine): readonly OpenCommand[] {
	const {id, command, origin, sentAt, sentTick, status} = line;
	// A command with an id has ended.
	const isOpen =
		(status === 'timeout' || status === 'sent' || status === 'abandoned') && line.commandId === undefined;
	const isListed = open.some(one => one.id === id);
	if (!isOpen || sentAt === undefined) return isListed ? open.filter(one => one.id !== id) : open;
	if (isListed) return open;
	const young = open.filter(one => sentAt - one.sentAt <= adoptWithinMs);
	const one = {
		id,
		command,
		sentAt,
		...(sentTick !== undefined && {sentTick}),
		...(origin === 'probe' && {isProbe: true as const}),
	};
	return [...young, one].sort((a, b) => a.sentAt - b.sentAt);
}

/** Returns the command of this session that a separately received answer may belong to; only the text can tell. */
export function openFor(
	open: readonly OpenCommand[],
	answer: ServerCommand,
	{at}: Extract<ConsoleEvent, {type: 'rcon/received'}>,
	skewMs: number,
): OpenCommand | undefined {
	const timestamp = knownMoment(answer.timestamp);
	const answeredAt = timestamp === undefined ? at : timestamp + skewMs;
	const possible = open.filter(
		({command, sentAt}) =>
			isSameCommand(command, answer.command) &&
			at - sentAt <= adoptWithinMs &&
			answeredAt >= sentAt - maxSkewMs,
	);
	return possible.find(({command}) => command === answer.command) ?? possible[0];
}
