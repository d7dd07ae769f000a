import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('C creates a server, which is installed and can then be renamed with E', async () => {
	const screen = await openApp({columns: 100, rows: 36});
	await screen.sees('feed LIVE').press('C').sees('Create a server', 'Node', 'Game', 'Map').type('Delta');
	await screen.press('tab', 'tab', 'tab', 'ctrl+r', 'enter').sees('POST /server/create', '"name":"Delta"');
	await screen.press('tab', 'enter').comes('Delta: creation accepted', '4', /Delta /);
	await screen
		.comes(/Delta .*STOPPED/)
		.press('/')
		.type('Delta')
		.press('enter', 'j');
	await screen
		.press('E')
		.sees('Edit Delta', 'Rename', 'Delete the server')
		.press('enter')
		.sees('Rename Delta');
	await screen.press('ctrl+u').type('Echo').press('enter').sees('change-display-na', 'updated just now');
	await screen.press('tab', 'enter').comes('Delta renamed to Echo');
	expect(screen.asked('/change-display-name')).toHaveLength(1);
});

test('B sends a message to the players', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('G', 'B')
		.sees('Broadcast to Bravo')
		.type('back in five')
		.press('enter');
	await screen.sees('updated just now').press('tab', 'enter').comes('Message sent to Bravo.');
	expect(screen.demo.chat('bravo').join('\n')).toContain('back in five');
});
