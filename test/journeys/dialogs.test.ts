import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('an invalid delay is rejected at its field, and the typed text stays', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE').press('j', 'R').sees('Restart Alpha');
	for (const typed of ['-1', '1.5', 'soon', '99999']) {
		await screen.press('ctrl+u').type(typed).press('enter');
		await screen.sees(typed, typed === '99999' ? 'Use at most 7d.' : 'Invalid duration');
		await screen.sees('step 1 of 2');
	}
	await screen.press('ctrl+u').type('5').press('enter').sees('step 2 of 2', '"delayMinutes":5');
	expect(screen.asked('/restart')).toEqual([]);
});

test('a message without a delay is rejected at its field, because no player would see it', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j', 'R')
		.sees('Restart Alpha')
		.press('tab')
		.type('bye')
		.press('enter');
	await screen.sees('Players would not see it without a delay', 'step 1 of 2', /Message +\[bye/);
	await screen.press('shift+tab').type('1').press('enter').sees('"delayedRestartMessage":"bye"');
});

test('going back from the review keeps the input', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j', 'X')
		.sees('Stop Alpha')
		.type('10')
		.press('tab')
		.type('bye')
		.press('enter');
	await screen
		.sees('step 2 of 2')
		.press('up')
		.sees('step 1 of 2', /Delay +\[10/, /Message +\[bye/);
});

test('a refusal is shown in the dialog with its key, and the input is kept', async () => {
	const screen = await openApp({
		between: async (request, service) =>
			request.method === 'POST' && request.url.includes('/stop')
				? new Response(JSON.stringify({key: 'server.timed_shutdown_already_scheduled'}), {status: 409})
				: service(),
	});
	await screen.sees('feed LIVE').press('j', 'X').sees('Stop Alpha').type('30').press('enter');
	await screen.sees('step 2 of 2', 'updated just now');
	await screen
		.press('tab', 'enter')
		.sees('u undoes it')
		.comes('server.timed_shutdown_already_scheduled', 'Stop Alpha');
	await screen
		.sees('"delayMinutes":30', '[>Do nothing<]')
		.press('up')
		.sees(/Delay +\[30/);
	expect(screen.asked('/stop')).toHaveLength(1);
});

test('if the state changes between review and confirmation, the refusal with its key is shown in the dialog', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j', 'R')
		.sees('Restart Alpha')
		.press('enter')
		.sees('updated just now');
	screen.demo.faults.feedDown(true);
	await screen.demo.faults.crash('alpha');
	await screen.press('tab', 'enter').comes('server.is_not_online').sees('Restart Alpha', '[>Do nothing<]');
	await screen.press('esc').sees('restart: refused: server.is_not_online');
});

test('u or Ctrl-C undo an action within its undo window, and nothing is sent', async () => {
	const screen = await openApp();
	for (const key of ['u', 'ctrl+c']) {
		await screen
			.sees('feed LIVE')
			.press('g', 'j', 'R')
			.sees('Restart Alpha')
			.press('enter')
			.sees('updated just now');
		await screen.press('tab', 'enter').sees('Restart Alpha: sent in 3s', 'u undoes it').press(key);
		await screen.sees('Undone: Restart Alpha. Nothing was sent.').waits(5500);
	}
	expect(screen.asked('/restart')).toEqual([]);
});

test.each([
	['a menu', 'E', 'Edit Alpha', 'u', 'u'],
	['the jobs', 'o', 'No job', 'u', 'u'],
	['a field, which takes the letter', 'i', 'rcon>', 'Ctrl-C', 'ctrl+c'],
	['a dialog with a field', 'B', 'Broadcast', 'Ctrl-C', 'ctrl+c'],
])(
	'after %s was opened, the key on screen still undoes an action',
	async (_what, opens, shown, name, key) => {
		const screen = await openApp();
		await screen.sees('feed LIVE').press('g', 'j', 'R').sees('step 1 of 2').press('enter');
		await screen.sees('updated just now').press('tab', 'enter').sees('Restart Alpha: sent in 3s');
		await screen.press(opens).sees(shown, `${name} undoes it`).press(key).seesNot('undoes it');
		await screen.press('esc').sees('Undone: Restart Alpha. Nothing was sent.').waits(5500);
		expect(screen.asked('/restart')).toEqual([]);
	},
);

test('an action in its undo window is never sent if rcondeck quits', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j', 'R')
		.sees('Restart Alpha')
		.press('enter')
		.sees('updated just now');
	await screen
		.press('tab', 'enter')
		.sees('Restart Alpha: sent in 3s')
		.press('q')
		.sees('q again quits without it');
	await screen.press('q');
	expect(await screen.ended()).toBe('quit');
	await screen.waits(5000);
	expect(screen.asked('/restart')).toEqual([]);
});

test('an action without an answer has an unknown outcome and is not sent again', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen
		.sees('feed LIVE')
		.press('j', 'R')
		.sees('Restart Alpha')
		.press('enter')
		.sees('updated just now');
	screen.demo.faults.hangRequests(true);
	await screen
		.press('tab', 'enter')
		.comes('Restart Alpha: sent, waiting for the service to answer.')
		.press('R');
	await screen.sees('Restart Alpha').press('esc');
	await screen.comes('It may have run').sees('did not answer within 15s', 'Restart Alpha');
	screen.demo.faults.hangRequests(false);
	await screen.press('esc').sees('outcome unknown, it may have run');
	expect(screen.asked('/restart')).toHaveLength(1);
});

test('sorting the list under a dialog does not change the dialog', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('G', 'X').sees('Stop Bravo').type('7');
	await screen.demo.faults.crash('alpha');
	await screen.comes(/Alpha +CS2 +(RESTARTING|INITIALIZING)/).sees('Stop Bravo', /Delay +\[7/);
	await screen.press('enter').sees('POST /server/bravo/stop', /Target +Bravo/);
});

test('a key that does not work now says why', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE', 'CONSOLE Charlie')
		.press('R')
		.sees('Charlie is STOPPED. Only an online server');
	await screen.press('X').sees('Charlie is already STOPPED');
	await screen.press('j', 'S').sees('Alpha is already RUNNING').press('ö').sees('ö does nothing here');
});

test('q asks while an action is in its undo window, and neither cancels it nor sends it early', async () => {
	const screen = await openApp();
	const hold = async () => {
		await screen.press('g', 'j', 'R').sees('Restart Alpha').press('enter').sees('updated just now');
		await screen.press('tab', 'enter').sees('Restart Alpha: sent in 3s');
	};
	await screen.sees('feed LIVE');
	await hold();
	await screen.press('q').sees('Restart Alpha: sent in', 'q again quits without it');
	expect(screen.asked('/restart')).toEqual([]);
	await screen.waits(4000);
	expect(screen.asked('/restart')).toHaveLength(1);
});

test('"Nothing was sent." disappears when a command is sent afterward', async () => {
	const screen = await openApp({settings: {dangerous: ['mp_restartgame']}});
	await screen.sees('feed LIVE').press('j', 'i').type('mp_restartgame').press('enter').sees('again');
	await screen.press('esc').sees('Nothing was sent.').press('ctrl+u').type('bot_quota').press('enter');
	await screen.sees(/me +> bot_quota/).seesNot('Nothing was sent.');
});
