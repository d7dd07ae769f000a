import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

const posts = ({asked}: Awaited<ReturnType<typeof openApp>>) =>
	asked().filter(({method}) => method !== 'GET');

test('jjj in one read is three keys', async () => {
	const screen = await openApp({seed: {servers: 6}});
	await screen.sees('feed LIVE', 'SERVERS 6', '1/6').burst('jjj').sees('4/6').burst('kk').sees('2/6');
});

test('r and Enter in one read refresh and open the console without sending', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').burst('r\r').sees('Refreshing').press('i').type('x').sees('rcon> x');
	expect(posts(screen)).toEqual([]);
});

test('a whole command typed in one read is sent once', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j')
		.sees('CONSOLE Alpha')
		.burst('iStatus\r')
		.sees(/me +> Status/);
	await screen.waits(6000);
	expect(posts(screen).map(({body}) => body)).toEqual([{command: 'Status'}]);
});

test('Ctrl-C within a read clears the line, and nothing is sent', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j', 'i').burst('abc\x03def').sees('rcon> def');
	expect(posts(screen)).toEqual([]);
});

test('Ctrl-C twice in one read quits, once does not', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('ctrl+c')
		.sees('Press Ctrl-C again to quit')
		.press('j')
		.sees('CONSOLE Alpha');
	await screen.press('ctrl+c').sees('CONSOLE Alpha').burst('\x03');
	expect(await screen.ended()).toBe('quit');
});

test('Esc and a quick letter are not Alt', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('i')
		.type('abc')
		.sees('rcon> abc')
		.burst('\x1bj')
		.sees('CONSOLE Alpha');
	await screen.burst('\x1b?').sees('Keys');
});

test('three pasted lines are reviewed and never sent automatically', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j', 'i').paste('status\nmp_maxrounds\nquit\n').waits(500);
	await screen.sees('status', 'mp_maxrounds', 'quit');
	await screen.press('esc').sees('Nothing sent (3 lines discarded).');
	expect(posts(screen)).toEqual([]);
});

test('three lines without bracketed paste are not sent automatically either', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j', 'i')
		.burst('status\rmp_maxrounds\rquit\r')
		.waits(500)
		.press('esc');
	await screen.sees('Nothing sent (');
	expect(posts(screen)).toEqual([]);
});

test('Esc and Ctrl with a letter in one read are two keys', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j', 'R').sees('Restart Alpha').burst('\x1b\x0c');
	await screen
		.sees('Restart Alpha: nothing was sent.')
		.press('i')
		.type('some words')
		.burst('\x1b\x15')
		.sees('not sent: some words');
});

test('an Enter in the same read as the next line does not join the two lines', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j', 'i').type('status').burst('\rquit');
	await screen
		.sees('2 pasted lines for Alpha', /1 status/, /2 quit/)
		.press('esc')
		.sees(/rcon> *$/m);
	expect(posts(screen)).toEqual([]);
});

test('a paste outside of a text field only says where to paste', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').paste('SXR\r').sees('No text field to paste into');
	expect(posts(screen)).toEqual([]);
});

test('a paste into a dialog neither confirms nor closes it', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j', 'R')
		.sees('Restart Alpha')
		.paste('5\r\r\t\r')
		.sees(/Delay +\[5/, 'step 1 of 2');
	expect(posts(screen)).toEqual([]);
});

test('keys typed before a dialog opens never confirm it', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE', 'CONSOLE Charlie').burst('S\t\r').sees('Start Charlie', '[>Start<]');
	await screen
		.press('esc')
		.sees('Start Charlie: nothing was sent.')
		.burst('S')
		.burst('\t')
		.burst('\r')
		.sees('Start Charlie');
	await screen.press('esc').press('j').burst('R\r\t\r\r').sees('Restart Alpha', 'step 2 of 2', '[>Restart<]');
	expect(posts(screen)).toEqual([]);
});

test('an Enter in the same read as text presses no button', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE', 'CONSOLE Charlie').press('S').sees('updated just now').burst('x\t\r');
	await screen.sees('[>Start<]');
	expect(posts(screen)).toEqual([]);
});

test('Tab and Enter joined by a slow connection press the button', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE', 'CONSOLE Charlie').press('S').sees('updated just now');
	await screen.waits(500);
	await screen.burst('\t\r').sees('Charlie: start accepted');
	expect(posts(screen)).toHaveLength(1);
});

test('after text that a review has no field for, Enter presses the button only after a pause', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE', 'CONSOLE Charlie').press('S').sees('updated just now').type('sta');
	await screen.press('tab', 'enter').sees('[>Start<]', 'Too fast. Press Enter again.');
	expect(posts(screen)).toEqual([]);
	await screen.waits(700).press('enter').sees('Charlie: start accepted');
});

test('a held Enter moves from the confirming field to the button, but does not press it', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('G', 'R').sees('Restart Bravo').press('enter');
	await screen.sees('Type Bravo to confirm', 'updated just now').type('Bravo').press('enter');
	// The delay before a key repeats, then its repeats.
	await screen.waits(500).press('enter').waits(30).press('enter').waits(30).press('enter');
	await screen.sees('[>Restart<]', 'Too fast. Press Enter again.').waits(4000);
	expect(posts(screen)).toEqual([]);
	await screen.press('enter').comes('Bravo: restart accepted');
});

test('mouse and focus reports are not keys', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j', 'i')
		.burst('\x1b[<35;10;5M')
		.burst('\x1b[<0;10;5m')
		.burst('\x1b[I')
		.burst('\x1b[O')
		.type('ok');
	await screen.sees(/rcon> ok$/m);
});
