import {closeSync} from 'node:fs';
import {runProgram} from '../../lib/process/run-program.ts';
import {withoutOwnVariables} from '../../lib/process/secret-variables.ts';
import {commandMessages} from '../../messages/power.ts';
import {PowerError, type PowerDriver} from './power-driver.ts';
import {exitOf, launchMs, localRunner, statusOf, successOf, type Runner} from './programs.ts';
import {lastLines, openLog, trimLog} from './server-log.ts';

/** Programs with their arguments, run without a shell. */
export type CommandsOptions = {
	start: readonly string[];
	stop: readonly string[];
	/** Exits with 0 if the server runs, and with 3 if not. (LSB 5.0, Init Script Actions: status) */
	status: readonly string[];
};

/** Time limit of the program that stops a server, ms: it may wait until the server has saved. */
const stopMs = 60_000;
/** Scripts that start a server in the background return before its process exists. */
const lagMs = 10_000;

/** Starts and stops a server with three programs, on this machine unless a runner is given. */
export function openCommandsDriver(commands: CommandsOptions, runner: Runner): PowerDriver {
	const {start, stop, status} = commands;
	return {
		blocked: {kill: commandMessages.noKill},
		lagMs,
		start: async signal => void successOf(await runner.launch(start, signal), start),
		stop: async signal => void successOf(await runner.run(stop, {signal, timeoutMs: stopMs}), stop),
		kill: () => Promise.reject(new PowerError(commandMessages.noKill)),
		status: statusOf(async signal => {
			const {code, output, errors} = exitOf(await runner.run(status, {signal}), status);
			if (code === 0) return {kind: 'running'};
			if (code === 3) return {kind: 'stopped'};
			const words = errors.trim() || output;
			return {kind: 'unknown', reason: commandMessages.unknownStatus(status[0] ?? '', code, words)};
		}),
		log: async () => runner.log(),
		release: runner.release,
	};
}

/** Runs commands on this machine. Its log receives the output of the start program, and of a server that inherits it. */
export function loggingRunner({env, logFile}: {env: NodeJS.ProcessEnv; logFile: string}): Runner {
	return {
		...localRunner(env),
		launch: async (words, signal) => {
			// A pipe would break when the service ends, and take the server with it.
			const writeTo = openLog(logFile);
			try {
				const end = await runProgram(words, {
					env: withoutOwnVariables(env),
					signal,
					timeoutMs: launchMs,
					writeTo,
				});
				return end.kind === 'exited' ? {...end, output: lastLines(logFile).join('\n')} : end;
			} finally {
				closeSync(writeTo);
			}
		},
		log: () => {
			trimLog(logFile);
			return lastLines(logFile);
		},
	};
}
