import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {runCli, startCli} from './run-cli.ts';

/** Serves a service on a free port; `post` talks to it as curl would. */
async function serve(...options: string[]) {
	const demo = startCli(['serve', '--demo', '--port', '0', ...options]);
	const end = () => {
		demo.end({code: 130});
		return demo.ended;
	};
	onTestFinished(async () => void (await end()));
	const output = await demo.says('Press Ctrl-C to stop.');
	const exportedValue = (name: string) => new RegExp(`export ${name}=(\\S+)`).exec(output)?.[1] ?? '';
	const [url, token] = [exportedValue('RCONDECK_URL'), exportedValue('RCONDECK_TOKEN')];
	const post = (path: string, body: object) =>
		fetch(`${url}${path}`, {
			method: 'POST',
			headers: {'Application-Token': token},
			body: JSON.stringify(body),
		});
	const servers = () => runCli(['servers'], {env: {RCONDECK_URL: url, RCONDECK_TOKEN: token}});
	return {end, post, servers};
}

test('a new name survives a restart', async () => {
	const data = mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
	onTestFinished(() => rmSync(data, {recursive: true, force: true}));
	const first = await serve('--data', data);
	const renamed = await first.post('/server/srv-ark-events/change-display-name', {displayName: 'ark-kept'});
	expect(renamed.status).toBe(204);
	await first.end();
	const {servers} = await serve('--data', data);
	expect(await servers()).toMatchObject({code: 0, out: expect.stringContaining('ark-kept')});
});

test('a limit of the service is set by its name', async () => {
	const {post} = await serve('--service-limit', 'maxNameLength=6', 'maxDelayMinutes=2');
	const rename = (displayName: string) => post('/server/srv-ark-events/change-display-name', {displayName});
	expect((await rename('seven-7')).status).toBe(400);
	expect((await rename('six-66')).status).toBe(204);
});

test('creates the requested number of servers, with a scenario', async () => {
	const {servers} = await serve('--servers', '60', '--scenario', 'slow-rcon', 'busy-feed');
	expect((await servers()).out.match(/ark-events/g)?.length).toBeGreaterThan(3);
});

test.each([
	[['--scenario', 'flood'], /Allowed choices are node-down, crash-loop, slow-rcon, busy-feed/],
	[['--service-limit', 'patience=3'], /Unknown limit. Known limits: maxCommandLength, /],
	[['--service-limit', 'maxDelayMinutes=50000'], /a whole number from 1 to 34560/],
	[['--service-limit', 'maxNameLength'], /--service-limit maxNameLength must be a whole number/],
])('rejects a service with %j in a sentence', async (options, sentence) => {
	const ran = await runCli(['serve', '--demo', ...options]);
	expect(ran.err).toMatch(sentence);
	expect(ran).toMatchObject({code: 2, out: ''});
});
