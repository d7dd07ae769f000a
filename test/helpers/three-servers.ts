import type {Fleet} from '../../src/demo/fleet.ts';

const server = {node: 'node-1', map: 'de_mirage', maxPlayers: 12, gameType: 'CS2', state: 'ONLINE'} as const;

/** Alpha runs CS2, Bravo ARK, and Charlie is down on a separate node. */
export const threeServers: Fleet = {
	team: {
		id: 'team',
		name: 'Dev Guild',
		ownerId: 'owner',
		members: [{id: 'owner', name: 'Mina', email: 'mina@guild.example', permissions: ['ALL']}],
		limits: {
			maxNodes: 2,
			maxServers: 60,
			maxBackups: 3,
			maxRconCommands: 200,
			maxStatisticsSize: 100,
			maxMembers: 5,
		},
	},
	nodes: [
		{id: 'node-1', name: 'eu-1', directory: 'D:\\servers', hostname: 'EU1', address: '198.51.100.21'},
		{id: 'node-2', name: 'eu-2', directory: 'D:\\servers', hostname: 'EU2', address: '198.51.100.34'},
	],
	servers: [
		{...server, id: 'alpha', name: 'Alpha'},
		{...server, id: 'bravo', name: 'Bravo', gameType: 'ARK_ASCENDED', map: 'TheIsland_WP', maxPlayers: 70},
		{...server, id: 'charlie', name: 'Charlie', node: 'node-2', state: 'OFFLINE'},
	],
	otherTeam: {id: 'others', name: 'Others'},
};
