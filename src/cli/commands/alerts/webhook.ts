import {spawn} from 'node:child_process';
import type {Alert} from '../../../app/kernel/state/services.ts';
import {alertDocument, alertVariables, formatOfHost, webhookBody} from '../../../app/alerts/payloads.ts';
import {type Clock, maxServerDelayMs, pause, systemClock} from '../../../lib/time/clock.ts';
import {codeOf, connectionProblem} from '../../../lib/net/connection-problem.ts';
import {withoutKnownSecrets} from '../../../lib/secrets/secret.ts';
import {withoutSecretVariables} from '../../../lib/process/secret-variables.ts';
import {withoutSecrets} from '../../../lib/secrets/secret-patterns.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {alertProblems} from '../../../messages/alerts.ts';
import type {AlertsConfig, Webhook} from '../../../config/alerts.ts';
import {openHttp} from '../../../lib/net/http.ts';
import {HttpTimeout} from '../../../lib/net/http-exchange.ts';
import {UsageError} from '../../../lib/errors.ts';
import {connectionProblemText} from '../../../messages/connection-problems.ts';

/** When the command gets SIGTERM, and how much later SIGKILL, ms. */
const commandTimeoutMs = 30_000;
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
			systemClock.after(commandTimeoutMs, () => {
				isLate = true;
				child.kill('SIGTERM');
			}),
			systemClock.after(commandTimeoutMs + killMs, () => void child.kill('SIGKILL')),
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
				if (isLate) return problems.timeout(shown, commandTimeoutMs / 1000);
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

type Options = {
	webhook: Webhook;
	format: AlertsConfig['format'];
	env: NodeJS.ProcessEnv;
	clock: Clock;
	signal: AbortSignal;
};

/** The time limit for one request, ms. */
const timeoutMs = 10_000;
/** The delays before the second and third attempt, ms; longer if the webhook asks for it, up to a minute. */
const pausesMs = [2000, 10_000];
const longestPauseMs = Math.min(60_000, maxServerDelayMs);

/** Sends alerts to a webhook. Returns the reason for a failure, which contains only the host of the URL. */
export function createWebhook({webhook, format, env, clock, signal}: Options) {
	const {send} = openHttp(env);
	const attempt = async (url: URL, body: string): Promise<{problem: string; retryMs: number} | undefined> => {
		try {
			const headers = {'Content-Type': 'application/json', 'User-Agent': 'rcondeck'};
			const answer = await send(
				{method: 'POST', url, headers, body},
				{signal, timeoutMs, maxBytes: 64 * 1024},
			);
			if (answer.status >= 200 && answer.status < 300) return undefined;
			const isPassing = answer.status === 408 || answer.status === 429 || answer.status >= 500;
			const asked = 1000 * Number(answer.header('retry-after') ?? 0);
			return {
				problem: alertProblems.webhook.status(url.host, answer.status),
				retryMs: isPassing ? Math.min(longestPauseMs, asked > 0 ? asked : 0) : Number.POSITIVE_INFINITY,
			};
		} catch (error) {
			return {problem: notReached(url, error), retryMs: 0};
		}
	};
	return async (alert: Alert): Promise<string | undefined> => {
		let url: URL;
		try {
			url = new URL((await webhook.read()).reveal());
		} catch (error) {
			if (error instanceof UsageError) return error.message.replace(/\.$/, '');
			throw error;
		}
		const body = JSON.stringify(webhookBody(alert, format === 'auto' ? formatOfHost(url.host) : format));
		for (let attempts = 0; ; attempts++) {
			const failed = await attempt(url, body);
			// Someone looks at the outcome of a test, and one that seems to fail may have been posted.
			const pauseMs = alert.event === 'test' ? undefined : pausesMs[attempts];
			if (!failed || failed.retryMs === Number.POSITIVE_INFINITY || pauseMs === undefined || signal.aborted) {
				return failed?.problem;
			}
			await pause(clock, Math.max(pauseMs, failed.retryMs), signal).catch(() => {});
		}
	};
}

function notReached({host}: URL, error: unknown): string {
	if (error instanceof HttpTimeout) return alertProblems.webhook.noAnswer(host, timeoutMs / 1000);
	const problem = connectionProblem(error, {name: host, setting: alertProblems.webhook.setting});
	return connectionProblemText(problem);
}
