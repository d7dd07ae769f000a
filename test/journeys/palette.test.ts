import {test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('the palette finds a command by its name and runs it like its key', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE', '1 DOWN')
		.press('j', ':')
		.sees('Palette', 'go SERVER')
		.type('restart')
		.sees('Restart server');
	await screen.press('enter').sees('Restart', 'Delay').press('esc').sees('SERVERS 3');
	await screen.press(':').sees(/> Restart server/);
});

test('Tab completes the arguments of a command', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press(':').type('go br').sees('go Bravo').press('tab', 'enter');
	await screen.sees('CONSOLE Bravo').press(':').type('filter state:down').sees('Palette').press('enter');
	await screen.sees('SERVERS 1 of 3', 'Charlie');
});

test('an unavailable command says why, even on a small screen', async () => {
	const screen = await openApp({columns: 40, rows: 10});
	await screen.sees('feed LIVE').press(':').type('kick').sees('It works in').press('enter');
	await screen.press('esc').sees('It works in the team (7).');
});
