import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('S starts a stopped server: nothing to fill in, the exact request, and the state changes to RUNNING', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE', 'CONSOLE Charlie').press('S');
	await screen.sees(
		'Start Charlie',
		'POST /server/charlie/start',
		'STOPPED',
		'[>Do nothing<]',
		'updated just now',
	);
	await screen.press('tab').sees('[>Start<]').press('enter').sees('Charlie: start accepted');
	await screen.comes(/Charlie +CS2 +INITIALIZING/).comes(/Charlie +CS2 +RUNNING/, '3 up 0 DOWN');
	await screen.sees('STOPPED -> INITIALIZING', 'INITIALIZING -> RUNNING', 'no server is down');
	expect(screen.asked('/start')).toEqual([{method: 'POST', path: '/server/charlie/start', body: undefined}]);
});

test('the default of every dialog is to do nothing', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE', 'CONSOLE Charlie');
	await screen.press('S').sees('Start Charlie', 'updated just now').press('enter');
	await screen.sees('Start Charlie: nothing was sent.');
	await screen.press('j').sees('CONSOLE Alpha');
	for (const [key, title] of [
		['X', 'Stop Alpha'],
		['R', 'Restart Alpha'],
	] as const) {
		await screen.press(key).sees(title).press('enter').sees('step 2 of 2', 'updated just now');
		await screen.press('enter').sees(`${title}: nothing was sent.`);
		await screen.press(key).sees(title).press('esc').sees(`${title}: nothing was sent.`);
	}
	expect(screen.asked().filter(({method}) => method !== 'GET')).toEqual([]);
});

test('X stops gracefully: STOPPING* immediately, then STOPPING, then STOPPED', async () => {
	const screen = await openApp({columns: 120, rows: 40});
	await screen.sees('feed LIVE').press('j', 'X').sees('Stop Alpha', 'Delay', 'Message', 'Force');
	await screen.press('enter').sees('POST /server/alpha/stop', 'Nobody is online').sees('updated just now');
	screen.demo.faults.feedDown(true);
	screen.demo.faults.slowRequests(2000);
	await screen
		.press('tab')
		.sees('[>Stop<]')
		.press('enter')
		.sees('Stop Alpha: sent in 3s', 'u undoes it')
		.comes('STOPPING*');
	screen.demo.faults.slowRequests(0);
	await screen
		.comes(/STOPPING [^*]/)
		.comes(/Alpha +CS2 +STOPPED/, '1 up 1 DOWN 1 stopped', '!! 1 down: Charlie');
	expect(screen.asked('/stop')).toHaveLength(1);
});

test('with players online the name must be typed, and R goes through every state', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('G', 'R').sees('Restart Bravo').press('enter');
	await screen.sees('1 player will be disconnected', 'Type Bravo to confirm', 'updated just now');
	await screen
		.press('enter')
		.sees('Restart Bravo')
		.type('Brav')
		.press('tab', 'tab', 'enter')
		.sees('"Brav" does not match.');
	expect(screen.asked('/restart')).toEqual([]);
	await screen.press('shift+tab', 'shift+tab').type('o').press('enter').sees('[>Restart<]').press('enter');
	await screen
		.sees('Restart Bravo: sent in 3s', 'u undoes it')
		.press('u')
		.sees('Undone: Restart Bravo. Nothing was sent.');
	await screen
		.press('R')
		.sees('Delay')
		.press('enter')
		.sees('Type Bravo to confirm', 'updated just now')
		.type('Bravo');
	await screen
		.press('enter')
		.sees('[>Restart<]')
		.press('enter')
		.comes('Bravo: restart accepted')
		.seesNot('Nothing was sent');
	for (const state of ['STOPPING', 'INITIALIZING', 'RUNNING']) {
		await screen.comes(new RegExp(`Bravo +ARK +${state}`));
	}
	expect(screen.asked('/restart')).toEqual([{method: 'POST', path: '/server/bravo/restart', body: {}}]);
});

test('a forced stop is chosen, has a warning, and is confirmed by name', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j', 'X').sees('Stop Alpha').press('tab', 'tab');
	await screen.sees('Yes only if the graceful way fails').press('right');
	await screen.sees('The process is killed: unsaved progress is lost.').press('enter');
	await screen.sees(
		'{"forceStop":true}',
		'unsaved progress is lost',
		'Type Alpha to confirm',
		'updated just now',
	);
	await screen
		.type('Alpha')
		.press('tab', 'tab')
		.sees('[>Stop<]')
		.press('enter')
		.comes('Alpha: forced stop accepted');
	await screen.comes(/Alpha +CS2 +STOPPED/);
});

test('a delayed restart warns the players and happens at its time', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('down', 'down', 'R').sees('Restart Bravo').type('1').press('tab');
	await screen.type('Bye in {minutes} min').press('enter');
	await screen.sees('{"delayMinutes":1,"delayedRestartMessage":"Bye in {minutes} min"}', 'at about 03:01.');
	await screen
		.sees('updated just now')
		.press('right', 'enter')
		.comes('Bravo: restart in 1m accepted')
		.waits(3000);
	expect(screen.demo.chat('bravo').join('\n')).toContain('Bye in 1 min');
	await screen
		.waits(50_000)
		.comes(/Bravo +ARK +STOPPING/)
		.comes(/Bravo +ARK +RUNNING/);
});
