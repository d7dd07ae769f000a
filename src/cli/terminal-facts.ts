import {WriteStream} from 'node:tty';
import type {Io} from './io.ts';

/** Variables about the terminal whose values are no secrets. */
const shown = ['TERM', 'COLORTERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION', 'LANG', 'LC_ALL', 'LC_CTYPE'];
/** Variables of which only the presence matters. */
const noted = [
	'TMUX',
	'STY',
	'SSH_CONNECTION',
	'MOSH_CONNECTION',
	'NO_COLOR',
	'FORCE_COLOR',
	'WT_SESSION',
	'CI',
];

/** The terminal and what describes it in the environment. */
export function terminalFacts({env, terminal, stdin, stdout}: Io): Record<string, unknown> {
	const output = terminal?.stdout;
	return {
		stdin: stdin.isTTY === true,
		stdout: stdout.isTTY === true,
		columns: output?.columns,
		rows: output?.rows,
		colorDepth: output instanceof WriteStream ? output.getColorDepth(env) : undefined,
		variables: Object.fromEntries(
			shown.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]])),
		),
		set: noted.filter(name => (env[name] ?? '') !== ''),
	};
}
