import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openPtyDeck, prompt} from './pty-deck.ts';

test('after kill -9 doctor --reset-terminal gives back screen, cursor, paste and line editing', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('feed LIVE');
	process.kill(deck.pid(), 'SIGKILL');
	// What the shell says stands where the deck left the cursor, and at the end of a row it is cut.
	await deck.sees(/^shell>/m);
	expect(deck.isGivenBack()).toBe(false);
	// The terminal is raw still, and so Enter is a line feed to nobody: Ctrl-J ends the line.
	deck.write('"$DECK_NODE" "$DECK" doctor --reset-terminal; stty -a\n');
	await deck.until('shell', () => deck.isGivenBack() && deck.shows(prompt));
	await deck.sees(/[^-]icanon/);
	await deck.sees(/[^-]echo /);
	await deck.sees(/[^-]ixon/);
	deck.write('echo works again\r');
	await deck.sees(/^works again$/m);
}, 20_000);

test('doctor --reset-terminal does no harm to a terminal that is as it should be, nor to what is on it', async () => {
	const cache = mkdtempSync(path.join(tmpdir(), 'rcondeck-cache-'));
	onTestFinished(() => rmSync(cache, {recursive: true, force: true}));
	const deck = await openPtyDeck({atEnd: onTestFinished, env: {XDG_CACHE_HOME: cache}});
	await deck.sees('feed LIVE');
	deck.write('q');
	await deck.until('shell', () => deck.isGivenBack() && deck.shows(prompt));
	deck.write('echo kept\r');
	// What is typed before the shell has asked for it is echoed before its prompt, and "done" comes to stand behind that.
	await deck.sees(/^kept\nshell>$/m);
	deck.write('"$DECK_NODE" "$DECK" doctor --reset-terminal && echo done\r');
	await deck.sees(/^done$/m);
	expect(deck.screen()).toMatch(/^kept$/m);
	expect(deck.emulator.rows().findIndex(row => row === 'done')).toBeGreaterThan(
		deck.emulator.rows().findIndex(row => row === 'kept'),
	);
	// The next one starts with what V8 made of the program, as after any command.
	expect(readdirSync(path.join(cache, 'rcondeck')).some(name => name.startsWith('commands-'))).toBe(true);
}, 20_000);

test('Ctrl-S and Ctrl-Q stop and start nothing: they arrive as keys', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('feed LIVE');
	deck.write('\x13');
	deck.write('i');
	await deck.sees(/rcon>/);
	deck.write('\x13ab\x11c');
	await deck.sees('rcon> abc');
});

test('Ctrl-Z, Ctrl-S, Ctrl-Q and Ctrl-C in one read are four keys', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('feed LIVE');
	deck.write('\x1a\x13\x11\x03');
	await deck.until('shell', () => deck.isGivenBack() && deck.shows(prompt));
	deck.write('fg\r');
	await deck.until('deck', () => deck.emulator.isAlternate() && deck.shows('feed LIVE'));
});

test('no mouse is captured, and what a mouse or a focus change reports is not typed', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('feed LIVE');
	expect(deck.emulator.terminal.modes.mouseTrackingMode).toBe('none');
	deck.write('i');
	await deck.sees(/rcon>/);
	deck.write('\x1b[<64;10;10M\x1b[I\x1b[O');
	deck.write('ok');
	await deck.sees('rcon> ok');
});

test('a storm of sizes down to 1x1 and back ends in the right frame, and what was on the first screen stays', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('feed LIVE');
	const sizes: [number, number][] = [];
	for (let size = 60; size >= 1; size -= 3) sizes.push([size, Math.max(1, Math.round(size / 3))]);
	for (const [columns, rows] of [
		...sizes,
		...sizes.toReversed(),
		[1, 1],
		[200, 60],
		[1, 1],
		[80, 24],
	] as const)
		deck.resize(columns, rows);
	await deck.until(
		'the deck',
		() => deck.shows('feed LIVE') && /help|\?/.test(deck.emulator.rows()[23] ?? ''),
	);
	deck.write('q');
	await deck.until('shell', () => deck.isGivenBack() && deck.shows(prompt));
	expect(deck.emulator.terminal.buffer.normal.length).toBeGreaterThanOrEqual(24);
}, 20_000);

test.each(['linux', 'xterm', 'screen', 'tmux-256color', 'vt220'])(
	'on a terminal of the type %s it paints and leaves',
	async term => {
		const deck = await openPtyDeck({atEnd: onTestFinished, env: {TERM: term}});
		await deck.sees('feed LIVE');
		deck.write('?');
		await deck.sees('─ Keys ─');
		deck.write('\x1b');
		await deck.until('no help', () => !deck.shows('─ Keys ─'));
		deck.write('q');
		await deck.until('shell', () => deck.isGivenBack() && deck.shows(prompt));
	},
);

test('where the locale is not UTF-8 everything painted is ASCII', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished, env: {LC_ALL: 'C'}});
	await deck.sees('feed LIVE');
	expect(deck.screen()).toMatch(/^[\x20-\x7e\n]*$/);
});
