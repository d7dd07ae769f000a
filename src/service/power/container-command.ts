import {parseJson} from '../../lib/json/json.ts';
import {containerMessages} from '../../messages/power.ts';
import {ContainerState, readContainerState} from './container-state.ts';
import type {ContainerOptions} from './container.ts';
import {PowerError, type PowerDriver, type Usage} from './power-driver.ts';
import {killUnlessStopped, launchMs, logOf, programMs, statusOf, successOf, type Runner} from './programs.ts';
import {linesOf, maxLines} from './server-log.ts';
import {countIn} from './usage.ts';

/*
Docker prints the CPU of the last second and the memory: `12.50% 1.5GiB / 7.6GiB`. The percentage of Podman would be the
average since the start, so it prints the time and the bytes: `12500000 1610612736`. (docker-container-stats(1);
podman-stats(1), whose template also has the fields of define.ContainerStats)
*/
const dockerStats = ['{{.CPUPerc}}', '{{.MemUsage}}'].join(' ');
const podmanStats = ['{{.CPUNano}}', '{{.ContainerStats.MemUsage}}'].join(' ');

function readStats(output: string): Usage | undefined {
	const [cpu = '', memory = ''] = output.trim().split(/\s+/);
	const cpuNs = countIn(cpu);
	const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(cpu) ?? [];
	const [, amount, unit = 'B'] = /^(\d+(?:\.\d+)?)(B|[KMGT]iB)?$/.exec(memory) ?? [];
	const bytes = Number(amount ?? 0) * 1024 ** ['B', 'KiB', 'MiB', 'GiB', 'TiB'].indexOf(unit);
	return {
		cpuMs: cpuNs === undefined ? undefined : cpuNs / 1e6,
		cpuPercent: percent === undefined ? undefined : Number(percent),
		// An unknown value is 0 bytes.
		memoryBytes: bytes > 0 ? bytes : undefined,
	};
}

/** Starts and stops a container with the command of Docker or Podman, where its engine's socket cannot be reached. */
export function openContainerCommandDriver(
	{container, socket, stopMs}: ContainerOptions & {stopMs: number},
	runner: Runner,
): PowerDriver {
	// Each command speaks only to its own engine.
	const isPodman = socket.includes('podman');
	const engine = isPodman ? ['podman', `--url=unix://${socket}`] : ['docker', `--host=unix://${socket}`];
	const ask = async (signal: AbortSignal, timeoutMs: number, ...words: string[]) => {
		const line = [...engine, ...words, '--', container];
		return successOf(await runner.run(line, {signal, timeoutMs}), line);
	};
	const stats = async (signal: AbortSignal): Promise<Usage | undefined> => {
		const words = ['container', 'stats', '--no-stream', `--format=${isPodman ? podmanStats : dockerStats}`];
		const line = [...engine, ...words, '--', container];
		const end = await runner.run(line, {signal, timeoutMs: programMs});
		// The state is known without them, too.
		return end.kind === 'exited' && end.code === 0 ? readStats(end.output) : undefined;
	};
	const status = statusOf(async (signal, withUsage) => {
		const {output} = await ask(signal, programMs, 'container', 'inspect', '--format={{.State|json}}');
		const {data} = ContainerState.safeParse(parseJson(output));
		if (data === undefined) throw new PowerError(containerMessages.unreadable);
		const state = readContainerState(data);
		return state.kind === 'running' && withUsage ? {...state, usage: await stats(signal)} : state;
	});
	return {
		blocked: {},
		lagMs: 0,
		start: async signal => void (await ask(signal, launchMs, 'container', 'start')),
		stop: async signal => {
			const seconds = Math.ceil(stopMs / 1000);
			await ask(signal, stopMs + programMs, 'container', 'stop', `--time=${seconds}`);
		},
		kill: killUnlessStopped(async signal => void (await ask(signal, programMs, 'container', 'kill')), status),
		status,
		log: logOf(async signal => {
			const {output, errors} = await ask(signal, programMs, 'container', 'logs', `--tail=${maxLines}`);
			return linesOf(output + errors);
		}),
		release: runner.release,
	};
}
