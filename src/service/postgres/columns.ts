import type {ByName} from '../../lib/json/maps.ts';
import type {
	ActionRecord,
	ApplicationRecord,
	AutomationRecord,
	BackupRecord,
	CommandRecord,
	ImageRecord,
	InstanceRecord,
	InviteRecord,
	JournalRecord,
	MemberRecord,
	NodeRecord,
	NotificationRecord,
	OrderRecord,
	ProfileRecord,
	RunRecord,
	ServerRecord,
	TaskRecord,
	TeamRecord,
} from '../records/records.ts';

export type Row = Record<string, unknown>;

/** Returns the row of a record. Every column has a value, so that an update also unsets fields. */
export function rowOf(columns: Columns, record: object): Row {
	const rest = new Map(Object.entries(record));
	const row = Object.entries(columns).map(([field, encoding]) => {
		const value: unknown = rest.get(field);
		rest.delete(field);
		return [columnOf(field), value === undefined ? null : encoded(value, encoding.startsWith('json'))];
	});
	const more = Object.fromEntries([...rest].filter(([, value]) => value !== undefined));
	return {...Object.fromEntries(row), more: jsonOf(more)};
}

/** Returns the record of a row. Columns that a later version has added are left out. */
export function recordOf(columns: Columns, row: Row): Row {
	const fields = Object.entries(columns).flatMap(([field, encoding]) => {
		const value = row[columnOf(field)];
		return value === null && !encoding.endsWith('null') ? [] : [[field, value]];
	});
	// Written by `rowOf`.
	return Object.assign(Object.fromEntries(fields), row['more']);
}

function encoded(value: unknown, isJson: boolean): unknown {
	if (isJson) return jsonOf(value);
	if (Array.isArray(value)) return value.map(each => (typeof each === 'string' ? storable(each) : each));
	return typeof value === 'string' ? storable(value) : value;
}

/** PostgreSQL stores neither NUL nor halves of surrogate pairs, which games may send. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

function jsonOf(value: unknown): string {
	const json = JSON.stringify(value);
	// JSON contains both only as escapes; few texts contain any.
	return /\\u(?:0000|d[89a-f])/i.test(json) ? JSON.stringify(value, withStorableTexts) : json;
}

function withStorableTexts(_key: string, value: unknown): unknown {
	if (typeof value === 'string') return storable(value);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [storable(name), each]));
}

/**
How a field is stored: as a value, or as JSON where its inner shape is open. `null` is a value that may be null, which
otherwise means that the record has no such field.
*/
type Encoding = 'value' | 'json' | 'null' | 'json-null';

/** The columns of a table by field. Fields without a column of their own are in the column `more`. */
export type Columns = ByName<Encoding>;

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
	failure: 'json',
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
