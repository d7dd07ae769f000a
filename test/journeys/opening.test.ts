import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('opens with the identity, the list with its age, alerts first, and the console of the first server', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees(
		'Dev Guild [demo] RW | 2 up 1 DOWN | list 0s | feed LIVE',
		'!! 1 down: Charlie >=0s',
		'SERVERS 3',
		'CONSOLE Charlie',
		'[Charlie 0p] rcon>',
		'? Help',
	);
	const names = screen.rows().flatMap(row => /(Alpha|Bravo|Charlie) +(CS2|ARK)/.exec(row)?.[1] ?? []);
	expect(names).toEqual(['Charlie', 'Alpha', 'Bravo']);
	expect(screen.row('Charlie  ')).toMatch(/^>x {2}Charlie +CS2 +STOPPED +>=0s +0\/12 +eu-2/);
	expect(screen.row('Bravo')).toMatch(/^ {4}Bravo +ARK +RUNNING +>=0s +1\/70 +eu-1/);
});

test('the list has an age, which a poll resets', async () => {
	const screen = await openApp();
	await screen.sees('list 0s').waits(3000).sees('list 3s').waits(1000).sees('list 0s');
});

test('at 120x40 the panes are side by side, with the details of the current server', async () => {
	const screen = await openApp({columns: 120, rows: 40});
	await screen.sees('feed LIVE', 'DETAILS Charlie', 'This console is empty');
	expect(screen.row('CONSOLE')).toMatch(/SERVERS 3.*CONSOLE Charlie/);
	await screen.press('j').sees('CONSOLE Alpha', 'DETAILS Alpha', 'de_mirage');
	expect(screen.rows()).toHaveLength(40);
});

test('the cursor follows the keys, and stays on its server after a sort', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('down', 'down').sees('CONSOLE Bravo');
	await screen
		.press('G')
		.sees('CONSOLE Bravo')
		.press('g')
		.sees('CONSOLE Charlie')
		.press('down')
		.sees('CONSOLE Alpha');
	await screen.demo.faults.crash('bravo');
	await screen.comes('RESTARTING').sees('CONSOLE Alpha');
	expect(screen.row('Alpha  ')).toMatch(/^>/);
	await screen.press('!').sees('CONSOLE Charlie');
});

test('a kept filter narrows the list, and Esc clears it', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('/').type('bra').sees('Bravo').seesNot('Charlie  ', 'Alpha  ');
	await screen.press('enter', 'down').sees('CONSOLE Bravo');
	await screen.press('esc').sees('Charlie  ', 'Alpha  ');
	await screen.press('/').type('zzz').sees('No servers match "zzz"').press('enter', '/').seesNot('zzz');
});

test('without Unicode and colors the TUI is drawn in ASCII', async () => {
	const screen = await openApp({columns: 120, rows: 40, env: {LC_ALL: 'C'}});
	await screen
		.sees('feed LIVE', 'CONSOLE Charlie')
		.press('?')
		.sees('Keys')
		.press('q', 'j', 'R')
		.sees('Restart Alpha');
	expect(screen.frame()).toMatch(/^[\x20-\x7e\n]*$/);
	expect(screen.terminal.bytes()).not.toMatch(/\x1b\[[\d;]*[34]\d(;[\d;]*)?m/);
});

test('t shows times in local time, in UTC, or as age', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j', 'i')
		.type('mp_maxrounds')
		.press('enter')
		.sees(/me +> mp_max/)
		.press('esc');
	await screen
		.press('t')
		.sees(/\d\d:\d\d:\d\dZ +me/)
		.press('t')
		.sees(/\ds ago +me/)
		.press('t')
		.sees(/\d\d:\d\d:\d\d +me/);
});

test('an empty fleet is explained', async () => {
	const screen = await openApp({
		between: async (request, answer) => {
			return new URL(request.url).pathname.includes('by-team') ? Response.json([]) : answer();
		},
	});
	await screen.sees('feed LIVE', 'SERVERS 0', '0 DOWN');
	await screen.press('i').sees('No server is highlighted');
});

test('before the list is there, a key for a server says so, and what is typed for it is ignored', async () => {
	const listed = Promise.withResolvers<void>();
	const screen = await openApp({
		between: async (request, answer) => {
			if (request.url.includes('/server/by-team/')) await listed.promise;
			return answer();
		},
	});
	await screen.sees('feed LIVE', 'Loading the servers').press('i').type('quit');
	await screen.sees('Keys typed too soon were ignored', 'The servers are not listed yet');
	listed.resolve();
	await screen.waits(1000).sees('CONSOLE Charlie').press('i').type('status').sees('rcon> status');
});
