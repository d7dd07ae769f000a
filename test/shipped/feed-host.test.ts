import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openOtherHost} from './other-host.ts';
import {openService, openShipped} from './shipped.ts';

test('RCONDECK_FEED_URL on another host gets no secrets of a profile, and an error names the remedy', async () => {
	const {env} = await openService();
	const {port, connections} = await openOtherHost(onTestFinished);
	const rcondeck = openShipped({});
	const config = path.join(rcondeck.folder, 'config');
	mkdirSync(config);
	const profile = `profile = "own"\n[profiles.own]\nurl = "${env['RCONDECK_URL']}"\n`;
	writeFileSync(path.join(config, 'config.toml'), profile);
	const token = `[own]\ntoken = "${env['RCONDECK_TOKEN']}"\n`;
	writeFileSync(path.join(config, 'credentials.toml'), token, {mode: 0o600});
	const elsewhere = {RCONDECK_FEED_URL: `ws://127.0.0.1:${port}/websocket`};
	const {code, out, err} = await rcondeck.run(['feed'], {env: elsewhere});
	expect({code, out}).toEqual({code: 2, out: ''});
	expect(err).toContain(
		`The credentials of profile own are not sent to the feed on 127.0.0.1:${port}. Unset RCONDECK_FEED_URL`,
	);
	expect(connections()).toBe(0);
	expect(await rcondeck.run(['servers'])).toMatchObject({code: 0});
});
