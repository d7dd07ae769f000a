import type {GameServer} from '../contract/models/server.ts';

/**
Returns a placeholder for a server that left the list while the dialog was open, or when there is no list yet: the
service reports the error.
*/
export const placeholderServer = (id: string): GameServer => ({
	id,
	displayName: undefined,
	teamId: undefined,
	nodeId: undefined,
	created: undefined,
	gameType: undefined,
	state: undefined,
	settingProfileId: undefined,
	serverDirectory: undefined,
	onlinePlayers: undefined,
	backups: [],
	commands: [],
	nodeName: undefined,
	serverIp: undefined,
	map: undefined,
	maxPlayers: undefined,
	modCount: undefined,
	serverPort: undefined,
	queryPort: undefined,
	rconPort: undefined,
	stateSince: undefined,
	problem: undefined,
	report: undefined,
	blocked: undefined,
});
