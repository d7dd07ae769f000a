import {chmodSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {isAlive, openPtyTui, prompt} from './pty-tui.ts';

/** An editor that reads one line from the terminal and saves it. */
const editor =
	'#!/bin/sh\necho $$ >"$HOME/pid-of-editor"\nprintf "editing %s: " "$(cat "$1")"\nread -r line </dev/tty\nprintf "%s\\n" "$line" >"$1"\n';

/**
An editor that leaves the keys in the terminal until the test has seen each line echoed, and then reads all of them.
*/
const slowEditor =
	'#!/bin/sh\nmkfifo "$HOME/go"\nprintf "editing\\n"\ncat "$HOME/go"\nread -r a\nread -r b\nread -r c\n' +
	'printf "%s-%s-%s\\n" "$a" "$b" "$c" >"$1"\n';

const isStopped = (pid: number) => / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

async function openEditing(script: string) {
	const tui = await openPtyTui({atEnd: onTestFinished, env: {EDITOR: '"$HOME/editor"'}});
	const file = path.join(tui.folder, 'editor');
	writeFileSync(file, script);
	chmodSync(file, 0o755);
	await tui.isLive();
	tui.write('i');
	await tui.sees(/rcon>/);
	tui.write('say');
	await tui.sees('rcon> say');
	tui.write('\x18');
	await tui.sees('editing');
	return tui;
}

test('Ctrl-X hands the terminal and all keys to the editor, and then uses the saved text', async () => {
	const tui = await openEditing(editor);
	await tui.sees('editing say:');
	expect(tui.isRestored()).toBe(true);
	tui.write('say from the editor\r');
	await tui.sees('rcon> say from the editor');
	tui.write('!');
	await tui.sees('rcon> say from the editor!');
	expect(tui.emulator.isAlternate()).toBe(true);
});

test('the TUI reads no key that is typed in the editor, even if the editor reads it late', async () => {
	const tui = await openEditing(slowEditor);
	for (const line of ['one', 'two', 'three']) {
		tui.write(`${line}\r`);
		await tui.sees(new RegExp(`^${line}$`, 'm'));
	}
	writeFileSync(path.join(tui.folder, 'go'), '');
	await tui.sees('rcon> one-two-three');
});

test('Ctrl-Z in the editor suspends both, and fg returns the terminal to the editor', async () => {
	const tui = await openEditing(editor);
	tui.write('\x1a');
	await tui.sees(prompt);
	const editing = Number(readFileSync(path.join(tui.folder, 'pid-of-editor'), 'utf8'));
	await expect.poll(() => [isStopped(editing), isStopped(tui.pid())]).toEqual([true, true]);
	tui.resize(100, 30);
	tui.write('fg\r');
	await expect.poll(() => [isStopped(editing), isStopped(tui.pid())]).toEqual([false, false]);
	expect(tui.emulator.isAlternate()).toBe(false);
	tui.write('after a stop\r');
	await tui.sees('rcon> after a stop');
	expect(tui.emulator.isAlternate()).toBe(true);
	await tui.until('its last row in the last row', () => /Enter Send/.test(tui.emulator.rows()[29] ?? ''));
});

test('SIGTERM during the editor ends the TUI and restores the terminal', async () => {
	const tui = await openEditing(editor);
	process.kill(tui.pid(), 'SIGTERM');
	await tui.sees(/shell>$/m);
	expect(tui.isRestored()).toBe(true);
	expect(isAlive(tui.pid())).toBe(false);
});
