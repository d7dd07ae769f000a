import {chmodSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openPtyDeck} from './pty-deck.ts';

/** Reads one line from the terminal, as an editor would, and saves it. */
const editor =
	'#!/bin/sh\nprintf "editing %s: " "$(cat "$1")"\nread -r line </dev/tty\nprintf "%s\\n" "$line" >"$1"\n';

/** Lets the keys lie in the terminal until the test has seen each line echoed; only then it reads all of them. */
const slowEditor =
	'#!/bin/sh\nmkfifo "$HOME/go"\nprintf "editing\\n"\ncat "$HOME/go"\nread -r a\nread -r b\nread -r c\n' +
	'printf "%s-%s-%s\\n" "$a" "$b" "$c" >"$1"\n';

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
