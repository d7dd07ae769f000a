import {spawn} from 'node:child_process';
import type {Io, Output} from './io.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Long output, gathered until it is known whether it fits on the screen. */
export type Paged = {
	/** Where a command writes instead of stdout. */
	stdout: Output;
	/** Shows what was gathered: by the pager where it is longer than the screen, else as it is. */
	flush: () => Promise<void>;
};

/** Shows a text, and tells whether it could. */
export type Show = (text: string, pager: Pager) => Promise<boolean>;

export type Pager = {command: string; env: NodeJS.ProcessEnv};

/** Gathers what is written where a pager may be wanted; elsewhere it goes to stdout at once. */
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
			const given = text;
			text = '';
			if (given === '') return;
			const pager = isOff() ? undefined : pagerOf(env);
			const isLong = given.split('\n').length > rows;
			if (!pager || !isLong || !(await show(given, pager))) stdout.write(given);
		},
	};
}

/** As git and gh choose it: $PAGER, else less; none where that is empty or `cat`, or the terminal cannot scroll. */
export function pagerOf(env: Env): Pager | undefined {
	const given = env['PAGER']?.trim();
	const command = given ?? 'less -FIRX';
	if (command === '' || command === 'cat' || env['TERM'] === 'dumb') return undefined;
	// What is ours in the environment may be secret, and no pager needs it.
	const theirs = Object.entries(env).filter(([name]) => !name.startsWith('RCONDECK_'));
	return {command, env: {LESS: 'FIRX', LV: '-c', ...Object.fromEntries(theirs)}};
}

const [notFound, notExecutable] = [127, 126];

/** False where the pager cannot be started. Leaving it early is no error. */
function showInPager(text: string, {command, env}: Pager): Promise<boolean> {
	// Ctrl-C is the pager's while it has the terminal.
	const listeners = process.listeners('SIGINT');
	process.removeAllListeners('SIGINT');
	const ignore = () => {};
	process.on('SIGINT', ignore);
	return new Promise<boolean>(resolve => {
		const child = spawn('sh', ['-c', command], {stdio: ['pipe', 'inherit', 'inherit'], env});
		child.on('error', () => resolve(false));
		child.on('close', code => resolve(code !== notFound && code !== notExecutable));
		child.stdin.on('error', ignore);
		child.stdin.end(text);
	}).finally(() => {
		process.off('SIGINT', ignore);
		for (const listener of listeners) process.on('SIGINT', listener);
	});
}
