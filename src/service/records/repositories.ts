import type {NodeAgent} from '../agent/agent.ts';
import type {NewestCommands} from './command-history.ts';
import type {
	ActionRecord,
	ApplicationRecord,
	AutomationRecord,
	CommandRecord,
	ImageRecord,
	InstanceRecord,
	JournalRecord,
	NodeRecord,
	NotificationRecord,
	OrderRecord,
	ProfileRecord,
	RunRecord,
	ServerRecord,
	TaskRecord,
	TeamRecord,
} from './records.ts';

/*
What handlers, the sign-in and automations know of the database. All lists are oldest first. A transaction reads its own
changes.
*/

type Read<Kept> = {
	get: (id: string) => Promise<Kept | undefined>;
	/** Returns those that exist, by id. */
	getMany: (ids: Iterable<string>) => Promise<ReadonlyMap<string, Kept>>;
};
type ReadByTeam<Kept> = Read<Kept> & {
	ofTeam: (teamId: string) => Promise<readonly Kept[]>;
	/** Only for reads: returns at most `limit` of the team's, newest first, without the `skip` newest. */
	newestOfTeam: (teamId: string, skip: number, limit: number) => Promise<readonly Kept[]>;
	countOfTeam: (teamId: string) => Promise<number>;
};
type Write<Kept> = {
	/** The transaction throws the `Refusal` of `unique-records.ts` if the record breaks one of its rules. */
	put: (record: Kept) => Promise<Kept>;
	remove: (id: string) => Promise<void>;
};
type WriteInBudget<Kept> = Write<Kept> & {
	/** `put` for requests: throws `Refusal` if the records of the team or of all have no room for it. */
	putInBudget: (record: Kept) => Promise<Kept>;
};
type WriteBounded<Kept> = Write<Kept> & {
	/** Removes the oldest records of a team beyond `limit` soon after the commit, but no unfinished run. */
	dropOldest: (teamId: string, limit: number) => Promise<void>;
};

/** Which runs of a team are listed. The times are those of their creation, inclusive. */
export type RunFilter = {
	automationId: string | undefined;
	statuses: readonly string[] | undefined;
	from: number | undefined;
	to: number | undefined;
};

export type Reading = {
	teams: Read<TeamRecord> & {withInvite: (codeHash: string) => Promise<TeamRecord | undefined>};
	applications: ReadByTeam<ApplicationRecord> & {
		/** Returns those of all teams that expire until then. */
		expiringBy: (until: number) => Promise<readonly ApplicationRecord[]>;
	};
	nodes: ReadByTeam<NodeRecord> & {
		/** Returns those of all teams whose servers run on another machine. */
		linked: () => Promise<readonly NodeRecord[]>;
		/** Returns the open connections of linked nodes of all teams. */
		connections: () => Promise<readonly NodeConnection[]>;
	};
	servers: ReadByTeam<ServerRecord> & {
		ofNode: (nodeId: string) => Promise<readonly ServerRecord[]>;
		countOfNode: (nodeId: string) => Promise<number>;
		/** Finds the one with this `nameKey`. */
		named: (key: string) => Promise<ServerRecord | undefined>;
	};
	profiles: Read<ProfileRecord>;
	images: Read<ImageRecord>;
	automations: ReadByTeam<AutomationRecord> & {
		/** Returns the enabled ones of all teams. */
		enabled: () => Promise<readonly AutomationRecord[]>;
	};
	runs: ReadByTeam<RunRecord> & {
		/** Only for reads: returns how many runs pass the filter, and at most `limit` of them, newest first, without the `skip` newest. */
		filtered: (
			teamId: string,
			filter: RunFilter,
			page: {skip: number; limit: number},
		) => Promise<{count: number; runs: readonly RunRecord[]}>;
		unfinishedOfTeam: (teamId: string) => Promise<readonly RunRecord[]>;
		/** Returns the unfinished ones of all teams that no instance has claimed. */
		unclaimed: () => Promise<readonly RunRecord[]>;
		/** Returns the unfinished ones that an instance has claimed. */
		unfinishedOf: (instanceId: string) => Promise<readonly RunRecord[]>;
		/** Returns the run of an automation at a time of its schedule. */
		atTime: (automationId: string, scheduledFireAt: number) => Promise<RunRecord | undefined>;
		newestOf: (automationId: string) => Promise<RunRecord | undefined>;
	};
	instances: Read<InstanceRecord> & {all: () => Promise<readonly InstanceRecord[]>};
	tasks: Read<TaskRecord> & {
		ofNode: (nodeId: string) => Promise<readonly TaskRecord[]>;
		/** Returns the unfinished tasks of a server. */
		liveOfServer: (serverId: string) => Promise<readonly TaskRecord[]>;
	};
	/** For linked nodes. */
	orders: Read<OrderRecord> & {
		ofNode: (nodeId: string) => Promise<readonly OrderRecord[]>;
		/** The same without those that were given up. */
		pendingOf: (nodeId: string) => Promise<readonly OrderRecord[]>;
		/** Returns those of all nodes that were given until then, without those that were given up. */
		waitingSince: (until: number) => Promise<readonly OrderRecord[]>;
	};
	actions: ReadByTeam<ActionRecord> & {countSecurity: (teamId: string) => Promise<number>};
	notifications: ReadByTeam<NotificationRecord>;
	journal: Read<JournalRecord> & {
		/** Returns the team's entries with a larger `seq`, at most `limit`. */
		after: (teamId: string, seq: number, limit: number) => Promise<readonly JournalRecord[]>;
		newest: (teamId: string) => Promise<JournalRecord | undefined>;
	};
	commands: {
		/** Returns the newest commands of each server by its id: at most `most` characters for each (default: all). */
		ofServers: (serverIds: Iterable<string>, most?: number) => Promise<ReadonlyMap<string, NewestCommands>>;
		find: (serverId: string, commandId: string) => Promise<CommandRecord | undefined>;
	};
};

/** The open connection of the agent of a linked node. */
export type NodeConnection = {nodeId: string; connection: number; lastAlive: number};

type Writing = {
	teams: Write<TeamRecord>;
	applications: Write<ApplicationRecord>;
	nodes: Write<NodeRecord> & {
		/** Stores when a node was last alive, and nothing else. */
		keepAlive: (nodeId: string, lastAlive: number) => Promise<void>;
	};
	servers: Write<ServerRecord>;
	profiles: WriteInBudget<ProfileRecord>;
	images: WriteInBudget<ImageRecord>;
	automations: WriteInBudget<AutomationRecord>;
	runs: WriteBounded<RunRecord>;
	instances: Write<InstanceRecord>;
	tasks: Write<TaskRecord>;
	orders: WriteInBudget<OrderRecord>;
	/** `dropOldest` neither drops nor counts security events. */
	actions: WriteBounded<ActionRecord> & {dropSecurityBefore: (teamId: string, time: number) => Promise<void>};
	notifications: WriteBounded<NotificationRecord>;
	/** Drops notes and other entries separately, so that an outage of many servers drops no note. */
	journal: WriteBounded<JournalRecord>;
	commands: {
		/** Adds a command with its answer. Removes the oldest ones of the server beyond `limit` or 4 MiB. */
		add: (serverId: string, command: CommandRecord, limit: number) => Promise<void>;
		removeAll: (serverId: string) => Promise<void>;
	};
};

/** The order of a request to the agent of a node. */
export type NodeOrders = Pick<
	NodeAgent,
	| 'start'
	| 'stop'
	| 'restart'
	| 'schedule'
	| 'keepForLater'
	| 'install'
	| 'changeDirectory'
	| 'changeBackupDirectory'
	| 'backUp'
	| 'rollBack'
	| 'wipeSavegames'
	| 'remove'
	| 'forget'
	| 'cancel'
	| 'rcon'
	| 'reopen'
	| 'deleteArchive'
>;

export type GiveOrders = (agent: NodeOrders) => void;
/** `awaitedId`: the id of the order for a linked node, if its result is to be kept. */
export type Given = {nodeId: string; give: GiveOrders; awaitedId?: string | undefined};

export type Transaction = {[Kind in keyof Reading]: Reading[Kind] & Writing[Kind]} & {
	/**
	Gives an order with the commit, after the changes of the transaction. The order is part of it: neither is stored
	without the other, and a `Refusal` of the agent undoes both. RCON alone is lost if the process ends. `give` may run
	several times, as the transaction. `awaitedId`: as in `Given`.
	*/
	order: (nodeId: string, give: GiveOrders, awaitedId?: string) => void;
	/** Calls `effect` after the commit, before `transact` resolves. For everything that leaves the process. */
	afterCommit: (effect: () => void) => void;
};

/** Whom the orders of a transaction reach. */
export type Recipients = {
	/** The agent of a node of this process. */
	agentOf: (nodeId: string) => NodeOrders;
	/** Stores the orders for a linked node in the transaction. */
	orderLinked: (transaction: Transaction, node: NodeRecord, given: Given) => Promise<void>;
};

/** The records of a service in a database. */
export type Records = {
	/**
	Runs `work` on one state of the records. It may run several times, so it has no effects. It awaits nothing but its
	records, also no other `read` or `transact`: others may wait for it.
	*/
	read: <Result>(work: (records: Reading) => Promise<Result>) => Promise<Result>;
	/**
	The same, and stores all changes of `work`, or none if it rejects. It runs again if someone else has changed what it
	read, so it has no effects but those of the transaction.
	*/
	transact: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
	close: () => Promise<void>;
};
