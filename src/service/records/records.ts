import type {ByName} from '../../lib/json/maps.ts';
import type {backupKinds, Fact, LinkedServer, LinkOrder} from '../../contract/models/link.ts';
import type {nodeStates, runStates, serverStates, taskStates} from '../../contract/states.ts';
import type {CommandFailure} from '../../contract/models/server.ts';
import type {JournalKind} from '../../contract/models/journal-entry.ts';
import type {OwnSettings} from '../../contract/models/own-server.ts';
import type {ProcessMark} from '../power/process-mark.ts';

/** The service's records as they are stored. Times are epoch milliseconds; `views.ts` formats them as ISO text. */

type Limits = {
	maxNodes: number;
	maxServers: number;
	maxBackups: number;
	/** The number of commands with answers that are kept for each server. */
	maxRconCommands: number;
	maxStatisticsSize: number;
	maxMembers: number;
};

export type MemberRecord = {
	id: string;
	name: string;
	email?: string;
	permissions: string[];
	twoFAEnabled: boolean;
};
/** With a code, its holder can join once. Without one, the invitation is only listed. */
export type InviteRecord = {
	id: string;
	email?: string;
	name?: string;
	invitedAt: number;
	/** Default: seven days after `invitedAt`. */
	expiresAt?: number;
	permissions?: string[];
	/** SHA-256 in hex. */
	codeHash?: string;
	/** The member who invited; undefined for the owner's token. */
	createdBy?: string;
	/** The application that invited, as in `ApplicationRecord`. */
	issuedWith?: string;
};

export type TeamRecord = {
	id: string;
	name: string;
	ownerId: string;
	members: MemberRecord[];
	invites: InviteRecord[];
	inviteCode: string;
	iconImageId?: string;
	limits: Limits;
};

/** The application of the owner's token. */
export const ownApplicationId = 'app-rcondeck';

/** Credentials of a program or a member. Without a team they only identify the caller. */
export type ApplicationRecord = {
	id: string;
	name: string;
	teamId?: string;
	/** The member who uses them. They allow at most what the member may do, and end with the membership. */
	memberId?: string;
	/**
	The member who issued them, directly or with a token. They allow at most what this member may do, and end with the
	membership. Undefined for the owner's token.
	*/
	createdBy?: string;
	/** The application that issued them; undefined for the owner's token. They end with it. */
	issuedWith?: string;
	permissions: string[];
	/** The node whose agent uses them. They allow nothing but its link. */
	nodeId?: string;
	/** SHA-256 of the secret in hex; empty if none was issued. */
	secretHash: string;
	createdAt: number;
	expiresAt?: number;
	/** To the minute. */
	lastUsedAt?: number;
};

/** Who has made something: the token, and the member who uses or issued it. */
export type Author = {tokenId: string; memberId?: string};

export type NodeRecord = {
	id: string;
	teamId: string;
	inviteToken: number;
	daemonVersion: string;
	status: (typeof nodeStates)[number];
	lastAlive: number;
	lastLogin: number;
	logoutReason?: string;
	settings: Record<string, unknown>;
	systemData: Record<string, unknown>;
	/** A machine that runs `rcondeck agent`; undefined for other nodes. */
	link?: LinkRecord;
};

export type LinkRecord = {
	/** The database of the machine that counts its reports. No other one is accepted, unless `acceptsOther`. */
	records: string;
	/** The last report of the machine that is stored. */
	applied: number;
	/** The token was renewed, perhaps for another machine. */
	acceptsOther?: boolean;
	/** The number of the newest connection of its agent, which alone counts. Undefined before the first one. */
	connection?: number;
	/** Whether that connection is open. */
	isOpen?: boolean;
	/** It has ended, but the agent is expected to open another one: its instance closed, or could not store anything. */
	isLost?: boolean;
	/** Whether all that was reported before it is stored. */
	isCaughtUp?: boolean;
	/** How far the clock of the machine is behind that of the service. */
	behindMs?: number;
};

/** An order for a linked node, until its result is reported. `isGivenUp`: the team was notified that its result is unknown. */
export type OrderRecord = {
	id: string;
	teamId: string;
	nodeId: string;
	createdAt: number;
	order: LinkOrder;
	isGivenUp?: true;
	/** A step of a run waits for its result, which is kept. The order is given up then, so that nobody sends it again. */
	isAwaited?: true;
	result?: OrderResult;
};
/** `refused`: why it was not carried out, as a sentence. */
export type OrderResult = {refused?: string | undefined};

/** A report of this machine to the service that it is linked to. */
export type ReportRecord = {id: string; sequence: number; fact: StoredFact};
/** `records` names this database. `stored`: the last report that the service has stored. `nodeId`: this machine there. */
export type OutboxRecord = {id: string; records: string; stored: number; nodeId?: string};
/** An answer is in the history of its server. */
export type StoredFact =
	Exclude<Fact, {kind: 'answer'}> | {kind: 'answer'; serverId: string; commandId: string};

/** The id of an order that this machine has carried out or refused. */
export type ReceivedOrderRecord = {id: string; teamId: string; refused?: string};

/** (public documentation: GameServerState) UNKNOWN is also shown while the node is offline. */
export type ServerState = (typeof serverStates)[number];

export type BackupRecord = {
	backupId: string;
	name: string;
	createdAt: number;
	/** Undefined: it is kept until it is deleted, or the team has too many. */
	expiresAt?: number | undefined;
	autoBackup: boolean;
	/** Bytes. */
	size: number;
	/** How a backup of a real server was made; undefined for a simulated one, as are the next ones. */
	kind?: BackupKind | undefined;
	/** The full path of the archive. */
	file?: string;
	/** The size of the files in it, bytes. */
	contentSize?: number | undefined;
	/** The real path of the archived directory. A rollback replaces only this one. */
	directory?: string;
};

export type BackupKind = (typeof backupKinds)[number];

export type ServerRecord = {
	id: string;
	teamId: string;
	nodeId: string;
	displayName: string;
	gameType: string;
	createdAt: number;
	state: ServerState;
	/** Whether the team wants the server to run. A reopened service starts the servers that are `up`. */
	wanted: 'up' | 'down';
	settingProfileId: string;
	serverDirectory: string;
	/** Undefined if unknown, as are the next ones. */
	maxPlayers: number | undefined;
	modCount: number | undefined;
	serverIp: string | undefined;
	serverPort: number | undefined;
	queryPort: number | undefined;
	rconPort: number | undefined;
	backups: BackupRecord[];
	/** How many older backups a linked server has than the service keeps. */
	omittedBackups?: number;
	/** How a real server is reached and run; undefined for a simulated or linked one. */
	own?: OwnSettings;
	/** A real server on a linked node, as its machine last reported it. */
	linked?: LinkedFacts;
	/** Its process while it runs. */
	process?: ProcessMark | undefined;
	/** True while a backup has paused saving in the game. */
	isSavingPaused?: boolean;
	/** The command that resumes saving, as it was when the backup began. */
	resumeCommand?: string;
	/** When a real server entered its state. */
	stateSince?: number;
	/** Its earlier state is unknown: it may have been in this one for longer. */
	isFirstSeen?: true | undefined;
	/** A real server is OFFLINE because someone stopped it, or because nobody has started it since it was added. */
	isStopped?: boolean;
	/** When a real server last started or was found up. */
	lastUpAt?: number;
	/** When a start or restart was accepted; unset once it has been carried out. */
	startOrderedAt?: number | undefined;
	/** Who has scheduled its last stop or restart. */
	scheduledBy?: Author;
	/** The last event of a real server that the team must know, until the next action. */
	report?: ServerReport;
};

/** The facts that the machine of a linked server reports besides the fields of the record. `name` is its name there. */
export type LinkedFacts = Pick<LinkedServer, 'name' | 'hasConsole'> &
	Partial<Omit<LinkedServer, Exclude<keyof ServerRecord, 'maxPlayers' | 'isStopped'> | 'log'>> & {
		/** Backups whose deletion was ordered and that the machine still has. */
		leaving?: readonly string[];
	};

/** `message` is a sentence; `log` has the last lines of the server's output at that time. */
export type ServerReport = {isFailure: boolean; at: number; message: string; log: readonly string[]};

/** With a `failure`, `response` is what arrived of the answer, or null; with `endedBySilence`, more may have followed. */
export type CommandRecord = {
	command: string;
	response: string | null;
	failure?: CommandFailure;
	endedBySilence?: true;
	commandId: string;
	timestamp: number;
	/** Who sent it: a member, or a token. Undefined for automations. */
	by?: string;
};

export type ProfileRecord = {
	id: string;
	teamId: string;
	gameType: string;
	map: string;
	lastModified: number;
	gameSettings: ByName<Record<string, unknown>>;
	gameUserSettings: ByName<Record<string, unknown>>;
	questionMarkParams: Record<string, unknown>;
	hyphenParams: Record<string, unknown>;
	gmcSettings: Record<string, unknown>;
	/** It belongs to a server on a linked node, whose own profile counts. */
	isLinked?: true;
};

export type ImageRecord = {id: string; teamId: string; base64: string; createdAt: number};

export type TaskType =
	| 'BACKUP'
	| 'ROLLBACK'
	| 'SERVER_DIRECTORY_CHANGE'
	| 'BACKUP_DIRECTORY_CHANGE'
	| 'TIMED_SHUTDOWN'
	| 'TIMED_RESTART'
	/** A command that is sent later. */
	| 'TIMED_COMMAND'
	| 'SAVEGAME_WIPE';

export type TaskRecord = {
	id: string;
	type: TaskType;
	state: (typeof taskStates)[number];
	nodeId: string;
	targetIds: string[];
	context: Record<string, unknown> | null;
	createdAt: number;
	finishedAt?: number | undefined;
	cancellable: boolean;
	progressPercentage: number;
	errorMessage?: string | undefined;
	/** The data that the node needs to continue the task after a restart of the service. Never sent to clients. */
	order: Record<string, unknown>;
};

/** The inner shapes of targets, workflow and trigger are open and kept whole. */
export type AutomationRecord = {
	id: string;
	teamId: string;
	name: string;
	description: string;
	enabled: boolean;
	createdAt: number;
	updatedAt: number;
	targets: unknown;
	workflow: unknown[];
	trigger: unknown;
	runTimeoutSec: number;
	/** The name of its creator at that time. */
	createdBy?: string;
	/** The member, or the application of a program. */
	createdById?: string;
	/** Who has created or changed it, at most `maxAuthors`. */
	authors?: Author[];
	/** Why it was disabled and must be reviewed, as a sentence. */
	review?: string;
};

export type RunStatus = (typeof runStates)[number];
export type StepRecord = {
	index: number;
	type: string;
	startedAt: number;
	finishedAt?: number;
	/** The outcome by server id. SKIPPED: the step has left the server out, which is not a failure. */
	targets: ByName<'SUCCEEDED' | 'FAILED' | 'SKIPPED'>;
	/** How long it took on each server on which it has ended, ms. Left out by steps that are done once. */
	durations?: ByName<number>;
	/** Why it failed, by server id. */
	problems?: ByName<string>;
	errorMessage?: string;
	/** The beginning of the command, message or name that it sent, with the values of its expressions. */
	sent?: string;
	/** Further facts about its outcome. */
	note?: string;
};

export type RunRecord = {
	id: string;
	automationId: string;
	teamId: string;
	status: RunStatus;
	createdAt: number;
	scheduledFireAt?: number;
	startedAt?: number;
	finishedAt?: number;
	/** Whether a server still takes part, by server id. False after a step failed on it, or has left it out. */
	targetIds: ByName<boolean>;
	currentStep?: StepRecord;
	stepHistory: StepRecord[];
	cancelRequested: boolean;
	workflow: unknown[];
	runTimeoutSec: number;
	/** The instance that performs it, or has performed it. Undefined while it waits for one. */
	claimedBy?: string;
	/** While it is unfinished: the answers that later steps can read, by variable and server id. */
	outputs?: [string, [string, string][]][];
};

/** Fields of a record, as text. */
export type LoggedFields = Readonly<ByName<string>>;

export type ActionRecord = {
	id: string;
	teamId: string;
	createdAt: number;
	who: string;
	/** The member, or the application of a program. */
	actorId?: string;
	/** The application of the credentials. */
	tokenId?: string;
	action: string;
	targetId?: string;
	/** Fields of the target that the request has changed, set or removed, as text. */
	before?: LoggedFields;
	after?: LoggedFields;
	requestId?: string;
	address?: string;
	/** It concerns permissions: such entries are kept separately. */
	isSecurity?: true;
};
/** An entry of the team's journal. `id` has the team's id and that of the entry, which its author made. */
export type JournalRecord = {
	id: string;
	teamId: string;
	entryId: string;
	/** Unique in the team, and larger than those of all earlier entries. */
	seq: number;
	/** The `seq` of the entry before, also if it has been dropped; 0: it was the first. */
	previous: number;
	madeAt: number;
	/** The name of the member or program at that time. */
	by: string;
	memberId?: string;
	kind: JournalKind;
	serverId?: string;
	server?: string;
	/** The acknowledged state. */
	state?: string;
	/** It was acknowledged as part of its lost node. */
	withNode?: true;
	text?: string;
};
export type NotificationRecord = {
	id: string;
	teamId: string;
	createdAt: number;
	type: string;
	title: string;
	message: string;
	read: boolean;
};

/** A process that shares the records with others. `beat` grows while it lives. */
export type InstanceRecord = {id: string; beat: number};

/** Whether a server is a real one, of this machine or of a linked node. */
export const isReal = ({own, linked}: Pick<ServerRecord, 'own' | 'linked'>): boolean =>
	own !== undefined || linked !== undefined;

/** The kinds of records, by the names of their collections and tables. */
export type RecordsByKind = {
	teams: TeamRecord;
	applications: ApplicationRecord;
	nodes: NodeRecord;
	servers: ServerRecord;
	profiles: ProfileRecord;
	images: ImageRecord;
	automations: AutomationRecord;
	runs: RunRecord;
	instances: InstanceRecord;
	tasks: TaskRecord;
	actions: ActionRecord;
	notifications: NotificationRecord;
	journal: JournalRecord;
	orders: OrderRecord;
	outboxes: OutboxRecord;
	reports: ReportRecord;
	receivedOrders: ReceivedOrderRecord;
};

/** Returns whether a run is in progress, or has yet to start. */
export const isUnfinished = ({finishedAt}: Pick<RunRecord, 'finishedAt'>): boolean =>
	finishedAt === undefined;

/** Returns whether a task is unfinished. */
export const isLive = ({state}: TaskRecord): boolean => state === 'PENDING' || state === 'RUNNING';

/** Returns whether a task is a scheduled stop or restart. */
export const isTimed = ({type}: TaskRecord): boolean => type === 'TIMED_SHUTDOWN' || type === 'TIMED_RESTART';
