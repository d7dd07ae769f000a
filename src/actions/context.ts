import type {NodeTask, Node} from '../contract/models/node.ts';
import type {GameServer} from '../contract/models/server.ts';
import type {DelayedVerb} from '../contract/power.ts';
import type {Team} from '../contract/models/team.ts';
import type {ReadCron} from '../lib/time/cron.ts';
import type {Message} from '../messages/text.ts';
import type {Aliases} from './aliases.ts';
import type {Fields} from './automation-changes.ts';
import type {Named} from './find-named.ts';

/**
A target that is not a server, such as a member or a task. Bound by id, with its name when chosen. `slot`: the number of a
player until they leave.
*/
export type Subject = {id: string; name: string; slot?: string | undefined};

/** Returns the recorded name of a target. */
export const nameOfSubject = ({subject}: {subject: Subject | undefined}): {name?: string} =>
	subject ? {name: subject.name} : {};

/** A file as read for an action; `path` is absolute, `about` describes it. */
export type PickedFile = {
	fileName: string;
	path: string;
	bytes: Uint8Array;
	contentType: string;
	about: string;
};

/** A stop or restart that a node has scheduled. */
export type Scheduled = {action: DelayedVerb; task: {id: string; nodeId: string} | undefined};

/**
Whose a pending action is; `node`: its node reports it, and the service does not say who scheduled it. `later`: a command that
our own service sends, and how many it sends after it.
*/
export type PendingSource =
	| {kind: 'session' | 'node'}
	| {kind: 'later'; more: number}
	| {kind: 'job'; title: string}
	| {kind: 'automation'; name: string};

/** What will happen to a server unless someone prevents it. `at`: epoch ms; undefined: when its turn in the job comes. */
export type PendingAction = {
	action: string;
	at: number | undefined;
	source: PendingSource;
	task?: {id: string; nodeId: string; cancellable: boolean} | undefined;
};

/** An automation: `record` as the service sent it, complete and not sanitized. */
export type KnownAutomation = {enabled: boolean | undefined; record: Fields};

/** The records that a front end has read so far, as needed to check actions. */
export type Known = {
	servers: ReadonlyMap<string, GameServer>;
	team: Team | undefined;
	nodes: readonly Node[];
	/** By the id of their node. */
	tasks: ReadonlyMap<string, readonly NodeTask[]>;
	/** Reads schedules; undefined until it was needed for the first time. */
	readCron: ReadCron | undefined;
	/** Returns undefined if it was not read. */
	automation: (id: string) => KnownAutomation | undefined;
	automationNames: () => readonly Named[];
	/** Formats parts of an automation, one per line, with server names for ids. */
	outline: {targets: (record: Fields) => readonly Message[]; steps: (record: Fields) => readonly Message[]};
	scheduledFor: (serverId: string) => Scheduled | undefined;
	/** Returns the stops, restarts and later commands that are due on a server, from any source. */
	pendingOn: (serverId: string, now: number) => readonly PendingAction[];
	/** Returns why a server is reserved by a running job. */
	busyWith: (serverId: string) => Message | undefined;
	/** Returns the lines sent to a server, oldest first. */
	sentTo: (serverId: string) => readonly string[];
};

/** The configuration that actions depend on. */
export type ActionSettings = {
	/** Options that make a command line use the same service. */
	profile: {words: readonly string[]};
	/** How long the service waits for a game's answer, ms. */
	awaitMs: number;
	aliases: Aliases;
	/** Destructive words in addition to the games' own; `-word` removes one. */
	dangerous: readonly string[];
	/** Suggested messages for fields. */
	messages: readonly string[];
	/** Reasons that fields offer. */
	reasons: readonly string[];
};

/** The targets of an action: one server, or several with the first one as `server`. */
export type ActionContext = {
	server: GameServer;
	servers: readonly GameServer[];
	subject: Subject | undefined;
	file: PickedFile | undefined;
	now: number;
	/** Whether times are shown in UTC, else in the local zone. */
	isUtc: boolean;
	known: Known;
	settings: ActionSettings;
	/** Whether to check preconditions on server states; otherwise the service decides. */
	checksStates: boolean;
};
