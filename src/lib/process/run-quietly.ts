import {runProgram} from './run-program.ts';
import {shellCommand} from './shell-command.ts';
import {withoutSecretVariables} from './secret-variables.ts';

const timeoutAfterMs = 60_000;

/**
Runs a command with the shell as for `token_command`, but without the terminal, which the TUI may be using. Returns the
output; undefined if the command fails or takes longer than a minute. No error quotes the output, which may contain a
secret.
*/
export async function runQuietly(command: string, timeoutMs = timeoutAfterMs): Promise<string | undefined> {
	const {signal} = new AbortController();
	const {program, args, options} = shellCommand(command);
	const end = await runProgram([program, ...args], {
		shellOptions: options,
		env: withoutSecretVariables(process.env),
		timeoutMs,
		signal,
	});
	return end.kind === 'exited' && end.code === 0 ? end.output : undefined;
}
