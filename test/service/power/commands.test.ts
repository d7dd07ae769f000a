import {existsSync, readFileSync} from 'node:fs';
import {describe, expect, onTestFinished, test, vi} from 'vitest';
import {loggingRunner, openCommandsDriver} from '../../../src/service/power/commands.ts';
import {PowerError} from '../../../src/service/power/power-driver.ts';
import {markOf} from '../../../src/service/power/process-mark.ts';
import {fakePrograms, never} from './fake-programs.ts';
import {waitFor, waitUntil} from '../../helpers/wait-for.ts';

function aDriver(scripts: Record<string, string>) {
	const programs = fakePrograms(scripts);
	const runner = loggingRunner({env: programs.env, logFile: programs.file('log')});
	const words = {start: ['begin', 'a b', '$HOME; true'], stop: ['end', '*'], status: ['check']};
	return {programs, driver: openCommandsDriver(words, runner)};
}

test('runs its programs with exactly their arguments, without a shell', async () => {
	const {driver, programs} = aDriver({begin: '', end: ''});
	await driver.start(never);
	await driver.stop(never);
	expect(programs.calls()).toEqual(['begin <a b> <$HOME; true>', 'end <*>']);
});

test('cannot kill, and says so', async () => {
	const {driver} = aDriver({});
	expect(driver.blocked).toEqual({kill: 'The commands of this server can only start and stop it.'});
	await expect(driver.kill(never)).rejects.toBeInstanceOf(PowerError);
});

describe('status', () => {
	test.each([
		['exit 0', {kind: 'running'}],
		['exit 3', {kind: 'stopped'}],
		[
			"echo 'dead, but the PID file exists'; exit 1",
			{
				kind: 'unknown',
				reason: 'check exited with 1; 0 means running and 3 stopped: dead, but the PID file exists.',
			},
		],
		['exit 4', {kind: 'unknown', reason: 'check exited with 4; 0 means running and 3 stopped.'}],
		['kill -9 $$', {kind: 'unknown', reason: 'check was ended by SIGKILL.'}],
	])('%s', async (check, expected) => {
		expect(await aDriver({check}).driver.status(never)).toEqual(expected);
	});

	test('is unknown for a missing program', async () => {
		const reason = 'check is not installed, or not in the PATH of the service.';
		expect(await aDriver({}).driver.status(never)).toEqual({kind: 'unknown', reason});
	});

	test('is unknown if the program does not end in time', async () => {
		vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
		onTestFinished(() => void vi.useRealTimers());
		const {driver, programs} = aDriver({check: 'sleep 60 & echo $! >"$0.pid"; wait'});
		const status = driver.status(never);
		await waitUntil(() => existsSync(programs.file('check.pid')));
		await vi.advanceTimersByTimeAsync(15_000);
		expect(await status).toEqual({kind: 'unknown', reason: 'check did not end within 15s.'});
		const pid = Number(readFileSync(programs.file('check.pid'), 'utf8'));
		await waitUntil(() => markOf(pid) === undefined);
	});
});

test('a failed start reports its output, which is also the log', async () => {
	const {driver} = aDriver({begin: "echo 'loading'; echo 'port 27015 is in use' >&2; exit 2"});
	await expect(driver.start(never)).rejects.toEqual(
		new PowerError('begin failed with exit code 2: port 27015 is in use.'),
	);
	expect(await driver.log(never)).toEqual(['loading', 'port 27015 is in use']);
});

test('does not wait for a server that inherits the output of its start program, and logs it', async () => {
	const {driver, programs} = aDriver({
		begin: `{ echo $$ >"$0.pid"; while [ ! -e "$0.end" ]; do sleep 0.05; done; echo 'saved'; } & echo 'started'`,
	});
	await driver.start(never);
	expect(await driver.log(never)).toEqual(['started']);
	programs.write('begin.end', '');
	await waitFor(async () => expect(await driver.log(never)).toEqual(['started', 'saved']));
});

test('closing the service does not end a server that is being started', async () => {
	const {driver, programs} = aDriver({
		begin: `echo on; while [ ! -e "$0.end" ]; do sleep 0.05; done; echo 'started'`,
	});
	const abort = new AbortController();
	const start = driver.start(abort.signal);
	await waitFor(() => expect(readFileSync(programs.file('log'), 'utf8')).toBe('on\n'));
	abort.abort(new Error('closed'));
	await expect(start).rejects.toThrow('closed');
	programs.write('begin.end', '');
	await waitFor(async () => expect(await driver.log(never)).toEqual(['on', 'started']));
});
