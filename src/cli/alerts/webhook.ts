import type {Webhook} from '../../config/alerts.ts';
import type {alertFormats} from '../../config/choices.ts';
import type {Alert} from '../../app/kernel/alert-port.ts';
import {formatOfHost, webhookBody} from '../../app/alerts/payloads.ts';
import {networkWire} from '../../api/transport.ts';
import {WireProblem} from '../../api/wire.ts';
import {maxServerDelayMs, pause, type Clock} from '../../lib/clock.ts';
import {connectionProblem} from '../../lib/connection-problem.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {alertProblems} from '../../messages/alert-delivery.ts';
import {connectionProblemText} from '../../messages/connection-problems.ts';

type Options = {
	webhook: Webhook;
	format: (typeof alertFormats)[number];
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
	const wire = networkWire(env);
	const attempt = async (url: URL, body: string): Promise<{problem: string; retryMs: number} | undefined> => {
		const abandoned = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
		try {
			const headers = {'Content-Type': 'application/json', 'User-Agent': 'rcondeck'};
			const answer = await wire(
				{method: 'POST', url, headers, body},
				{signal: abandoned, maxBytes: 64 * 1024, onSent: () => {}},
			);
			if (answer.status >= 200 && answer.status < 300) return undefined;
			const isPassing = answer.status === 408 || answer.status === 429 || answer.status >= 500;
			const asked = 1000 * Number(answer.header('retry-after') ?? 0);
			return {
				problem: alertProblems.webhook.status(url.host, answer.status),
				retryMs: isPassing ? Math.min(longestPauseMs, asked > 0 ? asked : 0) : Number.POSITIVE_INFINITY,
			};
		} catch (error) {
			if (!(error instanceof WireProblem) && !abandoned.aborted) throw error;
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
			const pauseMs = pausesMs[attempts];
			if (!failed || failed.retryMs === Number.POSITIVE_INFINITY || pauseMs === undefined || signal.aborted) {
				return failed?.problem;
			}
			await pause(clock, Math.max(pauseMs, failed.retryMs), signal).catch(() => {});
		}
	};
}

function notReached({host}: URL, error: unknown): string {
	if (!(error instanceof WireProblem)) return alertProblems.webhook.noAnswer(host, timeoutMs / 1000);
	const problem = connectionProblem(error.cause, {name: host, setting: alertProblems.webhook.setting});
	return connectionProblemText(problem);
}
