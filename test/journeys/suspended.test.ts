import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {openApp, type Screen} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';

/** The machine sleeps for an hour: only the wall clock moves on. */
const sleep = ({clock}: Pick<Screen, 'clock'>) => clock.setAhead(3_600_000);

const sent = (screen: Pick<Screen, 'asked'>) => screen.asked().filter(({method}) => method !== 'GET');

test('an action in its undo window is dropped, and says so', async () => {
	const screen = await openApp({columns: 120});
	await screen
		.sees('feed LIVE')
		.press('j', 'X')
		.sees('Stop Alpha', 'Force')
		.press('enter')
		.sees('updated just now');
	await screen.press('tab').sees('[>Stop<]').press('enter').sees('Stop Alpha: sent in 3s');
	sleep(screen);
	await screen.comes('rcondeck was suspended for 1h', 'Nothing was sent: Stop Alpha.').waits(10_000);
	expect(sent(screen)).toEqual([]);
});

test('a typed confirmation starts over, and the Enter that wakes the screen confirms nothing', async () => {
	const screen = await openApp({columns: 120});
	await screen.sees('feed LIVE').press('j', 'j', 'i').type('quit').press('enter').sees('press Enter again');
	sleep(screen);
	await screen.press('enter').waits(2000);
	expect(screen.asked('/rcon')).toEqual([]);
	await screen.seesNot('quit  ').press('esc');
});

test('queued commands are not sent', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed: {fleet: eightServers}});
	await screen.sees('feed LIVE');
	screen.demo.faults.slowRcon('isl-1', 4000);
	await screen
		.press('i')
		.type('SaveWorld')
		.press('enter')
		.type('GetChat')
		.press('enter')
		.sees('queued behind 1');
	sleep(screen);
	await screen.comes('1 queued command not sent').waits(10_000);
	expect(screen.asked('/rcon').map(({body}) => body)).toEqual([{command: 'SaveWorld'}]);
});

test('a watch pauses until it is resumed', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed: {fleet: eightServers}});
	await screen.sees('feed LIVE').press('w').waits(500).press('enter').waits(750).press('tab', 'enter');
	await screen.sees('watch "ListPlayers"').waits(2000);
	const before = screen.asked('/rcon').length;
	sleep(screen);
	await screen.comes('Paused: 1 watch').waits(60_000);
	expect(screen.asked('/rcon')).toHaveLength(before);
	await screen.press('o').waits(700).sees('paused').press('p').comes('running');
	await screen.waits(1000);
	expect(screen.asked('/rcon')).toHaveLength(before + 1);
});

test('a job pauses before its next server, and its key resumes it', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed: {fleet: eightServers}});
	await screen.sees('feed LIVE').press('*').sees('8 selected').press('B').sees('8 servers');
	screen.demo.faults.slowRcon('isl-1', 4000);
	await screen.type('Back soon').press('enter').sees('step 2 of 2').waits(1000);
	await screen.type('8').press('enter').waits(700).press('enter').comes('[o]broadcast');
	sleep(screen);
	await screen.comes('Paused: 1 job', 'PAUSED').waits(20_000);
	const before = screen.asked('/rcon').length;
	expect(before).toBeLessThan(8);
	await screen.press('o').waits(700).sees('rcondeck was suspended for 1h');
	await screen.press('p').waits(60_000);
	expect(screen.asked('/rcon').length).toBeGreaterThan(before);
});

test('line mode ignores a yes to a question from before a suspension', async () => {
	const app = await openLineModeApp();
	await app.line(':use Alpha');
	await app.line(':stop now');
	await app.comes('Type yes');
	sleep(app);
	await app.line('yes');
	await app.comes('was suspended during the question. Nothing was sent');
	await app.pass(5000);
	expect(app.posts()).toEqual([]);
});

test('line mode drops an action in its undo window', async () => {
	const app = await openLineModeApp();
	await app.line(':stop Alpha now');
	await app.comes('Type yes');
	await app.line('yes');
	sleep(app);
	await app.comes('Nothing was sent: Stop Alpha');
	await app.pass(5000);
	expect(app.posts()).toEqual([]);
});
