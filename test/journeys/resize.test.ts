import {expect, test} from 'vitest';
import {widthOf} from '../../src/lib/text/width.ts';
import {openApp, type Screen} from '../helpers/open-app.ts';

const sizes = [
	[80, 24],
	[40, 10],
	[39, 9],
	[10, 3],
	[200, 60],
	[120, 40],
	[60, 12],
	[80, 24],
] as const;

/** Expects a frame of exactly the size of the screen. */
function fits(screen: Screen, columns: number, rows: number) {
	expect(screen.rows()).toHaveLength(rows);
	expect(Math.max(...screen.rows().map(widthOf))).toBeLessThanOrEqual(columns);
}

test('nothing is lost from 80x24 down to a tiny screen, up to 200x60 and back', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE').press('j', 'i').type('half a line').sees('rcon> half a line');
	for (const [columns, rows] of sizes) {
		await screen
			.resize(columns, rows)
			.sees(columns < 40 || rows < 10 ? /40x10|40 x 10|too small/ : 'half a line');
		fits(screen, columns, rows);
	}
	await screen.type('!').sees('rcon> half a line!');
});

test('keys typed while the screen is too small are not lost', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE').press('j', 'i').type('one').resize(39, 9).type(' two').resize(80, 24);
	await screen.sees('rcon> one two');
});

test('a dialog stays open with its input', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE').press('j', 'R').sees('Restart Alpha').type('15').press('tab').type('bye');
	for (const [columns, rows] of sizes) {
		await screen.resize(columns, rows).waits(100);
		fits(screen, columns, rows);
		if (columns >= 40 && rows >= 10) await screen.sees('Restart Alpha', 'bye');
	}
	await screen
		.sees(/Delay +\[15/, /Message +\[bye/)
		.press('enter')
		.sees('"delayMinutes":15');
});

test('a review on the smallest screen can be read and closed, and its buttons are visible', async () => {
	const screen = await openApp({columns: 40, rows: 10});
	await screen
		.sees('feed LIVE')
		.press('G', 'R')
		.sees('Restart Bravo')
		.press('enter')
		.waits(500)
		.sees('Bravo');
	await screen.type('Bravo').press('tab').sees('Do nothing').press('tab').sees('[>Restart<]').press('esc');
	await screen.seesNot('Do nothing');
	expect(screen.asked('/restart')).toEqual([]);
});

test('at 60x12 and 40x10 one pane is shown at a time, and Tab switches', async () => {
	for (const [columns, rows] of [
		[60, 12],
		[40, 10],
	] as const) {
		const screen = await openApp({columns, rows});
		await screen
			.sees('1 DOWN', 'feed LIVE', 'Charlie')
			.press('j', 'tab')
			.sees('CONSOLE Alpha')
			.press('tab')
			.sees('Charlie');
		await screen.press('3').sees('DETAILS Alpha').press('?').sees('Keys').press('esc');
		fits(screen, columns, rows);
	}
});

test('+ maximizes a pane, and _ and Esc restore it', async () => {
	const screen = await openApp({columns: 120, rows: 40});
	await screen
		.sees('feed LIVE')
		.press('2', '+')
		.seesNot('SERVERS')
		.sees('CONSOLE')
		.press('_')
		.sees('SERVERS');
	await screen.press('+').seesNot('SERVERS').press('esc').sees('SERVERS');
});
