import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {isAlive, openPtyDeck, prompt, type PtyDeck} from './pty-deck.ts';

/** The shell is back, with the exit code, and the terminal is as it was: screen, cursor, paste, lines and echo. */
async function expectBack(deck: PtyDeck, code: number) {
	await deck.until('shell', () => deck.isGivenBack() && deck.shows(prompt));
	deck.write('echo "code $?"; stty -a\r');
	await deck.sees(`code ${code}`);
	await deck.sees(/[^-]icanon/);
	await deck.sees(/[^-]echo /);
	expect(deck.screen()).not.toMatch(/^\s+at /m);
}

test('q gives the terminal back and ends with 0', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('feed LIVE');
	expect(deck.isGivenBack()).toBe(false);
	deck.write('q');
	await expectBack(deck, 0);
});

test('Ctrl-C asks once, and twice ends with 0', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('feed LIVE');
	deck.write('\x03');
	await deck.sees('Press Ctrl-C again to quit.');
	deck.write('\x03');
	await expectBack(deck, 0);
});

test('leaving works before the service has answered', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	deck.write('q');
	await expectBack(deck, 0);
});

test.each([
	['SIGTERM', 143],
	['SIGHUP', 129],
	['SIGINT', 130],
	['SIGQUIT', 131],
] as const)('%s gives the terminal back and ends with %i', async (signal, code) => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('feed LIVE');
	process.kill(deck.pid(), signal);
	await expectBack(deck, code);
});

test('Ctrl-\\ as a key does nothing: neither on the list, nor in a dialog, nor in the input', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('feed LIVE');
	deck.write('\x1c');
	deck.write('?');
	await deck.sees('─ Keys ─');
	deck.write('\x1c');
	deck.write('\x1b');
	await deck.until('no help', () => !deck.shows('─ Keys ─'));
	deck.write('i');
	await deck.sees(/rcon>/);
	deck.write('a\x1cb');
	deck.write('\x1c');
	deck.write('c');
	await deck.sees(/rcon> abc\s*$/m);
	expect(deck.emulator.isAlternate()).toBe(true);
});

test('an error that nobody caught gives the terminal back, names its report, and ends with 70', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished, columns: 120});
	await deck.sees('feed LIVE');
	process.kill(deck.pid(), 'SIGUSR2');
	await deck.sees('This is a bug of rcondeck.');
	await expectBack(deck, 70);
	const report = readdirSync(deck.state).find(name => name.startsWith('report-')) ?? '';
	expect(readFileSync(path.join(deck.state, report), 'utf8')).toContain('a bug made by the test');
});

test('when the shell that started it dies, the deck ends', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('feed LIVE');
	const pid = deck.pid();
	process.kill(deck.shellPid, 'SIGKILL');
	await expect.poll(() => isAlive(pid), {timeout: 5000}).toBe(false);
	expect(deck.hasState() ? readdirSync(deck.state).filter(name => name.startsWith('report-')) : []).toEqual(
		[],
	);
});

test('Ctrl-Z gives the terminal to the shell; fg paints everything anew and keys work on', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('feed LIVE');
	deck.write('\x1a');
	await expectBack(deck, 148);
	deck.write('fg\r');
	await deck.until('deck', () => deck.emulator.isAlternate() && deck.shows('feed LIVE'));
	deck.write('?');
	await deck.sees('─ Keys ─');
	deck.write('\x1b');
	deck.write('q');
	await expectBack(deck, 0);
});

test('Ctrl-Z twice, with another window size meanwhile: each fg paints the deck in the size that is', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('feed LIVE');
	for (const [columns, rows] of [
		[100, 30],
		[60, 20],
	] as const) {
		deck.write('\x1a');
		await deck.until('shell', () => deck.isGivenBack() && deck.shows(prompt));
		deck.resize(columns, rows);
		deck.write('clear\r');
		deck.write('fg\r');
		await deck.until('deck', () => deck.emulator.isAlternate() && deck.shows('LIVE'));
		await deck.until('its last row in the last row', () => /help/.test(deck.emulator.rows()[rows - 1] ?? ''));
		expect(deck.emulator.rows()).toHaveLength(rows);
	}
	deck.write('q');
	await expectBack(deck, 0);
}, 20_000);
