import {spawn} from 'node:child_process';

/** What it may take, ms. */
const timeoutMs = 60_000;

/**
Runs the command as `token_command` is run, but without a terminal: the TUI may be on it. Returns its output; undefined
if it fails. Its output may contain a secret, so no failure quotes it.
*/
export function runQuietly(command: string): Promise<string | undefined> {
	return new Promise(resolve => {
		const child = spawn('sh', ['-c', command], {stdio: ['ignore', 'pipe', 'ignore'], timeout: timeoutMs});
		let output = '';
		child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
		child.on('error', () => resolve(undefined));
		child.on('close', code => resolve(code === 0 ? output : undefined));
	});
}
