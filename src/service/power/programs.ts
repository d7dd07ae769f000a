import {type ProgramEnd, type RunOptions, runProgram} from '../../lib/process/run-program.ts';
import {withoutOwnVariables} from '../../lib/process/secret-variables.ts';
import {programMessages} from '../../messages/power.ts';
import {PowerError, type PowerDriver, type PowerStatus} from './power-driver.ts';

type Exit = Extract<ProgramEnd, {kind: 'exited'}>;

/** Runs a program on the machine of the server. */
export type Runner = {
	/** Resolves to how it ended. Rejects with `PowerError` if the machine could not be reached. */
	run: (words: readonly string[], options: {signal: AbortSignal; timeoutMs?: number}) => Promise<ProgramEnd>;
	/** Runs one that may leave the server running, so that the server does not depend on us. */
	launch: (words: readonly string[], signal: AbortSignal) => Promise<ProgramEnd>;
	/** The output of the launched programs and the server, if it is kept. */
	log: () => readonly string[];
	release: () => void;
};

/** The usual time limit of a program, ms. */
export const programMs = 15_000;
/** Time limit of a program that starts a server, ms. */
export const launchMs = 60_000;

/** Runs programs on this machine. */
export function localRunner(env: NodeJS.ProcessEnv): Runner {
	const run = (words: readonly string[], options: Omit<RunOptions, 'env'>) =>
		runProgram(words, {...options, env: withoutOwnVariables(env)});
	return {
		run: (words, {signal, timeoutMs = programMs}) => run(words, {signal, timeoutMs}),
		launch: (words, signal) => run(words, {signal, timeoutMs: launchMs}),
		log: () => [],
		release: () => {},
	};
}

/** Returns the end of a program that exited with 0. Throws `PowerError` otherwise. */
export function successOf(end: ProgramEnd, words: readonly string[]): Exit {
	const exit = exitOf(end, words);
	if (exit.code === 0) return exit;
	throw new PowerError(programMessages.failed(words[0] ?? '', end));
}

/** Returns the end of a program that exited with any code. Throws `PowerError` otherwise. */
export function exitOf(end: ProgramEnd, [program = '']: readonly string[]): Exit {
	if (end.kind === 'exited') return end;
	throw new PowerError(programMessages.failed(program, end));
}

/** Turns the reason why a driver cannot tell the status into a status. */
export function statusOf(
	ask: (signal: AbortSignal, withUsage: boolean) => Promise<PowerStatus>,
): PowerDriver['status'] {
	return async (signal, withUsage = false) => {
		try {
			return await ask(signal, withUsage);
		} catch (error) {
			if (error instanceof PowerError) return {kind: 'unknown', reason: error.message};
			throw error;
		}
	};
}

/** A log that cannot be read is empty: the status has the reason. */
export function logOf(read: (signal: AbortSignal) => Promise<readonly string[]>): PowerDriver['log'] {
	return async signal => {
		try {
			return await read(signal);
		} catch (error) {
			if (error instanceof PowerError) return [];
			throw error;
		}
	};
}

/** Kills; succeeds as well if the server has ended already, which programs report as a failure. */
export function killUnlessStopped(
	kill: (signal: AbortSignal) => Promise<void>,
	status: PowerDriver['status'],
): PowerDriver['kill'] {
	return async signal => {
		try {
			await kill(signal);
		} catch (error) {
			if (!(error instanceof PowerError) || (await status(signal)).kind !== 'stopped') throw error;
		}
	};
}
