import type {Player} from './population.ts';

export type Cs2Scene = {
	hostname: string;
	map: string;
	port: number;
	now: number;
	startedAt: number;
	hibernating: boolean;
	players: readonly Player[];
	bots: readonly string[];
};

const build = {version: '1.41.2.4/14124', number: 10512};

/**
Formats the output of `status` in Source 2 builds: no map line (the map is in the first spawn group), no Steam ids, a
maximum of 0, and an empty row at the end.
*/
export function statusText(scene: Cs2Scene): string {
	const {players, bots, port} = scene;
	const botRows = bots.map((name, slot) => row(slot, 'BOT', 0, 'active', '0', `'${name}'`));
	const playerRows = players.map(player =>
		row(
			player.userId,
			clockTime(scene.now - player.joinedAt),
			player.pingMs,
			scene.now - player.joinedAt < 5000 ? 'spawning' : 'active',
			'786432',
			`${player.address}:27005 '${player.name}'`,
		),
	);
	return [
		`Server:  Running [0.0.0.0:${port}]`,
		'Client:  Disconnected',
		'@ Current  :  game',
		'source   : console',
		`hostname : ${scene.hostname}`,
		'spawn    : 1',
		`version  : ${build.version} ${build.number} secure  public`,
		`udp/ip   : 0.0.0.0:${port} (public 203.0.113.7:${port})`,
		'os/type  : Linux dedicated',
		`players  : ${players.length} humans, ${bots.length} bots (0 max) (${scene.hibernating ? 'hibernating' : 'not hibernating'}) (unreserved)`,
		'---------spawngroups----',
		`loaded spawngroup(  1)  : SV:  [1: ${scene.map} | main lump | mapload]`,
		'loaded spawngroup(  2)  : SV:  [2: prefabs/misc/end_of_match | main lump | mapload | point_prefab]',
		'---------players--------',
		'  id     time ping loss      state   rate adr name',
		...botRows,
		...playerRows,
		`65535 [NoChan]    0    0 challenging      0 unknown ''`,
		'#end',
	].join('\n');
}

function row(
	id: number,
	time: string,
	ping: number,
	state: string,
	rate: string,
	addressAndName: string,
): string {
	const cells = [String(id).padStart(4), time.padStart(8), String(ping).padStart(4), '   0'];
	return [...cells, state.padStart(10), rate.padStart(6), addressAndName].join(' ');
}

function clockTime(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1000));
	const two = (value: number) => String(value).padStart(2, '0');
	const hours = Math.floor(seconds / 3600);
	return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Formats the JSON output of `status_json`, the only place with Steam ids; about 150 bytes per player. */
export function statusJson(scene: Cs2Scene): string {
	const {players, bots} = scene;
	const clients = [
		...bots.map(name => ({name, steamid: 'BOT', steamid64: '0', bot: true})),
		...players.map(({name, steamId, steamId64}) => ({
			name,
			steamid: steamId,
			steamid64: steamId64,
			bot: false,
		})),
	];
	const uptimeSeconds = Math.floor((scene.now - scene.startedAt) / 1000);
	return JSON.stringify(
		{
			process: {name: 'cs2', uptime: uptimeSeconds},
			server: {
				name: scene.hostname,
				map: scene.map,
				hibernating: scene.hibernating,
				clients_human: players.length,
				clients_bot: bots.length,
				frametime_ms: {average: 3.1, max: 9.8},
				clients,
			},
		},
		undefined,
		'\t',
	);
}
