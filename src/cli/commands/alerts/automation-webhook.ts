import {loadConfig} from '../../../config/load.ts';
import {UsageError} from '../../../lib/errors.ts';
import {systemClock} from '../../../lib/time/clock.ts';
import {stepMessages} from '../../../messages/automations.ts';
import type {ServiceOptions} from '../../../service/index.ts';

/** Posts the messages of automations to the webhook of the alerts. Reads the configuration with each of them. */
export function automationWebhook(env: NodeJS.ProcessEnv): NonNullable<ServiceOptions['webhook']> {
	const read = async () => {
		const config = loadConfig({flags: {}, env});
		const alerts = await config.alerts?.();
		if (!alerts?.webhook) throw new UsageError(stepMessages.noWebhook);
		return {alerts, webhook: alerts.webhook, profile: config.label};
	};
	const reasonOf = (error: unknown): string => {
		if (error instanceof UsageError) return error.message;
		throw error;
	};
	return {
		problem: () => read().then(() => undefined, reasonOf),
		send: async (message, signal) => {
			try {
				const {alerts, webhook, profile} = await read();
				const {createWebhook} = await import('./webhook.ts');
				const send = createWebhook({webhook, format: alerts.format, env, clock: systemClock, signal});
				const at = systemClock.now();
				return await send({event: 'automation', at, profile, subjects: [], affected: [], message});
			} catch (error) {
				return reasonOf(error);
			}
		},
	};
}
