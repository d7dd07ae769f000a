import {spawn} from 'node:child_process';

const timeoutAfterMs = 60_000;

/**
Runs a command with `sh -c` as for `token_command`, but without the terminal, which the TUI may be using. Returns the
output; undefined if the command fails or takes longer than a minute. No error quotes the output, which may contain a
secret.
*/
export function runQuietly(command: string, timeoutMs = timeoutAfterMs): Promise<string | undefined> {
	return new Promise(resolve => {
		const child = spawn('sh', ['-c', command], {stdio: ['ignore', 'pipe', 'ignore'], timeout: timeoutMs});
		let output = '';
		child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
		child.on('error', () => resolve(undefined));
		child.on('exit', code => {
			if (code === 0) return;
			// Its child processes may keep the pipe open.
			child.stdout.destroy();
			resolve(undefined);
		});
		child.on('close', code => resolve(code === 0 ? output : undefined));
	});
}
