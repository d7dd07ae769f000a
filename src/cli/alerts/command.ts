import {spawn} from 'node:child_process';
import type {Alert} from '../../app/kernel/alert-port.ts';
import {alertDocument, alertVariables} from '../../app/alerts/payloads.ts';
import {codeOf} from '../../lib/connection-problem.ts';
import {withoutSecrets} from '../../lib/secret.ts';
import {withoutSecrets as withoutNamedSecrets} from '../../lib/secrets.ts';
import {printableLine} from '../../lib/text.ts';
import {alertProblems} from '../../messages/alert-delivery.ts';
import {secretNames} from '../report.ts';

/** What a command may take, ms; then it is ended, and a little later killed. */
const timeoutMs = 30_000;
const killMs = 2000;
/** So much of what it says on stderr is read, characters. */
const maxSaid = 4000;

/**
Runs the command with the facts in its environment and as JSON on its stdin; gives why that failed. No shell is involved,
and the secrets of our environment are not in its own.
*/
export function runAlertCommand(
	[program = '', ...words]: readonly string[],
	alert: Alert,
	env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
	const {command: problems} = alertProblems;
	const shown = printableLine(program);
	const ours = Object.entries(env).filter(([name]) => !secretNames.includes(name));
	return new Promise(resolve => {
		const child = spawn(program, words, {
			env: {...Object.fromEntries(ours), ...alertVariables(alert)},
			stdio: ['pipe', 'ignore', 'pipe'],
		});
		let said = '';
		let isLate = false;
		const timers = [
			setTimeout(() => {
				isLate = true;
				child.kill('SIGTERM');
			}, timeoutMs),
			setTimeout(() => child.kill('SIGKILL'), timeoutMs + killMs),
		];
		const settle = (problem: string | undefined) => {
			timers.forEach(clearTimeout);
			// Something that it left behind may keep the pipe open.
			child.stderr.destroy();
			resolve(problem);
		};
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			said = (said + text).slice(0, maxSaid);
		});
		child.on('error', error => settle(problems.notStarted(shown, codeOf(error))));
		child.on('exit', (code, signal) => {
			if (isLate) settle(problems.timeout(shown, timeoutMs / 1000));
			else if (code !== null) settle(code === 0 ? undefined : problems.exited(shown, code, firstLine(said)));
			else settle(problems.killed(shown, signal ?? ''));
		});
		// Whether it reads what it is told is its own business.
		child.stdin.on('error', () => {});
		child.stdin.end(`${JSON.stringify(alertDocument(alert))}\n`);
	});
}

const firstLine = (said: string): string =>
	printableLine(withoutNamedSecrets(withoutSecrets(said.trim().split('\n')[0] ?? ''))).slice(0, 200);
