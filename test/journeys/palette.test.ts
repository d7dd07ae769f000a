import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('the palette finds a command by its name and runs it like its key', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE', '1 DOWN')
		.press('j', ':')
		.sees('Palette', '> Act')
		.type('restart')
		.sees('Restart server');
	await screen.press('enter').sees('Restart', 'Delay').press('esc').sees('SERVERS 3');
	await screen.press(':').sees(/> Recent +Restart server/);
});

test('Tab completes the arguments of a command', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press(':').type('go br').sees('go Bravo').press('tab', 'enter');
	await screen.sees('CONSOLE Bravo').press(':').type('filter state:down').sees('Palette').press('enter');
	await screen.sees('SERVERS 1 of 3', 'Charlie');
});

test('an unavailable command says why, even on a small screen', async () => {
	const screen = await openApp({columns: 40, rows: 10});
	await screen.sees('feed LIVE').press(':').type('kick member').sees('Only in Team').press('enter');
	await screen.press('esc').sees('Only in Team (press 7)');
});

test('an action with its arguments opens the completed review, and only its button sends', async () => {
	const screen = await openApp({columns: 100, rows: 30});
	await screen.sees('feed LIVE').press(':').type('restart alpha in 10m saying Back soon');
	await screen.sees('> restart alpha in 10m saying', 'Review the restart of Alpha').waits(800);
	await screen.press('enter').sees('Restart Alpha', 'Back soon', '10', 'Do nothing');
	expect(screen.asked('/restart')).toEqual([]);
	await screen.waits(1000).press('enter').seesNot('Do nothing');
	expect(screen.asked('/restart')).toEqual([]);
	await screen.press(':').type('restart alpha in 10m saying Back soon').waits(800).press('enter');
	await screen.sees('Do nothing').waits(1000).press('tab').waits(1000).press('enter');
	await screen.comes(/Alpha .* rst /);
	expect(screen.asked('/restart')).toHaveLength(1);
});

test('an action for an unknown server says so, and the title of a command is still found', async () => {
	const screen = await openApp({columns: 100, rows: 30});
	await screen.sees('feed LIVE').press(':').type('restart nobody in 5m').sees('nobody').waits(800);
	await screen.press('enter').sees(' There is no server "nobody".').press('esc');
	await screen
		.press(':')
		.type('restart server')
		.sees(/> Restart server/)
		.press('esc');
	await screen.press(':').type('broadcast Hello').sees('Charlie is STOPPED.').press('esc');
	await screen
		.press(':')
		.type('stop br')
		.sees('stop Bravo')
		.press('down', 'tab')
		.sees(/> stop Bravo/);
});

test('servers, nodes and players are found by name without a prefix', async () => {
	const screen = await openApp({columns: 120, rows: 40});
	await screen
		.sees('feed LIVE')
		.press(':')
		.type('brav')
		.sees(/> Bravo +Server: go to its console/)
		.waits(800);
	await screen.press('enter').sees('CONSOLE Bravo');
	await screen
		.press(':')
		.type('eu-2')
		.sees(/eu-2 +Node: go to it/)
		.waits(800)
		.press('enter')
		.sees('NODES', />.*eu-2/);
	await screen.press('8').comes(/PLAYERS/);
});
