import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {momentPasses} from './moment-passes.ts';
import {openPtyDeck, prompt, type PtyDeck} from './pty-deck.ts';

/** What the terminal is told to copy, in its order. */
function clipboardOf({emulator}: PtyDeck): string[] {
	const copies: string[] = [];
	emulator.terminal.parser.registerOscHandler(52, data => {
		copies.push(Buffer.from(data.replace(/^c;/, ''), 'base64').toString('utf8'));
		return true;
	});
	return copies;
}

test('y gives the terminal a copy that it understands, and writes the same into a file', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished, columns: 120, rows: 30});
	const copies = clipboardOf(deck);
	await deck.sees('feed LIVE');
	deck.write('y');
	await deck.sees(/Address: \S+/);
	await momentPasses(deck);
	const address = /Address: (\S+)/.exec(deck.screen())?.[1] ?? '';
	deck.write('j');
	await deck.until('address under the cursor', () => /> *d *Address/.test(deck.screen()));
	deck.write('\r');
	await deck.sees('Copied address');
	await deck.until('copy', () => copies.length > 0);
	expect(copies).toEqual([address]);
	expect(readFileSync(path.join(deck.state, 'copied.txt'), 'utf8')).toBe(address);
}, 20_000);

test('y and the letter of a choice in one go copy it; an Enter that is held down chooses nothing', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished, columns: 120, rows: 30});
	const copies = clipboardOf(deck);
	await deck.sees('feed LIVE');
	deck.write('yn');
	await deck.sees('Copied name');
	await deck.until('copy', () => copies.length > 0);
	const [name = ''] = copies;
	expect(deck.shows(name)).toBe(true);
	deck.write(':');
	await deck.sees('Palette');
	deck.write('sort');
	await deck.until('sort (list)', () => deck.shows('sort BY') && deck.shows('sort (list)'));
	deck.write('\x1b[B');
	await momentPasses(deck);
	deck.write('\r');
	await deck.sees('trouble: what is down first');
	for (let repeat = 0; repeat < 20; repeat++) deck.write('\r');
	await deck.sees('press it again');
	expect(deck.shows('trouble: what is down first')).toBe(true);
	await momentPasses(deck);
	deck.write('j');
	await deck.until('name under the cursor', () => /> *n name/.test(deck.screen()));
	deck.write('\r');
	await deck.sees('sort:name');
}, 20_000);

test('the plain view stands on the first screen without raw output, and Enter or Ctrl-C come back from it', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished, columns: 120, rows: 40});
	await deck.sees('feed LIVE');
	for (const [before, key] of ['\r', '\x03'].entries()) {
		deck.write('y');
		await deck.sees('Plain view');
		await momentPasses(deck);
		deck.write('k');
		await deck.until('last choice', () => /> *p *Plain view/.test(deck.screen()));
		deck.write('\r');
		// What was shown before is still on the first screen.
		await deck.until('plain view', () => deck.screen().split('-- Enter goes back').length - 2 === before);
		expect(deck.emulator.isAlternate()).toBe(false);
		expect(deck.emulator.terminal.modes.bracketedPasteMode).toBe(false);
		// Rows begin at the left: line feeds are not raw.
		expect(deck.screen()).toMatch(/^\S+\t?.*(RUNNING|ONLINE)/m);
		deck.write(key);
		await deck.until('deck', () => deck.emulator.isAlternate() && deck.shows('feed LIVE'));
	}
	deck.write('q');
	await deck.until('shell', () => deck.isGivenBack() && deck.shows(prompt));
}, 20_000);
