import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

async function withConfig(text: string, argv: string[]) {
	const folder = path.join(tempFolder(), 'config');
	mkdirSync(folder, {recursive: true});
	writeFileSync(path.join(folder, 'config.toml'), text);
	return runCli(argv, {env: {RCONDECK_CONFIG_DIR: folder}});
}

test('config check names the line of each key that no command can have', async () => {
	const text = [
		'bell = true',
		'[keys]',
		'"list.sort" = "z"',
		'"servers.restart" = "r"',
		'"list.sorted" = ["b"]',
		'"list.group" = "ctrl+s"',
	].join('\n');
	const {code, out} = await withConfig(text, ['config', 'check']);
	expect(code).toBe(2);
	const lines = out.trim().split('\n');
	expect(lines.map(line => line.replace(/^.*config\.toml:/, ''))).toEqual([
		expect.stringMatching(/^4: keys\."servers\.restart": it changes servers/),
		expect.stringMatching(
			/^5: keys\."list\.sorted": there is no such command \(did you mean list\.sort\?\): /,
		),
		expect.stringMatching(
			/^6: warning: keys\."list\.group": Ctrl-S does not reach rcondeck in every terminal/,
		),
	]);
});

test('also checks the keys when something else is invalid', async () => {
	const {out} = await withConfig('scrollback = 5\n[keys]\n"list.sort" = "j"\n', ['config', 'check']);
	expect(out).toContain(':1: scrollback: expected at least 100 lines');
	expect(out).toContain(':3: keys."list.sort": j is the key of servers.down');
});

test('config check exits with 0 when there are only warnings', async () => {
	expect((await withConfig('[keys]\n"list.group" = "ctrl+s"\n', ['config', 'check'])).code).toBe(0);
});

test('explains an ID without quotes', async () => {
	const {code, out} = await withConfig('[keys]\nlist.sort = "z"\n', ['config', 'check']);
	expect(code).toBe(2);
	expect(out).toContain(':2: keys.list: expected a key or a list of keys, with the command ID in quotes');
});

test('keys shows the configured keys, with IDs on request', async () => {
	const {code, out} = await withConfig('[keys]\n"list.sort" = ["z", "ctrl+o"]\n', ['keys', '--ids']);
	expect(code).toBe(0);
	expect(out).toMatch(/z Ctrl-O +list\.sort +Sort the list by trouble/);
});

test('keys reports rejected key settings on stderr', async () => {
	const {out, err} = await withConfig('[keys]\n"list.sort" = "j"\n', ['keys', '--json']);
	expect(err).toContain('keys."list.sort": j is the key of servers.down');
	expect(JSON.parse(out)).toMatchObject({
		keys: expect.arrayContaining([expect.objectContaining({id: 'list.sort', keys: ['s']})]),
	});
});

test('doctor warns about a rejected key without failing', async () => {
	const {code, out} = await withConfig('[keys]\n"list.sort" = "j"\n', ['doctor', '--json']);
	expect(code).toBe(0);
	expect(out).toMatch(/"warning"[^}]*config\.toml:2: keys\.\\"list\.sort\\"/);
});

test('config show names the keys and their origin', async () => {
	const {out} = await withConfig('[keys]\n"list.sort" = "z"\n', ['config', 'show']);
	expect(out).toMatch(/keys +list\.sort z +.*config\.toml/);
});

test('config check names the current ID of an earlier one, whose keys still work', async () => {
	const text = '[keys]\n"view.mark" = "ctrl+o"\n';
	const {code, out} = await withConfig(text, ['config', 'check']);
	expect(code).toBe(0);
	expect(out).toContain(':2: warning: keys."view.mark": it is now called timeline.bookmark');
	expect((await withConfig(text, ['keys', '--ids'])).out).toMatch(/Ctrl-O +timeline\.bookmark /);
});
