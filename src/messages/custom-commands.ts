import {plural} from '../lib/text/plural.ts';

/** A command of `[commands]`, as configured and as run. */
export type CustomCommand = {
	name: string;
	title: string;
	/** Its keys as written; empty: none. */
	keys: readonly string[];
	kind: 'rcon' | 'rcondeck' | 'shell';
	/** A program and its arguments, the arguments of rcondeck, or one RCON line; with placeholders. */
	words: readonly string[];
	/** It asks before it runs. */
	confirm: boolean;
	/** It runs without the terminal. */
	background: boolean;
};

/** Commands of `[commands]` in config.toml. */
export const customMessages = {
	help: (kind: CustomCommand['kind'], line: string) =>
		({
			rcon: `Put \`${line}\` into the command input`,
			rcondeck: `Run rcondeck ${line}`,
			shell: `Run ${line}`,
		})[kind],
	verb: 'Run',
	dialogTitle: (title: string, servers: number) =>
		servers > 1 ? `${title} for ${plural(servers, 'server')}` : title,
	field: 'Run',
	hint: (isOwn: boolean, line: string) => `Runs ${isOwn ? 'rcondeck ' : ''}${line}`,
	no: 'do nothing',
	yes: 'run',
	nothingRun: 'Nothing was run.',
	done: (title: string) => `${title}: done.`,
	failed: (title: string, problem: string) => `${title}: ${problem}.`,
	takes: '[SERVER ...]',
	oneAtATime: 'A console command takes one server at a time.',
	heading: 'Your commands',
};

/** Why a command of `[commands]` cannot run. */
export const customProblems = {
	unknownPlaceholder: (name: string, known: readonly string[]) =>
		`{server.${name}} is unknown. Use ${known.map(field => `{server.${field}}`).join(', ')}.`,
	programFromServer: 'The program cannot come from a server. Name it in config.toml.',
	noServer: 'Highlight a server first.',
	oneServer: 'This command uses values of one server. Clear the selection first.',
	/** `variable`: the environment variable to use instead. */
	unsafeValue: (name: string, value: string, variable: string | undefined) =>
		variable === undefined
			? `{server.${name}} is ${JSON.stringify(value)}, which a console could read as more than one value.`
			: `{server.${name}} is ${JSON.stringify(value)}, which the program could read as more than a value. Use the variable ${variable} in quotes.`,
};

/** Problems of programs that were started. */
export const programProblems = {
	notStarted: (program: string, reason: string) => `${program} was not started (${reason})`,
	exited: (program: string, code: number) => `${program} exited with ${code}`,
	killed: (program: string, signal: string) => `${program} was ended by ${signal}`,
	noTerminal: 'the terminal is in use',
	back: 'Press Enter to go back to rcondeck.',
};
