import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {automationWebhook} from '../../../src/cli/commands/alerts/automation-webhook.ts';
import {httpService} from '../../helpers/http-service.ts';

const {signal} = new AbortController();

test('the message of an automation goes to the webhook of the alerts, which the environment or a file has', async () => {
	const {url, seen} = await httpService((_seen, response) => response.writeHead(204).end());
	const folder = mkdtempSync(path.join(tmpdir(), 'webhook-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	const env = {RCONDECK_CONFIG_DIR: folder, RCONDECK_STATE_DIR: folder};
	const webhook = automationWebhook({...env, RCONDECK_ALERTS_WEBHOOK: `${url}/hook`});
	expect(await webhook.problem()).toBeUndefined();
	expect(await webhook.send('Alpha crashed', signal)).toBeUndefined();
	expect(JSON.parse(String(seen[0]?.body))).toMatchObject({event: 'automation', text: 'Alpha crashed'});
	const none = automationWebhook(env);
	expect(await none.problem()).toBe('This service has no webhook. Set one up for alerts on its machine.');
	expect(await none.send('Alpha crashed', signal)).toBe(await none.problem());
});
