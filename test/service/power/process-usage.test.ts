import {spawn} from 'node:child_process';
import {expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {listByPs, openUsageOfProcess, readPsLine} from '../../../src/service/power/process-usage.ts';
import {waitFor} from '../../helpers/wait-for.ts';
import {fakePrograms} from './fake-programs.ts';

test('without /proc, ps tells the same of a process and its children', async () => {
	const child = spawn('/bin/sh', ['-c', `'${process.execPath}' -e 'setInterval(() => {}, 1000)' & wait`], {
		detached: true,
		stdio: 'ignore',
	});
	const pid = child.pid ?? 0;
	onTestFinished(() => void process.kill(-pid, 'SIGKILL'));
	await waitFor(async () => {
		const [byPs, inProc] = await Promise.all([
			openUsageOfProcess(systemClock, process.env, () => listByPs(process.env))(pid),
			openUsageOfProcess(systemClock, process.env)(pid),
		]);
		expect(inProc?.memoryBytes).toBeGreaterThan(30e6);
		expect(Math.abs((byPs?.memoryBytes ?? 0) - (inProc?.memoryBytes ?? 0))).toBeLessThan(10e6);
	});
});

test.each([
	['  1   0   1  11540 01:02:03', 3_723_000],
	[' 77 1 77 4 2-01:00:00', 176_400_000],
	['77 1 77 4 0:07.25', 7250],
	['77 1 77 4 -', undefined],
	['PID PPID PGID RSS TIME', undefined],
])('reads the line %j of ps', (line, cpuMs) => {
	expect(readPsLine(line)[0]?.cpuMs).toBe(cpuMs);
});

test('the use is not known without ps, and servers that are asked at the same time share one run of it', async () => {
	const {env, calls} = fakePrograms({
		ps: "echo '5 1 5 100 00:01'; echo '6 5 6 50 00:02'; echo '7 1 7 10 00:04'",
	});
	const usageOf = openUsageOfProcess(systemClock, env, () => listByPs(env));
	expect(await Promise.all([5, 7, 9].map(usageOf))).toEqual([
		{cpuMs: 3000, memoryBytes: 150 * 1024},
		{cpuMs: 4000, memoryBytes: 10 * 1024},
		undefined,
	]);
	expect(calls()).toHaveLength(1);
	const without = fakePrograms();
	expect(await openUsageOfProcess(systemClock, without.env, () => listByPs(without.env))(5)).toBeUndefined();
});
