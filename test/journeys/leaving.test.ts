import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {openApp} from '../helpers/open-app.ts';

test.each([
	['80x24', {columns: 80, rows: 24}],
	['120x40', {columns: 120, rows: 40}],
	[
		'120x40 with colors',
		{columns: 120, rows: 40, env: {NO_COLOR: '', FORCE_COLOR: '3', COLORTERM: 'truecolor'}},
	],
])('at %s the help shows the keys of the pane, with blocked ones in parentheses', async (_, options) => {
	const screen = await openApp(options);
	await screen.sees('feed LIVE').press('j', '?').sees('Keys: server list', 'Move', 'Act', '(Start server)');
	await screen
		.sees('Restart server', 'j Down')
		.press('S')
		.sees('Alpha is already RUNNING.', 'Keys: server list');
	if (options.rows === 24) await screen.seesNot('Symbols').press('pagedown').sees('2 of 2');
	await screen.sees('Symbols', 'Server is down', 'Suspend to shell');
	await screen.press('q').seesNot('Keys: ').press('5', '?').sees('Keys: nodes', 'Cancel node task');
	await screen.press('esc', '1', '?', 'R').sees('Restart Alpha');
});

test('a second ? in the help searches all keys, and the chosen command runs where the help was opened', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE').press('?').sees('? search all').press('?').type('timeline and');
	await screen.sees('Palette').press('enter').sees('TIMELINE');
	await screen.press('?').press('/').type('kick member').sees('Only in Team (press 7)');
	await screen.press('esc').sees('TIMELINE');
});

test('Esc goes back one level at a time and never quits', async () => {
	const screen = await openApp({columns: 120, rows: 40});
	await screen
		.sees('feed LIVE')
		.press('/')
		.type('a')
		.press('enter', '2', '+', 'i')
		.type('text')
		.sees('rcon> text');
	await screen
		.press('esc')
		.sees('not sent: text')
		.press('esc')
		.sees('SERVERS')
		.press('esc', 'esc', 'esc', 'esc', 'esc');
	await screen.waits(500).sees('Charlie', 'Bravo', 'rcon>');
	expect(screen.terminal.isAlternate()).toBe(true);
});

test('q goes back one level, and at the top quits and restores the terminal', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('3')
		.sees('DETAILS')
		.press('q')
		.sees('CONSOLE')
		.press('?')
		.sees('Keys');
	await screen.press('q').seesNot('Keys: ').press('q');
	expect(await screen.ended()).toBe('quit');
	expect(screen.terminal.isAlternate()).toBe(false);
	expect(screen.terminal.isRaw()).toBe(false);
	expect(screen.terminal.bytes()).toMatch(/\x1b\[\?25h[^]*$/);
});

test('q in a text field is a letter', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('i')
		.type('quit')
		.sees('rcon> quit')
		.press('esc', '/')
		.type('q')
		.sees(/filter.*q/);
	expect(screen.terminal.isAlternate()).toBe(true);
});

test('Ctrl-C clears the line, then closes dialogs, then asks, and then quits', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j', 'i')
		.type('status')
		.press('ctrl+c')
		.seesNot('rcon> status')
		.press('esc');
	await screen.press('R').sees('Restart Alpha').press('ctrl+c').sees('nothing was sent.').press('ctrl+c');
	await screen.sees('Press Ctrl-C again to quit').press('ctrl+c');
	expect(await screen.ended()).toBe('quit');
	expect(screen.asked().filter(({method}) => method !== 'GET')).toEqual([]);
});

/** Commands to eight servers that do not answer, two rounds, and a watch that keeps sending. */
async function openBusy() {
	const settings = {awaitMs: 120_000};
	const screen = await openApp({columns: 120, rows: 40, seed: {fleet: eightServers}, settings});
	await screen.sees('feed LIVE', 'isl-8').press('*');
	for (const {id} of eightServers.servers) screen.demo.faults.slowRcon(id, 600_000);
	for (const command of ['SaveWorld', 'GetChat']) {
		await screen.press('i').type(command).press('enter').sees('Enter again to send').press('enter');
		await screen.sees(`me > ${command}`, 'queued behind');
	}
	await screen.press('1', 'w').sees('Watch a command on 8 servers').waits(500);
	await screen.press('enter').waits(750).press('tab', 'enter').sees('watch "GetChat"');
	await screen.press('-');
	return screen;
}

test('Ctrl-C ends the waiting on the server, then everywhere, and then quits, also while a watch sends', async () => {
	const screen = await openBusy();
	await screen.press('ctrl+c').sees('Canceled before it was sent.', 'canceled, never sent');
	await screen.press('ctrl+c').sees('Canceled 12 commands before they were sent.');
	await screen.press('ctrl+c').sees('Stopped waiting. The command may still run');
	await screen.press('ctrl+c').sees('Stopped waiting for 2 commands. They may still run');
	await screen.press('ctrl+c').sees('Press Ctrl-C again to quit').press('ctrl+c');
	expect(await screen.ended()).toBe('quit');
});

test('q pressed twice quits whatever is queued, also if a watch sends in between', async () => {
	const screen = await openBusy();
	await screen.press('q').sees('3 commands have no answer yet', '13 queued commands will not be sent');
	await screen.waits(31_000).press('q');
	expect(await screen.ended()).toBe('quit');
});

test('a closed terminal ends the TUI', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE');
	screen.terminal.close();
	expect(await screen.ended()).toBe('lost');
});

test('Ctrl-L repaints the entire screen', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE');
	screen.terminal.stdout.write('\x1b[2Jgarbage');
	await screen.press('ctrl+l').sees('feed LIVE', 'CONSOLE Charlie').seesNot('garbage');
});
