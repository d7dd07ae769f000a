import {delayedVerbs} from '../power.ts';
import {serverStates, taskStates} from '../states.ts';
import * as z from 'zod';
import {LaterCommand} from './rcon-answer.ts';
import {consoleFailureKeys} from './server.ts';

/*
The messages between `rcondeck agent` and a service elsewhere: JSON texts in a WebSocket. The agent reports the servers of
its machine; the service sends orders, which name an operation and texts, but never programs, paths or passwords. Both
sides ignore unknown fields and unknown messages, and leave out values that do not fit, so that either may be newer and no
value of one server hides the others. Only an introduction that does not fit ends the connection.
*/

/** The path of the WebSocket at the service. */
export const linkPath = '/agent';

/** Each side speaks the newest protocol and the one before it. */
export const protocols = {newest: 1, oldest: 1};
/** How often each side sends something, and how long the other one waits before it gives the connection up. */
export const linkTimings = {aliveMs: 5000, silenceMs: 15_000};
/** An answer of a game with 1 MiB of characters needs the most; orders are small. */
export const maxReportBytes = 8 * 1024 * 1024;
export const maxOrderBytes = 64 * 1024;
/** The servers and unfinished tasks of a machine. Others are ignored. */
export const maxLinked = {servers: 500, tasks: 2000};
/** Maximum number of ids in a message, above what a service follows. */
const maxListed = 100_000;

const Id = z.uuid();
/** A text of the other side's own, such as the id of an order. */
const Key = z.string().min(1).max(100);
/** A text of which the rest does not matter. */
const cut = (most: number) => z.string().transform(whole => whole.slice(0, most));
/** Left out if it does not fit. */
const maybe = <Kind extends z.ZodType>(kind: Kind) => kind.optional().catch(undefined);
/** The last ones of too many, as many as fit. */
const list = <Item extends z.ZodType>(item: Item, most: number) =>
	z.array(z.unknown()).transform(all =>
		all.slice(-most).flatMap(each => {
			const {success, data} = item.safeParse(each);
			return success ? [data] : [];
		}),
	);
/** One line, cut. Control characters become spaces, because the line may become a name on a terminal. */
const line = (most: number) =>
	z.string().transform(whole =>
		whole
			.slice(0, most)
			.replaceAll(/\p{Cc}+/gu, ' ')
			.trim(),
	);
const text = (most: number) => z.string().max(most);
const Moment = z.int().min(0).max(8_640_000_000_000_000);
const Amount = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const Port = z.int().min(1).max(65_535);
const Name = line(200).pipe(z.string().min(1));

/** Undefined: possible. A sentence: why it is not. */
const Blocked = z.object({
	start: maybe(cut(500)),
	stop: maybe(cut(500)),
	kill: maybe(cut(500)),
	backup: maybe(cut(500)),
	rollback: maybe(cut(500)),
});

/**
- `offline`: the server was OFFLINE.
- `paused`: the game wrote nothing in the meantime.
- `running`: files may have changed in the meantime.
*/
export const backupKinds = ['offline', 'paused', 'running'] as const;

const Backup = z.object({
	backupId: z.string().regex(/^gmc-back-[0-9a-f-]{1,80}$/),
	name: line(300),
	createdAt: Moment,
	expiresAt: maybe(Moment),
	autoBackup: z.boolean().catch(false),
	size: Amount.catch(0),
	kind: maybe(z.enum(backupKinds)),
	contentSize: maybe(Amount),
});

/** A server as its machine reports it. */
export const LinkedServer = z.object({
	id: Id,
	name: Name.catch('?'),
	gameType: line(100).catch(''),
	createdAt: Moment.catch(0),
	state: z.enum(serverStates).exclude(['CREATING']).catch('UNKNOWN'),
	stateSince: Moment.catch(0),
	isStopped: maybe(z.literal(true)),
	players: maybe(Amount),
	atLeast: maybe(Amount),
	maxPlayers: maybe(Amount),
	map: maybe(line(200)),
	cpuPercent: maybe(Amount),
	memoryBytes: maybe(Amount),
	serverPort: maybe(Port),
	queryPort: maybe(Port),
	rconPort: maybe(Port),
	hasConsole: z.boolean().catch(false),
	problem: maybe(cut(2000)),
	consoleProblem: maybe(cut(2000)),
	blocked: Blocked.catch({}),
	playersCommand: maybe(line(500)),
	sayCommand: maybe(line(500)),
	report: maybe(z.object({isFailure: z.boolean(), at: Moment, message: cut(2000), log: list(cut(2000), 50)})),
	backups: list(Backup, 1000),
	/** The last lines of its output. */
	log: list(cut(2000), 50).catch([]),
});
export type LinkedServer = z.output<typeof LinkedServer>;

/** The tasks that a machine reports. */
export const linkedTaskTypes = [
	'BACKUP',
	'ROLLBACK',
	'TIMED_SHUTDOWN',
	'TIMED_RESTART',
	'TIMED_COMMAND',
] as const;

const LinkedTask = z.object({
	id: Id,
	type: z.enum(linkedTaskTypes),
	state: z.enum(taskStates),
	serverId: Id,
	context: z
		.object({
			delay: maybe(Amount),
			command: maybe(line(4000)),
			backupName: maybe(line(300)),
			backupId: maybe(Key),
		})
		.catch({}),
	createdAt: Moment.catch(0),
	finishedAt: maybe(Moment),
	cancellable: z.boolean().catch(false),
	progressPercentage: z.number().min(0).max(100).catch(0),
	errorMessage: maybe(cut(2000)),
});
export type LinkedTask = z.output<typeof LinkedTask>;

/** What must reach the service exactly once, also over a cut. */
const Fact = z.discriminatedUnion('kind', [
	/**
	With a `failure`, `response` is what arrived of the answer, or null; with `endedBySilence`, more may have
	followed.
	*/
	z.object({
		kind: z.literal('answer'),
		serverId: Id,
		command: cut(4000),
		commandId: Key,
		response: cut(2 * 1024 * 1024).nullable(),
		failure: maybe(z.object({key: z.enum(consoleFailureKeys), message: cut(4000)})),
		endedBySilence: maybe(z.literal(true)),
		/** One that does not fit becomes the latest, so the service takes its own time. */
		timestamp: Moment.catch(8_640_000_000_000_000),
	}),
	z.object({
		kind: z.literal('notification'),
		type: z.string().regex(/^[A-Z_]{1,60}$/),
		title: line(500),
		message: cut(4000),
	}),
	/** How an order ended. `refused`: why the machine did not carry it out, as a sentence. */
	z.object({kind: z.literal('result'), orderId: Key, refused: cut(2000).optional()}),
]);
export type Fact = z.output<typeof Fact>;

const Output = z.object({
	timestamp: z.iso.datetime(),
	lines: list(z.object({kind: z.enum(['output', 'chat']), text: cut(2000)}), 300),
	omitted: z.int().min(0).catch(0),
});

export const AgentMessage = z.discriminatedUnion('type', [
	/** The first one. `records` names the database of the machine, which counts its reports. */
	z.object({
		type: z.literal('hello'),
		protocol: z.int(),
		oldest: z.int(),
		records: Key,
		version: line(60),
		/** The time of its clock, by which the service corrects the times that it reports. */
		now: maybe(Moment),
		name: maybe(Name),
		machine: z.object({os: line(200), hostname: line(200), ram: Amount}),
	}),
	z.object({type: z.literal('alive')}),
	z.object({type: z.literal('server'), server: LinkedServer}),
	z.object({type: z.literal('removed'), serverId: Id}),
	z.object({type: z.literal('task'), task: LinkedTask}),
	/** Follows the servers and tasks at the beginning: there are no others. `tasks` are the unfinished ones. */
	z.object({
		type: z.literal('complete'),
		servers: list(Id, maxListed),
		tasks: list(Id, maxListed),
	}),
	/** A fact that does not fit is confirmed, too: sent again, it would be the same. */
	z.object({type: z.literal('report'), sequence: z.int().min(1), fact: maybe(Fact)}),
	/** The service has stored all reports that were made before the connection. */
	z.object({type: z.literal('caughtUp')}),
	/** Unsolicited output of a game. Not repeated. */
	z.object({type: z.literal('output'), serverId: Id, output: Output}),
]);
export type AgentMessage = z.input<typeof AgentMessage>;
export type ReceivedAgentMessage = z.output<typeof AgentMessage>;

export const LinkOrder = z.discriminatedUnion('kind', [
	z.object({kind: z.literal('start'), serverId: Key}),
	/** `message`: the message to players, instead of the profile's. */
	z.object({kind: z.literal('stop'), serverId: Key, force: z.boolean(), message: text(4000)}),
	z.object({kind: z.literal('restart'), serverId: Key, force: z.boolean()}),
	z.object({
		kind: z.literal('schedule'),
		serverId: Key,
		act: z.enum(delayedVerbs),
		force: z.boolean(),
		minutes: z.int().min(1).max(100_000),
		message: text(4000),
	}),
	z.object({
		kind: z.literal('later'),
		serverId: Key,
		taskId: Id,
		command: text(4000),
		delayMinutes: LaterCommand.shape.delayMinutes,
		by: line(200).optional(),
	}),
	z.object({kind: z.literal('cancel'), serverId: Key, taskId: Key}),
	z.object({kind: z.literal('backUp'), serverId: Key, name: line(300)}),
	z.object({kind: z.literal('rollBack'), serverId: Key, backupId: Key}),
	z.object({kind: z.literal('deleteBackup'), serverId: Key, backupId: Key}),
]);
export type LinkOrder = z.output<typeof LinkOrder>;

export const ServiceMessage = z.discriminatedUnion('type', [
	/** The answer to `hello`. `applied`: the sequence number of the last report that the service has stored. */
	z.object({
		type: z.literal('welcome'),
		protocol: z.int(),
		nodeId: Key,
		node: line(200),
		applied: z.int().min(0),
	}),
	/** The connection ends. */
	z.object({type: z.literal('refused'), reason: cut(500)}),
	z.object({type: z.literal('alive')}),
	z.object({type: z.literal('stored'), sequence: z.int().min(1)}),
	/** Sent again until its result is reported. One that does not fit is refused. */
	z.object({type: z.literal('order'), id: Key, order: maybe(LinkOrder)}),
	/** A command for a console. Never sent again. */
	z.object({
		type: z.literal('command'),
		serverId: Key,
		command: text(4000),
		commandId: Key,
		by: line(200).optional(),
	}),
]);
export type ServiceMessage = z.input<typeof ServiceMessage>;
export type ReceivedServiceMessage = z.output<typeof ServiceMessage>;
