import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';

test('asks a service without extensions for node tasks once, and offers only supported operations', async () => {
	const screen = await openApp({seed: {strictSpec: true}});
	await screen.sees('CONSOLE Charlie').waits(120_000);
	expect(screen.asked('/task')).toHaveLength(1);
	await screen.sees('CONSOLE Charlie').seesNot('does not offer');
	await screen.press('j', 'E').sees('Edit Alpha', 'Rename', 'Move to another directory');
	await screen.seesNot('Update the game', 'backup', 'Delete');
	await screen.press('esc', ':').type('cancel run').seesNot('Cancel run');
});

test('r on the nodes requests the tasks again', async () => {
	const screen = await openApp({seed: {strictSpec: true}});
	await screen.sees('CONSOLE Charlie').waits(30_000).press('5').sees('eu-1').press('r').waits(30_000);
	expect(screen.asked('/task')).toHaveLength(2);
});

test('offers the extensions of a service in E and in the palette', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE', 'CONSOLE Charlie').press('E');
	await screen.sees('Update the game', 'Create a backup', 'Delete the server');
	await screen.press('esc', ':').type('cancel run').sees('Cancel run');
});

test('line mode does not offer missing extensions', async () => {
	const stream = await openLineModeApp({seed: {strictSpec: true}});
	await stream.comes('feed LIVE');
	await stream.line(':edit Alpha');
	await stream.comes('1, Rename', '2, Move to another directory', 'Which?');
	expect(stream.output()).not.toMatch(/backup|Update the game|Delete the server/);
});
