import {expect, onTestFinished, test} from 'vitest';
import {openPtyTui} from './pty-tui.ts';

/** Matches the current row with this name. */
const selected = (name: string) => new RegExp(`^>\\S* +${name} `, 'm');

async function openReady() {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	await tui.sees(selected('cs2-scrim'));
	return tui;
}

test('the first paint shows the TUI, and then the servers of the service', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.sees('[DEMO]');
	await tui.sees(/cs2-scrim +CS2 +STOPPED/);
	await tui.isLive();
});

test.each([
	[[], /2:|1:|3:/],
	[['--no-color'], /^(bold|inverse| )*$/],
])('with %j the list uses the requested colors', async (args, look) => {
	const tui = await openPtyTui({atEnd: onTestFinished, args});
	await tui.sees(selected('cs2-scrim'));
	const looks = Array.from({length: 40}, (_, x) => tui.emulator.cell(x, 0).look);
	expect([...new Set(looks)].join(' ')).toMatch(look);
});

test('jjj in one read moves three rows', async () => {
	const tui = await openReady();
	tui.write('jjj');
	await tui.sees(selected('ark-isl-1'));
});

test('r and Enter in one read are two keys', async () => {
	const tui = await openReady();
	tui.write('r\r');
	await tui.sees('Refreshing.');
	tui.write('q');
	tui.write('jj');
	await tui.sees(selected('ark-events'));
});

test('Esc and a quick Down in one read leave the input and move to the next server', async () => {
	const tui = await openReady();
	tui.write('i');
	await tui.sees(/rcon> *$/m);
	tui.write('\x1b\x1b[B');
	await tui.sees(selected('ark-center'));
	tui.write('i');
	await tui.sees(/\[ark-center \d+p\] rcon> *$/m);
});

test('Ctrl-C within a read clears the input, and the rest is typed', async () => {
	const tui = await openReady();
	tui.write('i');
	await tui.sees(/rcon>/);
	tui.write('status');
	await tui.sees('rcon> status');
	tui.write('abc\x03xyz');
	await tui.sees('rcon> xyz');
});

test('Escape and a letter in one read are not Alt', async () => {
	const tui = await openReady();
	tui.write('?');
	await tui.sees('─ Keys: ');
	tui.write('\x1bj');
	await tui.sees(selected('ark-center'));
	expect(tui.shows('─ Keys: ')).toBe(false);
});

test('a newline in a paste does not send the line', async () => {
	const tui = await openReady();
	tui.write('jjj');
	await tui.sees(selected('ark-isl-1'));
	tui.write('i');
	tui.write('\x1b[200~ListPlayers\n\x1b[201~');
	await tui.sees('rcon> ListPlayers');
	tui.write('!');
	await tui.sees('rcon> ListPlayers!');
	expect(tui.screen()).not.toMatch(/me +> /);
});

test('a command shows its answer from the game', async () => {
	const tui = await openReady();
	tui.write('jjj');
	await tui.sees(selected('ark-isl-1'));
	tui.write('i');
	tui.write('ListPlayers\r');
	await tui.sees(/me +> ListPlayers +\d+ms/);
});

test('a resize repaints the session in the new size', async () => {
	const tui = await openReady();
	tui.resize(120, 40);
	await tui.until('wide TUI', () => tui.emulator.rows()[39]?.includes('Help') ?? false);
	tui.resize(30, 8);
	await tui.until('small TUI', () => !tui.shows('cs2-scrim'));
	tui.resize(80, 24);
	await tui.sees(selected('cs2-scrim'));
});
