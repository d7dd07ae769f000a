import {expect, test} from 'vitest';
import {commands} from '../../src/app/features.ts';
import {renderWithKeys} from '../../src/app/kernel/keymap/keymap.ts';
import {usualKeymap} from '../helpers/keymap.ts';
import {keyLabel} from '../../src/app/kernel/keymap/key-label.ts';
import {openApp} from '../helpers/open-app.ts';

test('the help names every key of every command, and why one cannot work now', async () => {
	const screen = await openApp({columns: 100, rows: 450});
	await screen.sees('feed LIVE').press('j', '?').sees('Keys', 'Esc closes');
	const words = screen.frame().replaceAll(/[│\s]+/g, ' ');
	for (const {keys, help} of commands) {
		expect(words).toContain(keys.map(keyLabel).join(' '));
		expect(words).toContain(renderWithKeys(help, usualKeymap));
	}
	expect(words).toContain('Now: Alpha is ONLINE already.');
});

test('at 80x24 the help scrolls down and back', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE').press('?').sees('Keys', 'more: j, PgDn', 'Move to the next server');
	await screen
		.press('j', 'j', 'j', 'j')
		.seesNot('Move to the next server')
		.press('g')
		.sees('Move to the next server');
	await screen.press('G').sees('Esc closes', 'Close the help').press('k').sees('1 more');
	await screen.press('q').seesNot('Keys ─').sees('CONSOLE Charlie');
});

test('in the help, / searches all commands, and what is chosen runs where the help was opened', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE').press('?').sees('/ searches').press('/').type('timeline');
	await screen.sees('Palette').press('enter').sees('TIMELINE');
	await screen.press('?').press(':').sees('Palette').press('esc').sees('TIMELINE');
});

test('Esc goes one level back at a time and never quits', async () => {
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
		.sees('rcon> text')
		.press('esc')
		.sees('SERVERS')
		.press('esc', 'esc', 'esc', 'esc', 'esc');
	await screen.waits(500).sees('Charlie', 'Bravo', 'rcon>');
	expect(screen.terminal.isAlternate()).toBe(true);
});

test('q goes one level back, and at the top quits and gives the terminal back', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('3')
		.sees('DETAILS')
		.press('q')
		.sees('CONSOLE')
		.press('?')
		.sees('Keys');
	await screen.press('q').seesNot('Keys ─').press('q');
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

test('Ctrl-C clears the line, then leaves dialogs, then asks, and quits at the second time', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j', 'i')
		.type('status')
		.press('ctrl+c')
		.seesNot('rcon> status')
		.press('esc');
	await screen.press('R').sees('Restart Alpha').press('ctrl+c').seesNot('Restart Alpha').press('ctrl+c');
	await screen.sees('Press Ctrl-C again to quit').press('ctrl+c');
	expect(await screen.ended()).toBe('quit');
	expect(screen.asked().filter(({method}) => method !== 'GET')).toEqual([]);
});

test('a terminal that goes away ends the TUI', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE');
	screen.terminal.close();
	expect(await screen.ended()).toBe('lost');
});

test('Ctrl-L paints the whole screen again', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE');
	screen.terminal.stdout.write('\x1b[2Jgarbage');
	await screen.press('ctrl+l').sees('feed LIVE', 'CONSOLE Charlie').seesNot('garbage');
});
