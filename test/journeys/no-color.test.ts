import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';
import {waitUntil} from '../helpers/wait-for.ts';

/** SGR sequences that set a color (ECMA-48, 8.3.117). */
const colors = /\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m/;
/** Bold and inverse, in any combination of sequences. */
const blockOf = (text: string) => new RegExp(`\\x1b\\[(?:\\d+;)*7m(?:\\x1b\\[[\\d;]*m)*${text}`);

test('without colors, the selection, the focus and matches are still visible', async () => {
	const screen = await openApp({columns: 120, rows: 40, env: {NO_COLOR: '1'}});
	await screen.sees('feed LIVE');
	expect(screen.terminal.bytes()).toMatch(blockOf('SERVERS'));
	expect(screen.terminal.bytes()).toMatch(blockOf('Charlie'));
	await screen.press('down', '2', 'i').type('ListPlayers').press('enter').sees('ListPlayers', '[Alpha');
	await screen.press('esc', '/').type('Players').press('enter').sees('1/1');
	const painted = screen.terminal.bytes().length;
	await screen.press('ctrl+l').sees('1/1');
	const anew = () => screen.terminal.bytes().slice(painted);
	await waitUntil(() => blockOf('Players').test(anew()));
	expect(screen.terminal.bytes()).toMatch(blockOf('CONSOLE'));
	expect(screen.terminal.bytes()).not.toMatch(colors);
});
