import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openPtyTui, prompt} from './pty-tui.ts';

test('doctor --reset-terminal restores screen, cursor, paste mode, mouse and line editing after kill -9', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	process.kill(tui.pid(), 'SIGKILL');
	// The shell prints where the TUI left the cursor, and cuts the text at the end of the row.
	await tui.sees(/^shell>/m);
	expect(tui.isRestored()).toBe(false);
	expect(tui.reportsMouse()).toBe(true);
	// The terminal is still raw, where Enter does not end a line: Ctrl-J does.
	tui.write('"$TUI_NODE" "$TUI" doctor --reset-terminal; stty -a\n');
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
	expect(tui.reportsMouse()).toBe(false);
	await tui.sees(/[^-]icanon/);
	await tui.sees(/[^-]echo /);
	await tui.sees(/[^-]ixon/);
	tui.write('echo works again\r');
	await tui.sees(/^works again$/m);
});

test('doctor --reset-terminal leaves a healthy terminal and its content unchanged', async () => {
	const cache = mkdtempSync(path.join(tmpdir(), 'rcondeck-cache-'));
	onTestFinished(() => rmSync(cache, {recursive: true, force: true}));
	const tui = await openPtyTui({atEnd: onTestFinished, env: {XDG_CACHE_HOME: cache}});
	await tui.isLive();
	tui.write('q');
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
	tui.write('echo kept\r');
	// Input typed before the prompt is echoed before it, and "done" would follow it.
	await tui.sees(/^kept\nshell>$/m);
	tui.write('"$TUI_NODE" "$TUI" doctor --reset-terminal && echo done\r');
	await tui.sees(/^done$/m);
	expect(tui.screen()).toMatch(/^kept$/m);
	expect(tui.emulator.rows().findIndex(row => row === 'done')).toBeGreaterThan(
		tui.emulator.rows().findIndex(row => row === 'kept'),
	);
	// The next run starts with V8's code cache, as after any command.
	expect(readdirSync(path.join(cache, 'rcondeck')).some(name => name.startsWith('code-doctor-'))).toBe(true);
});

test('Ctrl-S and Ctrl-Q are keys that do not pause the output, also in one read with Ctrl-Z and Ctrl-C', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	tui.write('\x13');
	tui.write('i');
	tui.write('\x13ab\x11c');
	await tui.sees('rcon> abc');
	tui.write('\x1a\x13\x11\x03');
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
	tui.write('fg\r');
	await tui.until('tui', () => tui.emulator.isAlternate() && tui.shows('feed LIVE'));
	// Ctrl-C has removed the line.
	await tui.sees(/rcon> *$/m);
});

test('captures the wheel and clicks while it is open, and never types the reports of a mouse or a focus change', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	expect(tui.emulator.terminal.modes.mouseTrackingMode).toBe('vt200');
	tui.write('i');
	await tui.sees(/rcon>/);
	tui.write('\x1b[<64;10;10M\x1b[I\x1b[O');
	tui.write('ok');
	await tui.sees('rcon> ok');
	tui.write('\x1a');
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
	expect(tui.emulator.terminal.modes.mouseTrackingMode).toBe('none');
	tui.write('fg\r');
	await tui.until('tui', () => tui.emulator.isAlternate() && tui.shows('feed LIVE'));
	expect(tui.emulator.terminal.modes.mouseTrackingMode).toBe('vt200');
});

test('many resizes down to 1x1 and back end with the right frame and keep the main screen', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
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
		tui.resize(columns, rows);
	await tui.until('the TUI', () => tui.shows('feed LIVE') && /help|\?/.test(tui.emulator.rows()[23] ?? ''));
	tui.write('q');
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
	expect(tui.emulator.terminal.buffer.normal.length).toBeGreaterThanOrEqual(24);
});

test.each(['linux', 'tmux-256color', 'vt220'])('paints and quits on a terminal of type %s', async term => {
	const tui = await openPtyTui({atEnd: onTestFinished, env: {TERM: term}});
	await tui.isLive();
	tui.write('?');
	await tui.sees('─ Keys: ');
	tui.write('\x1b');
	await tui.until('no help', () => !tui.shows('─ Keys: '));
	tui.write('q');
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
});

test('paints only ASCII if the locale is not UTF-8', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished, env: {LC_ALL: 'C'}});
	await tui.isLive();
	expect(tui.screen()).toMatch(/^[\x20-\x7e\n]*$/);
});
