import {randomUUID} from 'node:crypto';

export type Player = {name: string; id: string};
export type FleetServer = {
	id: string;
	displayName: string;
	teamId: string;
	nodeId: string;
	nodeName: string;
	created: string;
	gameType: 'ARK_ASCENDED' | 'CS2';
	state: string;
	settingProfileId: string;
	serverDirectory: string;
	onlinePlayers: number;
	maxPlayers: number;
	map: string;
	backups: unknown[];
	commands: Record<string, string>[];
	serverIp: string;
	serverPort: number;
	queryPort: number;
	rconPort: number;
	modCount: number;
};
export type FleetNode = {id: string; teamId: string; name: string; status: string; lastAlive: string};
export type Fleet = {
	team: Record<string, unknown>;
	nodes: FleetNode[];
	servers: FleetServer[];
	players: Map<string, Player[]>;
	/** The pending timed stop or restart of a server. */
	timers: Map<string, NodeJS.Timeout>;
};

const teamId = 'team-1';
const names = [
	'Island',
	'Ragna',
	'Center',
	'Scorch',
	'Aberr',
	'Extinct',
	'Dust2',
	'Mirage',
	'Inferno',
	'Nuke',
];
const nicks = [
	'mara',
	'Jörg der Große',
	'  spaced  out ',
	'玩家一号',
	'x"; quit',
	'bob',
	'Łukasz',
	'𝕲𝖗𝖎𝖊𝖋𝖊𝖗',
];

/** Twelve servers on three nodes: seven of ARK and five of CS2, two of them stopped. */
export function createFleet(): Fleet {
	const nodes = ['alpha', 'beta', 'gamma'].map(name => ({
		id: `node-${name}`,
		teamId,
		name,
		status: 'ONLINE',
		lastAlive: new Date().toISOString(),
	}));
	const servers = Array.from({length: 12}, (_, index): FleetServer => {
		const node = nodes[index % nodes.length];
		const isArk = index < 7;
		return {
			id: `srv-${String(index + 1).padStart(2, '0')}`,
			displayName: `${isArk ? 'ark' : 'cs2'}-${names[index % names.length]}-${index + 1}`,
			teamId,
			nodeId: node?.id ?? '',
			nodeName: node?.name ?? '',
			created: '2026-01-01T00:00:00Z',
			gameType: isArk ? 'ARK_ASCENDED' : 'CS2',
			state: index === 5 || index === 10 ? 'STOPPED' : 'RUNNING',
			settingProfileId: 'profile-1',
			serverDirectory: `/games/${index + 1}`,
			onlinePlayers: 0,
			maxPlayers: 40,
			map: isArk ? 'TheIsland_WP' : 'de_dust2',
			backups: [],
			commands: [],
			serverIp: '192.0.2.10',
			serverPort: 7777 + index,
			queryPort: 27015 + index,
			rconPort: 27115 + index,
			modCount: 0,
		};
	});
	const players = new Map(
		servers.map((server, index) => [
			server.id,
			nicks
				.slice(0, server.state === 'RUNNING' ? (index * 3) % 9 : 0)
				.map((name, at) => ({name, id: `0002${index}${at}00000000000000`})),
		]),
	);
	for (const server of servers) server.onlinePlayers = players.get(server.id)?.length ?? 0;
	const team = {
		id: teamId,
		name: 'Night Shift',
		owner: {id: 'm-1', name: 'Owner', email: 'owner@example.com'},
		members: [
			{id: 'm-1', name: 'Owner', email: 'owner@example.com', permissions: ['ALL']},
			{id: 'm-2', name: 'Colleague', email: 'colleague@example.com', permissions: ['ACCESS_SERVERS']},
		],
		permissions: ['ALL'],
	};
	return {team, nodes, servers, players, timers: new Map()};
}

/** What a game answers: a list, nothing, an error, a long text, or (undefined) nothing before the timeout. */
export function answerOf(fleet: Fleet, server: FleetServer, command: string): string | undefined {
	const word = command.trim().split(/\s+/)[0]?.toLowerCase() ?? '';
	const online = fleet.players.get(server.id) ?? [];
	if (word === 'listplayers') {
		if (online.length === 0) return 'No Players Connected \n ';
		return online.map(({name, id}, at) => `${at}. ${name}, ${id} `).join('\n');
	}
	if (word === 'status') {
		const rows = online.map(
			({name}, at) => `  ${at + 1}  10:0${at}  25  0  active 196608 198.51.100.${at}:270 '${name}'`,
		);
		return ['hostname: night', `players  : ${online.length} humans, 0 bots`, ...rows, '#end'].join('\n');
	}
	if (word === 'status_json') {
		const clients = online.map(({name, id}) => ({name, steamid: id, bot: false}));
		return JSON.stringify({server: {map: server.map, clients}});
	}
	if (/^(saveworld|say|serverchat|broadcast)$/.test(word)) return 'Server received, But no response!! \n ';
	if (/^(slow|stats)$/.test(word)) return undefined;
	if (/^(maps|cvarlist)$/.test(word)) {
		return Array.from({length: 400}, (_, at) => `${at}: error level ${at % 7} \t value "${at * 31}"`).join(
			'\n',
		);
	}
	if (/^(error|help)$/.test(word)) return `Unknown command: \x1b[31m${command}\x1b[0m`;
	return word.length % 2 === 0 ? '' : `ok: ${command}`;
}

export const recordCommand = (
	server: FleetServer,
	command: string,
	response: string,
): Record<string, string> => {
	const record = {command, response, commandId: randomUUID(), timestamp: new Date().toISOString()};
	server.commands = [...server.commands.slice(-49), record];
	return record;
};
