import type {ByName} from '../json/maps.ts';
import {spawn} from 'node:child_process';
import {codeOf} from '../net/connection-problem.ts';
import {groupOptions} from './run-program.ts';
import {withoutSecretVariables} from './secret-variables.ts';
import {printableLine} from '../text/text.ts';

/**
A program with its arguments and additional environment variables. `isOwn`: the program is rcondeck, which may inherit
secrets from the environment.
*/
export type ProgramToRun = {
	words: readonly string[];
	isOwn?: boolean;
	variables: readonly (readonly [string, string])[];
};

type Options = {
	env: ByName<string | undefined>;
	background: boolean;
	/** Writes a line before each program in the foreground. */
	announce: (line: string) => void;
	words: Words;
};

/** The texts of problems. */
type Words = {
	notStarted: (program: string, reason: string) => string;
	exited: (program: string, code: number) => string;
	killed: (program: string, signal: string) => string;
};

/**
Runs programs one after another, without a shell, until one fails. Resolves to the problem; undefined if there is none.
In the foreground, programs have the terminal, and Ctrl-C reaches only them.
*/
export async function runPrograms(
	programs: readonly ProgramToRun[],
	{env, background, announce, words}: Options,
): Promise<string | undefined> {
	for (const {words: line, variables, isOwn = false} of programs) {
		if (!background) announce(printableLine(`$ ${line.join(' ')}`));
		const given = {...(isOwn ? env : withoutSecretVariables(env)), ...Object.fromEntries(variables)};
		const problem = await withoutInterrupts(background, () => runOne(line, given, background, words));
		if (problem !== undefined) return problem;
	}
	return undefined;
}

function runOne(
	[program = '', ...given]: readonly string[],
	env: NodeJS.ProcessEnv,
	background: boolean,
	words: Words,
): Promise<string | undefined> {
	const shown = printableLine(program);
	const ended = new Promise<string | undefined>(resolve => {
		const child = spawn(program, given, {
			env,
			stdio: background ? 'ignore' : 'inherit',
			...(background && groupOptions()),
		});
		child.on('error', error => resolve(words.notStarted(shown, codeOf(error))));
		child.on('close', (code, signal) => {
			if (code === 0) resolve(undefined);
			else resolve(code === null ? words.killed(shown, signal ?? '') : words.exited(shown, code));
		});
	});
	// Node emits some reasons for not starting a program, and throws the others.
	return ended.catch((error: unknown) => words.notStarted(shown, codeOf(error)));
}

/** Ignores SIGINT and SIGQUIT: the terminal sends Ctrl-C and Ctrl-\ to all foreground processes, including this one. */
async function withoutInterrupts<Result>(background: boolean, task: () => Promise<Result>): Promise<Result> {
	if (background) return task();
	const signals = ['SIGINT', 'SIGQUIT'] as const;
	const before = signals.map(signal => [signal, process.listeners(signal)] as const);
	const ignore = () => {};
	for (const signal of signals) process.removeAllListeners(signal).on(signal, ignore);
	try {
		return await task();
	} finally {
		for (const [signal, listeners] of before) {
			for (const listener of listeners) process.on(signal, listener);
			process.off(signal, ignore);
		}
	}
}
