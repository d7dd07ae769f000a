import type {DelayedVerb} from '../../contract/power.ts';
import {driverVerbs} from '../power/power-driver.ts';
import type {SampledUsage} from '../power/usage.ts';
import type {BackupRecord, CommandRecord, ServerRecord, TaskRecord} from '../records/records.ts';

const refuse = () => {
	throw new TypeError('The checks refuse this for real servers.');
};
/** What only simulated servers can do. */
export const onlySimulated = {
	install: refuse,
	changeDirectory: refuse,
	wipeSavegames: refuse,
	crash: refuse,
	setReachable: refuse,
	logInAgain: refuse,
	setSilent: refuse,
	setSlowness: refuse,
};

/** A command for the console of a server. */
export type Order = {serverId: string; command: string; commandId: string; by?: string | undefined};

/** A command to send after this time. `taskId`: the id of its task. */
export type Later = {
	serverId: string;
	taskId: string;
	command: string;
	delayMinutes: number;
	by?: string | undefined;
};

/** What a game last reported about itself, and its CPU and memory. Undefined: unknown. */
export type GameFacts = {
	players: number | undefined;
	/** A number of players that are there for sure, if `players` is unknown. */
	atLeast?: number | undefined;
	maxPlayers?: number | undefined;
	map?: string | undefined;
} & SampledUsage;

/** The operations that the settings of a real server may rule out. */
export const blockedOperations = [...driverVerbs, 'backup', 'rollback'] as const;
export type BlockedOperation = (typeof blockedOperations)[number];

export type Timed = {
	serverId: string;
	act: DelayedVerb;
	force: boolean;
	minutes: number;
	/** The message to players; if empty, the message of the profile. */
	message: string;
};

/** Executes on one node what the service has accepted. The checks are done before, so nothing here refuses. */
export type NodeAgent = {
	/** Starts the servers that were up. Resolves when every process that is to start now listens. */
	boot: (isFresh: boolean) => Promise<void>;
	start: (serverId: string) => void;
	/** `message`: the message to players, instead of the profile's. */
	stop: (serverId: string, force: boolean, message?: string) => void;
	/** `force`: kills it instead of stopping it. */
	restart: (serverId: string, force: boolean) => void;
	schedule: (timed: Timed) => void;
	keepForLater: (later: Later) => void;
	install: (serverId: string) => void;
	changeDirectory: (server: ServerRecord, serverDirectory: string) => void;
	changeBackupDirectory: () => void;
	backUp: (serverId: string, name: string) => void;
	rollBack: (serverId: string, backupId: string) => void;
	wipeSavegames: (serverId: string) => void;
	remove: (serverId: string) => void;
	/** Removes the records without waiting for anything. */
	forget: (server: ServerRecord) => void;
	cancel: (task: Pick<TaskRecord, 'id' | 'targetIds'>) => void;
	/**
	Resolves to the answer, however late. Never settles if the order or the answer is lost. `signal`: nobody awaits it now, so a
	command that is not sent yet needs not be.
	*/
	rcon: (order: Order, signal?: AbortSignal) => Promise<CommandRecord>;
	facts: (serverId: string) => GameFacts;
	/** The problem that the last observation of a real server found, as a sentence; undefined if none. */
	problem: (serverId: string) => string | undefined;
	/**
	Why the console of a real server is of no use although the server may run, as a sentence; undefined if it works.
	*/
	consoleProblem: (serverId: string) => string | undefined;
	/** The current RCON port of the game. */
	rconPort: (serverId: string) => number | undefined;
	/** Why an operation on a server is impossible, as a sentence; undefined if it is possible. */
	blocked: (serverId: string, operation: BlockedOperation) => string | undefined;
	/** Deletes the archive of a backup, if it has one. Rejects with a sentence if it cannot. */
	deleteArchive: (server: ServerRecord, backup: BackupRecord) => Promise<void>;
	/** Opens a real server again after its settings have changed. */
	reopen: (serverId: string) => void;
	/** Observes a real server now. */
	check: (serverId: string) => void;
	/** The last lines of a real server's output, also after it has ended. */
	log: (serverId: string) => readonly string[];
	/** The same, but read now. */
	output: (serverId: string, signal: AbortSignal) => Promise<readonly string[]>;
	/** For practice: crashes the process. */
	crash: (serverId: string) => Promise<void>;
	/** For practice: cuts or restores the connection to the service. */
	setReachable: (reachable: boolean) => void;
	/** For practice: briefly announces running servers as OFFLINE. */
	logInAgain: () => void;
	/** For practice: loses orders and answers although the node counts as online. */
	setSilent: (silent: boolean) => void;
	/** For practice: delays a server's RCON by this many milliseconds. */
	setSlowness: (serverId: string, ms: number) => void;
	heartbeat: () => void;
	/**
	Resolves when no start, stop, restart, backup or rollback of a real server is in progress. Its observation may
	continue.
	*/
	idle: () => Promise<void>;
	/** Ends the processes. Resolves to the ids of real servers that are left running. */
	close: () => Promise<string[]>;
};
