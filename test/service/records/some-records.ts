import type {NodeRecord, ServerRecord, TaskRecord, TeamRecord} from '../../../src/service/records/records.ts';
import type {Recipients} from '../../../src/service/records/repositories.ts';

const noNodes = () => {
	throw new TypeError('There are no nodes.');
};
/** For records without nodes. */
export const nobody: Recipients = {agentOf: noNodes, orderLinked: noNodes};

export const team = (id: string): TeamRecord => ({
	id,
	name: id,
	ownerId: 'owner',
	members: [{id: 'owner', name: 'Ada', permissions: ['ALL'], twoFAEnabled: false}],
	invites: [],
	inviteCode: '',
	limits: {
		maxNodes: 1,
		maxServers: 1,
		maxBackups: 1,
		maxRconCommands: 1,
		maxStatisticsSize: 1,
		maxMembers: 1,
	},
});

export const node = (id: string): NodeRecord => ({
	id,
	teamId: 'team',
	inviteToken: 0,
	daemonVersion: '',
	status: 'ONLINE',
	lastAlive: 0,
	lastLogin: 0,
	settings: {},
	systemData: {},
});

export const server = (id: string, changes: Partial<ServerRecord> = {}): ServerRecord => ({
	id,
	teamId: 'team',
	nodeId: 'node',
	displayName: id,
	gameType: 'CS2',
	createdAt: 0,
	state: 'OFFLINE',
	wanted: 'down',
	settingProfileId: `profile-${id}`,
	serverDirectory: '',
	maxPlayers: undefined,
	modCount: undefined,
	serverIp: undefined,
	serverPort: undefined,
	queryPort: undefined,
	rconPort: undefined,
	backups: [],
	...changes,
});

export const task = (id: string, serverId: string, changes: Partial<TaskRecord> = {}): TaskRecord => ({
	id,
	type: 'TIMED_RESTART',
	state: 'PENDING',
	nodeId: 'node',
	targetIds: [serverId],
	context: null,
	createdAt: 0,
	cancellable: true,
	progressPercentage: 0,
	order: {},
	...changes,
});
