import {spawn} from 'node:child_process';
import {Secret} from '../lib/secret.ts';
import {UsageError} from '../lib/usage-error.ts';
import {webhookMessages} from '../messages/config-webhook.ts';
import {configFile, readText} from './files.ts';
import {checkPrivacy} from './privacy.ts';

/** Where the URL of a webhook is: `text` contains it; `file` and `command` are as configured. */
export type WebhookSource = {from: string; text?: string; file?: string; command?: string; configDir: string};

/** Reads the URL of the webhook. Throws a `UsageError` that contains no part of it. */
export async function readWebhook([source, ...others]: readonly WebhookSource[]): Promise<Secret> {
	if (!source || others.length > 0) {
		const names = [...(source ? [source] : []), ...others].map(({from}) => from);
		throw new UsageError(webhookMessages.several(names));
	}
	const text = source.text ?? (source.file === undefined ? await outputOf(source) : fileText(source.file));
	const url = text.trim();
	const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
	if (!isUrl) throw new UsageError(webhookMessages.noUrl(source.from));
	return new Secret(url);
}

function fileText(path: string): string {
	checkPrivacy(path, 'secret');
	const text = readText(path);
	if (text === undefined) throw new UsageError(webhookMessages.noFile(path));
	return text;
}

/** What it may take, ms. */
const timeoutMs = 60_000;

/** Runs the command as `token_command` is run, but without a terminal: the TUI may be on it. */
function outputOf({command = '', configDir}: WebhookSource): Promise<string> {
	checkPrivacy(configFile(configDir), 'executes');
	return new Promise((resolve, reject) => {
		// Its output may contain the secret, so no failure quotes it.
		const fail = () => reject(new UsageError(webhookMessages.commandFailed));
		const child = spawn('sh', ['-c', command], {stdio: ['ignore', 'pipe', 'ignore'], timeout: timeoutMs});
		let output = '';
		child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
		child.on('error', fail).on('close', code => (code === 0 ? resolve(output) : fail()));
	});
}
