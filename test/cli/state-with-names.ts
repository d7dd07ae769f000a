import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect} from 'vitest';
import {httpService} from '../helpers/http-service.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

const twoServers = [
	{id: 'a1', displayName: 'ark-one', state: 'ONLINE', gameType: 'CS2'},
	{id: 'b2', displayName: 'with a space', state: 'FROZEN'},
];

/**
 * A home whose state contains the names of servers, as listing them leaves it; `asked`: the requests
 * since then.
 */
export async function stateWithNames(servers: readonly object[] = twoServers) {
	const requests: string[] = [];
	const {url} = await httpService(({url = ''}, response) => {
		requests.push(url);
		response.end(JSON.stringify(url.startsWith('/team') ? {id: 't'} : servers));
	});
	const folder = tempFolder();
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_STATE_DIR: folder};
	expect((await runCli(['servers'], {env})).code).toBe(0);
	requests.length = 0;
	return {folder, url, asked: requests};
}

/** A home for completion in a shell: the built program as `rcondeck`, and a profile named prod. */
export async function homeForShell(servers?: readonly object[]): Promise<Record<string, string>> {
	const {folder, url} = await stateWithNames(servers);
	const program = path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs');
	writeFileSync(path.join(folder, 'rcondeck'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
	chmodSync(path.join(folder, 'rcondeck'), 0o700);
	const config = path.join(folder, 'config');
	mkdirSync(config, {mode: 0o700});
	writeFileSync(path.join(config, 'config.toml'), `profile = "prod"\n[profiles.prod]\nurl = "${url}"\n`);
	return {
		PATH: `${folder}:/usr/bin:/bin`,
		HOME: folder,
		TERM: 'xterm',
		LC_ALL: 'C.UTF-8',
		RCONDECK_STATE_DIR: folder,
		RCONDECK_CONFIG_DIR: config,
	};
}
