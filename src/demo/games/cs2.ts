import type {Clock} from '../../lib/time/clock.ts';
import {plural} from '../../lib/text/plural.ts';
import {afterFirstWord, commandsOf, splitWords, type Verb} from './console-line.ts';
import cs2 from '../../../assets/games/cs2.json' with {type: 'json'};
import {openPopulation, type Person, type Player, type Population, sayRandomRemark} from './population.ts';
import {type ByName, ownValue} from '../../lib/json/maps.ts';
import {addLine, type Game, type GameOptions} from './game.ts';

/** One of Source's two ban lists: Steam ids or addresses. */
export type BanList = {
	has: (who: string) => boolean;
	/** Both return the console's output. */
	add: (minutes: string | undefined, who: string | undefined) => string;
	remove: (who: string | undefined) => string;
	text: () => string;
};

function createBanList(clock: Clock, {title, usage}: {title: string; usage: string}): BanList {
	/** When each ban ends; Infinity for permanent bans. */
	const endsAt = new Map<string, number>();
	const activeBans = () => [...endsAt].filter(([, at]) => at > clock.now());
	return {
		has: who => (endsAt.get(who) ?? 0) > clock.now(),
		add: (minutes, who) => {
			const span = Number(minutes);
			if (who === undefined || !Number.isFinite(span) || span < 0) return `Usage:  ${usage}`;
			endsAt.set(who, span === 0 ? Infinity : clock.now() + span * 60_000);
			return '';
		},
		remove: who => (who !== undefined && endsAt.delete(who) ? '' : `${title} filter: ${who ?? ''} not found`),
		text: () => {
			const bans = activeBans();
			if (bans.length === 0) return `${title} filter list: empty`;
			const rows = bans.map(([who, at], index) => {
				const left = at === Infinity ? 'permanent' : `${((at - clock.now()) / 60_000).toFixed(3)} min`;
				return `${index + 1} ${who} : ${left}`;
			});
			return [`${title} filter list: ${plural(bans.length, 'entry', 'entries')}`, ...rows].join('\n');
		},
	};
}

/** The bots of a CS2 server. A player who joins replaces one. */
export type Bots = {list: () => readonly string[]; verbs: ByName<Verb>};

const names =
	'Abel Bodo Cleo Dunya Emil Fausta Gus Hedda Imre Jolanta Kolya Lotte Milo Nadia Otto Petra'.split(' ');

function createBots(freePlaces: () => number): Bots {
	let bots: string[] = [];
	let count = 0;
	const add = () => {
		if (bots.length >= freePlaces()) return 'Unable to add bot: the server is full.';
		const round = Math.floor(count / names.length);
		bots.push(`${names[count % names.length] ?? 'Bot'}${round === 0 ? '' : ` ${round + 1}`}`);
		count++;
		return '';
	};
	return {
		list: () => bots.slice(0, Math.max(0, freePlaces())),
		verbs: {
			bot_add: add,
			bot_add_t: add,
			bot_add_ct: add,
			bot_kick: ([name]) => {
				const staying =
					name === undefined ? [] : bots.filter(bot => bot.toLowerCase() !== name.toLowerCase());
				const gone = bots.length - staying.length;
				bots = staying;
				return name !== undefined && gone === 0 ? `No bot is called ${name}` : '';
			},
			bot_quota: ([quota]) => {
				const wanted = Math.max(0, Math.floor(Number(quota)) || 0);
				bots = bots.slice(0, wanted);
				while (bots.length < wanted && add() === '');
				return '';
			},
		},
	};
}

/** The current map and the commands that change it. */
export type Maps = {current: () => string; verbs: ByName<Verb>; stop: () => void};

const downloadMs = 60_000;
const usualMaps = ['aim_redline', 'awp_lego_2', 'de_cache', 'surf_utopia', 'workout_kz'];

function createMaps(clock: Clock, first: string): Maps {
	const installed = new Set([...cs2.maps, first]);
	let current = first;
	let collection: string[] = [];
	let cancelTimer = () => {};
	const change = (map: string | undefined) => {
		if (map === undefined) return 'Usage:  changelevel <map>';
		if (!installed.has(map)) return `CModelLoader::Map_IsValid:  No such map '${map}'`;
		cancelTimer();
		current = map;
		return '';
	};
	const host: Verb = ([workshopId = '']) => {
		if (!/^\d+$/.test(workshopId)) return 'Usage:  host_workshop_map <workshop id>';
		const map = `workshop/${workshopId}/custom_map`;
		cancelTimer();
		cancelTimer = clock.after(downloadMs, () => {
			installed.add(map);
			change(map);
		});
		return '';
	};
	const useCollection: Verb = ([collectionId = '']) => {
		if (!/^\d+$/.test(collectionId)) return 'Usage:  host_workshop_collection <collection id>';
		collection = Number(collectionId) === 0 ? [] : usualMaps.map(map => `workshop/${collectionId}/${map}`);
		for (const map of collection) installed.add(map);
		return '';
	};
	return {
		current: () => current,
		stop: () => cancelTimer(),
		verbs: {
			maps: ([pattern]) => {
				if (pattern === undefined) return 'Usage:  maps <part of a name, or *>';
				const part = pattern.replaceAll('*', '').toLowerCase();
				const found = [...installed].filter(map => map.toLowerCase().includes(part));
				return found.sort().join('\n');
			},
			changelevel: ([map]) => change(map),
			map: ([map]) => change(map),
			host_workshop_map: host,
			host_workshop_collection: useCollection,
			ds_workshop_listmaps: () => collection.map(map => map.replace(/^.*\//, '')).join('\n'),
			ds_workshop_changelevel: ([name = '']) => {
				const map = collection.find(map => map.endsWith(`/${name}`));
				return map === undefined ? `No map '${name}' in the workshop collection` : change(map);
			},
		},
	};
}

/** Creates the commands that control the match. Most of them print nothing; players see the effect. */
function createMatch(announce: (text: string) => void): ByName<Verb> {
	let warmUp = false;
	let paused = false;
	const done = (text: string) => {
		announce(text);
		return '';
	};
	return {
		mp_restartgame: ([seconds]) => {
			if (seconds === undefined) return 'mp_restartgame = 0';
			paused = false;
			return done(`The match restarts in ${seconds} s`);
		},
		mp_warmup_start: () => {
			warmUp = true;
			return done('Warm-up');
		},
		mp_warmup_end: () => {
			if (!warmUp) return 'The match is not in warm-up.';
			warmUp = false;
			return done('The match begins');
		},
		mp_pause_match: () => {
			if (paused) return 'The match is already paused.';
			paused = true;
			return done('The match is paused');
		},
		mp_unpause_match: () => {
			if (!paused) return 'The match is not paused.';
			paused = false;
			return done('The match goes on');
		},
		mp_swapteams: () => done('The teams change sides'),
		mp_scrambleteams: () => done('The teams are shuffled'),
		mp_backup_restore_load_file: ([file]) => {
			if (file === undefined) return 'Usage:  mp_backup_restore_load_file <file>';
			if (!/^backup_round\d\d\.txt$/.test(file)) return `Failed to load file: ${file}`;
			paused = true;
			return done(`The match goes back to ${file} and is paused`);
		},
	};
}

type Moderation = {verbs: ByName<Verb>; mayJoin: (person: Person) => boolean};

/** Creates the commands for kicks and bans. */
function createModeration(clock: Clock, population: () => Population): Moderation {
	const ids = createBanList(clock, {title: 'ID', usage: 'banid <minutes> <steam id> [kick]'});
	const addresses = createBanList(clock, {title: 'IP', usage: 'addip <minutes> <address>'});
	const players = () => population().list();
	const byId = (id: string | undefined) =>
		players().find(({userId, steamId, steamId64}) => [String(userId), steamId, steamId64].includes(id ?? ''));
	const kick = (player: Player | undefined, who: string, reason: string) => {
		if (!player) return `Unable to find player: ${who}`;
		population().remove(player);
		return `Dropped client '${player.name}' from server: ${reason}`;
	};
	return {
		mayJoin: ({steamId, address}) => !ids.has(steamId) && !addresses.has(address),
		verbs: {
			users: () => usersText(players()),
			kick: (_, line) => {
				const who = afterFirstWord(line);
				const player = players().find(({name}) => name.toLowerCase() === who.toLowerCase());
				return kick(player, who, 'Kicked by Console');
			},
			kickid: ([id = '', ...reason]) => kick(byId(id), id, reason.join(' ') || 'Kicked by Console'),
			banid: ([minutes, id, then]) => {
				const player = byId(id);
				const text = ids.add(minutes, player?.steamId ?? id);
				return text === '' && then === 'kick' && player
					? kick(player, player.steamId, 'Banned by Console')
					: text;
			},
			removeid: ([id]) => ids.remove(id),
			listid: () => ids.text(),
			addip: ([minutes, address]) => {
				const text = addresses.add(minutes, address);
				for (const player of players().filter(player => addresses.has(player.address)))
					population().remove(player);
				return text;
			},
			removeip: ([address]) => addresses.remove(address),
			listip: () => addresses.text(),
			writeid: () => '',
			writeip: () => '',
		},
	};
}

function usersText(players: readonly Player[]): string {
	const rows = players.map(({userId, name}, slot) => `${slot}:${userId}:"${name}"`);
	return ['<slot:userid:"name">', ...rows, `${players.length} users`].join('\n');
}

/** The console variables. Names are case-insensitive. */
export type Settings = {
	get: (name: string) => string | undefined;
	set: (name: string, value: string) => void;
	/** The console's output for a bare name and in `cvarlist`. */
	describe: (name: string) => string | undefined;
	list: (prefix: string) => string;
};

function createSettings(own: ByName<string>): Settings {
	const values = new Map(cs2.settings.map(({name, value}) => [name, own[name] ?? value]));
	return {
		get: name => values.get(name.toLowerCase()),
		set: (name, value) => void values.set(name.toLowerCase(), value),
		describe: name => {
			const value = values.get(name.toLowerCase());
			return value === undefined ? undefined : `${name.toLowerCase()} = ${value}`;
		},
		list: prefix => {
			const rows = cs2.settings
				.filter(({name}) => name.startsWith(prefix.toLowerCase()))
				.map(({name, help}) => `${name.padEnd(36)} : ${(values.get(name) ?? '').padEnd(12)} : ${help}`);
			return ['cvar list', '--------------', ...rows, '--------------', `${rows.length} total convars`].join(
				'\n',
			);
		},
	};
}

/** Config files in the cfg directory of every server. */
const configs = new Map([
	['server', 'sv_visiblemaxplayers -1; sv_voiceenable 1'],
	['gamemode_casual', 'mp_maxrounds 15; mp_friendlyfire 0; mp_freezetime 5; sv_alltalk 1'],
	['gamemode_competitive', 'mp_maxrounds 24; mp_friendlyfire 1; mp_freezetime 15; sv_alltalk 0'],
	['gamemode_wingman', 'mp_maxrounds 16; mp_roundtime 1.5; mp_freezetime 10'],
	['practice', 'sv_infinite_ammo 1; mp_freezetime 0; mp_roundtime 60; mp_buytime 3600; bot_kick'],
]);

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

/** Creates a CS2 server as seen from its console. Formats are as observed on 2025 builds. */
export function createCs2({
	name,
	map,
	maxPlayers,
	port,
	clock,
	random,
	onExit,
	...options
}: GameOptions): Game {
	const startedAt = clock.now();
	const chat: string[] = [];
	const announce = (text: string) => addLine(chat, text);
	const settings = createSettings({hostname: name});
	const maps = createMaps(clock, map);
	const moderation = createModeration(clock, () => population);
	const population = openPopulation({
		clock,
		random,
		maxPlayers,
		...options,
		mayJoin: moderation.mayJoin,
		onJoin: ({name}) => announce(`${name} joined the game`),
		onLeave: ({name}) => announce(`${name} left the game`),
		onTurn: () =>
			sayRandomRemark(random, population.list(), ({name}, remark) => announce(`${name}: ${remark}`)),
	});
	const players = population.list;
	const bots = createBots(() => maxPlayers - players().length);
	const scene = (): Cs2Scene => ({
		hostname: settings.get('hostname') ?? name,
		map: maps.current(),
		port,
		now: clock.now(),
		startedAt,
		hibernating: players().length === 0 && settings.get('sv_hibernate_when_empty') === '1',
		players: players(),
		bots: bots.list(),
	});

	const verbs: ByName<Verb> = {
		...createMatch(announce),
		...moderation.verbs,
		...maps.verbs,
		...bots.verbs,
		status: () => statusText(scene()),
		status_json: () => statusJson(scene()),
		say: (_, line) => {
			announce(`Console: ${afterFirstWord(line)}`);
			return '';
		},
		exec: ([file = '']) => {
			const commands = configs.get(file.replace(/\.cfg$/, ''));
			return commands === undefined
				? `exec: couldn't exec 'cfg/${file}', unable to read file`
				: run(commands);
		},
		cvarlist: ([prefix = '']) => settings.list(prefix),
		quit: () => {
			onExit();
			return '';
		},
	};
	const run = (line: string): string =>
		commandsOf(line)
			.map(one => runOne(one, verbs, settings))
			.filter(text => text !== '')
			.join('\n');

	return {
		handle: run,
		players: () => players().length,
		map: maps.current,
		chat: () => chat,
		stop: () => {
			population.stop();
			maps.stop();
		},
	};
}

function runOne(line: string, verbs: ByName<Verb>, settings: ReturnType<typeof createSettings>): string {
	const [typed = '', ...args] = splitWords(line);
	const word = typed.toLowerCase();
	const current = settings.describe(word);
	if (current !== undefined && args.length === 0) return current;
	if (current !== undefined) settings.set(word, afterFirstWord(line));
	// Some words are both a setting and a command: setting them also runs the command.
	const verb = ownValue(verbs, word);
	if (verb) return verb(args, line) ?? '';
	return current === undefined ? `Unknown command '${typed}'!` : '';
}
