import {expect, test} from 'vitest';
import cs2 from '../../../assets/games/cs2.json' with {type: 'json'};
import {createCs2} from '../../../src/demo/games/cs2.ts';
import type {GameOptions} from '../../../src/demo/games/game.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {seededRandom} from './seeded-random.ts';

test('status has no line for the map, which is in the first spawn group', () => {
	const {run} = aGame({players: 3});
	const lines = run('status').split('\n');
	expect(lines.find(line => line.startsWith('players'))).toBe(
		'players  : 3 humans, 0 bots (0 max) (not hibernating) (unreserved)',
	);
	expect(lines.some(line => line.startsWith('map'))).toBe(false);
	expect(lines.find(line => line.includes('[1: '))).toContain('[1: de_mirage | main lump');
	expect(lines.filter(line => / active \d+ [\d.]+:27005 '.+'$/.test(line))).toHaveLength(3);
	expect(lines.filter(line => line.includes('[NoChan]'))).toHaveLength(1);
	expect(lines.at(-1)).toBe('#end');
});

test('status_json is JSON with Steam IDs, and longer than a packet on a full server', () => {
	const {run, game} = aGame({maxPlayers: 40, players: 20});
	run('bot_quota 20');
	const {server} = JSON.parse(run('status_json'));
	expect(server).toMatchObject({
		map: 'de_mirage',
		hibernating: false,
		clients_human: game.players(),
		clients_bot: 20,
	});
	expect(server.clients.at(-1)).toEqual({
		name: expect.any(String),
		steamid: expect.stringMatching(/^STEAM_1:[01]:\d+$/),
		steamid64: expect.stringMatching(/^7656\d{13}$/),
		bot: false,
	});
	expect(run('status_json').length).toBeGreaterThan(4096);
	expect(run('cvarlist').length).toBeGreaterThan(4096);
});

test('knows every command of the catalog', () => {
	const unknown = cs2.commands.filter(({name}) => aGame({}).run(name).includes('Unknown command'));
	expect(unknown).toEqual([]);
});

test('names an unknown command in its error', () => {
	expect(aGame({}).run('noclipp 1')).toBe("Unknown command 'noclipp'!");
	expect(aGame({}).run('constructor')).toBe("Unknown command 'constructor'!");
	expect(aGame({}).run('')).toBe('');
});

test('shows a setting without a value and sets it with one', () => {
	const {run} = aGame({});
	expect(run('mp_freezetime')).toBe('mp_freezetime = 15');
	expect(run('MP_FreezeTime 3')).toBe('');
	expect(run('mp_freezetime')).toBe('mp_freezetime = 3');
	run('hostname "Friday, late"');
	expect(run('status')).toContain('hostname : Friday, late');
	expect(run('exec gamemode_casual; mp_maxrounds')).toBe('mp_maxrounds = 15');
	expect(run('exec nothing')).toContain("couldn't exec");
});

test('maps change, and workshop maps take a minute', async () => {
	const {run, game, clock} = aGame({});
	expect(run('maps *').split('\n')).toContain('de_ancient');
	expect(run('changelevel de_nuke')).toBe('');
	expect(game.map()).toBe('de_nuke');
	expect(run('map de_nowhere')).toContain('No such map');
	run('host_workshop_map 3070212801');
	await clock.advance(59_000);
	expect(game.map()).toBe('de_nuke');
	await clock.advance(1000);
	expect(game.map()).toBe('workshop/3070212801/custom_map');
	run('host_workshop_collection 77');
	expect(run('ds_workshop_listmaps').split('\n')).toContain('aim_redline');
	run('ds_workshop_changelevel aim_redline');
	expect(game.map()).toBe('workshop/77/aim_redline');
});

test('a kicked player leaves, and a banned one does not come back', async () => {
	const {run, game, clock} = aGame({maxPlayers: 30, players: 20});
	const [first, second] = JSON.parse(run('status_json')).server.clients as {name: string; steamid: string}[];
	expect(run(`kick ${first?.name}`)).toContain('Kicked by Console');
	expect(run(`banid 0 ${second?.steamid} kick`)).toContain('Banned');
	expect(game.players()).toBe(18);
	expect(run('listid')).toContain(`1 ${second?.steamid} : permanent`);
	await clock.advance(24 * 60 * 60 * 1000);
	expect(run('status_json')).not.toContain(second?.steamid);
	run(`removeid ${second?.steamid}`);
	expect(run('listid')).toBe('ID filter list: empty');
	expect(run('kick nobody at all')).toBe('Unable to find player: nobody at all');
});

test('a ban ends when it expires', async () => {
	const {run, clock} = aGame({});
	run('addip 5 203.0.113.9');
	expect(run('listip')).toContain('203.0.113.9 : 5.000 min');
	await clock.advance(5 * 60_000);
	expect(run('listip')).toBe('IP filter list: empty');
});

test('bots fill the free slots', () => {
	const {run} = aGame({maxPlayers: 4, players: 2});
	expect([run('bot_add'), run('bot_add_ct'), run('bot_add_t')]).toEqual([
		'',
		'',
		expect.stringContaining('full'),
	]);
	expect(run('status')).toContain('2 humans, 2 bots');
	run('bot_kick');
	expect(run('status')).toContain('2 humans, 0 bots');
});

test('the players see chat messages and match events', () => {
	const {run, game} = aGame({});
	expect(run('say "Restart in 5 minutes, save!"')).toBe('');
	expect(run('mp_pause_match')).toBe('');
	expect(run('mp_pause_match')).toContain('already');
	expect(game.chat()).toEqual(['Console: Restart in 5 minutes, save!', 'The match is paused']);
});

test('quit ends the game', () => {
	const {run, exits} = aGame({});
	run('quit');
	expect(exits()).toBe(1);
});

function aGame(options: Partial<GameOptions>) {
	const clock = manualClock();
	let exits = 0;
	const game = createCs2({
		name: 'Mirage only',
		map: 'de_mirage',
		maxPlayers: 10,
		port: 27_015,
		players: 0,
		clock,
		random: seededRandom(),
		onExit: () => exits++,
		...options,
	});
	return {game, clock, exits: () => exits, run: (line: string) => String(game.handle(line))};
}
