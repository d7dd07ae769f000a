import {spawn} from 'node:child_process';

type Kill = (pid: number, signal: NodeJS.Signals) => unknown;
type Run = (program: string, args: readonly string[]) => unknown;

/** Windows has no process groups; a program in one of its own would open a window. */
export const groupOptions = (platform = process.platform): {detached: boolean; windowsHide: true} => ({
	detached: platform !== 'win32',
	windowsHide: true,
});

/** Kills a process that was started with `groupOptions`, and its descendants. */
export function killGroup(
	pid: number,
	platform = process.platform,
	{kill = process.kill, run = runQuietly}: {kill?: Kill; run?: Run} = {},
): void {
	if (platform === 'win32') return void run('taskkill', ['/pid', String(pid), '/t', '/f']);
	try {
		kill(-pid, 'SIGKILL');
	} catch {
		// It has ended.
	}
}

function runQuietly(program: string, args: readonly string[]): void {
	spawn(program, args, {stdio: 'ignore', windowsHide: true}).on('error', () => {});
}
