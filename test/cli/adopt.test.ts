import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

const table = 'name,game,address,password\none,minecraft,127.0.0.1:1,Pa55\ntwo,minecraft,127.0.0.1:2,Pa55\n';

function fileWith(content: string | Uint8Array, name = 'servers.csv'): string {
	const file = path.join(tempFolder(), name);
	mkdirSync(path.dirname(file), {recursive: true});
	writeFileSync(file, content);
	return file;
}

test('on a terminal the plan is shown before the question, and only a yes adds servers', async () => {
	const file = fileWith(table);
	const run = (stdin: string) => runCli(['adopt', file, '--no-check'], {stdin, isTTY: true});
	const refused = await run('\n');
	expect(refused).toMatchObject({
		code: 11,
		out: expect.stringMatching(/^two +MINECRAFT/m),
		err: expect.stringContaining('Add 2 servers to the local service'),
	});
	expect(existsSync(path.join(refused.folder, 'state', 'service', 'passwords'))).toBe(false);
	expect(await run('y\n')).toMatchObject({code: 0, out: expect.stringContaining('two: added')});
});

test.each([
	['a file that is missing', () => '/nowhere/servers.csv', 'no such file'],
	['a folder without servers', () => tempFolder(), 'has no Compose file'],
	['a file that is too large', () => fileWith(Buffer.alloc(600_000, 'a')), 'larger than 512 KiB'],
	['a binary file', () => fileWith(Uint8Array.of(0, 1, 2)), 'not a text file'],
	['UTF-16 without its mark', () => fileWith(Buffer.from('name,host', 'utf16le')), 'not a text file'],
	['an unknown format', () => fileWith('Dear diary,', 'diary'), 'Specify it with --from'],
	['a file without servers', () => fileWith('name,host\n'), 'There are no servers'],
	['an error in the file', () => fileWith('a: [', 'rcon.yaml'), 'not valid YAML'],
])('refuses %s', async (_, fileOf, sentence) => {
	const ran = await runCli(['adopt', fileOf(), '--yes']);
	expect(ran).toMatchObject({code: 2, out: '', err: expect.stringContaining(sentence)});
});

test.each([
	['server.properties', 'latin1', 'motd=§aHi\nenable-rcon=true\nrcon.password=pé\n', 'MINECRAFT'],
	[
		'GameUserSettings.ini',
		'utf16le',
		'\ufeff[ServerSettings]\r\nRCONEnabled=True\r\nServerAdminPassword=é\r\n',
		'RUST',
	],
	['fleet.csv', 'utf8', '\ufeffname,host,password\nCafé,h,é\n', 'Café'],
	['fleet.csv', 'latin1', 'name,host,password,notes\na,h,p,Café\n', 'a +RUST'],
	['fleet.csv', 'latin1', 'name,host,password\na,h,é\n', 'not UTF-8'],
	['stop.sh', 'latin1', '# Café\nmcrcon -H h -p p list\n', 'RUST'],
] as const)('reads %s in %s: %j', async (name, encoding, text, expected) => {
	const file = fileWith(Buffer.from(text, encoding), name);
	const {out, err} = await runCli(['adopt', file, '--dry-run', '--game', 'rust']);
	expect(out + err).toMatch(new RegExp(expected));
});

test('nothing is added in a read-only session, and no --yes is needed where nobody can be asked', async () => {
	const file = fileWith(table);
	const {code, folder} = await runCli(['adopt', file, '--yes', '--read-only']);
	expect(code).toBe(11);
	expect(existsSync(path.join(folder, 'state', 'service', 'passwords'))).toBe(false);
	expect(await runCli(['adopt', file, '--no-check'])).toMatchObject({
		code: 0,
		out: expect.stringContaining('two: added'),
	});
});

test('a plan alone leaves no trace', async () => {
	const {code, out, folder} = await runCli([
		'adopt',
		fileWith(table),
		'--dry-run',
		'--json',
		'--only',
		'two',
	]);
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({servers: [{name: 'two', outcome: 'planned'}]});
	expect(existsSync(path.join(folder, 'state', 'service'))).toBe(false);
});

test('servers whose console does not answer are not added, and no password is stored', async () => {
	const {code, err, folder} = await runCli(['adopt', fileWith(table), '--yes']);
	expect(code).toBe(1);
	expect(err).toMatch(/one: not added\. .*\n.*two: not added\. .*\n.*--no-check/);
	expect(readdirSync(path.join(folder, 'state', 'service', 'passwords'))).toEqual([]);
});

test('reads a table in UTF-16, and the servers in a folder of LinuxGSM', async () => {
	const spreadsheet = Buffer.from(`\ufeffname\taddress\nünï\th:1\n`, 'utf16le');
	const settings = {
		'_default.cfg': 'ip="0.0.0.0"\nrconport="28016"\nrconweb="0"\nrconpassword="CHANGE_ME"\n',
		'common.cfg': '',
		'rustserver.cfg': 'rconpassword="x"\n',
		'rust-2.cfg': 'rconport="$(date)"\n',
	};
	const folder = tempFolder();
	const lgsm = path.join(folder, 'lgsm', 'config-lgsm', 'rustserver');
	mkdirSync(lgsm, {recursive: true});
	for (const [name, text] of Object.entries(settings)) writeFileSync(path.join(lgsm, name), text);
	const plan = async (...argv: string[]) => (await runCli(['adopt', ...argv, '--dry-run'])).out;
	expect(await plan(fileWith(spreadsheet), '--game', 'minecraft')).toMatch(
		/^ünï +MINECRAFT +source +h:1 +none +none$/m,
	);
	const found = await plan(folder);
	expect(found).toMatch(/^rustserver +RUST +source +127\.0\.0\.1:28016 +none +new private file$/m);
	expect(found).toContain('rust-2.cfg:1: `rconport` depends on');
	expect(found).toContain('Start and stop are not available');
	expect(await plan(path.join(lgsm, 'rustserver.cfg'))).toMatch(/^rustserver +RUST/m);
});
