import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {gameAnswers} from '../helpers/game-answers.ts';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {anEconGame} from './econ-game.ts';

test.each([
	[80, 24],
	[120, 40],
])(
	'at %ix%i the chat of all servers is one list that follows, filters, counts unread lines and answers',
	async (columns, rows) => {
		const screen = await openApp({columns, rows});
		const game = await anEconGame(screen.demo);
		await screen.sees('feed LIVE').comes('Tee').press('9').sees('CHAT 0', 'No chat yet.');
		game.print('chat', '0:-2:Ann: \u001b[31mhello all');
		game.print('game', "team_join player='1:Bob' team=0");
		game.print('game', 'kill killer=0:tee');
		await screen
			.comes(/03:00:\d\d +Tee +Ann +\^\[\[31mhello all/, /Tee +Bob +joined/)
			.sees('CHAT 2', 'following');
		await screen.seesNot('kill killer');
		await screen.press('k').sees('1/2').seesNot('following');
		game.print('chat', '1:-2:Bob: hi Ann');
		await screen.comes('1 unread').sees('1/3').press('G').sees('following', '3/3');
		await screen.press('/').type('player:bob').sees('2 of 3').press('enter').seesNot('hello all');
		await screen
			.press('d')
			.sees('DETAILS', /text +hi Ann/)
			.press('esc', 'esc')
			.sees('CHAT 3');
		await screen.press('p').sees('PLAYERS', 'name:"Bob"').press('9').sees('CHAT 3');
		await screen.press('B').sees('Broadcast to Tee').type('welcome').press('enter').sees('Do nothing', 'Tee');
		await screen.waits(800).press('tab', 'enter');
		await screen.comes('Message sent to Tee.', /Tee +\(server\) +welcome/, /Tee +\(you\) +sent: welcome/);
		expect(game.heard).toContain('say welcome');
		await screen.press('enter').sees('CONSOLE Tee', /chat +\| .*Ann:/);
	},
);

test('a message to all servers needs the number of servers typed in its review', async () => {
	const screen = await openApp({columns: 100, rows: 30, seed: {fleet: eightServers}});
	await screen.sees('feed LIVE').press('9', 'A').sees('Broadcast to 8 servers').type('hello').press('enter');
	await screen.sees('Do nothing').waits(800).press('enter', 'enter').sees('Do nothing');
	await screen.press('esc', 'esc').sees('CHAT');
	expect(screen.asked('/rcon').filter(({body}) => JSON.stringify(body).includes('ServerChat'))).toEqual([]);
});

test('games that list their chat are asked only while the screen is open', async () => {
	const between = gameAnswers({'isl-1': 'Mara (Rex): anyone?'});
	const screen = await openApp({columns: 100, rows: 30, seed: {fleet: eightServers}, between});
	await screen.sees('feed LIVE').waits(20_000);
	expect(screen.asked('/rcon')).toHaveLength(0);
	await screen.press('9').comes(/isl-1 +Mara +anyone\?/, '8 of 8 servers, following', 'updated');
	await screen.press('1').sees('SERVERS').waits(2000);
	const before = screen.asked('/rcon').length;
	await screen.waits(40_000);
	expect(screen.asked('/rcon')).toHaveLength(before);
});

test('line mode lists the chat of all servers, and announces it on request', async () => {
	const stream = await openLineModeApp();
	const game = await anEconGame(stream.demo);
	await stream.comes('feed LIVE');
	await stream.line(':refresh');
	await stream.comes('Tee');
	game.print('chat', '0:-2:Ann: hello all');
	await stream.clock.advance(1000);
	expect(await stream.line(':chat')).toContain('CHAT Tee: Ann: hello all');
	expect(await stream.line(':chat player:bob')).toContain('No chat.');
	expect(await stream.line(':feed all-chat')).toContain('chat of all servers');
	game.print('chat', '0:-2:Ann: still here');
	game.print('game', "leave player='0:Ann'");
	await stream.comes('CHAT Tee: Ann: still here', 'CHAT Tee: Ann: left');
});
