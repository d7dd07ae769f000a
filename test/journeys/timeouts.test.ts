import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('a slow server shows TIMEOUT, which may have been executed, then the late answer, and nothing is sent twice', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	screen.demo.faults.slowRcon('bravo', 7000);
	await screen.sees('feed LIVE').press('G', 'i').type('ListPlayers').press('enter').sees('waiting');
	await screen.comes('TIMEOUT 5s - may have run').sees('[server.rcon_timeout]', 'look for a late answer');
	await screen.comes('late answer (').sees('matched by text', '0  Mossback', '1 line ');
	await screen.waits(12_000).sees('1 line ').seesNot('may have run');
	expect(screen.asked('/rcon')).toHaveLength(1);
});

test('a server that drops the connection does not count as an answer', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j');
	await screen.demo.faults.crash('alpha');
	await screen
		.press('i')
		.type('status')
		.press('enter')
		.sees(/returned no answer|is_not_online/);
	expect(screen.asked('/rcon')).toHaveLength(1);
});

test('Ctrl-C stops waiting and says that the command may still run; its answer is shown when it arrives', async () => {
	const screen = await openApp();
	screen.demo.faults.slowRcon('bravo', 3000);
	await screen.sees('feed LIVE').press('G', 'i').type('ListPlayers').press('enter').sees('waiting');
	await screen.press('ctrl+c').sees('stopped waiting - may have run', 'The command may still run');
	await screen.comes('late answer').sees(/me +> ListPlayers +stopped waiting$/m, '0  Mossback', '1 line ');
	expect(screen.asked('/rcon')).toHaveLength(1);
});

test('one slow server does not delay another one', async () => {
	const screen = await openApp();
	screen.demo.faults.slowRcon('bravo', 60_000);
	screen.demo.faults.slowRcon('alpha', 100);
	await screen.sees('feed LIVE').press('G', 'i').type('ListPlayers').press('enter').sees('waiting');
	await screen.press('esc', 'k').sees('CONSOLE Alpha').press('r').sees('Refreshing', 'list 0s');
	await screen.press('j').comes('TIMEOUT 5s - may have run').press('k').sees('CONSOLE Alpha');
});

test('an answer that arrives only by a poll is matched with its command', async () => {
	const screen = await openApp();
	screen.demo.faults.slowRcon('bravo', 6000);
	await screen.sees('feed LIVE').press('G', 'i').type('ListPlayers').press('enter').sees('waiting');
	screen.demo.faults.deafFeed(true);
	await screen.comes('TIMEOUT 5s').comes('late answer (').sees('matched by text', '0  Mossback', '1 line ');
});
