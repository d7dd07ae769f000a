import type {GameServer} from '../contract/models/server.ts';

/** The server left the list while the dialog was open, or there is none yet: the service will say so. */
export const goneServer = (id: string): GameServer => ({
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
});
