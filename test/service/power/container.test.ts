import {writeFileSync} from 'node:fs';
import {describe, expect, onTestFinished, test} from 'vitest';
import {type Clock, systemClock} from '../../../src/lib/time/clock.ts';
import {openContainerDriver} from '../../../src/service/power/container.ts';
import {PowerError} from '../../../src/service/power/power-driver.ts';
import {frame, json, openFakeEngine} from './fake-engine.ts';
import {never} from './fake-programs.ts';
import {waitUntil} from '../../helpers/wait-for.ts';

function openDriver(socket: string, container = 'mc', clock = systemClock) {
	const driver = openContainerDriver({container, socket, stopMs: 30_500, clock});
	onTestFinished(driver.release);
	return driver;
}

async function aDriver(answers: Parameters<typeof openFakeEngine>[0] = {}, container = 'mc') {
	const engine = await openFakeEngine(answers);
	return {engine, driver: openDriver(engine.socket, container)};
}

test('starts, stops and kills the container', async () => {
	const {driver, engine} = await aDriver();
	expect(driver.blocked).toEqual({});
	expect(await driver.status(never)).toEqual({kind: 'stopped'});
	await driver.start(never);
	expect(await driver.status(never)).toEqual({kind: 'running'});
	await driver.stop(never);
	expect(await driver.status(never)).toEqual({kind: 'stopped'});
	await driver.start(never);
	await driver.kill(never);
	expect(engine.requests.filter(request => request.startsWith('POST'))).toEqual([
		'POST /containers/mc/start',
		'POST /containers/mc/stop?t=31',
		'POST /containers/mc/start',
		'POST /containers/mc/kill',
	]);
});

/** The statistics of a container, of which a test states what matters. (Docker Engine API: ContainerStats) */
const statistics = (total: number, usage: number | undefined, stats: object = {}) => ({
	read: '2026-11-29T10:00:00Z',
	cpu_stats: {cpu_usage: {total_usage: total, usage_in_usermode: 1}, online_cpus: 4},
	memory_stats: usage === undefined ? {} : {usage, limit: 8e9, stats},
});

test.each([
	[statistics(2_500_000, 5000, {inactive_file: 1000}), {cpuMs: 2.5, memoryBytes: 4000}],
	[
		statistics(2_500_000, 5000, {inactive_file: 1, total_inactive_file: 1500}),
		{cpuMs: 2.5, memoryBytes: 3500},
	],
	[statistics(1_000_000, 5000, {inactive_file: 9000}), {cpuMs: 1, memoryBytes: 5000}],
	// Without access to the control group, such as Podman's without cgroups v2.
	[statistics(0, undefined), {}],
	[{message: 'nonsense'}, {}],
	[7, {}],
])('reads the CPU and memory of a container: %j', async (answer, usage) => {
	const {driver, engine} = await aDriver({stats: json(200, answer)});
	engine.setState('running');
	expect(await driver.status(never, true)).toEqual({kind: 'running', usage});
	expect(engine.requests).toEqual([
		'GET /containers/mc/json',
		'GET /containers/mc/stats?stream=false&one-shot=true',
	]);
});

test('the state is known without statistics, which are asked only of a container that runs, and if they are wanted', async () => {
	const {driver, engine} = await aDriver({stats: json(500, {message: 'no cgroup'})});
	expect(await driver.status(never, true)).toEqual({kind: 'stopped'});
	engine.setState('running');
	expect(await driver.status(never)).toEqual({kind: 'running'});
	expect(engine.requests.join(' ')).not.toContain('stats');
	expect(await driver.status(never, true)).toEqual({kind: 'running'});
});

test('a container that is in the wanted state already is not an error (304, 409)', async () => {
	const {driver, engine} = await aDriver();
	await driver.stop(never);
	await driver.kill(never);
	engine.setState('running');
	await driver.start(never);
	expect(await driver.status(never)).toEqual({kind: 'running'});
});

test('a conflict while the container runs is an error', async () => {
	const {driver, engine} = await aDriver({kill: json(409, {message: 'Container mc is being removed'})});
	engine.setState('running');
	await expect(driver.kill(never)).rejects.toEqual(
		new PowerError('The container engine failed with status 409: Container mc is being removed.'),
	);
});

test('does not wait until a server that saves for a long time has ended', async () => {
	const {engine} = await aDriver({stop: () => {}});
	// Time passes once the engine has the request.
	const clock: Clock = {
		...systemClock,
		after: (_delayMs, task) => {
			void waitUntil(() => engine.requests.length > 0).then(task);
			return () => {};
		},
	};
	const driver = openDriver(engine.socket, 'mc', clock);
	await expect(driver.stop(never)).resolves.toBeUndefined();
	expect(engine.requests).toEqual(['POST /containers/mc/stop?t=31']);
});

test('a missing container is named', async () => {
	const {driver} = await aDriver({}, 'my/other one');
	const reason = 'There is no container my/other one.';
	await expect(driver.start(never)).rejects.toEqual(new PowerError(reason));
	expect(await driver.status(never)).toEqual({kind: 'unknown', reason});
	expect(await driver.log(never)).toEqual([]);
});

test('an error of the engine is quoted, without characters that act on a terminal', async () => {
	const {driver} = await aDriver({start: json(500, {message: 'driver failed\nport is \x1b[31mallocated'})});
	await expect(driver.start(never)).rejects.toEqual(
		new PowerError('The container engine failed with status 500: port is ^[[31mallocated.'),
	);
});

describe('status', () => {
	test.each([
		['created', {kind: 'stopped'}],
		['dead', {kind: 'stopped'}],
		['stopping', {kind: 'running'}],
		['paused', {kind: 'unknown', reason: 'The container is paused.'}],
		[
			'restarting',
			{
				kind: 'unknown',
				reason: 'The container engine waits before it restarts the container.',
				hasEnded: true,
			},
		],
		['constructor', {kind: 'unknown', reason: 'The container engine reports an unknown state: constructor.'}],
	])('%s', async (state, expected) => {
		const {driver, engine} = await aDriver();
		engine.setState(state);
		expect(await driver.status(never)).toEqual(expected);
	});

	test('a container that has ended says how', async () => {
		const state = {Status: 'exited', ExitCode: 1, Error: 'no such file'};
		const {driver} = await aDriver(new Map([['json', json(200, {State: state})]]));
		const how = 'The container ended with exit code 1: no such file.';
		expect(await driver.status(never)).toEqual({kind: 'stopped', how});
	});

	test.each([
		['bad JSON', (r: {end: (text: string) => unknown}) => r.end('{"State":')],
		['another shape', json(200, {State: 'running'})],
		['an endless body', (r: {end: (bytes: Buffer) => unknown}) => r.end(Buffer.alloc(9_000_000, 'x'))],
	])('is unknown after %s', async (_, answer) => {
		const {driver} = await aDriver(new Map([['json', answer]]));
		const reason = 'The answer from the container engine could not be read.';
		expect(await driver.status(never)).toEqual({kind: 'unknown', reason});
	});

	test('is unknown if the connection is cut', async () => {
		const {driver} = await aDriver({
			json: response => {
				response.writeHead(200, {'Content-Length': 100}).write('{"State":{"Status":"running"}');
				setImmediate(() => response.destroy());
			},
		});
		expect(await driver.status(never)).toEqual({
			kind: 'unknown',
			reason: expect.stringContaining('closed the connection before its answer was complete') as string,
		});
	});

	test('is unknown without an engine, and known again with it', async () => {
		const {driver, engine} = await aDriver();
		expect(await driver.status(never)).toEqual({kind: 'stopped'});
		await engine.close();
		expect(await driver.status(never)).toEqual({
			kind: 'unknown',
			reason: `There is no container engine at ${engine.socket}. Check the path, and that the socket of Docker or Podman is enabled.`,
		});
	});

	test('is unknown if nothing listens on the socket', async () => {
		const {engine} = await aDriver();
		const file = `${engine.socket}.old`;
		writeFileSync(file, '');
		expect(await openDriver(file).status(never)).toEqual({
			kind: 'unknown',
			reason: `No container engine is listening on ${file}. Start Docker or Podman.`,
		});
	});

	test('rejects only with the reason of the signal', async () => {
		const {driver, engine} = await aDriver({json: () => {}});
		const abort = new AbortController();
		const status = driver.status(abort.signal);
		await waitUntil(() => engine.requests.length > 0);
		abort.abort(new Error('closed'));
		await expect(status).rejects.toThrow('closed');
	});
});

describe('log', () => {
	test('joins the frames of both streams, also in the middle of a character', async () => {
		const {driver, engine} = await aDriver();
		const [start, end] = [Buffer.from('grün\n').subarray(0, 3), Buffer.from('grün\n').subarray(3)];
		const header = (size: number) => Buffer.from([1, 0, 0, 0, 0, 0, 0, size]);
		engine.setLog(
			Buffer.concat([
				frame(1, 'one\r\n'),
				frame(2, 'error\n'),
				header(3),
				start,
				header(3),
				end,
				frame(1, ''),
			]),
		);
		expect(await driver.log(never)).toEqual(['one', 'error', 'grün']);
		expect(engine.requests.at(-1)).toBe('GET /containers/mc/logs?stdout=1&stderr=1&tail=500');
	});

	test('of a container with a terminal has no frames', async () => {
		const {driver, engine} = await aDriver();
		engine.setLog(Buffer.from('one\r\ntwo\r\n'), true);
		expect(await driver.log(never)).toEqual(['one', 'two']);
	});

	test('ends where the frames end', async () => {
		const {driver, engine} = await aDriver();
		engine.setLog(Buffer.concat([frame(1, 'one\n'), Buffer.from('HTTP is not a frame')]));
		expect(await driver.log(never)).toEqual(['one']);
	});

	test('returns the first part of an incomplete frame', async () => {
		const {driver, engine} = await aDriver();
		engine.setLog(Buffer.concat([frame(1, 'one\n'), frame(2, 'two three').subarray(0, 11)]));
		expect(await driver.log(never)).toEqual(['one', 'two']);
	});

	test('is bounded: fewer lines are requested if they are huge', async () => {
		const line = 'x'.repeat(100_000);
		const {driver, engine} = await aDriver({
			logs: (response, request) => {
				const lines = Number(new URL(request.url ?? '', 'http://x').searchParams.get('tail'));
				response.end(Buffer.concat(Array.from({length: lines}, (_, at) => frame(1, `${at} ${line}\n`))));
			},
		});
		const log = await driver.log(never);
		expect(log).toHaveLength(20);
		expect(log.at(-1)).toHaveLength(2000);
		expect(log.at(-1)?.startsWith('19 ')).toBe(true);
		expect(engine.requests.at(-1)).toContain('tail=20');
	});

	test('is empty if it cannot be read', async () => {
		expect(await (await aDriver({logs: response => response.destroy()})).driver.log(never)).toEqual([]);
	});
});
