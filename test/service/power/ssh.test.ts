import {execFileSync} from 'node:child_process';
import {existsSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, onTestFinished, test, vi} from 'vitest';
import {PowerError} from '../../../src/service/power/power-driver.ts';
import {openSshDriver, quoteWords} from '../../../src/service/power/ssh.ts';
import {fakePrograms, never} from './fake-programs.ts';

type Options = Parameters<typeof openSshDriver>[0];

const systemd: Options['on'] = {kind: 'systemd', unit: 'mc.service', isUser: false};
const commands: Options['on'] = {
	kind: 'commands',
	start: ['begin', "it's $HOME", '\\'],
	stop: ['end'],
	status: ['check'],
};

/** Runs its last argument with a shell, as sshd does. */
const working = 'for last; do :; done\nexec sh -c "$last"';

/** `programs` has the programs of both machines. */
function aDriver(on: Options['on'], scripts: Record<string, string>) {
	const programs = fakePrograms({ssh: working, ...scripts});
	const driver = openSshDriver({host: 'admin@games', on, stopMs: 90_000, env: programs.env});
	onTestFinished(driver.release);
	const remote = () => programs.calls().filter(call => !call.startsWith('ssh '));
	return {programs, driver, remote};
}

let folder = '';
beforeEach(() => {
	folder = path.dirname(fakePrograms().file('x'));
	vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
	vi.unstubAllEnvs();
});

test('runs systemctl on the other machine', async () => {
	const {driver, remote} = aDriver(systemd, {
		systemctl: "printf 'LoadState=loaded\\nActiveState=active\\nSubState=running\\n'",
		journalctl: "printf 'one\\ntwo\\n'",
	});
	await driver.start(never);
	await driver.stop(never);
	await driver.kill(never);
	expect(await driver.status(never)).toEqual({kind: 'running'});
	expect(await driver.log(never)).toEqual(['one', 'two']);
	expect(remote()).toEqual([
		'systemctl <start> <--> <mc.service>',
		'systemctl <stop> <--no-block> <--> <mc.service>',
		'systemctl <stop> <--no-block> <--> <mc.service>',
		'systemctl <kill> <--signal=SIGKILL> <--> <mc.service>',
		'systemctl <show> <--property=LoadState,ActiveState,SubState,Result,ExecMainStatus,CPUUsageNSec,MemoryCurrent> <--> <mc.service>',
		'journalctl <--unit=mc.service> <--lines=500> <--output=cat> <--no-pager> <--quiet>',
	]);
});

test.each([
	['/run/podman/podman.sock', 'podman <--url=unix:///run/podman/podman.sock>'],
	['/var/run/docker.sock', 'docker <--host=unix:///var/run/docker.sock>'],
])('runs the command of the engine at %s', async (socket, engine) => {
	const script = 'case "$3" in inspect) echo \'{"Status":"running"}\';; logs) echo out; echo err >&2;; esac';
	const {driver, remote} = aDriver(
		{kind: 'container', container: 'my box', socket},
		{podman: script, docker: script},
	);
	await driver.start(never);
	await driver.stop(never);
	await driver.kill(never);
	expect(await driver.status(never)).toEqual({kind: 'running'});
	expect(await driver.log(never)).toEqual(['out', 'err']);
	expect(remote()).toEqual([
		`${engine} <container> <start> <--> <my box>`,
		`${engine} <container> <stop> <--time=90> <--> <my box>`,
		`${engine} <container> <kill> <--> <my box>`,
		`${engine} <container> <inspect> <--format={{.State|json}}> <--> <my box>`,
		`${engine} <container> <logs> <--tail=500> <--> <my box>`,
	]);
});

test.each([
	['docker', '12.50% 1.5GiB / 7.6GiB', {cpuPercent: 12.5, memoryBytes: 1.5 * 2 ** 30}],
	['docker', '0.07% 796KiB / 64MiB', {cpuPercent: 0.07, memoryBytes: 796 * 1024}],
	['docker', '-- --', {}],
	['docker', '0.00% 0B / 0B', {cpuPercent: 0}],
	['podman', '12500000 1610612736', {cpuMs: 12.5, memoryBytes: 1_610_612_736}],
	['podman', '', {}],
])('reads the CPU and memory of a container as %s prints them: %j', async (program, printed, usage) => {
	const script = `case "$3" in inspect) echo '{"Status":"running"}';; stats) echo '${printed}';; esac`;
	const socket = `/run/${program}.sock`;
	const {driver, remote} = aDriver({kind: 'container', container: 'box', socket}, {[program]: script});
	expect(await driver.status(never, true)).toEqual({kind: 'running', usage});
	expect(remote().at(-1)).toContain('<container> <stats> <--no-stream> <--format=');
});

describe('commands', () => {
	test('get exactly their arguments', async () => {
		const {driver, remote} = aDriver(commands, {begin: '', end: '', check: 'exit 3'});
		await driver.start(never);
		await driver.stop(never);
		expect(await driver.status(never)).toEqual({kind: 'stopped'});
		expect(remote()).toEqual(["begin <it's $HOME> <\\>", 'end <>', 'check <>']);
		expect(driver.blocked).toEqual({kill: 'The commands of this server can only start and stop it.'});
	});

	test('a start that leaves the server running ends, and a failed one says why', async () => {
		const {driver, programs} = aDriver(commands, {
			// It ends with its folder, if not before.
			begin: `{ while [ -e "$0" ] && [ ! -e "$0.end" ]; do sleep 0.05; done; } & echo 'started'`,
		});
		await driver.start(never);
		programs.write('begin.end', '');
		programs.write('begin', "echo 'port in use' >&2; exit 4");
		// The launcher passes the exit code and the end of the errors on.
		await expect(driver.start(never)).rejects.toEqual(
			new PowerError('begin failed with exit code 4: port in use.'),
		);
	});
});

test('never asks, shares one private connection, and passes the destination as no option', async () => {
	const {driver, programs} = aDriver(systemd, {systemctl: 'exit 0'});
	await driver.stop(never);
	await driver.stop(never);
	const [first, second] = programs.calls().filter(call => call.startsWith('ssh '));
	expect(second).toBe(first);
	expect(first).toContain('<-o> <BatchMode=yes> <-o> <ConnectTimeout=10>');
	expect(first).toContain('<-o> <ControlMaster=auto>');
	expect(first).toContain("<--> <admin@games> <'systemctl' 'stop' '--no-block' '--' 'mc.service'>");
	const [, socket = ''] = /<ControlPath=([^>]+)>/.exec(first ?? '') ?? [];
	expect(path.dirname(path.dirname(socket))).toBe(tmpdir());
	expect(statSync(path.dirname(socket)).mode & 0o777).toBe(0o700);
	driver.release();
	expect(programs.calls().at(-1)).toContain('<-O> <exit> <--> <admin@games>');
	expect(existsSync(path.dirname(socket))).toBe(false);
});

test('shares no connection if the path of its socket would be too long', async () => {
	const long = path.join(folder, 'x'.repeat(80));
	execFileSync('mkdir', [long]);
	vi.stubEnv('TMPDIR', long);
	const {driver, programs} = aDriver(systemd, {systemctl: 'exit 0'});
	await driver.stop(never);
	expect(programs.calls().join('\n')).not.toContain('Control');
});

describe('a failure of ssh is a sentence', () => {
	test.each([
		[
			'No ED25519 host key is known for games and you have requested strict checking.\nHost key verification failed.',
			/^The host key of admin@games is not known\. Run `ssh admin@games` once/,
		],
		[
			'@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.',
			/^The host key of admin@games has changed/,
		],
		['admin@games: Permission denied (publickey,password).', /^admin@games refused the login/],
		['ssh: Could not resolve hostname games: Name or service not known', /^admin@games is an unknown host/],
		['ssh: connect to host games port 22: Connection refused', /^No SSH server is listening on admin@games/],
		['ssh: connect to host games port 22: Connection timed out', /^admin@games could not be reached by ssh/],
		['Bad configuration option: x', /^ssh could not connect to admin@games: Bad configuration option: x\.$/],
		['', /^ssh could not connect to admin@games\.$/],
	])('%s', async (errors, expected) => {
		const {driver, programs} = aDriver(systemd, {});
		programs.write('ssh', `cat >&2 <<'END'\n${errors}\nEND\nexit 255`);
		await expect(driver.start(never)).rejects.toBeInstanceOf(PowerError);
		const status = await driver.status(never);
		expect(status.kind === 'unknown' && status.reason).toMatch(expected);
		expect(await driver.log(never)).toEqual([]);
	});

	test('also without ssh', async () => {
		const {env} = fakePrograms();
		const driver = openSshDriver({host: 'games', on: systemd, stopMs: 1000, env});
		onTestFinished(driver.release);
		const reason = 'ssh is not installed, or not in the PATH of the service.';
		await expect(driver.start(never)).rejects.toEqual(new PowerError(reason));
		expect(await driver.status(never)).toEqual({kind: 'unknown', reason});
	});
});

test('a shell reads quoted words as they were', () => {
	const words = [
		'',
		' ',
		"'",
		"''a'",
		'"$HOME"',
		'\\',
		"\\'",
		'`id`',
		'$(id)',
		'*',
		'; true',
		'a\nb',
		'ü🎮',
		'-n',
	];
	const line = `printf '%s\\0' ${quoteWords(words)}`;
	const output = execFileSync('/bin/sh', ['-c', line], {encoding: 'utf8'});
	expect(output.split('\0').slice(0, -1)).toEqual(words);
});
