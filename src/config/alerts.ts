import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {Secret} from '../lib/secret.ts';
import {UsageError} from '../lib/usage-error.ts';
import {alertSettingMessages, originMessages} from '../messages/configuration.ts';
import type {alertFormats} from './choices.ts';
import {configFile, readCredentialsFile, readText} from './files.ts';
import {envValue, filePath, type Env} from './paths.ts';
import {checkPrivacy} from './privacy.ts';
import type {Profile} from './profile.ts';
import type {AlertsTable} from './schema.ts';

export type AlertsConfig = {
	/** The program and its arguments. */
	command: readonly string[] | undefined;
	webhook: Webhook | undefined;
	format: (typeof alertFormats)[number];
	forMs: number;
	/** Minutes after midnight on the clock of this machine. */
	quietHours: {from: number; to: number} | undefined;
	maxPerHour: number;
};

/** `from`: where its URL is. `read` reads it anew and throws a `UsageError`; nobody but who sends it needs it. */
export type Webhook = {from: string; read: () => Promise<Secret>};

type Given = {env: Env; configDir: string; profile: Profile; table: AlertsTable | undefined};

const variable = 'RCONDECK_ALERTS_WEBHOOK';

/** undefined: nobody wants alerts. */
export function alertsConfig(given: Given): AlertsConfig | undefined {
	const {env, table} = given;
	if (!table && envValue(env, variable) === undefined) return undefined;
	const {
		command,
		format = 'auto',
		for: seconds = 60,
		quiet_hours: quiet,
		max_per_hour: maxPerHour = 20,
	} = table ?? {};
	const quietHours = quiet === undefined ? undefined : hoursIn(quiet);
	return {command, webhook: webhookOf(given), format, forMs: seconds * 1000, quietHours, maxPerHour};
}

function hoursIn(text: string): AlertsConfig['quietHours'] {
	const [from = 0, to = 0] = text.split('-').map(time => {
		const [hours = 0, minutes = 0] = time.split(':').map(Number);
		return hours * 60 + minutes;
	});
	return from === to ? undefined : {from, to};
}

function webhookOf({env, configDir, profile, table = {}}: Given): Webhook | undefined {
	const inEnvironment = envValue(env, variable);
	if (inEnvironment !== undefined) {
		return {from: originMessages.environment([variable]), read: async () => urlIn(inEnvironment, variable)};
	}
	const {webhook_file: file, webhook_command: command} = table;
	const stored = profile.isNamed ? readCredentialsFile(configDir, profile.name) : undefined;
	const storedUrl = stored?.table?.alerts_webhook;
	const sources = [
		file !== undefined && 'webhook_file',
		command !== undefined && 'webhook_command',
		storedUrl !== undefined && 'credentials.toml',
	].filter(source => typeof source === 'string');
	if (sources.length > 1) {
		const problem = alertSettingMessages.severalWebhooks(sources);
		return {from: sources.join(', '), read: () => Promise.reject(new UsageError(problem))};
	}
	if (file !== undefined) {
		const path = filePath(env, configDir, file);
		return {from: path, read: async () => urlIn(fileText(path), path)};
	}
	if (command !== undefined) {
		return {
			from: 'webhook_command',
			read: async () => urlIn(await outputOf(command, configDir), 'webhook_command'),
		};
	}
	return stored && storedUrl !== undefined
		? {from: stored.path, read: async () => urlIn(storedUrl, stored.path)}
		: undefined;
}

function fileText(path: string): string {
	checkPrivacy(path, 'secret');
	const text = readText(path);
	if (text === undefined) throw new UsageError(alertSettingMessages.noFile(path));
	return text;
}

const run = promisify(execFile);

/** As `token_command`, but it is read while something is on the screen: it cannot ask anything. */
async function outputOf(command: string, configDir: string): Promise<string> {
	checkPrivacy(configFile(configDir), 'executes');
	try {
		const running = run('sh', ['-c', command], {encoding: 'utf8', timeout: 60_000});
		running.child.stdin?.end();
		return (await running).stdout;
	} catch {
		// What it said may be the secret.
		throw new UsageError(alertSettingMessages.commandFailed);
	}
}

function urlIn(text: string, from: string): Secret {
	const url = text.trim();
	const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
	if (!isUrl) throw new UsageError(alertSettingMessages.noUrl(from));
	return new Secret(url);
}
