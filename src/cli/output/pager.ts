import type {ByName} from '../../lib/json/maps.ts';
import {spawn} from 'node:child_process';
import {shellCommand} from '../../lib/process/shell-command.ts';
import {withoutOwnVariables} from '../../lib/process/secret-variables.ts';
import type {Io, Output} from './io.ts';

type Env = ByName<string | undefined>;

/** Collects long output until it is known whether it fits on the screen. */
export type Paged = {
	/** Replaces stdout for a command. */
	stdout: Output;
	/** Prints the collected output, through the pager if it is longer than the screen. */
	flush: () => Promise<void>;
};

/** Shows a text. Resolves to whether it could. */
export type Show = (text: string, pager: Pager) => Promise<boolean>;

export type Pager = {command: string; env: NodeJS.ProcessEnv};

/** Collects output on a terminal where a pager may be needed; elsewhere output is written to stdout directly. */
export function openPaged(
	{stdout, env}: Pick<Io, 'stdout' | 'env'>,
	isOff: () => boolean,
	show: Show = showInPager,
): Paged {
	const rows = stdout.rows ?? 0;
	if (!stdout.isTTY || rows === 0) return {stdout, flush: async () => {}};
	let text = '';
	return {
		stdout: {
			isTTY: true,
			...(stdout.columns !== undefined && {columns: stdout.columns}),
			rows,
			write: chunk => void (text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()),
		},
		flush: async () => {
			const output = text;
			text = '';
			if (output === '') return;
			const pager = isOff() ? undefined : pagerOf(env);
			const isLong = output.split('\n').length > rows;
			if (!pager || !isLong || !(await show(output, pager))) stdout.write(output);
		},
	};
}

/**
Chooses the pager as git and gh do: $PAGER or less, on Windows more; none if it is empty or `cat`, or on a dumb terminal.
*/
export function pagerOf(env: Env, platform = process.platform): Pager | undefined {
	const fromEnv = env['PAGER']?.trim();
	const command = fromEnv ?? (platform === 'win32' ? 'more' : 'less -FIRX');
	if (command === '' || command === 'cat' || env['TERM'] === 'dumb') return undefined;
	return {command, env: {LESS: 'FIRX', LV: '-c', ...withoutOwnVariables(env)}};
}

const [notFound, notExecutable] = [127, 126];

/** Resolves to false if the pager cannot be started. Quitting it early is not an error. */
function showInPager(text: string, {command, env}: Pager): Promise<boolean> {
	// While the pager has the terminal, it handles Ctrl-C.
	const listeners = process.listeners('SIGINT');
	process.removeAllListeners('SIGINT');
	const ignore = () => {};
	process.on('SIGINT', ignore);
	return new Promise<boolean>(resolve => {
		const {program, args, options} = shellCommand(command);
		const child = spawn(program, args, {...options, stdio: ['pipe', 'inherit', 'inherit'], env});
		child.on('error', () => resolve(false));
		child.on('close', code => resolve(code !== notFound && code !== notExecutable));
		child.stdin.on('error', ignore);
		child.stdin.end(text);
	}).finally(() => {
		process.off('SIGINT', ignore);
		for (const listener of listeners) process.on('SIGINT', listener);
	});
}
