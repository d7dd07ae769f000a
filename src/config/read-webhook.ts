import {Secret} from '../lib/secret.ts';
import {UsageError} from '../lib/usage-error.ts';
import {webhookMessages} from '../messages/config-webhook.ts';
import {configFile} from './files.ts';
import {checkPrivacy, readSecretFile} from './privacy.ts';
import {runQuietly} from '../lib/run-quietly.ts';

/** A source of a webhook URL: `text` is the URL itself, `file` contains it, `command` prints it. */
export type WebhookSource = {from: string; text?: string; file?: string; command?: string; configDir: string};

/** Reads the webhook URL. Throws `UsageError`, which contains no part of the URL. */
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
	const text = readSecretFile(path);
	if (text === undefined) throw new UsageError(webhookMessages.noFile(path));
	return text;
}

async function outputOf({command = '', configDir}: WebhookSource): Promise<string> {
	checkPrivacy(configFile(configDir), 'executes');
	const output = await runQuietly(command);
	if (output === undefined) throw new UsageError(webhookMessages.commandFailed);
	return output;
}
