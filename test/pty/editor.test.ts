import {chmodSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {isAlive, openPtyDeck, prompt} from './pty-deck.ts';

/** Reads one line from the terminal, as an editor would, and saves it. */
const editor =
	'#!/bin/sh\necho $$ >"$HOME/pid-of-editor"\nprintf "editing %s: " "$(cat "$1")"\nread -r line </dev/tty\nprintf "%s\\n" "$line" >"$1"\n';

/** Lets the keys lie in the terminal until the test has seen each line echoed; only then it reads all of them. */
const slowEditor =
	'#!/bin/sh\nmkfifo "$HOME/go"\nprintf "editing\\n"\ncat "$HOME/go"\nread -r a\nread -r b\nread -r c\n' +
	'printf "%s-%s-%s\\n" "$a" "$b" "$c" >"$1"\n';

const isStopped = (pid: number) => / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

async function openEditing(script: string) {
	const deck = await openPtyDeck({atEnd: onTestFinished, env: {EDITOR: '"$HOME/editor"'}});
	const file = path.join(deck.folder, 'editor');
	writeFileSync(file, script);
	chmodSync(file, 0o755);
	await deck.sees('feed LIVE');
	deck.write('i');
	await deck.sees(/rcon>/);
	deck.write('say');
	await deck.sees('rcon> say');
	deck.write('\x18');
	await deck.sees('editing');
	return deck;
}

test('Ctrl-X gives the terminal to the editor, with all its keys, and takes it back with what was saved', async () => {
	const deck = await openEditing(editor);
	await deck.sees('editing say:');
	expect(deck.isGivenBack()).toBe(true);
	deck.write('say from the editor\r');
	await deck.sees('rcon> say from the editor');
	deck.write('!');
	await deck.sees('rcon> say from the editor!');
	expect(deck.emulator.isAlternate()).toBe(true);
}, 20_000);

test('no key that is meant for the editor is read by the deck, however late the editor reads it', async () => {
	const deck = await openEditing(slowEditor);
	for (const line of ['one', 'two', 'three']) {
		deck.write(`${line}\r`);
		await deck.sees(new RegExp(`^${line}$`, 'm'));
	}
	writeFileSync(path.join(deck.folder, 'go'), '');
	await deck.sees('rcon> one-two-three');
}, 20_000);

test('Ctrl-Z in the editor stops both; fg gives the terminal back to the editor, not to the deck', async () => {
	const deck = await openEditing(editor);
	deck.write('\x1a');
	await deck.sees(prompt);
	const editing = Number(readFileSync(path.join(deck.folder, 'pid-of-editor'), 'utf8'));
	await expect.poll(() => [isStopped(editing), isStopped(deck.pid())]).toEqual([true, true]);
	deck.resize(100, 30);
	deck.write('fg\r');
	await expect.poll(() => [isStopped(editing), isStopped(deck.pid())]).toEqual([false, false]);
	expect(deck.emulator.isAlternate()).toBe(false);
	deck.write('after a stop\r');
	await deck.sees('rcon> after a stop');
	expect(deck.emulator.isAlternate()).toBe(true);
	await deck.until('its last row in the last row', () => /Enter send/.test(deck.emulator.rows()[29] ?? ''));
}, 20_000);

test('while the editor has the terminal, SIGTERM ends the deck and the terminal is as it was', async () => {
	const deck = await openEditing(editor);
	process.kill(deck.pid(), 'SIGTERM');
	await deck.sees(/shell>$/m);
	expect(deck.isGivenBack()).toBe(true);
	expect(isAlive(deck.pid())).toBe(false);
}, 20_000);
