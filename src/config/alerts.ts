import type {Secret} from '../lib/secret.ts';
import {originMessages} from '../messages/configuration.ts';
import type {alertFormats} from './choices.ts';
import {readCredentialsFile} from './files.ts';
import {envValue, filePath, type Env} from './paths.ts';
import type {Profile} from './profile.ts';
import {readWebhook, type WebhookSource} from './read-webhook.ts';
import type {AlertsTable} from './schema.ts';

export type AlertsConfig = {
	/** The program and its arguments. */
	command: readonly string[] | undefined;
	webhook: Webhook | undefined;
	format: (typeof alertFormats)[number];
	forMs: number;
	/** Minutes after midnight in local time. */
	quietHours: {from: number; to: number} | undefined;
	maxPerHour: number;
};

/** `from` is where the URL is stored. `read` reads it from there on every call; throws `UsageError`. */
export type Webhook = {from: string; read: () => Promise<Secret>};

export type AlertsSource = {env: Env; configDir: string; profile: Profile; table: AlertsTable | undefined};

const variable = 'RCONDECK_ALERTS_WEBHOOK';

export function alertsConfig(source: AlertsSource): AlertsConfig {
	const {table} = source;
	const {command, format = 'auto', for: seconds = 60, max_per_hour: maxPerHour = 20} = table ?? {};
	const sources = sourcesOf(source);
	const webhook: Webhook | undefined =
		sources.length === 0
			? undefined
			: {
					from: sources.map(({from}) => from).join(', '),
					read: () => readWebhook(sources),
				};
	const quietHours = hoursIn(table?.quiet_hours);
	return {command, webhook, format, forMs: seconds * 1000, quietHours, maxPerHour};
}

function hoursIn(text = ''): AlertsConfig['quietHours'] {
	const [from = 0, to = 0] = text.split('-').map(time => {
		const [hours = 0, minutes = 0] = time.split(':').map(Number);
		return hours * 60 + minutes;
	});
	return from === to ? undefined : {from, to};
}

/** Returns the environment variable if it is set, otherwise all sources in the files. `readWebhook` rejects more than one. */
function sourcesOf({env, configDir, profile, table = {}}: AlertsSource): WebhookSource[] {
	const text = envValue(env, variable);
	if (text !== undefined) return [{from: originMessages.environment([variable]), text, configDir}];
	const {webhook_file: file, webhook_command: command} = table;
	const path = file === undefined ? undefined : filePath(env, configDir, file);
	const stored = profile.isNamed ? readCredentialsFile(configDir, profile.name) : undefined;
	const storedText = stored?.table?.alerts_webhook;
	return [
		...(path === undefined ? [] : [{from: path, file: path, configDir}]),
		...(command === undefined ? [] : [{from: 'webhook_command', command, configDir}]),
		...(stored && storedText !== undefined ? [{from: stored.path, text: storedText, configDir}] : []),
	];
}
