import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../src/lib/time/clock.ts';
import {listen} from '../../src/service/http/listen.ts';
import {longService, many} from '../helpers/long-records.ts';
import {openTestDemo} from '../helpers/service-of-app.ts';
import {runCli} from './run-cli.ts';

async function longEnv(): Promise<Record<string, string>> {
	const demo = await openTestDemo(systemClock);
	const fetch = (request: Request) => longService(request, () => demo.fetch(request));
	const service = await listen({...demo, fetch}, {port: 0});
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
	onTestFinished(async () => {
		await service.close();
		rmSync(folder, {recursive: true, force: true});
	});
	return {
		RCONDECK_URL: service.url,
		RCONDECK_TOKEN: demo.credentials.token,
		RCONDECK_FEED_URL: 'off',
		RCONDECK_STATE_DIR: folder,
	};
}

test('long lists crash no one-shot command', async () => {
	const env = await longEnv();
	const lengthOf = async (...argv: string[]) => {
		const {code, out, err} = await runCli(argv, {env});
		expect({code, err}).toEqual({code: 0, err: ''});
		return out.split('\n').length;
	};
	expect(await lengthOf('tasks')).toBeGreaterThan(many);
	expect(await lengthOf('rcon', 'alpha', '--', 'status')).toBeGreaterThanOrEqual(many);
	expect(await lengthOf('rcon', 'alpha', 'bravo', '--yes', '--group', '--', 'status')).toBeGreaterThan(many);
	expect(await lengthOf('journal', '--markdown')).toBeGreaterThan(3);
});
