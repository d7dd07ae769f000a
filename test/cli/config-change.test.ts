import {chmodSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {configFolder} from './config-folder.ts';
import {runCli} from './run-cli.ts';

const written = `# mine
poll_seconds = 7 # slow line

[profiles.prod]
url = "https://prod.example"
`;

test('config set changes one value and keeps the comments', async () => {
	const {env, read} = configFolder({'config.toml': written});
	const ran = await runCli(['config', 'set', 'poll_seconds', '10s'], {env});
	expect(ran).toMatchObject({
		code: 0,
		err: '',
		out: expect.stringMatching(/^Set poll_seconds in .*config\.toml\.\n$/),
	});
	expect(read('config.toml')).toBe(written.replace('7 #', '"10s" #'));
	expect((await runCli(['config', 'show'], {env})).out).toMatch(/^poll_seconds +10 /m);
});

test('config set creates a missing file', async () => {
	const {env, read} = configFolder();
	expect((await runCli(['config', 'set', 'profiles.new.url', 'https://new.example'], {env})).code).toBe(0);
	expect(read('config.toml')).toBe('[profiles.new]\nurl = "https://new.example"\n');
});

test.each([
	[['poll_seconds', 'often'], 'poll_seconds'],
	[['them', 'dark'], 'Did you mean theme?'],
	[['profile', 'nowhere'], 'no profile nowhere'],
	[['profiles.prod.url', 'ftp://prod'], 'https://'],
	[['keys.app.quitt', 'x'], 'app.quit'],
])('config set %j reports the error and changes nothing', async (words, problem) => {
	const {env, read} = configFolder({'config.toml': written});
	const {code, err} = await runCli(['config', 'set', ...words], {env});
	expect({code, err}).toEqual({code: 2, err: expect.stringContaining(problem)});
	expect(read('config.toml')).toBe(written);
});

test('config set does not touch a file that it cannot edit in place', async () => {
	const inline = '# mine\nprofiles = {prod = {url = "https://prod.example"}} # inline\n';
	const {env, read} = configFolder({'config.toml': inline});
	const {code, err} = await runCli(['config', 'set', 'profiles.prod.label', 'PROD'], {env});
	expect({code, err}).toEqual({code: 2, err: expect.stringContaining('rcondeck config edit')});
	expect(read('config.toml')).toBe(inline);
});

/** A program that edits a file like a user. */
function editor(folder: string, commands: string): {EDITOR: string} {
	const file = path.join(folder, 'editor.sh');
	writeFileSync(file, `#!/bin/sh\n${commands}\n`);
	chmodSync(file, 0o755);
	return {EDITOR: file};
}

test('config edit opens the file in the editor and replaces it', async () => {
	const {env, folder, read} = configFolder({'config.toml': written});
	const its = editor(folder, 'sed "s/= 7/= 8/" "$1" > "$1.new" && mv "$1.new" "$1"');
	const ran = await runCli(['config', 'edit'], {env: {...env, ...its}});
	expect(ran).toMatchObject({code: 0, err: '', out: expect.stringMatching(/^Saved .*config\.toml\.\n$/)});
	expect(read('config.toml')).toBe(written.replace('= 7', '= 8'));
});

test('config edit without a change says so', async () => {
	const {env, read} = configFolder({'config.toml': written});
	const ran = await runCli(['config', 'edit'], {env: {...env, EDITOR: 'true'}});
	expect(ran).toMatchObject({code: 0, out: '', err: expect.stringContaining('unchanged')});
	expect(read('config.toml')).toBe(written);
});

test('config edit does not save a file that config check rejects, and keeps the edited text', async () => {
	const {env, folder, read} = configFolder({'config.toml': written});
	const its = editor(folder, 'echo "wrong = 1" > "$1"');
	for (const name of ['config.edited.toml', 'config.edited-2.toml']) {
		const {code, err} = await runCli(['config', 'edit'], {env: {...env, ...its}});
		expect({code, err}).toEqual({code: 2, err: expect.stringMatching(/Line 1: unknown key wrong/)});
		expect(err).toContain(name);
		expect(read(name)).toBe('wrong = 1\n');
	}
	expect(read('config.toml')).toBe(written);
});

test('config edit does not overwrite changes that another program has saved meanwhile', async () => {
	const {env, folder, read} = configFolder({'config.toml': written});
	const file = path.join(folder, 'config.toml');
	const its = editor(folder, `echo 'bell = true' > '${file}'\necho 'bell = false' > "$1"`);
	const {code, err} = await runCli(['config', 'edit'], {env: {...env, ...its}});
	expect({code, err}).toEqual({code: 7, err: expect.stringContaining('another program')});
	expect(read('config.toml')).toBe('bell = true\n');
	expect(read('config.edited.toml')).toBe('bell = false\n');
});

test('config edit with a failing editor changes nothing', async () => {
	const {env, folder, read} = configFolder({'config.toml': written});
	expect((await runCli(['config', 'edit'], {env: {...env, EDITOR: 'false'}})).code).toBe(1);
	expect(read('config.toml')).toBe(written);
	expect(readdirSync(folder)).toEqual(['config.toml']);
});
