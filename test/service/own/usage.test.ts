import {expect, test} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {createServiceMetrics} from '../../../src/service/http/service-metrics.ts';
import {parseMetrics} from '../../helpers/prometheus-text.ts';
import {waitFor} from '../../helpers/wait-for.ts';
import {fakePrograms} from '../power/fake-programs.ts';
import {openOwnService} from './open-own.ts';

test('the record and the metrics of a server have the CPU and memory of its process, and nothing once it has stopped', async () => {
	// Three times as fast, so that the second sample is taken sooner.
	const clock = {
		now: systemClock.now,
		monotonic: systemClock.monotonic,
		after: (delayMs: number, task: () => void) => systemClock.after(delayMs / 3, task),
	};
	const {service, add, shows, becomes, act} = await openOwnService({clock});
	const command = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];
	const settings = {power: {kind: 'process', command, directory: '/'}, stopMs: 5000, readyMs: 5000} as const;
	const [id, other] = [await add(settings, {displayName: 'mc'}), await add(settings, {displayName: 'down'})];
	await act(id, 'start');
	await becomes(id, 'RUNNING');
	const metricsOf = (name: string) =>
		parseMetrics(
			createServiceMetrics('1').text(service, {
				inFlight: 0,
				logDropped: 0,
				certificateExpiresAt: undefined,
			}),
		)
			.get(name)
			?.samples.map(({labels, value}) => ({labels, value}));
	await waitFor(async () => {
		const {body} = await shows(id);
		expect(body['cpuPercent']).toEqual(expect.any(Number));
		expect(body['memoryBytes']).toBeGreaterThan(20e6);
		expect(metricsOf('rcondeck_server_memory_bytes')).toEqual([
			{labels: {id, server: 'mc'}, value: body['memoryBytes']},
		]);
		expect(metricsOf('rcondeck_server_cpu_cores')).toEqual([
			{labels: {id, server: 'mc'}, value: Number(body['cpuPercent']) / 100},
		]);
	});
	const noUsage = async (serverId: string) =>
		expect(Object.keys((await shows(serverId)).body)).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/^(?:cpuPercent|memoryBytes)$/)]),
		);
	await noUsage(other);
	await act(id, 'stop');
	await becomes(id, 'STOPPED');
	await waitFor(() => noUsage(id));
});

test('a hung server of systemd shows its CPU and memory, without another program', async () => {
	const programs = fakePrograms({
		systemctl: "printf 'LoadState=loaded\\nActiveState=active\\nSubState=running\\nMemoryCurrent=1048576\\n'",
	});
	const {add, shows} = await openOwnService({env: programs.env});
	const id = await add({
		power: {kind: 'systemd', unit: 'mc.service', isUser: false},
		console: {kind: 'source', host: '127.0.0.1', port: 1, password: {env: 'NONE'}},
		stopMs: 5000,
		readyMs: 5000,
	});
	await waitFor(async () =>
		expect((await shows(id)).body).toMatchObject({state: 'UNKNOWN', memoryBytes: 1_048_576}),
	);
	const shown = programs.calls().filter(call => call.startsWith('systemctl'));
	expect(new Set(shown).size).toBe(1);
});
