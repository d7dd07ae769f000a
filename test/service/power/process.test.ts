import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {type Clock, systemClock} from '../../../src/lib/time/clock.ts';
import {openProcessDriver} from '../../../src/service/power/process.ts';
import {openUsageOfProcess} from '../../../src/service/power/process-usage.ts';
import {markOf, type ProcessMark} from '../../../src/service/power/process-mark.ts';
import {waitFor} from '../../helpers/wait-for.ts';

const {signal} = new AbortController();

type Wish = {
	command?: string[];
	env?: NodeJS.ProcessEnv;
	folder?: string;
	mark?: ProcessMark | undefined;
	clock?: Clock;
};

/** Leaves a process on a busy machine the time to end. */
const patientClock: Clock = {...systemClock, after: (ms, task) => systemClock.after(20 * ms, task)};

/** A driver whose server is this script, in a folder of its own. */
function aDriver(script: string, {command, env, mark, clock = systemClock, ...wish}: Wish = {}) {
	const folder = wish.folder ?? mkdtempSync(path.join(tmpdir(), 'process-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	writeFileSync(path.join(folder, 'server.mjs'), script);
	const marks: (ProcessMark | undefined)[] = [];
	const ended = vi.fn<() => void>();
	const driver = openProcessDriver({
		command: command ?? [process.execPath, 'server.mjs'],
		directory: folder,
		logFile: path.join(folder, 'log'),
		inputFile: path.join(folder, 'in'),
		onOutput: () => {},
		mark,
		keepMark: kept => marks.push(kept),
		onEnd: ended,
		usageOf: openUsageOfProcess(clock, process.env),
		clock,
		env: {...process.env, ...env},
	});
	onTestFinished(() => driver.kill(signal));
	const log = async () => (await driver.log(signal)).join('\n');
	const says = (text: string) => waitFor(async () => expect(await log()).toContain(text));
	const ends = () => waitFor(() => expect(ended).toHaveBeenCalled());
	return {driver, folder, log, says, ends, mark: () => marks.at(-1)};
}

const lasting = 'setInterval(() => {}, 1000); console.log("up");';
/** A child that never exits and prints its process ID. */
const withChild = `
	import {spawn} from 'node:child_process';
	const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)']);
	console.log('child ' + child.pid + ' up');
	setInterval(() => {}, 1000);
`;
const childIn = (log: string) => Number(/child (\d+)/.exec(log)?.[1]);

test('a process is stopped before its start and running after it', async () => {
	const {driver, says} = aDriver(lasting);
	expect(await driver.status(signal)).toEqual({kind: 'stopped'});
	await driver.start(signal);
	expect(await driver.status(signal)).toEqual({kind: 'running'});
	await says('up');
});

test('a second start does nothing while the process runs', async () => {
	const {driver, says, mark} = aDriver(lasting);
	await driver.start(signal);
	await says('up');
	await driver.start(signal);
	expect(markOf(mark()?.pid ?? 0)).toEqual(mark());
});

test('a kill ends everything that the server has started', async () => {
	const {driver, says, log, ends} = aDriver(withChild);
	await driver.start(signal);
	await says('up');
	const child = childIn(await log());
	expect(markOf(child)).toBeDefined();
	await driver.kill(signal);
	await ends();
	const how = 'Its process was ended by SIGKILL.';
	expect(await driver.status(signal)).toEqual({kind: 'stopped', how});
	await waitFor(() => expect(markOf(child)).toBeUndefined());
});

test('a server that dies leaves no processes behind, and the log says how it ended', async () => {
	const {driver, says, log, ends, mark} = aDriver(withChild);
	await driver.start(signal);
	await says('up');
	const child = childIn(await log());
	process.kill(mark()?.pid ?? 0, 'SIGKILL');
	await ends();
	expect((await driver.log(signal)).at(-1)).toBe('rcondeck: ended by SIGKILL');
	await waitFor(() => expect(markOf(child)).toBeUndefined());
});

test('a stop sends SIGTERM and leaves the rest to the caller', async () => {
	const {driver, says} = aDriver(`process.on('SIGTERM', () => console.log('no')); ${lasting}`);
	await driver.start(signal);
	await says('up');
	await driver.stop(signal);
	await says('no');
	expect(await driver.status(signal)).toEqual({kind: 'running'});
});

test('no shell reads the command', async () => {
	const {driver, says, folder} = aDriver(`console.log(JSON.stringify(process.argv.slice(2))); ${lasting}`, {
		command: [process.execPath, 'server.mjs', '$(touch owned)', '; touch owned', '*'],
	});
	await driver.start(signal);
	await says('["$(touch owned)","; touch owned","*"]');
	expect(existsSync(path.join(folder, 'owned'))).toBe(false);
});

test('a server does not inherit the credentials of rcondeck', async () => {
	const {driver, log, says} = aDriver(
		`console.log(process.env.RCONDECK_TOKEN, process.env.WORLD); ${lasting}`,
		{
			env: {RCONDECK_TOKEN: 'secret', WORLD: 'big'},
		},
	);
	await driver.start(signal);
	await says('big');
	expect(await log()).toContain('undefined big');
});

test('a start that fails names the program, and so does the log', async () => {
	const {driver, log} = aDriver(lasting, {command: ['/no/such/program']});
	await expect(driver.start(signal)).rejects.toThrow('/no/such/program or the directory');
	expect(await driver.status(signal)).toMatchObject({kind: 'stopped'});
	expect(await log()).toContain('not started: /no/such/program');
});

test('keeps the last lines of a long output', async () => {
	const {driver, ends} = aDriver(
		"for (let n = 0; n < 5000; n++) console.log('line', n); console.log('é'.repeat(9000))",
		{clock: patientClock},
	);
	await expect(driver.start(signal)).rejects.toThrow('Its process ended with exit code 0.');
	await ends();
	const lines = await driver.log(signal);
	expect(lines).toHaveLength(501);
	expect(lines[0]).toBe('line 4501');
	expect(lines.at(-2)).toBe('é'.repeat(2000));
});

test('a new driver adopts the process that an earlier one left running', async () => {
	const first = aDriver(`console.log('before'); setInterval(() => console.log('still'), 20);`);
	await first.driver.start(signal);
	await first.says('still');
	first.driver.release();
	const mark = first.mark();
	const {driver, says, ends} = aDriver('', {folder: first.folder, mark});
	expect(await driver.status(signal)).toEqual({kind: 'running'});
	await says('before');
	await driver.stop(signal);
	await ends();
	expect(mark && markOf(mark.pid)).toBeUndefined();
});

test.runIf(existsSync('/proc/self/stat'))(
	'finds the process of a service that was killed before it could store the mark',
	async () => {
		const first = aDriver(lasting);
		await first.driver.start(signal);
		await first.says('up');
		first.driver.release();
		const {driver, mark, ends} = aDriver(lasting, {folder: first.folder, mark: undefined});
		expect(await driver.status(signal)).toEqual({kind: 'running'});
		expect(mark()).toEqual(first.mark());
		await driver.stop(signal);
		await ends();
	},
);

/** Prints `helper PID`; the helper has the same input, but leads a group of its own. */
const withHelper = (then: string) => `
	import {spawn} from 'node:child_process';
	const stdio = ['inherit', 'ignore', 'ignore'];
	const helper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {detached: true, stdio});
	console.log('helper ' + helper.pid + ' up');
	${then}
`;

test.runIf(existsSync('/proc/self/stat')).each([
	['a server that has ended', 'process.exit()', 'stopped'],
	['a server that runs', 'setInterval(() => {}, 1000)', 'running'],
])('does not adopt a helper of %s', async (_server, then, kind) => {
	const first = aDriver(withHelper(then));
	// One that ends at once has failed.
	await first.driver.start(signal).catch(() => {});
	await first.says('up');
	const helper = Number(/helper (\d+)/.exec(await first.log())?.[1]);
	onTestFinished(() => void process.kill(helper, 'SIGKILL'));
	if (kind === 'stopped') await first.ends();
	first.driver.release();
	const mark = kind === 'stopped' ? first.mark() : undefined;
	const {driver, ...second} = aDriver('', {folder: first.folder, mark});
	expect(await driver.status(signal)).toMatchObject({kind});
	expect(second.mark()).toEqual(kind === 'running' ? first.mark() : undefined);
	expect(markOf(helper)).toBeDefined();
});

test('ignores another process that has reused the process ID of a server', async () => {
	const first = aDriver(`process.on('SIGTERM', () => console.log('SIGTERM')); ${lasting}`);
	await first.driver.start(signal);
	await first.says('up');
	const pid = first.mark()?.pid ?? 0;
	// Its input is not that of the server.
	rmSync(path.join(first.folder, 'in'));
	const {driver} = aDriver('', {folder: first.folder, mark: {pid, startedAt: 'another time'}});
	expect(await driver.status(signal)).toEqual({kind: 'stopped'});
	await driver.stop(signal);
	// A signal would have arrived by the time the next process has run.
	execFileSync(process.execPath, ['-e', '0']);
	expect(markOf(pid)).toEqual(first.mark());
	expect(await first.log()).not.toContain('SIGTERM');
});

test('counts the CPU time and memory of a process and its children, if asked, and nothing once it has ended', async () => {
	const big =
		'const held = Buffer.alloc(60e6, 1); while (process.cpuUsage().user < 300_000); console.log(held.length)';
	const {driver, says, ends} = aDriver(`
		import {spawnSync, spawn} from 'node:child_process';
		spawnSync(process.execPath, ['-e', ${JSON.stringify(big)}], {stdio: 'inherit'});
		spawn(process.execPath, ['-e', ${JSON.stringify(`${big}; setInterval(() => {}, 1000)`)}], {stdio: 'inherit'});
		setInterval(() => {}, 1000);
	`);
	await driver.start(signal);
	// The first child has ended; the second one holds its memory.
	await says('60000000\n60000000');
	expect(await driver.status(signal)).toEqual({kind: 'running'});
	await waitFor(async () => {
		const status = await driver.status(signal, true);
		const {cpuMs = 0, memoryBytes = 0} = (status.kind === 'running' && status.usage) || {};
		expect(cpuMs).toBeGreaterThan(590);
		expect(memoryBytes).toBeGreaterThan(120e6);
		expect(memoryBytes).toBeLessThan(600e6);
	});
	await driver.kill(signal);
	await ends();
	expect(await driver.status(signal, true)).not.toHaveProperty('usage');
});
