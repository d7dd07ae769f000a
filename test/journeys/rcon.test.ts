import {expect, test} from 'vitest';
import {openApp, type Screen} from '../helpers/open-app.ts';

/** How often a text is on screen. */
const count = (screen: Screen, text: string) => screen.frame().split(text).length - 1;

test('a command to CS2 is pending immediately, then shows its answer and latency', async () => {
	const screen = await openApp({columns: 120, rows: 40});
	screen.demo.faults.slowRcon('alpha', 1500);
	await screen
		.sees('feed LIVE')
		.press('j', 'i')
		.type('status')
		.press('enter')
		.sees(/me +> status +waiting/);
	await screen.comes(/me +> status +1\.[5-9]s|me +> status +1[5-9]\d\dms/).sees('hostname : Alpha');
	expect(screen.asked('/rcon')).toEqual([
		{method: 'POST', path: '/server/alpha/rcon?await=true&timeoutMs=5000', body: {command: 'status'}},
	]);
});

test('an answer of ARK and its broadcast become one line in either order', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('G', 'i').type('ListPlayers').press('enter');
	await screen.sees(/me +> ListPlayers +\d+ms/, '0  Mossback', 'following  1 line ');
	screen.demo.faults.delayFeed(2000);
	await screen
		.type('GetChat')
		.press('enter')
		.sees(/me +> GetChat +\d+ms/, '(no output)', '2 lines');
	await screen.waits(12_000).sees('2 lines');
	expect(count(screen, 'GetChat')).toBe(1);
	expect(count(screen, 'other')).toBe(0);
	expect(screen.asked('/rcon')).toHaveLength(2);
});

test('commands of others are marked, and a second session sees the first as other', async () => {
	const mine = await openApp();
	const theirs = await openApp({beside: mine});
	await mine.sees('feed LIVE').press('j').sees('CONSOLE Alpha');
	await theirs.sees('feed LIVE').press('j').sees('CONSOLE Alpha');
	await mine
		.press('i')
		.type('mp_maxrounds')
		.press('enter')
		.sees(/me +> mp_maxrounds/);
	await theirs.sees(/other +> mp_maxrounds/, 'mp_maxrounds = ');
	await theirs
		.press('i')
		.type('bot_quota')
		.press('enter')
		.sees(/me +> bot_quota/);
	await mine.sees(/other +> bot_quota/);
	await mine.waits(6000);
	for (const screen of [mine, theirs]) await screen.sees('2 lines');
});

test('the simulated second admin is active from time to time', async () => {
	const screen = await openApp({seed: {hasColleague: true}});
	await screen
		.sees('feed LIVE')
		.press('G')
		.sees('CONSOLE Bravo')
		.comes(/other +> /);
});

test('a command prefixed with "& " is sent without waiting, and its answer arrives by the feed', async () => {
	const screen = await openApp();
	screen.demo.faults.slowRcon('bravo', 3000);
	await screen.sees('feed LIVE').press('G', 'i').type('& SaveWorld').press('enter');
	await screen.sees(/me +> SaveWorld +sent, answer follows/).comes('World Saved');
	await screen.sees(/me +> SaveWorld +[3-9]\d\d\dms, matched by text/);
	expect(screen.asked('/rcon')).toEqual([
		{method: 'POST', path: '/server/bravo/rcon', body: {command: 'SaveWorld'}},
	]);
	await screen.waits(6000).sees('1 line ');
});

test('a command to a server that is down is refused with an explanation and the key', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE', 'CONSOLE Charlie').press('i').type('status').press('enter');
	await screen.sees(
		/me +> status +not run/,
		'The server is not online. [server.is_not_online]',
		'Start it, or wait',
	);
});

test('neither an empty line nor "& " alone is sent', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j', 'i', 'enter').sees('Nothing to send');
	await screen.waits(6000).type('   ').press('enter').sees('Nothing to send');
	await screen.waits(6000).press('ctrl+u').type('& ').press('enter').sees('Nothing to send');
	expect(screen.asked('/rcon')).toEqual([]);
});

test('a destructive command asks for a second Enter, which another key cancels', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('G', 'i')
		.type('DestroyWildDinos')
		.press('enter')
		.sees('looks destructive');
	await screen.press('left').sees('Nothing was sent');
	expect(screen.asked('/rcon')).toEqual([]);
	await screen.press('enter').waits(750).press('enter').comes('All Wild Dinos Destroyed');
	expect(screen.asked('/rcon')).toHaveLength(1);
});
