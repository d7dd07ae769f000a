import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {waitForClock} from './wait-for-clock.ts';
import {openPtyTui, prompt, type PtyTui} from './pty-tui.ts';

/** The texts that the terminal is asked to copy, in order. */
function clipboardOf({emulator}: PtyTui): string[] {
	const copies: string[] = [];
	emulator.terminal.parser.registerOscHandler(52, data => {
		copies.push(Buffer.from(data.replace(/^c;/, ''), 'base64').toString('utf8'));
		return true;
	});
	return copies;
}

test('y copies to the terminal in a format that it understands, and writes the same text to a file', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished, columns: 120, rows: 30});
	const copies = clipboardOf(tui);
	await tui.isLive();
	tui.write('y');
	await tui.sees(/Address: \S+/);
	await waitForClock(tui);
	const address = /Address: (\S+)/.exec(tui.screen())?.[1] ?? '';
	tui.write('j');
	await tui.until('address under the cursor', () => /> *d *Address/.test(tui.screen()));
	tui.write('\r');
	await tui.sees('Copied address');
	await tui.until('copy', () => copies.length > 0);
	expect(copies).toEqual([address]);
	expect(readFileSync(path.join(tui.state, 'copied.txt'), 'utf8')).toBe(address);
});

test('y and the letter of a choice in one read copy it, and holding Enter chooses nothing', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished, columns: 120, rows: 30});
	const copies = clipboardOf(tui);
	await tui.isLive();
	tui.write('yn');
	await tui.sees('Copied name');
	await tui.until('copy', () => copies.length > 0);
	const [name = ''] = copies;
	expect(tui.shows(name)).toBe(true);
	tui.write(':');
	await tui.sees('Palette');
	tui.write('sort');
	await tui.until('sort', () => tui.shows('sort BY') && tui.shows('Sort servers or players'));
	tui.write('\x1b[B');
	await waitForClock(tui);
	tui.write('\r');
	await tui.sees('alerts first');
	for (let repeat = 0; repeat < 20; repeat++) tui.write('\r');
	await tui.sees('Press Enter again');
	expect(tui.shows('alerts first')).toBe(true);
	await waitForClock(tui);
	tui.write('j');
	await tui.until('name under the cursor', () => /> *n name/.test(tui.screen()));
	tui.write('\r');
	await tui.sees('sort:name');
});

test('the plain view shows on the main screen without raw output, and Enter or Ctrl-C returns from it', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished, columns: 120, rows: 40});
	await tui.isLive();
	for (const [before, key] of ['\r', '\x03'].entries()) {
		tui.write('y');
		await tui.sees('Plain view');
		await waitForClock(tui);
		tui.write('k');
		await tui.until('last choice', () => /> *p *Plain view/.test(tui.screen()));
		tui.write('\r');
		// Earlier output is still on the main screen.
		await tui.until('plain view', () => tui.screen().split('-- Press Enter to return').length - 2 === before);
		expect(tui.emulator.isAlternate()).toBe(false);
		expect(tui.emulator.terminal.modes.bracketedPasteMode).toBe(false);
		// Rows start at the left edge, so line feeds are not raw.
		expect(tui.screen()).toMatch(/^\S+\t?.*(RUNNING|ONLINE)/m);
		tui.write(key);
		await tui.until('tui', () => tui.emulator.isAlternate() && tui.shows('feed LIVE'));
	}
	tui.write('q');
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
});
