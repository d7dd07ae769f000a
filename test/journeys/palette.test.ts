import {test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('the palette finds a command by what it is called, and runs it as its key would', async () => {
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

test('words behind a command are completed with Tab', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press(':').type('go br').sees('go Bravo').press('tab', 'enter');
	await screen.sees('CONSOLE Bravo').press(':').type('filter state:down').sees('Palette').press('enter');
	await screen.sees('SERVERS 1 of 3', 'Charlie');
});

test('what cannot run says why, and fits a small screen', async () => {
	const screen = await openApp({columns: 40, rows: 10});
	await screen.sees('feed LIVE').press(':').type('kick').sees('It works in').press('enter');
	await screen.press('esc').sees('It works in the team (7).');
});
