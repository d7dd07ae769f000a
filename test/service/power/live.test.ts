import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {existsSync} from 'node:fs';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {openContainerDriver} from '../../../src/service/power/container.ts';
import {PowerError, type PowerDriver} from '../../../src/service/power/power-driver.ts';
import {openSshDriver} from '../../../src/service/power/ssh.ts';
import {openSystemdDriver} from '../../../src/service/power/systemd.ts';
import {needInTests} from '../../peers/need-in-tests.ts';
import {never} from './fake-programs.ts';
import {openPodman, openSshd, openSystemd} from './live-peers.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** Podman with its dependencies is large, and systemd needs a mount namespace: only in `npm run peers:power`. */
const describeThorough: (name: string, tests: () => void) => void =
	process.env['RCONDECK_PEERS'] === 'all' ? describe : () => {};

const becomes = (driver: PowerDriver, kind: 'running' | 'stopped') =>
	waitFor(async () => expect((await driver.status(never)).kind).toBe(kind), {
		timeout: 20_000,
		interval: 100,
	});

describe('ssh and sshd', () => {
	needInTests('/usr/sbin/sshd', '/usr/bin/ssh');
	beforeEach(({skip}) => {
		if (process.getuid?.() !== 0) skip('Not tried: sshd lets only root in here.');
	});

	const aServer = async () => {
		const sshd = await openSshd();
		const mark = sshd.file("it's up");
		const driver = openSshDriver({
			host: 'games',
			on: {
				kind: 'commands',
				start: ['sh', '-c', 'touch "$0"; { sleep 1000 & echo $! >"$0.pid"; }', mark],
				stop: ['sh', '-c', 'kill "$(cat "$0.pid")"; rm "$0"', mark],
				status: ['sh', '-c', 'test -e "$0" || exit 3', mark],
			},
			stopMs: 5000,
			env: sshd.env,
		});
		onTestFinished(driver.release);
		return {sshd, driver, mark};
	};

	test('starts a server that stays, sees it, and stops it, over one connection', async () => {
		const {sshd, driver, mark} = await aServer();
		sshd.trust();
		expect(await driver.status(never)).toEqual({kind: 'stopped'});
		await driver.start(never);
		expect(existsSync(mark)).toBe(true);
		expect(await driver.status(never)).toEqual({kind: 'running'});
		await driver.stop(never);
		expect(await driver.status(never)).toEqual({kind: 'stopped'});
		expect(sshd.logins()).toBe(1);
	});

	test('reports host keys that are unknown or have changed, and a login that is refused', async () => {
		const {sshd, driver} = await aServer();
		await expect(driver.start(never)).rejects.toThrow('The host key of games is not known.');
		sshd.keys('other');
		sshd.trust('other');
		await expect(driver.start(never)).rejects.toThrow('The host key of games has changed');
		sshd.trust();
		const stranger = openSshDriver({
			host: 'nobody@games',
			on: {kind: 'systemd', unit: 'x', isUser: false},
			stopMs: 1,
			env: sshd.env,
		});
		onTestFinished(stranger.release);
		const status = await stranger.status(never);
		expect(status.kind === 'unknown' && status.reason).toContain('nobody@games refused the login');
	});

	test('reports the words of a program that fails there', async () => {
		const {sshd} = await aServer();
		sshd.trust();
		const driver = openSshDriver({
			host: 'games',
			on: {kind: 'commands', start: ['no-such-program'], stop: ['true'], status: ['sh', '-c', 'exit 255']},
			stopMs: 1,
			env: sshd.env,
		});
		onTestFinished(driver.release);
		await expect(driver.start(never)).rejects.toThrow(
			/no-such-program failed with exit code 127: .*not found/,
		);
	});
});

describeThorough('Podman', () => {
	needInTests('/usr/bin/podman', '/usr/bin/crun', '/bin/busybox');

	const aDriver = async (options: {isTerminal?: boolean} = {}) => {
		const {socket} = await openPodman(options);
		const driver = openContainerDriver({container: 'game', socket, stopMs: 10_000, clock: systemClock});
		onTestFinished(driver.release);
		return {driver, socket};
	};

	test('starts, stops, kills and reads the log of a container', async () => {
		const {driver} = await aDriver();
		expect(await driver.status(never)).toEqual({kind: 'stopped'});
		await driver.kill(never);
		await driver.stop(never);
		await driver.start(never);
		await driver.start(never);
		await becomes(driver, 'running');
		await waitFor(async () => expect([...(await driver.log(never))].sort()).toEqual(['started', 'warning']));
		await driver.stop(never);
		await becomes(driver, 'stopped');
		expect(await driver.log(never)).toContain('saved');
		await driver.start(never);
		await driver.kill(never);
		await becomes(driver, 'stopped');
	});

	test('reads the log of a container with a terminal', async () => {
		const {driver} = await aDriver({isTerminal: true});
		await driver.start(never);
		await waitFor(async () => expect([...(await driver.log(never))].sort()).toEqual(['started', 'warning']));
	});

	test('reports a container that does not exist', async () => {
		const {socket} = await aDriver();
		const driver = openContainerDriver({container: 'other', socket, stopMs: 1, clock: systemClock});
		onTestFinished(driver.release);
		await expect(driver.start(never)).rejects.toEqual(new PowerError('There is no container other.'));
	});

	test('is run over ssh with its command', async () => {
		const {socket} = await aDriver();
		const sshd = await openSshd();
		sshd.trust();
		const on = {kind: 'container', container: 'game', socket} as const;
		const driver = openSshDriver({host: 'games', on, stopMs: 10_000, env: sshd.env});
		onTestFinished(driver.release);
		await driver.start(never);
		await becomes(driver, 'running');
		await driver.stop(never);
		await becomes(driver, 'stopped');
		expect(await driver.log(never)).toContain('saved');
		await driver.kill(never);
		const other = openSshDriver({host: 'games', on: {...on, container: 'other'}, stopMs: 1, env: sshd.env});
		onTestFinished(other.release);
		const status = await other.status(never);
		expect(status.kind === 'unknown' && status.reason).toMatch(/no such container/i);
	});
});

describeThorough('systemd', () => {
	needInTests('/lib/systemd/systemd');

	test('starts, stops and kills a unit that restarts a process that ends by itself', async () => {
		const env = await openSystemd();
		const driver = openSystemdDriver({unit: 'game.service', isUser: true, env});
		expect(await driver.status(never)).toEqual({kind: 'stopped'});
		await driver.kill(never);
		await driver.start(never);
		expect(await driver.status(never)).toEqual({kind: 'running'});
		await driver.stop(never);
		await becomes(driver, 'stopped');
		await driver.start(never);
		await driver.kill(never);
		await becomes(driver, 'stopped');
		const other = openSystemdDriver({unit: 'other.service', isUser: true, env});
		const status = await other.status(never);
		expect(status.kind === 'unknown' && status.reason).toContain('systemd has no unit other.service.');
		await expect(other.start(never)).rejects.toThrow('Unit other.service not found.');
	});
});
