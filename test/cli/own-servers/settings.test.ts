import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {Command} from 'commander';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {probableQuery, readGame} from '../../../src/cli/commands/own-servers/game.ts';
import {splitCommand} from '../../../src/cli/start/dash-args.ts';
import {addOwnOptions, type OwnOptions} from '../../../src/cli/commands/own-servers/options.ts';
import {engineSocket, localShell} from '../../../src/cli/commands/own-servers/power.ts';
import {readSettings} from '../../../src/cli/commands/own-servers/settings.ts';
import {networkConsole, OwnSettings} from '../../../src/contract/models/own-server.ts';

let folder = '';
beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
	mkdirSync(path.join(folder, 'world'));
	for (const [name, mode] of [
		['word', 0o600],
		['key', 0o600],
		['open', 0o644],
	] as const)
		writeFileSync(path.join(folder, name), 'secret\n', {mode});
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** Reads a command line without its name, as `add` or `edit` does. `DIR` is a folder with files. */
function read(line: string, before?: OwnSettings): OwnSettings {
	const words = [...line.replaceAll('DIR', folder).matchAll(/"([^"]*)"|(\S+)/g)];
	const argv = ['name', ...words.map(([, quoted, plain]) => quoted ?? plain ?? '')];
	const program = new Command().exitOverride().configureOutput({writeErr: () => {}});
	addOwnOptions(program).argument('<name>').argument('[command...]').parse(argv, {from: 'user'});
	const options: OwnOptions = program.opts();
	const {command} = splitCommand(argv, program.args);
	const gameType = readGame(options.game ?? 'minecraft', options.console !== undefined);
	return readSettings({options, command, gameType, env: {HOME: folder}, ...(before && {before})});
}

const limits = {stopMs: 30_000, readyMs: 300_000};
const console = {kind: 'source', host: 'h', port: 25_575} as const;
const none = {kind: 'none'} as const;
const script = (text: string) => ['sh', '-c', text];
const triple = '--start-command "up --now" --stop-command down --status-command "pgrep mc"';
const commands = {
	kind: 'commands',
	start: script('up --now'),
	stop: script('down'),
	status: script('pgrep mc'),
};

const settings: [line: string, expected: Record<string, unknown>][] = [
	['--rcon h', {console, power: none, ...limits}],
	[
		'--console stdio --directory DIR -- ./run',
		{console: {kind: 'stdio'}, power: {kind: 'process', command: ['./run'], directory: 'DIR'}},
	],
	['--rcon 203.0.113.5:25580', {console: {...console, host: '203.0.113.5', port: 25_580}, power: none}],
	['--rcon [2001:db8::5]:99', {console: {...console, host: '2001:db8::5', port: 99}}],
	['--rcon ::1', {console: {...console, host: '::1'}}],
	['--rcon [::1]', {console: {...console, host: '::1'}}],
	['--game rust --rcon h', {console: {kind: 'web-rcon', host: 'h', port: 28_016}, readyMs: 1_200_000}],
	['--game rust --console source --rcon h:1', {console: {kind: 'source', host: 'h', port: 1}}],
	['--game whatever --console telnet --rcon h:1', {console: {kind: 'telnet', host: 'h', port: 1}}],
	['--game reforger --console battleye --rcon h:1', {console: {kind: 'battleye', host: 'h', port: 1}}],
	['--rcon h --password-file DIR/word', {console: {...console, password: {file: 'DIR/word'}}}],
	['--rcon h --password-file=~/word', {console: {...console, password: {file: 'DIR/word'}}}],
	['--rcon h --password-env WORD', {console: {...console, password: {env: 'WORD'}}}],
	[
		'--rcon h --password-command "pass show mc"',
		{console: {...console, password: {command: 'pass show mc'}}},
	],
	['--rcon h --no-password', {console}],
	[
		`--game satisfactory --rcon h --fingerprint ${'aB:'.repeat(31)}ab`,
		{console: {kind: 'http', host: 'h', port: 7777, fingerprint: `${'aB:'.repeat(31)}ab`}},
	],
	['--query h', {query: {kind: 'minecraft', host: 'h', port: 25_565}, power: none}],
	['--query minecraft:25565', {query: {kind: 'minecraft', host: 'minecraft', port: 25_565}}],
	['--query a2s:[::1]:27015', {query: {kind: 'a2s', host: '::1', port: 27_015}}],
	['--query quake3:h:1 --no-rcon', {query: {kind: 'quake3', host: 'h', port: 1}}],
	['--rcon h --no-query', {console}],
	['--systemd mc.service', {power: {kind: 'systemd', unit: 'mc.service', isUser: false}}],
	['--systemd mc --user', {power: {kind: 'systemd', unit: 'mc', isUser: true}}],
	['--container mc --socket DIR/sock', {power: {kind: 'container', container: 'mc', socket: 'DIR/sock'}}],
	[
		'--panel https://panel.example --panel-server 1a --panel-key-file DIR/key',
		{power: {kind: 'panel', url: 'https://panel.example', server: '1a', key: {file: 'DIR/key'}}},
	],
	[triple, {power: commands}],
	[`--ssh admin@box ${triple}`, {power: {kind: 'ssh', host: 'admin@box', on: commands}}],
	[
		'--ssh box --systemd mc',
		{power: {kind: 'ssh', host: 'box', on: {kind: 'systemd', unit: 'mc', isUser: false}}},
	],
	[
		'--ssh box --container mc',
		{
			power: {
				kind: 'ssh',
				host: 'box',
				on: {kind: 'container', container: 'mc', socket: '/var/run/docker.sock'},
			},
		},
	],
	[
		'--directory DIR/world -- ./start.sh --port 1 --user',
		{power: {kind: 'process', command: ['./start.sh', '--port', '1', '--user'], directory: 'DIR/world'}},
	],
	[
		'--console stdio --directory DIR/world --pty -- ./luantiserver --terminal',
		{
			power: {
				kind: 'process',
				command: ['./luantiserver', '--terminal'],
				directory: 'DIR/world',
				terminal: true,
			},
		},
	],
	[
		'--rcon h --stop-timeout 2m --ready-timeout 90 --rcon-stop end --rcon-save s --rcon-say "say {text}" --rcon-players l --rcon-probe p',
		{
			stopMs: 120_000,
			readyMs: 90_000,
			stopCommand: 'end',
			saveCommand: 's',
			sayCommand: 'say {text}',
			playersCommand: 'l',
			probeCommand: 'p',
		},
	],
	['--rcon h --backup DIR/world', {backup: {directory: 'DIR/world'}}],
	['--rcon h --backup DIR/world --backup-archives DIR', {backup: {directory: 'DIR/world', archives: 'DIR'}}],
];

test.each(settings)('%s is understood', (line, expected) => {
	const found = read(line);
	expect(OwnSettings.parse(found)).toEqual(found);
	expect(JSON.parse(JSON.stringify(found).replaceAll(folder, 'DIR'))).toMatchObject(expected);
});

test.each([
	['--rcon h --game minecarft', /Unknown game "minecarft"\. Did you mean minecraft\?/],
	[
		'--rcon h --game zzzzzz',
		/Unknown game "zzzzzz"\. Specify its console with --console KIND, or use one of .*minecraft/,
	],
	['--rcon h --game valheim', /No network console is known for Valheim/],
	['--rcon h --game factorio', /--rcon h needs a port: --rcon h:PORT/],
	['--rcon ::1 --game factorio', /--rcon ::1 needs a port: --rcon \[::1\]:PORT/],
	['--rcon http://h', /"http:\/\/h" is not an address/],
	['--rcon [h]:1', /is not an address/],
	['--rcon :1', /is not an address/],
	['--rcon 1::2::3', /is not an address/],
	['--rcon h:0', /invalid port/],
	['--rcon h:65536', /invalid port/],
	['--rcon h:', /invalid port/],
	['--rcon h --password-file DIR/no', /There is no file .*\/no\./],
	['--rcon h --password-file DIR/open', /open is not used: other users can read open; run chmod 600 on it/],
	['--rcon h --password-env A --password-file DIR/word', /Use only one of --password-file/],
	['--rcon h --password-env A --no-password', /Use only one of --password-file/],
	['--rcon h --password-env ""', /--password-env needs a value/],
	['--systemd mc --password-env A', /--password-env needs a console/],
	['--no-rcon --console source --systemd mc', /--console needs a console/],
	['--rcon h --fingerprint abc', /64 hexadecimal digits/],
	['--game ddnet --query h:1', /No query protocol is known for DDraceNetwork.*--query a2s:HOST:PORT/],
	['--query quake3:h', /--query h needs a port/],
	['', /Specify how to reach the server/],
	['--systemd a --container b', /only one way to start and stop the server: --systemd or --container/],
	['--systemd a -- run', /only one way to start and stop the server: -- COMMAND or --systemd/],
	['--no-power --systemd a', /only one way/],
	['--rcon h --user', /--user needs --systemd/],
	['--rcon h --socket s', /--socket needs --container/],
	['--systemd a --directory DIR', /--directory needs -- COMMAND/],
	['--rcon h --panel-server 1', /--panel-server needs --panel/],
	['--panel ftp://x --panel-server 1 --panel-key-file DIR/key', /must be a URL with http/],
	['--panel http://x --panel-server 1 --panel-key-file DIR/key', /sent to x unencrypted.*allow_plain_http/],
	['--panel https://x --panel-key-file DIR/key', /--panel needs --panel-server/],
	['--panel https://x --panel-server 1', /--panel needs --panel-key-file/],
	['--panel https://x --panel-server 1 --panel-key-file DIR/open', /other users can read open/],
	['--start-command a --stop-command b', /all of --start-command, --stop-command and --status-command/],
	['--rcon h --ssh box', /--ssh needs --systemd/],
	['--ssh box -- run', /--ssh does not work with -- COMMAND/],
	['--ssh=-oProxyCommand=x --systemd a', /is not a host/],
	['--directory /no/such -- run', /There is no directory \/no\/such/],
	['--rcon h --rcon-say say', /--rcon-say must contain \{text\}/],
	['--rcon h --stop-timeout soon', /--stop-timeout/],
	['--rcon h --backup-archives DIR', /--backup-archives needs --backup/],
	['--rcon h extra', /Unexpected argument "extra".*after --/],
	['--console stdio', /a process that rcondeck starts/],
	['--console stdio --rcon h --directory DIR -- ./run', /--rcon cannot be used with --console stdio/],
	['--console stdio --password-env A --directory DIR -- ./run', /--password-env cannot be used/],
])('%s is refused in a sentence', (line, sentence) => {
	expect(() => read(line === '' ? '--no-rcon' : line)).toThrow(sentence);
});

describe('a change', () => {
	const before = (line: string) => read(line);

	test.each([
		[
			'--rcon h --password-env A',
			'--rcon other:1',
			{console: {...console, host: 'other', port: 1, password: {env: 'A'}}},
		],
		['--rcon h --password-env A', '--no-password', {console}],
		[
			'--rcon h --password-env A',
			'--password-file DIR/word',
			{console: {...console, password: {file: 'DIR/word'}}},
		],
		[
			'--rcon h --rcon-stop end',
			'--stop-timeout 1m',
			{console, stopCommand: 'end', stopMs: 60_000, readyMs: 300_000},
		],
		['--rcon h:1 --query quake3:h:1', '--rcon i:2', {query: {kind: 'quake3', host: 'i', port: 2}}],
		['--rcon h:1 --query quake3:g:1', '--rcon i:2', {query: {kind: 'quake3', host: 'g', port: 1}}],
		['--systemd mc', '--user', {power: {kind: 'systemd', unit: 'mc', isUser: true}}],
		['--ssh box --systemd mc', '--systemd other', {power: {kind: 'ssh', host: 'box', on: {unit: 'other'}}}],
		['--systemd mc', '--ssh box', {power: {kind: 'ssh', host: 'box', on: {unit: 'mc'}}}],
		[
			'--ssh box --systemd mc',
			'--directory DIR -- run',
			{power: {kind: 'process', command: ['run'], directory: 'DIR'}},
		],
		[triple, '--stop-command kill', {power: {...commands, stop: script('kill')}}],
		['--rcon h --systemd mc', '--no-power', {console, power: none}],
		[
			'--backup DIR/world --rcon h',
			'--backup-archives DIR',
			{backup: {directory: 'DIR/world', archives: 'DIR'}},
		],
	])('%s, then %s changes only the typed text', (first, change, expected) => {
		const found = read(change, before(first));
		expect(OwnSettings.parse(found)).toEqual(found);
		expect(JSON.parse(JSON.stringify(found).replaceAll(folder, 'DIR'))).toMatchObject(expected);
	});

	test.each([
		['--rcon h --query h', '--no-query', 'query'],
		['--rcon h --query h', '--no-rcon', 'console'],
		['--rcon h --rcon-stop end', '--rcon-stop ""', 'stopCommand'],
		['--rcon h --backup DIR', '--no-backup', 'backup'],
	])('%s, then %s removes it', (first, change, name) => {
		expect(Object.keys(before(first))).toContain(name);
		expect(Object.keys(read(change, before(first)))).not.toContain(name);
	});

	test('a fingerprint stays only while the address does', () => {
		const first = read(`--game satisfactory --rcon h --fingerprint ${'ab'.repeat(32)}`);
		expect(networkConsole(read('--game satisfactory --password-env A', first))?.fingerprint).toBe(
			'ab'.repeat(32),
		);
		expect(networkConsole(read('--game satisfactory --rcon i', first))?.fingerprint).toBeUndefined();
	});
});

test('a query is expected only where it cannot be that of another server', () => {
	const at = (port: number) => ({kind: 'source', host: 'h', port}) as const;
	expect(probableQuery('CS2', at(27_020))).toEqual({kind: 'a2s', host: 'h', port: 27_020});
	expect(probableQuery('MINECRAFT', at(25_575))).toEqual({kind: 'minecraft', host: 'h', port: 25_565});
	expect(probableQuery('MINECRAFT', at(25_576))).toBeUndefined();
	expect(probableQuery('FACTORIO', at(27_015))).toBeUndefined();
});

test('on Windows, commands run in cmd.exe, and the engine of containers has a named pipe', () => {
	expect(localShell('linux')).toEqual(['sh', '-c']);
	expect(localShell('win32')).toEqual(['cmd.exe', '/d', '/s', '/c']);
	expect(engineSocket({}, false, 'win32')).toBe(String.raw`\\.\pipe\docker_engine`);
	expect(engineSocket({}, true, 'win32')).toBe('/var/run/docker.sock');
});
