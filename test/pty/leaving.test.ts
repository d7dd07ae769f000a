import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {isAlive, openPtyTui, prompt, type PtyTui} from './pty-tui.ts';

/** Expects the shell with the exit code, and a restored terminal: screen, cursor, paste mode, line editing and echo. */
async function expectRestored(tui: PtyTui, code: number) {
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
	tui.write('echo "code $?"; stty -a\r');
	await tui.sees(`code ${code}`);
	await tui.sees(/[^-]icanon/);
	await tui.sees(/[^-]echo /);
	expect(tui.screen()).not.toMatch(/^\s+at /m);
}

test('q restores the terminal and exits with 0', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	expect(tui.isRestored()).toBe(false);
	tui.write('q');
	await expectRestored(tui, 0);
});

test('Ctrl-C asks once, and exits with 0 the second time', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	tui.write('\x03');
	await tui.sees('Press Ctrl-C again to quit.');
	tui.write('\x03');
	await expectRestored(tui, 0);
});

test('quits before the service has answered', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	tui.write('q');
	await expectRestored(tui, 0);
});

test.each([
	['SIGTERM', 143],
	['SIGHUP', 129],
	['SIGINT', 130],
	['SIGQUIT', 131],
] as const)('%s restores the terminal, turns off mouse reports and exits with %i', async (signal, code) => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	expect(tui.reportsMouse()).toBe(true);
	process.kill(tui.pid(), signal);
	await expectRestored(tui, code);
	expect(tui.reportsMouse()).toBe(false);
});

test('Ctrl-\\ as a key does nothing in the list, a dialog or the input', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	tui.write('\x1c');
	tui.write('?');
	await tui.sees('─ Keys: ');
	tui.write('\x1c');
	tui.write('\x1b');
	await tui.until('no help', () => !tui.shows('─ Keys: '));
	tui.write('i');
	await tui.sees(/rcon>/);
	tui.write('a\x1cb');
	tui.write('\x1c');
	tui.write('c');
	await tui.sees(/rcon> abc\s*$/m);
	expect(tui.emulator.isAlternate()).toBe(true);
});

test('an uncaught error restores the terminal, turns off mouse reports, names its report, and exits with 70', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished, columns: 120});
	await tui.isLive();
	expect(tui.reportsMouse()).toBe(true);
	process.kill(tui.pid(), 'SIGUSR2');
	await tui.sees('This is a bug in rcondeck.');
	await expectRestored(tui, 70);
	expect(tui.reportsMouse()).toBe(false);
	const report = readdirSync(tui.state).find(name => name.startsWith('report-')) ?? '';
	expect(readFileSync(path.join(tui.state, report), 'utf8')).toContain('a bug made by the test');
});

test('the TUI ends when the shell that started it dies', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	const pid = tui.pid();
	process.kill(tui.shellPid, 'SIGKILL');
	await expect.poll(() => isAlive(pid)).toBe(false);
	expect(tui.hasState() ? readdirSync(tui.state).filter(name => name.startsWith('report-')) : []).toEqual([]);
});

test('Ctrl-Z returns to the shell, and fg repaints everything and accepts keys', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	tui.write('\x1a');
	await expectRestored(tui, 148);
	tui.write('fg\r');
	await tui.until('tui', () => tui.emulator.isAlternate() && tui.shows('feed LIVE'));
	tui.write('?');
	await tui.sees('─ Keys: ');
	tui.write('\x1b');
	tui.write('q');
	await expectRestored(tui, 0);
});

test('after Ctrl-Z twice with a changed window size, each fg repaints the TUI in the current size', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	for (const [columns, rows] of [
		[100, 30],
		[60, 20],
	] as const) {
		tui.write('\x1a');
		await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
		tui.resize(columns, rows);
		tui.write('clear\r');
		tui.write('fg\r');
		await tui.until('tui', () => tui.emulator.isAlternate() && tui.shows('LIVE'));
		await tui.until('its last row in the last row', () => /Help/.test(tui.emulator.rows()[rows - 1] ?? ''));
		expect(tui.emulator.rows()).toHaveLength(rows);
	}
	tui.write('q');
	await expectRestored(tui, 0);
});

test('Ctrl-D right after Ctrl-Z does not end a session that no shell can stop', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished, replacesShell: true});
	await tui.isLive();
	tui.write('\x1a');
	await tui.until('main screen', () => !tui.emulator.isAlternate());
	tui.write('\x04');
	await tui.until('second screen', () => tui.emulator.isAlternate());
	await tui.isLive();
	tui.write('?');
	await tui.sees('Keys: ');
});

test('Ctrl-C at a question of login ends it like any other command', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished, isStream: true, args: ['login', 'z']});
	await tui.sees('Service URL:');
	tui.write('\x03');
	await tui.sees(prompt);
	tui.write('echo "code $?"\r');
	await tui.sees('code 130');
});
