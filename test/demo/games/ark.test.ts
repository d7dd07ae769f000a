import {expect, test} from 'vitest';
import ark from '../../../assets/games/ark-ascended.json' with {type: 'json'};
import {createArk, createArkEvolved} from '../../../src/demo/games/ark.ts';
import type {GameOptions} from '../../../src/demo/games/game.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {seededRandom} from './seeded-random.ts';

const acknowledged = 'Server received, But no response!! \n ';

test('lists players by number, name and ID, between an empty line and a blank one', async () => {
	const {run} = aGame({players: 70, maxPlayers: 70});
	const lines = (await run('listplayers')).split('\n');
	expect(lines.length - 2).toBe(70);
	expect(lines[0]).toBe('');
	expect(lines[1]).toMatch(/^0\. .+, 0002[\da-f]{28}$/);
	expect(lines.at(-1)).toBe(' ');
	expect(lines.some(line => line.split(',').length > 2)).toBe(true);
	expect(lines.some(line => /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Hangul}/u.test(line))).toBe(true);
});

test('the older game uses Steam IDs for players, also in bans', async () => {
	const {run} = aGame({players: 5}, createArkEvolved);
	const [, first] = (await run('ListPlayers')).split('\n');
	expect(first).toMatch(/^0\. .+, 7656119\d{10}$/);
	const id = first?.split(', ').at(-1) ?? '';
	expect(await run(`BanPlayer ${id}`)).toBe(`${id} Banned \n `);
	expect(await run('ListPlayers')).not.toContain(id);
});

test('lists no players when nobody is online', async () => {
	expect(await aGame({}).run('ListPlayers')).toBe('No Players Connected \n ');
});

test('acknowledges unknown commands', async () => {
	const {run} = aGame({});
	for (const command of ['ping', 'no such thing', '', 'constructor', 'Slomo 1']) {
		expect(await run(command)).toBe(acknowledged);
	}
});

test('returns chat once', async () => {
	const {run, game} = aGame({});
	expect(await run('ServerChat Restart in 5 minutes')).toBe(acknowledged);
	expect(await run('serverchat again')).toBe(acknowledged);
	expect(await run('GetChat')).toBe('SERVER: Restart in 5 minutes\nSERVER: again \n ');
	expect(await run('GetChat')).toBe(acknowledged);
	expect(game.chat()).toEqual(['SERVER: Restart in 5 minutes', 'SERVER: again']);
});

test('players of a running game have talked, unless they were few', async () => {
	const {run, game} = aGame({players: 10});
	const lines = (await run('GetChat')).trimEnd().split('\n');
	for (const line of lines) expect(line).toMatch(/^.+ \(.+\): ./);
	expect(game.chat()).toEqual(lines);
	expect(await aGame({players: 2}).run('GetChat')).toBe(acknowledged);
});

test('the log of a running game is longer than a packet and is returned once', async () => {
	const {run} = aGame({players: 10});
	const log = await run('GetGameLog');
	expect(Buffer.byteLength(log)).toBeGreaterThan(4096);
	expect(log).toMatch(/^2026\.11\.21_01\.30\.00: /);
	expect(await run('GetGameLog')).toBe(acknowledged);
});

test('saves the world and logs it', async () => {
	const {run} = aGame({});
	expect(await run('SaveWorld')).toBe('World Saved \n ');
	expect(await run('GetGameLog')).toBe('2026.11.21_03.00.00: Saved the world \n ');
});

test('a banned player leaves and does not come back until unbanned', async () => {
	const {run, game, clock} = aGame({players: 10});
	const id = /[\da-f]{32}/.exec(await run('ListPlayers'))?.[0] ?? '';
	expect(await run(`BanPlayer ${id}`)).toBe(`${id} Banned \n `);
	expect(game.players()).toBe(9);
	await clock.advance(24 * 60 * 60 * 1000);
	expect(await run('ListPlayers')).not.toContain(id);
	expect(await run(`UnbanPlayer ${id}`)).toBe(`${id} Unbanned \n `);
	expect(await run(`KickPlayer ${id}`)).toBe(acknowledged);
});

test('renames players and tribes', async () => {
	const {run} = aGame({players: 10});
	const [, name = ''] = /^0\. (.+), [\da-f]{32}$/m.exec(await run('ListPlayers')) ?? [];
	await run(`RenamePlayer "${name}" "Someone, else"`);
	expect(await run('ListPlayers')).toContain('Someone, else');
	const [, tribe = '', tribeId = ''] = /Tribe (.+?), ID (\d+):/.exec(await run('GetGameLog')) ?? [];
	expect(tribe).not.toBe('');
	expect(await run(`GetTribeIdPlayerList ${tribeId}`)).toMatch(/^\n0\. /);
});

test('removing the wild creatures takes seconds', async () => {
	const {run, clock} = aGame({});
	let output = '';
	const answer = run('DestroyWildDinos').then(text => (output = text));
	await clock.advance(3000);
	expect(output).toBe('');
	await clock.advance(1000);
	expect(await answer).toBe('All Wild Dinos Destroyed \n ');
});

test('logs every dangerous command', async () => {
	const {run} = aGame({});
	for (const {name, ...command} of ark.commands) {
		if ('danger' in command && !/DoExit|WildDinos/.test(name)) await run(`${name} 5`);
	}
	expect(await run('GetGameLog')).toContain('AdminCmd: DestroyStructures 5');
});

test('reports that it exits, and then does', async () => {
	const {run, clock, exits} = aGame({});
	expect(await run('DoExit')).toBe('Exiting... \n ');
	expect(exits()).toBe(0);
	await clock.advance(1000);
	expect(exits()).toBe(1);
});

function aGame(options: Partial<GameOptions>, create = createArk) {
	const clock = manualClock();
	let exits = 0;
	const game = create({
		name: 'The Island',
		map: 'TheIsland_WP',
		maxPlayers: 20,
		port: 27_020,
		players: 0,
		clock,
		random: seededRandom(),
		onExit: () => exits++,
		...options,
	});
	return {game, clock, exits: () => exits, run: async (line: string) => game.handle(line)};
}
