import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('read-only credentials see everything, and a refused action names its permission', async () => {
	const screen = await openApp({credentials: 'readOnlyToken'});
	const other = await openApp({beside: screen});
	await screen.sees('feed LIVE', '2 up 1 DOWN').press('G').sees('CONSOLE Bravo');
	await other.sees('feed LIVE').press('G', 'i').type('SaveWorld').press('enter').sees('World Saved');
	await screen
		.sees(/other +> SaveWorld/, 'World Saved')
		.press('i')
		.type('ListPlayers')
		.press('enter');
	await screen.sees(
		/me +> ListPlayers +not run/,
		'lack the permission MANAGE_SERVERS',
		'[missingPermission.MANAGE_SERVERS]',
	);
	await screen
		.press('esc', 'R')
		.sees('Restart Bravo', 'Your credentials lack the permission MANAGE_SERVERS')
		.type('5')
		.press('tab')
		.type('bye')
		.press('enter')
		.sees('updated just now');
	await screen
		.press('tab', 'enter')
		.comes('[missingPermission.MANAGE_SERVERS]')
		.sees('Restart Bravo', 'Ask the team owner');
	await screen.press('esc').sees('[demo] RO no MANAGE_SERVERS');
});

test('a read-only session is recognizable, and sends nothing for any key', async () => {
	const screen = await openApp({settings: {readOnly: true}});
	await screen.sees('feed LIVE', '[demo] RO').press('G');
	for (const key of ['i', 'S', 'X', 'R']) {
		await screen.press(key).sees('This session is read-only: commands and actions are disabled.').waits(9500);
	}
	await screen.press('2', 'i').sees('This session is read-only').waits(1200).press('r').sees('list 0s');
	expect(screen.asked().filter(({method}) => method !== 'GET')).toEqual([]);
});

test.each([
	['teamlessToken', 'These credentials belong to no team', '[TEAM_NOT_FOUND]'],
	['noPermissionsToken', 'lack the permission ACCESS_SERVERS', 'missingPermission.ACCESS_SERVERS'],
] as const)('with %s the screen says: %s', async (credentials, words, key) => {
	const screen = await openApp({credentials});
	await screen.sees(words, key);
});

test('keys typed after a refused command input do nothing', async () => {
	const screen = await openApp({settings: {readOnly: true}});
	await screen.sees('feed LIVE').press('j').sees('CONSOLE Alpha').press('i').type('quit 2 jj').press('enter');
	await screen.sees('read-only', 'CONSOLE Alpha').waits(1200).press('j').sees('CONSOLE Bravo');
	expect(screen.terminal.isAlternate()).toBe(true);
});
