import {parseJson} from '../../lib/json/json.ts';
import {containerMessages} from '../../messages/power.ts';
import {ContainerState, readContainerState} from './container-state.ts';
import type {ContainerOptions} from './container.ts';
import {PowerError, type PowerDriver} from './power-driver.ts';
import {killUnlessStopped, launchMs, logOf, programMs, statusOf, successOf, type Runner} from './programs.ts';
import {linesOf, maxLines} from './server-log.ts';

/** Starts and stops a container with the command of Docker or Podman, where its engine's socket cannot be reached. */
export function openContainerCommandDriver(
	{container, socket, stopMs}: ContainerOptions & {stopMs: number},
	runner: Runner,
): PowerDriver {
	// Each command speaks only to its own engine.
	const engine = socket.includes('podman')
		? ['podman', `--url=unix://${socket}`]
		: ['docker', `--host=unix://${socket}`];
	const ask = async (signal: AbortSignal, timeoutMs: number, ...words: string[]) => {
		const line = [...engine, ...words, '--', container];
		return successOf(await runner.run(line, {signal, timeoutMs}), line);
	};
	const status = statusOf(async signal => {
		const {output} = await ask(signal, programMs, 'container', 'inspect', '--format={{.State|json}}');
		const {data} = ContainerState.safeParse(parseJson(output));
		if (data === undefined) throw new PowerError(containerMessages.unreadable);
		return readContainerState(data);
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
