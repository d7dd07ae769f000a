import * as z from 'zod';

/*
The messages between `rcondeck agent` and a service elsewhere: JSON texts in a WebSocket. The agent reports the servers of
its machine; the service sends orders, which name an operation and texts, but never programs, paths or passwords. Both
sides ignore unknown fields and unknown messages, so that either may be newer.
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
/** The servers and unfinished tasks of a machine. */
export const maxLinked = {servers: 500, tasks: 2000};

const Id = z.uuid();
/** A text of the other side's own, such as the id of an order. */
const Key = z.string().min(1).max(100);
/** One line. Control characters become spaces, because the line may become a name on a terminal. */
const line = (most: number) =>
	z
		.string()
		.max(most)
		.transform(text => text.replaceAll(/\p{Cc}+/gu, ' ').trim());
const text = (most: number) => z.string().max(most);
const Moment = z.int().min(0).max(8_640_000_000_000_000);
const Amount = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const Port = z.int().min(1).max(65_535);
const Name = line(200).pipe(z.string().min(1));

/** Undefined: possible. A sentence: why it is not. */
const Blocked = z.object({
	start: text(500).optional(),
	stop: text(500).optional(),
	kill: text(500).optional(),
	backup: text(500).optional(),
	rollback: text(500).optional(),
});

const Backup = z.object({
	backupId: z.string().regex(/^gmc-back-[0-9a-f-]{1,80}$/),
	name: line(300),
	createdAt: Moment,
	expiresAt: Moment.optional(),
	autoBackup: z.boolean(),
	size: Amount,
	kind: z.enum(['offline', 'paused', 'running']).optional(),
	contentSize: Amount.optional(),
});

/** A server as its machine reports it. */
export const LinkedServer = z.object({
	id: Id,
	name: Name,
	gameType: line(100),
	createdAt: Moment,
	state: z.enum(['OFFLINE', 'INITIALIZING', 'ONLINE', 'STOPPING', 'RESTARTING', 'DELETING', 'UNKNOWN']),
	stateSince: Moment,
	players: Amount.optional(),
	maxPlayers: Amount.optional(),
	map: line(200).optional(),
	serverPort: Port.optional(),
	queryPort: Port.optional(),
	rconPort: Port.optional(),
	hasConsole: z.boolean(),
	problem: text(2000).optional(),
	blocked: Blocked,
	report: z
		.object({isFailure: z.boolean(), at: Moment, message: text(2000), log: z.array(text(2000)).max(50)})
		.optional(),
	backups: z.array(Backup).max(1000),
	/** The last lines of its output. */
	log: z.array(text(2000)).max(50),
});
export type LinkedServer = z.output<typeof LinkedServer>;

const LinkedTask = z.object({
	id: Id,
	type: z.enum(['BACKUP', 'ROLLBACK', 'TIMED_SHUTDOWN', 'TIMED_RESTART']),
	state: z.enum(['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED']),
	serverId: Id,
	context: z.object({
		delay: Amount.optional(),
		backupName: line(300).optional(),
		backupId: Key.optional(),
	}),
	createdAt: Moment,
	finishedAt: Moment.optional(),
	cancellable: z.boolean(),
	progressPercentage: z.number().min(0).max(100),
	errorMessage: text(2000).optional(),
});
export type LinkedTask = z.output<typeof LinkedTask>;

/** What must reach the service exactly once, also over a cut. */
const Fact = z.discriminatedUnion('kind', [
	/** `response` is null if the game could not be reached. */
	z.object({
		kind: z.literal('answer'),
		serverId: Id,
		command: text(4000),
		commandId: Key,
		response: text(2 * 1024 * 1024).nullable(),
		timestamp: Moment,
		by: line(200).optional(),
	}),
	z.object({
		kind: z.literal('notification'),
		type: z.string().regex(/^[A-Z_]{1,60}$/),
		title: line(500),
		message: text(4000),
	}),
	/** How an order ended. `refused`: why the machine did not carry it out, as a sentence. */
	z.object({kind: z.literal('result'), orderId: Key, refused: text(2000).optional()}),
]);
export type Fact = z.output<typeof Fact>;

const Output = z.object({
	timestamp: z.iso.datetime(),
	lines: z.array(z.object({kind: z.enum(['output', 'chat']), text: text(2000)})).max(300),
	omitted: z.int().min(0),
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
		now: Moment.optional(),
		name: Name.optional(),
		machine: z.object({os: line(200), hostname: line(200), ram: Amount}),
	}),
	z.object({type: z.literal('alive')}),
	z.object({type: z.literal('server'), server: LinkedServer}),
	z.object({type: z.literal('removed'), serverId: Id}),
	z.object({type: z.literal('task'), task: LinkedTask}),
	/** Follows the servers and tasks at the beginning: there are no others. `tasks` are the unfinished ones. */
	z.object({
		type: z.literal('complete'),
		servers: z.array(Id).max(maxLinked.servers),
		tasks: z.array(Id).max(maxLinked.tasks),
	}),
	z.object({type: z.literal('report'), sequence: z.int().min(1), fact: Fact}),
	/** The service has stored all reports that were made before the connection. */
	z.object({type: z.literal('caughtUp')}),
	/** What a game printed unasked. Not repeated. */
	z.object({type: z.literal('output'), serverId: Id, output: Output}),
]);
export type AgentMessage = z.input<typeof AgentMessage>;
export type ReceivedAgentMessage = z.output<typeof AgentMessage>;

export const LinkOrder = z.discriminatedUnion('kind', [
	z.object({kind: z.literal('start'), serverId: Key}),
	/** `message`: the message to players, instead of the profile's. */
	z.object({kind: z.literal('stop'), serverId: Key, force: z.boolean(), message: text(4000)}),
	z.object({kind: z.literal('restart'), serverId: Key}),
	z.object({
		kind: z.literal('schedule'),
		serverId: Key,
		act: z.enum(['stop', 'restart']),
		force: z.boolean(),
		minutes: z.int().min(1).max(100_000),
		message: text(4000),
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
	z.object({type: z.literal('refused'), reason: text(500)}),
	z.object({type: z.literal('alive')}),
	z.object({type: z.literal('stored'), sequence: z.int().min(1)}),
	/** Sent again until its result is reported. */
	z.object({type: z.literal('order'), id: Key, order: LinkOrder}),
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
