import type {Fleet} from '../../src/demo/fleet.ts';
import {threeServers} from './three-servers.ts';

const ark = {gameType: 'ARK_ASCENDED', map: 'TheIsland_WP', maxPlayers: 70, state: 'ONLINE'} as const;

/** Eight running servers of one game on three nodes: `isl-1` … `isl-8`. */
export const eightServers: Fleet = {
	...threeServers,
	nodes: [
		...threeServers.nodes,
		{id: 'node-3', name: 'eu-3', directory: 'D:\\servers', hostname: 'EU3', address: '198.51.100.35'},
	],
	servers: Array.from({length: 8}, (_, index) => ({
		...ark,
		id: `isl-${index + 1}`,
		name: `isl-${index + 1}`,
		node: `node-${(index % 3) + 1}`,
	})),
};
