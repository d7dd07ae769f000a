import {runQuietly} from '../lib/process/run-quietly.ts';
import {Secret} from '../lib/secrets/secret.ts';
import {UsageError} from '../lib/errors.ts';
import {webhookMessages} from '../messages/config.ts';
import {originMessages} from '../messages/origins.ts';
import {type Allowances, checkConnections} from './connections.ts';
import {configFile, readCredentialsFile} from './files.ts';
import {envValue, filePath, type Env} from './paths.ts';
import {checkPrivacy, readSecretFile} from './privacy.ts';
import type {Profile} from './profile.ts';
import {AlertsTable} from './schema.ts';

export type AlertsConfig = {
	/** The program and its arguments. */
	command: readonly string[] | undefined;
	webhook: Webhook | undefined;
	format: AlertsTable['format'];
	forMs: number;
	/** Minutes after midnight in local time. */
	quietHours: {from: number; to: number} | undefined;
	maxPerHour: number;
};

/** `from` is where the URL is stored. `read` reads it from there on every call; throws `UsageError`. */
export type Webhook = {from: string; read: () => Promise<Secret>};

export type AlertsSource = {
	env: Env;
	configDir: string;
	profile: Profile;
	table: AlertsTable | undefined;
	allowances: Allowances;
};

const variable = 'RCONDECK_ALERTS_WEBHOOK';

export function alertsConfig(source: AlertsSource): AlertsConfig {
	const {table = AlertsTable.parse({})} = source;
	const {command, format, for: seconds, max_per_hour: maxPerHour} = table;
	const sources = sourcesOf({...source, table});
	const webhook: Webhook | undefined =
		sources.length === 0
			? undefined
			: {
					from: sources.map(({from}) => from).join(', '),
					read: () => readWebhook(sources, source),
				};
	const quietHours = hoursIn(table.quiet_hours);
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
function sourcesOf({env, configDir, profile, table}: AlertsSource & {table: AlertsTable}): WebhookSource[] {
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

/** A source of a webhook URL: `text` is the URL itself, `file` contains it, `command` prints it. */
type WebhookSource = {from: string; text?: string; file?: string; command?: string; configDir: string};

/** Reads the webhook URL. Throws `UsageError`, which contains no part of the URL. */
async function readWebhook(
	[source, ...others]: readonly WebhookSource[],
	{env, allowances}: AlertsSource,
): Promise<Secret> {
	if (!source || others.length > 0) {
		const names = [...(source ? [source] : []), ...others].map(({from}) => from);
		throw new UsageError(webhookMessages.several(names));
	}
	const text = source.text ?? (source.file === undefined ? await outputOf(source) : fileText(source.file));
	const url = text.trim();
	const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
	if (!isUrl) throw new UsageError(webhookMessages.noUrl(source.from));
	checkConnections(env, [url], allowances);
	return new Secret(url);
}

function fileText(path: string): string {
	const text = readSecretFile(path);
	if (text === undefined) throw new UsageError(webhookMessages.noFile(path));
	return text;
}

async function outputOf({command = '', configDir}: WebhookSource): Promise<string> {
	checkPrivacy(configFile(configDir), 'decides');
	const output = await runQuietly(command);
	if (output === undefined) throw new UsageError(webhookMessages.commandFailed);
	return output;
}
