import {spawn} from 'node:child_process';
import type {Alert} from '../../app/kernel/alert-port.ts';
import {alertDocument, alertVariables} from '../../app/alerts/payloads.ts';
import {systemClock} from '../../lib/clock.ts';
import {codeOf} from '../../lib/connection-problem.ts';
import {withoutKnownSecrets} from '../../lib/secret.ts';
import {withoutSecretVariables} from '../../lib/secret-variables.ts';
import {withoutSecrets} from '../../lib/secret-patterns.ts';
import {printableLine} from '../../lib/text.ts';
import {alertProblems} from '../../messages/alert-delivery.ts';

/** When the command gets SIGTERM, and how much later SIGKILL, ms. */
const timeoutMs = 30_000;
const killMs = 2000;
/** How long after its end the stderr of a failed command is read, ms. */
const stderrMs = 500;
/** The characters of stderr that are kept. */
const maxStderrLength = 4000;

/**
Runs the command with the alert in its environment and as JSON on its stdin, without a shell and without the secrets of
our environment. Returns the reason for a failure.
*/
export function runAlertCommand(
	[program = '', ...words]: readonly string[],
	alert: Alert,
	env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
	const {command: problems} = alertProblems;
	const shown = printableLine(program);
	const ended = new Promise<string | undefined>(resolve => {
		const child = spawn(program, words, {
			env: {...withoutSecretVariables(env), ...alertVariables(alert)},
			stdio: ['pipe', 'ignore', 'pipe'],
			windowsHide: true,
		});
		let stderrText = '';
		let isLate = false;
		let problem: () => string | undefined = () => undefined;
		const timers = [
			systemClock.after(timeoutMs, () => {
				isLate = true;
				child.kill('SIGTERM');
			}),
			systemClock.after(timeoutMs + killMs, () => void child.kill('SIGKILL')),
		];
		const settle = () => {
			for (const cancelTimer of timers) cancelTimer();
			child.stderr.destroy();
			resolve(problem());
		};
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			stderrText = (stderrText + text).slice(0, maxStderrLength);
		});
		child.on('error', error => {
			problem = () => problems.notStarted(shown, codeOf(error));
			settle();
		});
		child.on('exit', (code, signal) => {
			problem = () => {
				if (isLate) return problems.timeout(shown, timeoutMs / 1000);
				if (code === null) return problems.killed(shown, signal ?? '');
				return code === 0 ? undefined : problems.exited(shown, code, firstLine(stderrText));
			};
			// A child process of the command may keep the pipe open; its reason for a failure may still be in it.
			timers.push(systemClock.after(code === 0 ? 0 : stderrMs, settle));
		});
		child.on('close', settle);
		// The command need not read its stdin.
		child.stdin.on('error', () => {});
		child.stdin.end(`${JSON.stringify(alertDocument(alert))}\n`);
	});
	// Node emits some reasons for not starting a program, and throws the others.
	return ended.catch((error: unknown) => problems.notStarted(shown, codeOf(error)));
}

const firstLine = (stderrText: string): string =>
	printableLine(withoutSecrets(withoutKnownSecrets(stderrText.trim().split('\n')[0] ?? ''))).slice(0, 200);
