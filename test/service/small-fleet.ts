import type {Fleet} from '../../src/demo/fleet.ts';

/**
 * Two stable servers that are up and one that is down, on one node, and a second node without a default
 * directory.
 */
export const smallFleet: Fleet = {
	team: {
		id: 'team',
		name: 'Team',
		ownerId: 'owner',
		members: [
			{id: 'owner', name: 'Mina', email: 'mina@team.example', permissions: ['ALL']},
			{id: 'helper', name: 'Jonas', email: 'jonas@team.example', permissions: ['ACCESS_SERVERS']},
		],
		invites: [{id: 'invite', email: 'lea@team.example'}],
		limits: {
			maxNodes: 2,
			maxServers: 5,
			maxBackups: 3,
			maxRconCommands: 200,
			maxStatisticsSize: 100,
			maxMembers: 5,
		},
	},
	nodes: [
		{id: 'node', name: 'eu-1', directory: 'D:\\servers', hostname: 'EU1', address: '198.51.100.21'},
		{id: 'bare', name: 'eu-2', hostname: 'EU2', address: '198.51.100.34'},
	],
	servers: [
		{
			id: 'cs',
			name: 'cs',
			node: 'node',
			gameType: 'CS2',
			map: 'de_mirage',
			maxPlayers: 12,
			state: 'ONLINE',
			backups: 1,
		},
		{
			id: 'ark',
			name: 'ark',
			node: 'node',
			gameType: 'ARK_ASCENDED',
			map: 'TheIsland_WP',
			maxPlayers: 70,
			state: 'ONLINE',
		},
		{
			id: 'down',
			name: 'down',
			node: 'node',
			gameType: 'CS2',
			map: 'de_nuke',
			maxPlayers: 12,
			state: 'OFFLINE',
			backups: 1,
		},
	],
	automations: [
		{
			id: 'round',
			name: 'Round',
			targets: {serverIds: ['cs']},
			workflow: [{type: 'RCON', command: 'status'}],
			trigger: null,
		},
	],
	otherTeam: {id: 'others', name: 'Others'},
};
