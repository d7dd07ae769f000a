import {test, expect} from 'vitest';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {anEconGame} from './econ-game.ts';

test('the output of a game is in its console, apart from commands and answers, and can be filtered', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	const game = await anEconGame(screen.demo);
	await screen.sees('feed LIVE').comes('Tee').press('/').type('Tee').press('enter', 'enter');
	await screen.sees('CONSOLE Tee');
	game.print('game', 'kill killer=0:tee \u001b[31mvictim=1:other');
	game.say?.('hello all');
	await screen.comes(/game +\| \[12:00:00\]\[game\]: kill killer=0:tee \^\[\[31mvictim=1:other/);
	await screen.sees(/chat +\| \[12:00:00\]\[chat\]: 0:-2:nameless tee: hello all/);
	await screen
		.press('i')
		.type('status')
		.press('enter')
		.sees(/me +> status/, 'did status')
		.press('esc');
	await screen
		.press('f')
		.sees('all but output', /me +> status/)
		.seesNot('hello all');
	await screen.press('f', 'f', 'f', 'f').sees('only output', 'hello all').seesNot('did status');
	await screen.press('f').sees('only chat', 'hello all').seesNot('victim');
	await screen.press('f').sees('did status', 'victim').press('/').type('VICTIM').comes('not found');
	await screen.press('esc').press('/').type('victim').comes('1/1');
});

test('lines of a time without feed are missing, and a gap says so', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	const game = await anEconGame(screen.demo);
	await screen.sees('feed LIVE').comes('Tee').press('/').type('Tee').press('enter', 'enter');
	game.print('game', 'before');
	await screen.comes('[game]: before');
	screen.demo.faults.feedDown(true);
	await screen.sees('feed LOST');
	game.print('game', 'meanwhile');
	await screen.waits(1000);
	screen.demo.faults.feedDown(false);
	await screen.comes('feed LIVE');
	game.print('game', 'afterwards');
	await screen
		.comes('[game]: afterwards')
		.sees(/before[^]*-- gap [^]*afterwards/)
		.seesNot('meanwhile');
});

test('line mode prints output of the chosen server on request, and lists it', async () => {
	const stream = await openLineModeApp();
	const game = await anEconGame(stream.demo);
	await stream.comes('feed LIVE');
	await stream.line(':refresh');
	await stream.comes('Tee');
	await stream.line(':use Tee');
	game.say?.('unheard');
	await stream.clock.advance(1000);
	expect(await stream.line(':log')).not.toContain('unheard');
	expect(await stream.line(':log chat')).toContain('CHAT Tee: [12:00:00][chat]: 0:-2:nameless tee: unheard');
	expect(await stream.line(':feed output')).toContain('all output on the current server');
	for (let line = 0; line < 40; line++) game.print('game', `line ${line}`);
	await stream.comes('OUTPUT Tee: [12:00:00][game]: line 11', 'OUTPUT arrives faster than it can be shown');
	await stream.comes('OUTPUT 28 lines not shown');
	await stream.line(':feed on');
});
