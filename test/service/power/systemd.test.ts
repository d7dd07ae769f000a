import {describe, expect, test} from 'vitest';
import {openSystemdDriver} from '../../../src/service/power/systemd.ts';
import {PowerError} from '../../../src/service/power/power-driver.ts';
import {fakePrograms, never} from './fake-programs.ts';

const stateOf = (load: string, active: string, sub: string) =>
	`printf 'LoadState=${load}\\nActiveState=${active}\\nSubState=${sub}\\n'`;

function aDriver(scripts: Record<string, string>, {unit = 'mc.service', isUser = false} = {}) {
	const programs = fakePrograms(scripts);
	return {programs, driver: openSystemdDriver({unit, isUser, env: programs.env})};
}

test('starts and stops the unit, without waiting for its end', async () => {
	const {driver, programs} = aDriver({systemctl: 'exit 0'});
	await driver.start(never);
	await driver.stop(never);
	expect(programs.calls()).toEqual([
		'systemctl <start> <--> <mc.service>',
		'systemctl <stop> <--no-block> <--> <mc.service>',
	]);
	expect(driver.blocked).toEqual({});
});

test('kills all processes of the unit, after a stop, so that systemd does not restart it', async () => {
	const {driver, programs} = aDriver({systemctl: 'exit 0'}, {isUser: true});
	await driver.kill(never);
	expect(programs.calls()).toEqual([
		'systemctl <--user> <stop> <--no-block> <--> <mc.service>',
		'systemctl <--user> <kill> <--signal=SIGKILL> <--> <mc.service>',
	]);
});

test('a unit that has ended meanwhile counts as killed', async () => {
	const script = `case "$1" in show) ${stateOf('loaded', 'inactive', 'dead')};; kill) echo 'not loaded' >&2; exit 1;; esac`;
	await expect(aDriver({systemctl: script}).driver.kill(never)).resolves.toBeUndefined();
});

test('a kill that fails reports why', async () => {
	const script = `case "$1" in show) ${stateOf('loaded', 'active', 'running')};; kill) echo 'Access denied' >&2; exit 4;; esac`;
	await expect(aDriver({systemctl: script}).driver.kill(never)).rejects.toEqual(
		new PowerError('systemctl failed with exit code 4: Access denied.'),
	);
});

test('a start that fails reports the last line of systemctl', async () => {
	const {driver} = aDriver({
		systemctl: "printf 'first\\nFailed to start \\033[31mmc.service.\\n' >&2; exit 1",
	});
	await expect(driver.start(never)).rejects.toEqual(
		new PowerError('systemctl failed with exit code 1: Failed to start ^[[31mmc.service.'),
	);
});

describe('status', () => {
	test.each([
		['loaded', 'active', 'running', {kind: 'running'}],
		['loaded', 'activating', 'start', {kind: 'running'}],
		['loaded', 'deactivating', 'stop-sigterm', {kind: 'running'}],
		['loaded', 'inactive', 'dead', {kind: 'stopped'}],
		['loaded', 'failed', 'failed', {kind: 'stopped'}],
		[
			'loaded',
			'activating',
			'auto-restart',
			{kind: 'unknown', reason: 'systemd waits before it restarts mc.service.', hasEnded: true},
		],
		[
			'loaded',
			'active',
			'exited',
			{
				kind: 'unknown',
				reason:
					'The start program of mc.service has ended, so systemd cannot tell whether the game is running.',
			},
		],
		[
			'not-found',
			'inactive',
			'dead',
			{
				kind: 'unknown',
				reason: 'systemd has no unit mc.service. Check the name with `systemctl list-unit-files`.',
			},
		],
		['loaded', 'odd\\033', 'x', {kind: 'unknown', reason: 'systemd reports mc.service as odd^[ (x).'}],
	])('%s, %s, %s', async (load, active, sub, expected) => {
		const {driver} = aDriver({systemctl: stateOf(load, active, sub)});
		expect(await driver.status(never)).toEqual(expected);
	});

	test.each([
		[{}, 'systemctl is not installed, or not in the PATH of the service.'],
		[{systemctl: 'kill -SEGV $$'}, 'systemctl was ended by SIGSEGV.'],
		[{systemctl: 'echo nothing'}, 'systemctl printed no state.'],
		[
			{systemctl: "echo 'Failed to connect to bus: No medium found' >&2; exit 1"},
			'systemctl failed with exit code 1: Failed to connect to bus: No medium found.',
		],
	])('is unknown if systemctl fails: %j', async (scripts, reason) => {
		expect(await aDriver(scripts).driver.status(never)).toEqual({kind: 'unknown', reason});
	});

	test('rejects only with the reason of the signal', async () => {
		const {driver} = aDriver({systemctl: 'sleep 60'});
		const abort = new AbortController();
		const status = driver.status(abort.signal);
		abort.abort(new Error('closed'));
		await expect(status).rejects.toThrow('closed');
	});
});

test.each(['mc*', '-H host', 'a b', '', 'mc?.service'])(
	'never passes %j to systemctl, which is not the name of one unit',
	async unit => {
		const {driver, programs} = aDriver({systemctl: 'exit 0', journalctl: 'exit 0'}, {unit});
		await expect(driver.stop(never)).rejects.toBeInstanceOf(PowerError);
		expect((await driver.status(never)).kind).toBe('unknown');
		expect(await driver.log(never)).toEqual([]);
		expect(programs.calls()).toEqual([]);
	},
);

test.each([
	['CPUUsageNSec=2500000000\\nMemoryCurrent=1073741824', {cpuMs: 2500, memoryBytes: 2 ** 30}],
	['CPUUsageNSec=[not set]\\nMemoryCurrent=[not set]', {}],
	['CPUUsageNSec=18446744073709551615\\nMemoryCurrent=infinity', {}],
	['', {}],
])('reads the CPU and memory of a unit from the same answer: %j', async (properties, usage) => {
	const {driver, programs} = aDriver({
		systemctl: `printf 'LoadState=loaded\\nActiveState=active\\nSubState=running\\n${properties}\\n'`,
	});
	expect(await driver.status(never, true)).toEqual({kind: 'running', usage});
	expect(programs.calls()).toEqual([expect.stringContaining(',CPUUsageNSec,MemoryCurrent>')]);
});

describe('log', () => {
	test('is the end of the journal of the unit', async () => {
		const {driver, programs} = aDriver({journalctl: "printf 'one\\r\\ntwo\\n'"}, {isUser: true});
		expect(await driver.log(never)).toEqual(['one', 'two']);
		expect(programs.calls()).toEqual([
			'journalctl <--user> <--unit=mc.service> <--lines=500> <--output=cat> <--no-pager> <--quiet>',
		]);
	});

	test('is bounded, whatever journalctl prints', async () => {
		const {driver} = aDriver({journalctl: "head -c 9000000 /dev/zero | tr '\\0' x; printf '\\nlast\\n'"});
		const log = await driver.log(never);
		expect(log.at(-1)).toBe('last');
		expect(log.join('').length).toBeLessThan(2100);
	});

	test('is empty if it cannot be read', async () => {
		expect(await aDriver({}).driver.log(never)).toEqual([]);
	});
});

test('programs do not get the variables of this program', async () => {
	const {driver} = aDriver({journalctl: 'env'});
	expect((await driver.log(never)).filter(line => line.startsWith('RCONDECK'))).toEqual([]);
});
