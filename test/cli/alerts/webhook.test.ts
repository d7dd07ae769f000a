import {expect, test} from 'vitest';
import {createWebhook} from '../../../src/cli/commands/alerts/webhook.ts';
import type {Alert} from '../../../src/app/kernel/state/services.ts';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import {UsageError} from '../../../src/lib/errors.ts';
import {httpService, type Answering} from '../../helpers/http-service.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

const alert: Alert = {
	event: 'down',
	at: 0,
	profile: 'PROD',
	subjects: [{kind: 'server', id: 's1', name: 'Alpha', state: 'OFFLINE', node: undefined, since: 0}],
	affected: [],
};

/** Sends the alert to a real server that answers so; time goes by as fast as it can. */
async function sendTo(answer: Answering, format: 'auto' | 'discord' | 'slack' = 'auto', sent = alert) {
	const service = await httpService(answer);
	const problem = await sendToUrl(`${service.url}/hooks/top-secret-path?key=more-secret`, format, sent);
	return {problem, seen: service.seen};
}

async function sendToUrl(url: string, format: 'auto' | 'discord' | 'slack' = 'auto', sent = alert) {
	const clock = manualClock();
	const signal = new AbortController().signal;
	const webhook = {from: 'a test', read: async () => new Secret(url)};
	const sending = createWebhook({webhook, format, env: {}, clock, signal})(sent);
	const progress = {isDone: false};
	void sending.finally(() => (progress.isDone = true));
	while (!progress.isDone) await clock.advance(1000);
	return sending;
}

test('posts an alert as JSON to the path and query of the URL', async () => {
	const {problem, seen} = await sendTo((_seen, response) => response.writeHead(204).end());
	expect(problem).toBeUndefined();
	expect(seen).toHaveLength(1);
	expect(seen[0]).toMatchObject({method: 'POST', url: '/hooks/top-secret-path?key=more-secret'});
	expect(seen[0]?.headers['content-type']).toBe('application/json');
	const body = String(seen[0]?.body);
	expect(JSON.parse(body)).toMatchObject({schema: 1, event: 'down', servers: [{id: 's1', name: 'Alpha'}]});
	expect(body).not.toContain('secret');
});

test.each([
	['discord', {content: expect.stringContaining('Alpha') as unknown, allowed_mentions: {parse: []}}],
	['slack', {text: expect.stringContaining('Alpha') as unknown}],
] as const)('posts in the format of %s', async (format, body) => {
	const {seen} = await sendTo((_seen, response) => response.writeHead(200).end('ok'), format);
	expect(JSON.parse(String(seen[0]?.body))).toEqual(body);
});

test.each([
	['a failure that may pass is tried twice again', 500, 3],
	['so is a limit', 429, 3],
	['a webhook that is gone is not', 404, 1],
	['a redirect is not followed: the URL is a secret', 302, 1],
])('%s', async (_name, status, times) => {
	const {problem, seen} = await sendTo((_seen, response) =>
		response.writeHead(status, {Location: 'http://127.0.0.1:1/'}).end('no'),
	);
	expect(seen).toHaveLength(times);
	expect(problem).toMatch(new RegExp(`^the webhook on 127\\.0\\.0\\.1:\\d+ answered ${status}$`));
});

test.each([500, 429])('a test alert is posted once, whatever the answer: %i', async status => {
	const refuse: Answering = (_seen, response) => response.writeHead(status).end();
	const {problem, seen} = await sendTo(refuse, 'auto', {...alert, event: 'test', subjects: []});
	expect(problem).toContain(String(status));
	expect(seen).toHaveLength(1);
});

test('delivers an alert after one failed attempt', async () => {
	let asked = 0;
	const {problem, seen} = await sendTo((_seen, response) =>
		response.writeHead(++asked === 1 ? 503 : 200).end(),
	);
	expect({problem, times: seen.length}).toEqual({problem: undefined, times: 2});
});

test('reports only the host of the webhook URL if nothing listens there', async () => {
	const problem = await sendToUrl('http://127.0.0.1:1/hooks/top-secret-path?key=more-secret');
	expect(problem).toContain('127.0.0.1:1');
	expect(problem).not.toContain('secret');
});

test('reports an invalid URL', async () => {
	const webhook = {from: 'x', read: () => Promise.reject(new UsageError('The webhook_command failed.'))};
	const signal = new AbortController().signal;
	const send = createWebhook({webhook, format: 'auto', env: {}, clock: manualClock(), signal});
	expect(await send(alert)).toBe('The webhook_command failed');
});
