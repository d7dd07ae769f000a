import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {configFolder} from './config-folder.ts';
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
	const {out} = await withConfig('scrollback = 5\n[keys]\n"list.sort" = "q"\n', ['config', 'check']);
	expect(out).toContain(':1: scrollback: expected at least 100 lines');
	expect(out).toContain(':3: keys."list.sort": q is the key of app.quit');
});

test('config check exits with 0 when there are only warnings', async () => {
	expect((await withConfig('[keys]\n"list.group" = "ctrl+s"\n', ['config', 'check'])).code).toBe(0);
});

test('config check notes which command lost its key, and succeeds', async () => {
	const {code, out} = await withConfig('[keys]\n"console.source" = "h"\n', ['config', 'check']);
	expect(code).toBe(0);
	expect(out).toMatch(
		/config\.toml:2: note: keys\."console\.source": h is no longer the key of handover\.open \(Show handover\), which is only in the palette now\.$/m,
	);
});

test('keys lists no key of a command that has none', async () => {
	const {out} = await withConfig('[keys]\n"console.source" = "h"\n', ['keys', '--json']);
	expect(JSON.parse(out)).toMatchObject({
		keys: expect.arrayContaining([
			expect.objectContaining({id: 'handover.open', keys: []}),
			expect.objectContaining({id: 'console.source', keys: ['h']}),
		]),
	});
});

test('explains an ID without quotes', async () => {
	const {code, out} = await withConfig('[keys]\nlist.sort = "z"\n', ['config', 'check']);
	expect(code).toBe(2);
	expect(out).toContain(':2: keys.list: expected a key or a list of keys, with the command ID in quotes');
});

test('keys shows the configured keys, with IDs on request', async () => {
	const {code, out} = await withConfig('[keys]\n"list.sort" = ["z", "ctrl+o"]\n', ['keys', '--ids']);
	expect(code).toBe(0);
	expect(out).toMatch(/z Ctrl-O +list\.sort +Sort the list by alerts/);
});

test('keys reports rejected key settings on stderr', async () => {
	const {out, err} = await withConfig('[keys]\n"list.sort" = "q"\n', ['keys', '--json']);
	expect(err).toContain('keys."list.sort": q is the key of app.quit');
	expect(JSON.parse(out)).toMatchObject({
		keys: expect.arrayContaining([expect.objectContaining({id: 'list.sort', keys: ['s']})]),
	});
});

test('doctor warns about a rejected key without failing', async () => {
	const {code, out} = await withConfig('[keys]\n"list.sort" = "q"\n', ['doctor', '--json']);
	expect(code).toBe(0);
	expect(out).toMatch(/"warning"[^}]*config\.toml:2: keys\.\\"list\.sort\\"/);
});

test('config show names the keys and their origin', async () => {
	const {out} = await withConfig('[keys]\n"list.sort" = "z"\n', ['config', 'show']);
	expect(out).toMatch(/keys +list\.sort z +.*config\.toml/);
});

const ownCommands = `[commands.hello]
key = "ctrl+g"
rcon = "say {server.name}"

[commands.graphs]
key = "z"
shell = ["xdg-open", "{server.id}"]
confirm = false

[commands.taken]
key = "X"
shell = ["true"]

[commands.wrong]
shell = ["true", "{server.nmae}"]
`;

test('keys lists the commands of the configuration, and check names the lines of unusable ones', async () => {
	const {env} = configFolder({'config.toml': ownCommands});
	const keys = await runCli(['keys', '--ids'], {env});
	expect(keys.out).toMatch(/Ctrl-G +commands\.hello +Put `say \{server\.name\}` into the command input/);
	const {code, out} = await runCli(['config', 'check'], {env});
	expect(code).toBe(2);
	expect(out).toMatch(/config\.toml:6: .*commands\.graphs.*uppercase/);
	expect(out).toMatch(/config\.toml:11: .*commands\.taken.*servers\.stop/);
	expect(out).toMatch(/config\.toml:14: .*commands\.wrong.*\{server\.nmae\} is unknown/);
	expect(out.trimEnd().split('\n')).toHaveLength(3);
});

test.each([
	['[commands.x]\nkey = "z"\n', 'exactly one of rcon, rcondeck and shell'],
	['[commands.x]\nrcon = "a"\nshell = ["b"]\n', 'exactly one of rcon, rcondeck and shell'],
	['[commands.Bad]\nrcon = "a"\n', 'lowercase letters'],
	['[commands.x]\nshell = "ls -l"\n', 'expected'],
])('a command that is written wrong is refused: %j', async (text, words) => {
	const {env} = configFolder({'config.toml': text});
	const {code, out} = await runCli(['config', 'check'], {env});
	expect({code, out}).toEqual({code: 2, out: expect.stringContaining(words) as unknown});
});
