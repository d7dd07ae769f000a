import {expect, test} from 'vitest';
import {editExternally} from '../../../src/lib/process/external-editor.ts';
import {editorMessages} from '../../../src/messages/text.ts';

const edit = async (env: Record<string, string>, text = 'say hi') => {
	let lent = 0;
	const lend = async (task: () => Promise<void>) => {
		lent++;
		await task();
	};
	const options = {env: {PATH: process.env['PATH'] ?? '', ...env}, lend, words: editorMessages};
	const edited = await editExternally(text, options);
	return {edited, lent};
};

/** Editors without interaction: `sed` with its own arguments. */
const shout = 'sed -i s/hi/HELLO/';

test('the file for JSON has an extension that editors recognize', async () => {
	const name = 'sh -c \'basename "$1" > "$1"\' sh';
	expect((await edit({EDITOR: name}, '{}')).edited).toEqual({text: 'document.json\n'});
	expect((await edit({EDITOR: name})).edited).toEqual({text: 'command.txt\n'});
});

test('returns the text that the editor saves, and gives the editor the terminal meanwhile', async () => {
	expect(await edit({EDITOR: shout})).toEqual({edited: {text: 'say HELLO\n'}, lent: 1});
});

test('$VISUAL takes precedence over $EDITOR', async () => {
	expect((await edit({VISUAL: shout, EDITOR: 'false'})).edited).toEqual({text: 'say HELLO\n'});
});

test('an editor that fails or is missing leaves the line unchanged and reports it', async () => {
	expect((await edit({EDITOR: 'false'})).edited).toEqual({
		problem: 'The editor (false) exited with code 1. The text is unchanged.',
	});
	const {edited} = await edit({EDITOR: 'no-such-editor-here 2>/dev/null'});
	expect(edited).toMatchObject({problem: expect.stringContaining('Set $VISUAL or $EDITOR')});
});
