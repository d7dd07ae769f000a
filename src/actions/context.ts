import type {NodeTask, Node} from '../contract/models/node.ts';
import type {GameServer} from '../contract/models/server.ts';
import type {Team} from '../contract/models/team.ts';
import type {Message} from '../messages/text.ts';
import type {Aliases} from './aliases.ts';
import type {Fields} from './automation-changes.ts';
import type {Named} from './find-named.ts';

/** What an action is about where that is no server: a member, a task. Bound by id, named as it was when chosen. */
export type Subject = {id: string; name: string};

/** The name of what an action is about, as it is recorded. */
export const nameOfSubject = ({subject}: {subject: Subject | undefined}): {name?: string} =>
	subject ? {name: subject.name} : {};

/** A file as it was read for an action; `path` is absolute, `about` says what it is. */
export type PickedFile = {
	fileName: string;
	path: string;
	bytes: Uint8Array;
	contentType: string;
	about: string;
};

/** A stop or restart that a node will carry out later. */
export type Scheduled = {action: 'stop' | 'restart'; task: {id: string; nodeId: string} | undefined};

/** An automation: `record` as the service sent it, nothing in it lost or cleaned. */
export type KnownAutomation = {enabled: boolean | undefined; record: Fields};

/** What a front end has read of the service so far, as far as actions are checked against it. */
export type Known = {
	servers: ReadonlyMap<string, GameServer>;
	team: Team | undefined;
	nodes: readonly Node[];
	/** By the id of their node. */
	tasks: ReadonlyMap<string, readonly NodeTask[]>;
	/** undefined: it was not read. */
	automation: (id: string) => KnownAutomation | undefined;
	automationNames: () => readonly Named[];
	/** The open parts of an automation, one line each, with names of servers for their ids. */
	outline: {targets: (record: Fields) => readonly Message[]; steps: (record: Fields) => readonly Message[]};
	scheduledFor: (serverId: string) => Scheduled | undefined;
	/** Why a server is left to a job that is not over. */
	busyWith: (serverId: string) => Message | undefined;
	/** Lines that were sent to a server, oldest first. */
	sentTo: (serverId: string) => readonly string[];
};

/** What of the configuration actions depend on. */
export type ActionSettings = {
	/** Options by which a command line reaches the same service. */
	profile: {words: readonly string[]};
	/** How long the service waits for a game's answer, ms. */
	awaitMs: number;
	aliases: Aliases;
	/** Destructive words besides the games' own; `-word` takes one off. */
	dangerous: readonly string[];
	/** Messages that fields offer. */
	messages: readonly string[];
};

/** What an action is applied to: its server, or all of its servers with the first one as `server`. */
export type ActionContext = {
	server: GameServer;
	servers: readonly GameServer[];
	subject: Subject | undefined;
	file: PickedFile | undefined;
	now: number;
	known: Known;
	settings: ActionSettings;
	/** Preconditions on the state of servers are checked; otherwise the service decides. */
	checksStates: boolean;
};
