import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

const writes = ({asked}: Awaited<ReturnType<typeof openApp>>) =>
	asked().filter(({method}) => method !== 'GET');

test('a line typed for a refused dialog has no effect, and a notice says so', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE', 'CONSOLE Charlie').burst('R10\tback again in ten minutes\r');
	await screen.sees('Charlie is STOPPED. Only an online server').sees('Keys typed too soon were ignored');
	await screen.waits(1000).press('R').type('10').press('tab').type('mad info').press('enter');
	await screen.sees('Keys typed too soon were ignored');
	expect(writes(screen)).toEqual([]);
	await screen.press('j').sees('CONSOLE Alpha');
});

test('a line typed for a dialog whose key does nothing has no effect either', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('5').sees('NODES').burst('R10\tinfo quit\r');
	await screen.sees('Keys typed too soon were ignored', 'NODES');
	expect(writes(screen)).toEqual([]);
});

test('a dialog keeps text typed while it opens, and Tab and Enter work at once up to the review', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j').burst('R30\tback soon\r');
	await screen.sees(
		'Restart Alpha',
		'step 2 of 2',
		'"delayMinutes":30',
		'"delayedRestartMessage":"back soon"',
	);
	await screen.press('esc', 'R').type('5').press('tab').type('bye').press('enter', 'tab', 'enter');
	await screen.sees('step 2 of 2', '"delayMinutes":5', 'Press Enter again');
	expect(writes(screen)).toEqual([]);
	await screen.press('enter').comes('Alpha: restart in 5m accepted');
});

test('a held key that opened a dialog is not text for it, and what is typed right after is', async () => {
	const screen = await openApp();
	const held = Array.from({length: 9}, () => 'X' as const);
	await screen
		.sees('feed LIVE')
		.press('j', ...held)
		.sees('Stop Alpha', 'Keys typed too soon were ignored', /Delay +\[\(now/);
	await screen
		.press('X', '1', '0')
		.sees(/Delay +\[X10 /)
		.press('esc');
	await screen
		.waits(1000)
		.burst('XXXXX')
		.sees('Stop Alpha', /Delay +\[\(now/)
		.press('esc');
	await screen
		.waits(1000)
		.burst('BBack soon')
		.sees(/\[Back soon/)
		.press('esc');
});

test('a bookmark typed without a pause is kept', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').burst('mafter the update\r').press('4').sees('after the update');
});

test('Enter in the palette runs harmless commands at once, and waits for a pause before it leaves', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').burst(':nodes\r').sees('NODES');
	await screen.press(':').type('go alpha').press('enter', 'i').type('status').press('enter');
	await screen.comes(/me +> status/);
	await screen.press('esc').burst(':quit\r').sees('Press Enter again', /quit/);
	expect(writes(screen)).toHaveLength(1);
});

test('Enter held down in a menu does not finish the dialog that it opens', async () => {
	const screen = await openApp();
	const held = Array.from({length: 20}, () => 'enter' as const);
	await screen
		.sees('feed LIVE')
		.press('e')
		.sees('Export consoles to a file')
		.press(...held);
	await screen.sees('What to export', 'Press Enter again');
});

test('a list of jobs that just opened accepts keys that move, but not yet keys that act', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('o', 'j', 'A').sees('Keys typed too soon were ignored');
});

test('a dialog too small to be drawn takes no text', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j', 'R').sees('Restart Alpha').resize(30, 8);
	await screen.type('55').paste('66').press('backspace').resize(100, 30);
	await screen.sees('Restart Alpha', /Delay +\[?\(now/);
});

test('holding Enter confirms neither a line nor a review', async () => {
	const screen = await openApp();
	const held = Array.from({length: 40}, () => 'enter' as const);
	await screen
		.sees('feed LIVE')
		.press('j', 'i')
		.type('quit')
		.press(...held);
	expect(writes(screen)).toEqual([]);
	await screen
		.sees('Press Enter again')
		.press('enter')
		.comes(/me +> quit/);
	expect(writes(screen)).toHaveLength(1);
});

test('holding Enter in a dialog stops at the review', async () => {
	const screen = await openApp();
	const held = Array.from({length: 40}, () => 'enter' as const);
	await screen
		.sees('feed LIVE')
		.press('j', 'R')
		.sees('Restart Alpha')
		.press(...held);
	await screen.sees('step 2 of 2', '[>Do nothing<]').press('tab', 'enter').sees('sent in 3s').press('u');
	expect(writes(screen)).toEqual([]);
});

test.each(['\x1b[C\r', ' \r', '\x1b[B\r'])('%j does not press the button that it focuses', async bytes => {
	const screen = await openApp();
	await screen.sees('feed LIVE', 'CONSOLE Charlie').press('S').sees('updated just now').burst(bytes);
	await screen.sees('[>Start<]', 'Press Enter again').waits(3500);
	expect(writes(screen)).toEqual([]);
	await screen.press('enter').sees('Charlie: start accepted');
});

test('a line typed onto a command that waits for its confirmation is not sent', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j', 'i').type('quit').press('enter').sees('press Enter again');
	await screen.type('status').press('enter').sees('It continues "quit", which was not confirmed.');
	expect(writes(screen)).toEqual([]);
	await screen
		.press('ctrl+u')
		.type('status')
		.press('enter')
		.comes(/me +> status/);
	expect(writes(screen)).toHaveLength(1);
});

test('holding Enter sends nothing to several servers', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('*', 'i')
		.type('status')
		.press(...Array.from({length: 40}, () => 'enter' as const));
	await screen.sees('Press Enter again');
	expect(writes(screen)).toEqual([]);
});
