import {systemdMessages} from '../../messages/power.ts';
import {PowerError, type PowerDriver, type PowerStatus} from './power-driver.ts';
import {
	killUnlessStopped,
	launchMs,
	localRunner,
	logOf,
	statusOf,
	successOf,
	type Runner,
} from './programs.ts';
import {linesOf, maxLines} from './server-log.ts';
import {countIn} from './usage.ts';

export type SystemdOptions = {unit: string; isUser: boolean};

/** Starts and stops a unit of systemd, on this machine unless a runner is given. */
export function openSystemdDriver(
	{unit, isUser, env}: SystemdOptions & {env: NodeJS.ProcessEnv},
	runner: Runner = localRunner(env),
): PowerDriver {
	const scope = isUser ? ['--user'] : [];
	const wordsOf = (verb: string, ...options: string[]) => {
		if (!isUnitName(unit)) throw new PowerError(systemdMessages.invalidUnit(unit));
		return ['systemctl', ...scope, verb, ...options, '--', unit];
	};
	const systemctl = async (signal: AbortSignal, verb: string, ...options: string[]) => {
		const words = wordsOf(verb, ...options);
		return successOf(await runner.run(words, {signal}), words);
	};
	const status = statusOf(async (signal, withUsage) => {
		const {output} = await systemctl(
			signal,
			'show',
			'--property=LoadState,ActiveState,SubState,Result,ExecMainStatus,CPUUsageNSec,MemoryCurrent',
		);
		return readState(output, unit, {isUser, withUsage});
	});
	return {
		blocked: {},
		lagMs: 0,
		start: async signal => {
			const words = wordsOf('start');
			const end = await runner.run(words, {signal, timeoutMs: launchMs});
			// The unit has a long start, which continues without systemctl.
			if (end.kind !== 'timeout') successOf(end, words);
		},
		stop: async signal => void (await systemctl(signal, 'stop', '--no-block')),
		// Without a stop, systemd would restart the killed process if the unit has Restart=.
		kill: killUnlessStopped(async signal => {
			await systemctl(signal, 'stop', '--no-block');
			await systemctl(signal, 'kill', '--signal=SIGKILL');
		}, status),
		status,
		log: logOf(async signal => {
			if (!isUnitName(unit)) return [];
			const options = [`--unit=${unit}`, `--lines=${maxLines}`, '--output=cat', '--no-pager', '--quiet'];
			const words = ['journalctl', ...scope, ...options];
			return linesOf(successOf(await runner.run(words, {signal}), words).output);
		}),
		release: runner.release,
	};
}

/** Excludes patterns, which would match several units. (systemd.unit(5): Description) */
const isUnitName = (unit: string) => /^[\w:.\\@][\w:.\\@-]{0,254}$/.test(unit);

/** Reads the answer of `systemctl show`. (org.freedesktop.systemd1(5): Unit Objects, Properties) */
function readState(
	output: string,
	unit: string,
	{isUser, withUsage}: {isUser: boolean; withUsage: boolean},
): PowerStatus {
	const properties = new Map(
		output.split('\n').map(line => {
			const at = line.indexOf('=');
			return [line.slice(0, at), line.slice(at + 1)];
		}),
	);
	const [load, active, sub = ''] = ['LoadState', 'ActiveState', 'SubState'].map(name => properties.get(name));
	// Without accounting, they are `[not set]` or the greatest number of 64 bits.
	const cpuNs = countIn(properties.get('CPUUsageNSec'));
	const memoryBytes = countIn(properties.get('MemoryCurrent'));
	const usage = {cpuMs: cpuNs === undefined ? undefined : cpuNs / 1e6, memoryBytes};
	const running: PowerStatus = {kind: 'running', ...(withUsage && {usage})};
	const unknown = (reason: string): PowerStatus => ({kind: 'unknown', reason});
	const result = properties.get('Result') ?? '';
	const isFailure = result !== '' && result !== 'success';
	const how = isFailure
		? systemdMessages.failed(unit, result, properties.get('ExecMainStatus') ?? '')
		: undefined;
	if (active === undefined) return unknown(systemdMessages.noAnswer);
	if (sub === 'auto-restart')
		return {kind: 'unknown', reason: systemdMessages.restarting(unit, how), hasEnded: true};
	switch (active) {
		case 'active':
			return sub === 'exited' ? unknown(systemdMessages.exited(unit)) : running;
		case 'activating':
		case 'reloading':
		case 'refreshing':
		case 'deactivating':
			return running;
		case 'inactive':
		case 'failed':
			return load === 'not-found' ? unknown(systemdMessages.noUnit(unit, isUser)) : {kind: 'stopped', how};
		default:
			return unknown(systemdMessages.unknownState(unit, active, sub));
	}
}
