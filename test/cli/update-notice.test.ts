import {readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openTuiSession} from '../../src/cli/start/tui-session.ts';
import {newerVersion} from '../../src/cli/start/update-notice.ts';
import {loadConfig} from '../../src/config/load.ts';
import {httpService, json, type Answering} from '../helpers/http-service.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';
import {waitFor} from '../helpers/wait-for.ts';

const now = Date.UTC(2026, 10, 21, 3);
const hourMs = 3_600_000;

/** A service that answers with the newest version, and a function that asks it. */
async function open(answer: Answering, current = '1.9.0') {
	const {url, seen} = await httpService(answer);
	const stateDir = path.join(tempFolder(), 'state');
	const {signal} = new AbortController();
	const ask = (over: {now?: number; env?: NodeJS.ProcessEnv} = {}) =>
		newerVersion({url: `${url}/rcondeck/latest`, current, stateDir, env: {}, now, signal, ...over});
	return {ask, seen, stateDir, url};
}

const says =
	(body: unknown): Answering =>
	(_seen, response) =>
		json(response, 200, body);

test('reports a newer version and checks for one at most once a day', async () => {
	const {ask, seen, stateDir} = await open(says({version: '1.10.0'}));
	expect(await ask()).toBe('1.10.0');
	expect(await ask()).toBeUndefined();
	expect(await ask({now: now + 23 * hourMs})).toBeUndefined();
	expect(seen).toHaveLength(1);
	expect(await ask({now: now + 24 * hourMs})).toBe('1.10.0');
	// The clock was set back.
	expect(await ask({now})).toBe('1.10.0');
	expect(seen).toHaveLength(3);
	expect(statSync(path.join(stateDir, 'update-checked')).mode & 0o777).toBe(0o600);
});

test('sends neither credentials nor the version', async () => {
	const {ask, seen} = await open(says({version: '1.10.0'}));
	await ask({env: {RCONDECK_TOKEN: 'secret-token', RCONDECK_CLIENT_CERT: '/missing'}});
	expect(seen).toMatchObject([{method: 'GET', url: '/rcondeck/latest', headers: {'user-agent': 'rcondeck'}}]);
	expect(JSON.stringify(seen[0]?.headers)).not.toMatch(/secret-token|1\.9\.0/);
});

test.each([
	[{version: '1.9.1'}, '1.9.1'],
	[{version: '2.0.0'}, '2.0.0'],
	[{tag_name: 'v1.10.0'}, '1.10.0'],
	[{version: '1.9.0'}, undefined],
	[{version: '1.8.9'}, undefined],
	[{version: '0.10.10'}, undefined],
	[{version: '2.0.0-rc.1'}, undefined],
	[{version: '\u001B[31m2.0.0'}, undefined],
	[{version: 2}, undefined],
	[[], undefined],
	['2.0.0', undefined],
	[null, undefined],
])('names %s from the answer %j', async (body, newer) => {
	const {ask} = await open(says(body));
	expect(await ask()).toBe(newer);
});

test.each<[string, Answering]>([
	['an error', (_seen, response) => json(response, 500, {version: '2.0.0'})],
	['no JSON', (_seen, response) => void response.end('<html>')],
	['a closed connection', (_seen, _response, socket) => void socket.destroy()],
	['too much', (_seen, response) => void response.end(`{"version":"2.0.0"}${' '.repeat(2_000_000)}`)],
])('ignores %s until the next day', async (_, answer) => {
	const {ask, seen} = await open(answer);
	expect(await ask()).toBeUndefined();
	expect(await ask()).toBeUndefined();
	expect(seen).toHaveLength(1);
});

test('does not check for updates in CI, or if the time of the check cannot be stored', async () => {
	const {ask, seen, stateDir} = await open(says({version: '2.0.0'}));
	expect(await ask({env: {CI: 'true'}})).toBeUndefined();
	writeFileSync(stateDir, '');
	expect(await ask()).toBeUndefined();
	expect(seen).toEqual([]);
});

/** A session of the TUI on the demo, with this configuration. */
function session(text: string) {
	const folder = tempFolder();
	writeFileSync(path.join(folder, 'config.toml'), text);
	const env = {RCONDECK_CONFIG_DIR: folder, RCONDECK_STATE_DIR: path.join(folder, 'state')};
	const output = {write: () => true};
	const io = {argv: [], env, stdin: process.stdin, stdout: output, stderr: output};
	const ending = new AbortController().signal;
	const config = loadConfig({flags: {demo: true}, env});
	const {services, close} = openTuiSession({...io, ending}, config, Promise.resolve());
	onTestFinished(close);
	return {env, notices: () => services.store.getState().notices.map(({text: shown}) => shown)};
}

test('the TUI names a newer version, and a command neither asks nor waits', async () => {
	const {url, seen} = await open(says({version: '999.0.0'}));
	const text = `update_url = "${url}/rcondeck/latest"\n`;
	const {env, notices} = session(text);
	await waitFor(() => expect(JSON.stringify(notices())).toContain('rcondeck 999.0.0 is available'));
	expect(seen).toHaveLength(1);
	const fresh = {...env, RCONDECK_STATE_DIR: tempFolder()};
	expect(await runCli(['servers', '--demo'], {env: fresh})).toMatchObject({code: 0});
	expect(seen).toHaveLength(1);
	expect(readFileSync(path.join(env.RCONDECK_CONFIG_DIR, 'config.toml'), 'utf8')).toBe(text);
});

test('an invalid URL is wrong usage', async () => {
	const folder = tempFolder();
	writeFileSync(path.join(folder, 'config.toml'), 'update_url = "file:///etc/passwd"\n');
	const {code, err} = await runCli(['servers', '--demo'], {env: {RCONDECK_CONFIG_DIR: folder}});
	expect({code, err}).toEqual({
		code: 2,
		err: expect.stringContaining('update_url: expected a URL with https:// or http://') as string,
	});
});
