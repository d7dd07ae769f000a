import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {gameAnswers} from '../helpers/game-answers.ts';

const seed = {fleet: eightServers};
const oneList = gameAnswers({'isl-1': '0. Mara, 0002ab12\n1. Old, but gold, 0002cd34'});

test('completes a player to the id and shows the name, in the input and in the confirmation', async () => {
	const screen = await openApp({columns: 100, rows: 30, seed, between: oneList});
	await screen.sees('feed LIVE', 'isl-1').press('i').type('ListPlayers').press('enter').sees('Mara');
	await screen.type('KickPlayer ma').press('tab').sees('rcon> KickPlayer 0002ab12');
	await screen.sees(/KickPlayer <id> {2}Mara {2}Removes a player/);
	await screen.press('enter').sees('KickPlayer: Removes a player. Player: Mara.');
	expect(screen.asked('/rcon')).toHaveLength(1);
	await screen.waits(800).press('enter').sees('> KickPlayer 0002ab12');
});

test('names the player of a completed id and of a confirmation in line mode', async () => {
	const app = await openLineModeApp({seed, between: oneList});
	await app.comes('SERVERS 8 servers');
	await app.line(':use isl-1');
	await app.line('ListPlayers');
	await app.comes('Mara, 0002ab12');
	await app.keys('KickPlayer ma');
	await app.keys('\t');
	await app.comes(/^Mara 0002ab12, on at /m);
	await app.line('');
	await app.comes('Player: Mara.');
	expect(app.asked('/rcon')).toHaveLength(1);
});
