import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {z} from 'zod';
import {environment} from './inner-terminal.ts';

const Seen = z.object({shown: z.array(z.array(z.string())), code: z.number(), modes: z.string()});

/** Runs the TUI on the kernel's own console: 16 colors, one screen, no window system. */
export async function tryLinuxConsole(): Promise<string> {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-console-'));
	try {
		const {stdout} = await promisify(execFile)(
			'/usr/bin/python3',
			[
				path.join(import.meta.dirname, 'linux-console.py'),
				'?',
				'\x1b',
				'q',
				'--',
				'sh',
				'-c',
				environment(folder)['TUI'] ?? '',
			],
			{env: {...environment(folder), TERM: 'linux'}, timeout: 60_000},
		);
		return judged(Seen.parse(JSON.parse(stdout)));
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

function judged({shown, code, modes}: z.infer<typeof Seen>): string {
	const [tui = [], help = [], back = [], after = []] = shown;
	const wants: [string, boolean][] = [
		['the TUI is painted', tui.some(row => row.includes('feed LIVE'))],
		['lines are drawn', tui.some(row => row.includes('SERVERS'))],
		['? shows the keys', help.some(row => row.includes('─ Keys: '))],
		['Esc goes back', back.some(row => row.includes('SERVERS'))],
		['it ends with 0', code === 0],
		['lines and echo are on afterward', /[^-]icanon/.test(modes) && /[^-]echo /.test(modes)],
		['the last row is free for the shell', (after.at(-1) ?? '') === ''],
	];
	const wrong = wants.filter(([, isTrue]) => !isTrue).map(([what]) => what);
	if (wrong.length > 0) throw new Error(`failed: ${wrong.join('; ')}\n${shown.at(-1)?.join('\n')}`);
	return `${tui[0]?.length ?? 0} columns; ${wants.map(([what]) => what).join(', ')}`;
}
