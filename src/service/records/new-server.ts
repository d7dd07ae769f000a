import {nodeAgentMessages} from '../../messages/service.ts';
import type {ServiceContext} from '../context.ts';
import type {ProfileRecord, ServerRecord, ServerState} from './records.ts';
import type {Transaction} from './repositories.ts';

type Ids = Pick<ServiceContext, 'clock' | 'newId'>;
type NewServer = {
	teamId: string;
	nodeId: string;
	name: string;
	gameType: string;
	map: string;
	serverDirectory: string;
	enablePreaquaticaBeta?: boolean | undefined;
};

/** Stores a server with its setting profile. */
export async function newServer(
	service: Ids,
	{profiles, servers}: Pick<Transaction, 'profiles' | 'servers'>,
	wanted: NewServer,
	state: ServerState,
): Promise<{server: ServerRecord; profile: ProfileRecord}> {
	const {clock, newId} = service;
	const ports = freePorts(await servers.ofNode(wanted.nodeId));
	const profile = newProfile(service, {...wanted, rconPort: ports.rconPort});
	const server: ServerRecord = {
		id: newId(),
		teamId: wanted.teamId,
		nodeId: wanted.nodeId,
		displayName: wanted.name,
		gameType: wanted.gameType,
		createdAt: clock.now(),
		state,
		wanted: 'down',
		settingProfileId: profile.id,
		serverDirectory: wanted.serverDirectory,
		maxPlayers: wanted.gameType === 'CS2' ? 12 : 70,
		modCount: 0,
		serverIp: '127.0.0.1',
		...ports,
		backups: [],
	};
	await profiles.putInBudget(profile);
	await servers.put(server);
	return {server, profile};
}

type NewProfile = Pick<NewServer, 'teamId' | 'gameType' | 'map' | 'enablePreaquaticaBeta'> & {
	/** Undefined for a real server. */
	rconPort: number | undefined;
};

/** Returns the profile of a new server. Values keep their JSON types. (public documentation: SettingProfile) */
export function newProfile({newId, clock}: Ids, wanted: NewProfile): ProfileRecord {
	return {
		id: newId(),
		teamId: wanted.teamId,
		gameType: wanted.gameType,
		map: wanted.map,
		lastModified: clock.now(),
		gameSettings: {},
		gameUserSettings: {
			ServerSettings: {
				RCONEnabled: true,
				RCONPort: wanted.rconPort,
				ServerAdminPassword: `gmc-rp-${newId()}`,
			},
		},
		questionMarkParams: {},
		hyphenParams: {},
		gmcSettings: {
			RestartOnCrash: true,
			StartOnBoot: true,
			DelayedMessageMilestones: '30,15,10,5,1',
			DefaultDelayedShutdownMessage: nodeAgentMessages.stopsIn,
			DefaultDelayedRestartMessage: nodeAgentMessages.restartsIn,
			AutoBackupEnabled: false,
			AutoBackupRetention: 7,
			EnablePreaquaticaBeta: wanted.enablePreaquaticaBeta ?? false,
		},
	};
}

/** Returns the next ports that no other server of a node uses. */
function freePorts(others: readonly ServerRecord[]) {
	const next = (of: (server: ServerRecord) => number | undefined, first: number, step: number) =>
		others.reduce((port, server) => Math.max(port, (of(server) ?? 0) + step), first);
	return {
		serverPort: next(({serverPort}) => serverPort, 7777, 2),
		queryPort: next(({queryPort}) => queryPort, 27_015, 1),
		rconPort: next(({rconPort}) => rconPort, 27_120, 1),
	};
}
