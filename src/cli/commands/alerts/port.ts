import type {Config} from '../../../config/load.ts';
import type {AlertsConfig} from '../../../config/alerts.ts';
import type {
	Alert,
	AlertDelivery,
	AlertPort,
	SendAlert,
	TriggerPort,
} from '../../../app/kernel/state/services.ts';
import type {Clock} from '../../../lib/time/clock.ts';
import {alertProblems} from '../../../messages/alerts.ts';
import {openAlertMemory} from './memory.ts';
import {serviceNameOf} from '../../start/journal-file.ts';
import {once} from '../../../lib/once.ts';

type Options = {env: NodeJS.ProcessEnv; clock: Clock; signal: AbortSignal};

/** Sends alerts to all configured targets in parallel. Loads the code with the first alert. */
export function createAlertSender(alerts: AlertsConfig, {env, clock, signal}: Options): SendAlert {
	const {command, webhook, format} = alerts;
	const toWebhook = once(async () => {
		const {createWebhook} = await import('./webhook.ts');
		return webhook && createWebhook({webhook, format, env, clock, signal});
	});
	const byWebhook = async (alert: Alert): Promise<AlertDelivery> => ({
		target: 'webhook',
		problem: await (await toWebhook())?.(alert),
	});
	const byCommand = async (alert: Alert, words: readonly string[]): Promise<AlertDelivery> => {
		const {runAlertCommand} = await import('./webhook.ts');
		return {target: 'command', problem: await runAlertCommand(words, alert, env)};
	};
	if (!command && !webhook) {
		return async () => [{target: 'webhook', problem: alertProblems.noTarget}];
	}
	return async (alert, only) => {
		const sent = [
			...(command && only !== 'webhook' ? [byCommand(alert, command)] : []),
			...(webhook && only !== 'command' ? [byWebhook(alert)] : []),
		];
		return sent.length > 0 ? Promise.all(sent) : [{target: 'webhook', problem: alertProblems.noTarget}];
	};
}

/** Opens everything that a session needs to send alerts. */
export function openAlertPort(
	alerts: AlertsConfig,
	config: Pick<Config, 'service' | 'stateDir' | 'baseUrl'>,
	options: Options,
): AlertPort {
	const {forMs, maxPerHour, quietHours} = alerts;
	return {
		rules: {forMs, maxPerHour, quietHours},
		...openAlertMemory({stateDir: config.stateDir, service: serviceNameOf(config)}),
		send: createAlertSender(alerts, options),
	};
}

/** Opens the resources of a session for triggers. One of several sessions for a service acts. */
export function openTriggerPort(
	alerts: AlertsConfig | undefined,
	config: Pick<Config, 'service' | 'stateDir' | 'baseUrl'>,
	options: Options,
): TriggerPort {
	const {claim, release} = openAlertMemory({
		stateDir: config.stateDir,
		service: serviceNameOf(config),
		purpose: 'triggers',
	});
	if (!alerts) return {claim, release, alerts: undefined};
	const {forMs, maxPerHour, quietHours} = alerts;
	const rules = {forMs, maxPerHour, quietHours};
	return {claim, release, alerts: {rules, send: createAlertSender(alerts, options)}};
}
