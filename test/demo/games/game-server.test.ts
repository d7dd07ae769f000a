import {afterEach, expect, test} from 'vitest';
import {
	openGameServer,
	type GameServer,
	type GameServerOptions,
} from '../../../src/demo/games/game-server.ts';
import {runRcon} from '../../service/console/source/run-rcon.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {seededRandom} from './seeded-random.ts';

const open: GameServer[] = [];
afterEach(async () => {
	await Promise.all(open.splice(0).map(game => game.kill()));
});

test('a game refuses connections while it boots, and responds on the same port afterward', async () => {
	const {game, clock} = await aServer({bootMs: 5000});
	const port = game.rconPort;
	await expect(game.run('status')).rejects.toMatchObject({reason: 'refused'});
	expect(game.players()).toBe(0);
	await clock.advance(5000);
	expect(game.rconPort).toBe(port);
	expect(await answerOf(() => game.run('status'))).toContain('hostname : Test');
});

test('a game that is killed while it boots never opens its port', async () => {
	const {game, clock} = await aServer({bootMs: 5000});
	const exits: string[] = [];
	game.onExit(how => exits.push(how));
	await game.kill();
	await clock.advance(10_000);
	await expect(game.run('status')).rejects.toMatchObject({reason: 'refused'});
	expect(exits).toEqual(['killed']);
});

test('long responses are complete from a game that mirrors the marker and from one that does not', async () => {
	const {game: cs2} = await aServer({maxPlayers: 64, players: 60});
	const json = await cs2.run('status_json');
	expect(json.length).toBeGreaterThan(8000);
	expect(JSON.parse(json).server.clients_human).toBe(60);
	const {game: ark} = await aServer({gameType: 'ARK_ASCENDED', map: 'TheIsland_WP', players: 10});
	const log = await ark.run('GetGameLog');
	expect(Buffer.byteLength(log)).toBeGreaterThan(4096);
	expect(log.endsWith(' \n ')).toBe(true);
});

test('messages reach the players of each game', async () => {
	for (const gameType of ['CS2', 'ARK_ASCENDED', 'ARK_EVOLVED']) {
		const {game} = await aServer({gameType});
		expect(await game.say('Restart in $& 5 minutes')).toBe(true);
		expect(game.chat().at(-1)).toContain('Restart in $& 5 minutes');
		await game.close();
		expect(await game.say('too late')).toBe(false);
	}
});

test('quit drops the connection and ends the game', async () => {
	const {game} = await aServer({});
	const exit = new Promise(resolve => game.onExit(resolve));
	await expect(game.run('quit')).rejects.toMatchObject({reason: 'dropped'});
	expect(await exit).toBe('quit');
	await expect(game.run('status')).rejects.toMatchObject({reason: 'refused'});
});

test('DoExit gets a response, then the game ends', async () => {
	const {game, clock} = await aServer({gameType: 'ARK_ASCENDED'});
	const exit = new Promise(resolve => game.onExit(resolve));
	expect(await game.run('DoExit')).toBe('Exiting... \n ');
	await clock.advance(1000);
	expect(await exit).toBe('quit');
});

test('reports each exit once, also to late listeners', async () => {
	const {game} = await aServer({});
	const exits: string[] = [];
	game.onExit(how => exits.push(how));
	await game.close();
	await game.kill();
	game.onExit(how => exits.push(how));
	expect(exits).toEqual(['closed', 'closed']);
});

test('a dropping game loses every third response, and a crashing one dies by itself', async () => {
	const {game} = await aServer({behavior: 'dropping'});
	const outcomes = [];
	for (let turn = 0; turn < 3; turn++)
		outcomes.push(await game.run('mp_freezetime').catch(error => error.reason));
	expect(outcomes).toEqual(['mp_freezetime = 15', 'mp_freezetime = 15', 'dropped']);

	const {game: crashing, clock} = await aServer({behavior: 'crashing'});
	const exit = new Promise(resolve => crashing.onExit(resolve));
	await clock.advance(60_000);
	expect(await exit).toBe('crashed');
});

test('a crash during a command ends the game', async () => {
	const {game} = await aServer({quirks: {crash: {every: 1, answer: 'none'}}});
	const exit = new Promise(resolve => game.onExit(resolve));
	await expect(game.run('status')).rejects.toMatchObject({reason: 'dropped'});
	expect(await exit).toBe('crashed');
});

test('a hanging game never responds', async () => {
	const {game} = await aServer({behavior: 'hanging'});
	await expect(game.run('status', {timeoutMs: 500})).rejects.toMatchObject({reason: 'timeout'});
});

test('accepts only the right password', async () => {
	const {game} = await aServer({});
	const stranger = runRcon({port: game.rconPort, password: 'guess', command: 'quit'});
	await expect(stranger).rejects.toMatchObject({reason: 'wrong-password'});
	expect(await game.run('mp_freezetime')).toBe('mp_freezetime = 15');
});

test('rejects a game type without a simulation', async () => {
	await expect(aServer({gameType: 'RUST'})).rejects.toThrow('RUST');
});

async function aServer(options: Partial<GameServerOptions>) {
	const clock = manualClock();
	const game = await openGameServer({
		gameType: 'CS2',
		name: 'Test',
		map: 'de_mirage',
		maxPlayers: 16,
		password: 'sesame',
		clock,
		random: seededRandom(),
		...options,
	});
	open.push(game);
	return {game, clock};
}

/** The port opens a moment after the clock says so. */
async function answerOf(ask: () => Promise<string>): Promise<string> {
	for (;;) {
		const answer = await ask().catch(() => undefined);
		if (answer !== undefined) return answer;
	}
}
