import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {momentPasses} from './moment-passes.ts';
import {openPtyTui, prompt, type PtyTui} from './pty-tui.ts';

/** What the terminal is told to copy, in its order. */
function clipboardOf({emulator}: PtyTui): string[] {
	const copies: string[] = [];
	emulator.terminal.parser.registerOscHandler(52, data => {
		copies.push(Buffer.from(data.replace(/^c;/, ''), 'base64').toString('utf8'));
		return true;
	});
	return copies;
}

test('y gives the terminal a copy that it understands, and writes the same into a file', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished, columns: 120, rows: 30});
	const copies = clipboardOf(tui);
	await tui.sees('feed LIVE');
	tui.write('y');
	await tui.sees(/Address: \S+/);
	await momentPasses(tui);
	const address = /Address: (\S+)/.exec(tui.screen())?.[1] ?? '';
	tui.write('j');
	await tui.until('address under the cursor', () => /> *d *Address/.test(tui.screen()));
	tui.write('\r');
	await tui.sees('Copied address');
	await tui.until('copy', () => copies.length > 0);
	expect(copies).toEqual([address]);
	expect(readFileSync(path.join(tui.state, 'copied.txt'), 'utf8')).toBe(address);
}, 20_000);

test('y and the letter of a choice in one go copy it; an Enter that is held down chooses nothing', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished, columns: 120, rows: 30});
	const copies = clipboardOf(tui);
	await tui.sees('feed LIVE');
	tui.write('yn');
	await tui.sees('Copied name');
	await tui.until('copy', () => copies.length > 0);
	const [name = ''] = copies;
	expect(tui.shows(name)).toBe(true);
	tui.write(':');
	await tui.sees('Palette');
	tui.write('sort');
	await tui.until('sort', () => tui.shows('sort BY') && tui.shows('Sort servers'));
	tui.write('\x1b[B');
	await momentPasses(tui);
	tui.write('\r');
	await tui.sees('alerts first');
	for (let repeat = 0; repeat < 20; repeat++) tui.write('\r');
	await tui.sees('press it again');
	expect(tui.shows('alerts first')).toBe(true);
	await momentPasses(tui);
	tui.write('j');
	await tui.until('name under the cursor', () => /> *n name/.test(tui.screen()));
	tui.write('\r');
	await tui.sees('sort:name');
}, 20_000);

test('the plain view stands on the first screen without raw output, and Enter or Ctrl-C come back from it', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished, columns: 120, rows: 40});
	await tui.sees('feed LIVE');
	for (const [before, key] of ['\r', '\x03'].entries()) {
		tui.write('y');
		await tui.sees('Plain view');
		await momentPasses(tui);
		tui.write('k');
		await tui.until('last choice', () => /> *p *Plain view/.test(tui.screen()));
		tui.write('\r');
		// What was shown before is still on the first screen.
		await tui.until('plain view', () => tui.screen().split('-- Press Enter to return').length - 2 === before);
		expect(tui.emulator.isAlternate()).toBe(false);
		expect(tui.emulator.terminal.modes.bracketedPasteMode).toBe(false);
		// Rows begin at the left: line feeds are not raw.
		expect(tui.screen()).toMatch(/^\S+\t?.*(RUNNING|ONLINE)/m);
		tui.write(key);
		await tui.until('tui', () => tui.emulator.isAlternate() && tui.shows('feed LIVE'));
	}
	tui.write('q');
	await tui.until('shell', () => tui.isGivenBack() && tui.shows(prompt));
}, 20_000);
