import type {
	ActionRecord,
	ApplicationRecord,
	AutomationRecord,
	BackupRecord,
	CommandRecord,
	ImageRecord,
	InstanceRecord,
	JournalRecord,
	InviteRecord,
	MemberRecord,
	NodeRecord,
	NotificationRecord,
	OrderRecord,
	ProfileRecord,
	RunRecord,
	ServerRecord,
	TaskRecord,
	TeamRecord,
} from '../records.ts';

/**
How a field is stored: as a value, or as JSON where its inner shape is open. `null` is a value that may be null, which
otherwise means that the record has no such field.
*/
type Encoding = 'value' | 'json' | 'null' | 'json-null';

/** The columns of a table by field. Fields without a column of their own are in the column `more`. */
export type Columns = Readonly<Record<string, Encoding>>;

const columns =
	<Kept>() =>
	<const Chosen extends {readonly [Field in keyof Kept]?: Encoding}>(chosen: Chosen): Chosen =>
		chosen;

export const memberColumns = columns<MemberRecord>()({
	id: 'value',
	name: 'value',
	email: 'value',
	permissions: 'value',
	twoFAEnabled: 'value',
});
export const inviteColumns = columns<InviteRecord>()({
	id: 'value',
	email: 'value',
	name: 'value',
	invitedAt: 'value',
	expiresAt: 'value',
	permissions: 'value',
	codeHash: 'value',
	createdBy: 'value',
	issuedWith: 'value',
});
export const backupColumns = columns<BackupRecord>()({
	backupId: 'value',
	name: 'value',
	createdAt: 'value',
	expiresAt: 'value',
	autoBackup: 'value',
	size: 'value',
	kind: 'value',
	file: 'value',
	contentSize: 'value',
	directory: 'value',
});
export const commandColumns = columns<CommandRecord>()({
	command: 'value',
	response: 'null',
	commandId: 'value',
	timestamp: 'value',
	by: 'value',
});

/** The columns of each kind of record. */
export const columnsOf = {
	teams: columns<TeamRecord>()({
		id: 'value',
		name: 'value',
		ownerId: 'value',
		inviteCode: 'value',
		iconImageId: 'value',
		limits: 'json',
	}),
	applications: columns<ApplicationRecord>()({
		id: 'value',
		name: 'value',
		teamId: 'value',
		memberId: 'value',
		createdBy: 'value',
		issuedWith: 'value',
		permissions: 'value',
		secretHash: 'value',
		olderHashes: 'value',
		createdAt: 'value',
		expiresAt: 'value',
		lastUsedAt: 'value',
	}),
	nodes: columns<NodeRecord>()({
		id: 'value',
		teamId: 'value',
		inviteToken: 'value',
		daemonVersion: 'value',
		status: 'value',
		lastAlive: 'value',
		lastLogin: 'value',
		logoutReason: 'value',
		settings: 'json',
		systemData: 'json',
		link: 'json',
	}),
	servers: columns<ServerRecord>()({
		id: 'value',
		teamId: 'value',
		nodeId: 'value',
		displayName: 'value',
		gameType: 'value',
		createdAt: 'value',
		state: 'value',
		wanted: 'value',
		settingProfileId: 'value',
		serverDirectory: 'value',
		maxPlayers: 'value',
		modCount: 'value',
		serverIp: 'value',
		serverPort: 'value',
		queryPort: 'value',
		rconPort: 'value',
		stateSince: 'value',
		linked: 'json',
	}),
	profiles: columns<ProfileRecord>()({
		id: 'value',
		teamId: 'value',
		gameType: 'value',
		map: 'value',
		lastModified: 'value',
		gameSettings: 'json',
		gameUserSettings: 'json',
		questionMarkParams: 'json',
		hyphenParams: 'json',
		gmcSettings: 'json',
	}),
	images: columns<ImageRecord>()({id: 'value', teamId: 'value', base64: 'value', createdAt: 'value'}),
	automations: columns<AutomationRecord>()({
		id: 'value',
		teamId: 'value',
		name: 'value',
		description: 'value',
		enabled: 'value',
		createdAt: 'value',
		updatedAt: 'value',
		targets: 'json-null',
		workflow: 'json',
		trigger: 'json-null',
		runTimeoutSec: 'value',
	}),
	runs: columns<RunRecord>()({
		id: 'value',
		automationId: 'value',
		teamId: 'value',
		status: 'value',
		createdAt: 'value',
		scheduledFireAt: 'value',
		startedAt: 'value',
		finishedAt: 'value',
		targetIds: 'json',
		currentStep: 'json',
		stepHistory: 'json',
		cancelRequested: 'value',
		workflow: 'json',
		runTimeoutSec: 'value',
		claimedBy: 'value',
	}),
	instances: columns<InstanceRecord>()({id: 'value', beat: 'value'}),
	tasks: columns<TaskRecord>()({
		id: 'value',
		type: 'value',
		state: 'value',
		nodeId: 'value',
		targetIds: 'value',
		context: 'json-null',
		createdAt: 'value',
		finishedAt: 'value',
		cancellable: 'value',
		progressPercentage: 'value',
		errorMessage: 'value',
		order: 'json',
	}),
	orders: columns<OrderRecord>()({
		id: 'value',
		teamId: 'value',
		nodeId: 'value',
		createdAt: 'value',
		order: 'json',
		isGivenUp: 'value',
	}),
	actions: columns<ActionRecord>()({
		id: 'value',
		teamId: 'value',
		createdAt: 'value',
		who: 'value',
		action: 'value',
		targetId: 'value',
	}),
	notifications: columns<NotificationRecord>()({
		id: 'value',
		teamId: 'value',
		createdAt: 'value',
		type: 'value',
		title: 'value',
		message: 'value',
		read: 'value',
	}),
	journal: columns<JournalRecord>()({
		id: 'value',
		teamId: 'value',
		entryId: 'value',
		seq: 'value',
		previous: 'value',
		madeAt: 'value',
		by: 'value',
		memberId: 'value',
		kind: 'value',
		serverId: 'value',
		server: 'value',
		state: 'value',
		text: 'value',
	}),
};

export type TableName = keyof typeof columnsOf;

/** A list in a record that has a table of its own: its field, the column of the record's id, and the field of its key. */
export type ListTable = {table: string; field: string; owner: string; key: string; columns: Columns};

export const listsOf: Partial<Record<TableName, readonly ListTable[]>> = {
	teams: [
		{table: 'members', field: 'members', owner: 'team_id', key: 'id', columns: memberColumns},
		{table: 'invites', field: 'invites', owner: 'team_id', key: 'id', columns: inviteColumns},
	],
	servers: [
		{table: 'backups', field: 'backups', owner: 'server_id', key: 'backupId', columns: backupColumns},
	],
};

/** Returns the column of a field: `twoFAEnabled` is in `two_fa_enabled`. */
export const columnOf = (field: string): string =>
	field.replaceAll(/[A-Z]+(?![a-z])|[A-Z]/g, letters => `_${letters.toLowerCase()}`);
