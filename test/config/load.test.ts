import {chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {inspect} from 'node:util';
import {expect, onTestFinished, test} from 'vitest';
import {loadConfig} from '../../src/config/load.ts';
import {credentialHeaders} from '../../src/contract/credentials.ts';
import {feedUrlFrom} from '../../src/contract/packets.ts';
import {UsageError} from '../../src/lib/errors.ts';

type Files = Record<string, string>;

/** Loads the configuration from its own directory with these files in it. */
function load(env: Record<string, string>, {files = {}, flags = {}}: {files?: Files; flags?: object} = {}) {
	const home = mkdtempSync(path.join(tmpdir(), 'rcondeck-config-'));
	onTestFinished(() => rmSync(home, {recursive: true}));
	const folder = path.join(home, '.config', 'rcondeck');
	mkdirSync(folder, {recursive: true});
	for (const [name, text] of Object.entries(files)) {
		writeFileSync(path.join(folder, name), text);
		chmodSync(path.join(folder, name), name === 'config.toml' ? 0o644 : 0o600);
	}
	return {config: loadConfig({flags, env: {HOME: home, ...env}}), home, folder};
}

const url = 'https://api.example.net';
/** The message of the `UsageError`, or empty. */
const messageOf = (task: () => unknown): string => {
	try {
		task();
	} catch (error) {
		if (error instanceof UsageError) return error.message;
		throw error;
	}
	return '';
};
const refusal = (env: Record<string, string>, more?: Parameters<typeof load>[1]): string => {
	const message = messageOf(() => load(env, more));
	if (message === '') throw new Error('it was not refused');
	return message;
};

test('no service is configured without settings', () => {
	const {config, home} = load({});
	expect(config).toMatchObject({
		profileName: 'demo',
		label: 'DEMO',
		baseUrl: undefined,
		credentials: undefined,
		settings: {poll_seconds: 5},
		awaitMs: 5000,
		readOnly: false,
		protect: 'normal',
		configDir: `${home}/.config/rcondeck`,
		stateDir: `${home}/.local/state/rcondeck`,
		warnings: [],
	});
});

test('--demo ignores the configured service, credentials and feed', () => {
	const files = {'config.toml': `profile = "prod"\npoll_seconds = 7\n[profiles.prod]\nurl = "${url}"\n`};
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_FEED_URL: 'off', RCONDECK_PROFILE: 'prod'};
	const {config} = load(env, {files, flags: {demo: true}});
	expect(config).toMatchObject({
		profileName: 'demo',
		label: 'DEMO',
		baseUrl: undefined,
		credentials: undefined,
		feed: {url: undefined},
		settings: {poll_seconds: 7},
	});
	expect(refusal({}, {files, flags: {demo: true, profile: 'prod'}})).toContain(
		'Use either --demo or --profile',
	);
});

test('a URL and a token in the environment are enough', () => {
	const {config} = load({RCONDECK_URL: `${url}/`, RCONDECK_TOKEN: 't0p\n'});
	expect(config).toMatchObject({profileName: 'environment', label: 'api.example.net', baseUrl: url});
	expect(credentialHeaders(config.credentials)).toEqual({'Application-Token': 't0p'});
	expect(config.feed).toMatchObject({
		url: 'wss://api.example.net/websocket',
		destinations: ['/topic/team/{teamId}'],
	});
	expect(config.origins).toMatchObject({
		url: 'environment RCONDECK_URL',
		credentials: 'environment RCONDECK_TOKEN',
	});
});

test('the team of the environment replaces that of the profile', () => {
	const files = {'config.toml': `profile = "prod"\n[profiles.prod]\nurl = "${url}"\nteam = "t1"\n`};
	expect(load({RCONDECK_TOKEN: 't'}, {files}).config.team).toBe('t1');
	const {config} = load({RCONDECK_TOKEN: 't', RCONDECK_TEAM: 't2'}, {files});
	expect(config.team).toBe('t2');
	expect(config.origins).toMatchObject({team: 'environment RCONDECK_TEAM'});
	expect(load({RCONDECK_TEAM: 't2'}, {flags: {demo: true}}).config.team).toBeUndefined();
});

test('a secret prints as dots, however it is printed', () => {
	const {config} = load({RCONDECK_URL: url, RCONDECK_APP_ID: 'app', RCONDECK_APP_SECRET: 's3cret'});
	const {credentials} = config;
	const secret = credentials?.kind === 'application' ? credentials.secret : undefined;
	const printed = [JSON.stringify(config), inspect(config, {depth: 9}), String(secret), `${secret}`].join();
	expect(printed).not.toContain('s3cret');
	expect(printed).toContain('••••');
	expect(credentialHeaders(credentials)).toEqual({'Application-Id': 'app', 'Application-Secret': 's3cret'});
});

test('flags override the environment, and the environment overrides the profile', () => {
	const files = {
		'config.toml': `profile = "prod"\npoll_seconds = 2.5\n[profiles.prod]\nurl = "${url}"\nlabel = "PROD"\ncolour = "red"\nprotect = "high"\nread_only = true\n[profiles.prod.feed]\nurl = "off"\ndestinations = ["/a", "/b"]\n`,
		'credentials.toml': '[prod]\nbearer = "b1"\nfeed_passcode = "p"\n',
	};
	const {config, folder} = load({RCONDECK_FEED_DESTINATIONS: ' /x , ,/y'}, {files});
	expect(config).toMatchObject({
		profileName: 'prod',
		label: 'PROD',
		color: 'red',
		protect: 'high',
		readOnly: true,
		settings: {poll_seconds: 2.5},
		feed: {url: 'off', destinations: ['/x', '/y']},
	});
	expect(credentialHeaders(config.credentials)).toEqual({Authorization: 'Bearer b1'});
	expect(config.feed.passcode?.reveal()).toBe('p');
	expect(config.origins).toMatchObject({
		profile: `${folder}/config.toml`,
		url: `[profiles.prod] in ${folder}/config.toml`,
		'feed.destinations': 'environment RCONDECK_FEED_DESTINATIONS',
		credentials: `${folder}/credentials.toml`,
	});
	const other = load(
		{RCONDECK_URL: 'http://localhost:1', RCONDECK_TOKEN: 't'},
		{files, flags: {url: 'http://127.0.0.1:2', readOnly: true}},
	).config;
	expect(other).toMatchObject({baseUrl: 'http://127.0.0.1:2', profileName: 'environment', readOnly: true});
	expect(other.feed.url).toBe('ws://127.0.0.1:2/websocket');
});

test('the token of a profile comes from a file or from a shell command', () => {
	const profile = (line: string) => ({'config.toml': `[profiles.p]\nurl = "${url}"\n${line}\n`, tok: 't1\n'});
	const command = profile('token_command = "printf %s%s t 2 | cat"');
	for (const [files, token] of [
		[profile('token_file = "tok"'), 't1'],
		[command, 't2'],
	] as const) {
		const {config} = load({RCONDECK_PROFILE: 'p'}, {files});
		expect(credentialHeaders(config.credentials)).toEqual({'Application-Token': token});
	}
});

test('does not send the secret of a profile to another host', () => {
	const files = {
		'config.toml': `[profiles.prod]\nurl = "${url}"\n`,
		'credentials.toml': '[prod]\ntoken = "t"\n',
	};
	const flags = {profile: 'prod', url: 'http://localhost:8080'};
	expect(refusal({}, {files, flags})).toContain('not sent to another service');
	const {config} = load({RCONDECK_TOKEN: 'mine'}, {files, flags});
	expect(credentialHeaders(config.credentials)).toEqual({'Application-Token': 'mine'});
});

const secretFiles = {
	'config.toml': `profile = "prod"\n[profiles.prod]\nurl = "${url}"\n[profiles.own]\nurl = "${url}"\n[profiles.own.feed]\nurl = "wss://feed.example.net/ws"\n`,
	'credentials.toml': '[prod]\ntoken = "t"\n[own]\ntoken = "t"\nfeed_passcode = "p"\n',
};
const elsewhere = 'wss://elsewhere.example.net/websocket';

test.each([
	[
		{RCONDECK_FEED_URL: elsewhere},
		'The credentials of profile prod are not sent to the feed on elsewhere.example.net',
	],
	[
		{RCONDECK_FEED_URL: 'wss://api.example.net:8443/websocket'},
		'are not sent to the feed on api.example.net:8443',
	],
	[
		{RCONDECK_FEED_URL: 'ws://api.example.net/websocket', RCONDECK_ALLOW_PLAIN_HTTP: '1'},
		'are not sent to the feed on api.example.net',
	],
	[{RCONDECK_PROFILE: 'own', RCONDECK_FEED_URL: elsewhere}, 'set url in [profiles.own.feed]'],
	[
		{RCONDECK_PROFILE: 'own', RCONDECK_URL: 'https://staging.example.net', RCONDECK_TOKEN: 's'},
		'The credentials for staging.example.net are not sent to feed.example.net, the feed of profile own',
	],
])('%j would send the credentials to a feed on another host, and is rejected', (env, sentence) => {
	expect(refusal(env, {files: secretFiles})).toContain(sentence);
});

test.each([
	[{RCONDECK_PROFILE: 'own'}, 'wss://feed.example.net/ws'],
	[{RCONDECK_FEED_URL: 'wss://api.example.net/other'}, 'wss://api.example.net/other'],
	[{RCONDECK_FEED_URL: elsewhere, RCONDECK_TOKEN: 'mine'}, elsewhere],
	[{RCONDECK_FEED_URL: 'off'}, 'off'],
	[{RCONDECK_URL: url, RCONDECK_TOKEN: 'mine', RCONDECK_FEED_URL: elsewhere}, elsewhere],
])('%j explicitly allows the feed to get the credentials', (env, feedUrl) => {
	expect(load(env, {files: secretFiles}).config.feed.url).toBe(feedUrl);
});

test('also keeps the feed passcode of a profile with its service', () => {
	const files = {...secretFiles, 'credentials.toml': '[prod]\nfeed_passcode = "p"\n'};
	expect(refusal({}, {files, flags: {profile: 'prod', url: 'https://x.example'}})).toContain(
		'not sent to another',
	);
	expect(refusal({RCONDECK_FEED_URL: elsewhere}, {files})).toContain('not sent to the feed on elsewhere');
});

test.each([
	['https://host.example', 'wss://host.example/websocket'],
	['https://host.example/base', 'wss://host.example/base/websocket'],
	['http://host.example:8080/a/b/', 'ws://host.example:8080/a/b/websocket'],
])('the feed of %s defaults to %s', (base, feedUrl) => {
	expect(load({RCONDECK_URL: base, RCONDECK_ALLOW_PLAIN_HTTP: '1'}).config.feed.url).toBe(feedUrl);
	expect(feedUrlFrom(base)).toBe(feedUrl);
});

test.each([
	[{RCONDECK_URL: 'http://10.0.0.1:8080'}, 2],
	[{RCONDECK_URL: 'http://10.0.0.1:8080', RCONDECK_FEED_URL: 'off'}, 1],
	[{RCONDECK_URL: url, RCONDECK_FEED_URL: 'ws://api.example.net/x'}, 1],
	[{RCONDECK_URL: 'http://localhost:1'}, 0],
	[{RCONDECK_URL: 'http://[::1]:1'}, 0],
	[{RCONDECK_URL: 'http://127.0.0.2:1'}, 0],
])('%j is allowed only by a setting, and causes %i warnings', (env, count) => {
	const files = {'config.toml': 'allow_plain_http = true\n'};
	expect(load(env, {files}).config.warnings).toHaveLength(count);
	expect(load({...env, RCONDECK_ALLOW_PLAIN_HTTP: '1'}).config.warnings).toHaveLength(count);
	const plain = () => load({...env, RCONDECK_ALLOW_PLAIN_HTTP: '0'}).config.warnings;
	expect(messageOf(plain)).toMatch(
		count > 0 ? /unencrypted\. Use (https|wss):.* allow_plain_http = true/ : /^$/,
	);
});

test('a token_command does not run for a service that may not get its token', () => {
	const files = {
		'config.toml': `profile = "p"\n[profiles.p]\nurl = "http://10.0.0.1"\ntoken_command = "touch $HOME/ran; echo t"\n`,
	};
	expect(refusal({}, {files})).toContain('allow_plain_http');
});

test('NODE_TLS_REJECT_UNAUTHORIZED=0 is refused unless a setting allows it, and is then always visible', () => {
	const env = {RCONDECK_URL: url, NODE_TLS_REJECT_UNAUTHORIZED: '0'};
	expect(refusal(env)).toMatch(
		/^NODE_TLS_REJECT_UNAUTHORIZED=0 disables .* allow_insecure_tls = true in config\.toml/,
	);
	expect(refusal(env, {flags: {demo: true}})).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0');
	for (const {config} of [
		load(env, {files: {'config.toml': 'allow_insecure_tls = true\n'}}),
		load({...env, RCONDECK_ALLOW_INSECURE_TLS: 'true'}),
	]) {
		expect(config.label).toBe('unverified api.example.net');
		expect(config.warnings).toMatchObject([expect.stringContaining('Certificates are not verified')]);
	}
	expect(load({...env, NODE_TLS_REJECT_UNAUTHORIZED: '1'}).config).toMatchObject({
		label: 'api.example.net',
		warnings: [],
	});
});

test('the webhook of alerts is sent unencrypted to another host only if a setting allows it', async () => {
	const env = {RCONDECK_URL: url, RCONDECK_ALERTS_WEBHOOK: 'http://hooks.example/secret-path'};
	const webhookOf = async (more: object) =>
		(await load({...env, ...more}).config.alerts?.())?.webhook?.read();
	await expect(webhookOf({})).rejects.toThrow(/hooks\.example unencrypted/);
	await expect(webhookOf({})).rejects.not.toThrow(/secret-path/);
	expect((await webhookOf({RCONDECK_ALLOW_PLAIN_HTTP: '1'}))?.reveal()).toBe(env.RCONDECK_ALERTS_WEBHOOK);
	const own = await webhookOf({RCONDECK_ALERTS_WEBHOOK: 'http://127.0.0.1:1/x'});
	expect(own?.reveal()).toBe('http://127.0.0.1:1/x');
});

test.each([
	[
		{RCONDECK_URL: 'api.example.net'},
		'The URL in environment RCONDECK_URL is invalid. Use the form https://',
	],
	[{RCONDECK_URL: 'localhost:8080'}, 'must start with https:// or http://'],
	[{RCONDECK_URL: 'ftp://x'}, 'must start with https:// or http://'],
	[{RCONDECK_URL: `${url}?a=b`}, 'query'],
	[{RCONDECK_URL: 'https://me:hunter2@api.example.net'}, 'user name or password'],
	[
		{RCONDECK_URL: url, RCONDECK_APP_ID: 'a'},
		'RCONDECK_APP_ID is set without RCONDECK_APP_SECRET. Set both.',
	],
	[{RCONDECK_URL: url, RCONDECK_APP_SECRET: 'a'}, 'RCONDECK_APP_SECRET is set without RCONDECK_APP_ID'],
	[
		{RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_BEARER: 'b'},
		'RCONDECK_TOKEN and RCONDECK_BEARER are both set. Keep one',
	],
	[{RCONDECK_URL: url, RCONDECK_TOKEN: 'two words'}, 'invalid in an HTTP header'],
	[{RCONDECK_TOKEN: 't'}, 'Set RCONDECK_URL'],
	[{RCONDECK_URL: url, RCONDECK_FEED_URL: 'https://x/y'}, 'wss:// or ws://'],
	[{RCONDECK_URL: url, RCONDECK_FEED_DESTINATIONS: ','}, 'has no destinations'],
	[
		{RCONDECK_PROFILE: 'nope'},
		'There is no profile nope. Run `rcondeck login nope`, or add [profiles.nope] to',
	],
])('rejects %j with one sentence: %s', (env, sentence) => {
	const message = refusal(env);
	expect(message).toContain(sentence);
	expect(message).not.toMatch(/hunter2|\n/);
});

test.each([
	['poll_seconds = 0', 'poll_seconds'],
	['poll_seconds = "often"', 'poll_seconds'],
	['at_once_per_node = 0', 'at_once_per_node'],
	['at_once_per_node = 1.5', 'at_once_per_node'],
	['poll_secnds = 5', 'poll_secnds'],
	['profile = "prod"\n[profiles.test]\nurl = "http://x"', 'There is no profile prod. Use one of test.'],
	['profile = "p"\n[profiles.p]', 'Profile p has no url'],
	['profile = [', 'not valid TOML (line'],
	[
		`profile = "p"\n[profiles.p]\nurl = "${url}"\ntoken_file = "a"\ntoken_command = "b"`,
		'token_command and token_file. Keep only one',
	],
	[`profile = "p"\n[profiles.p]\nurl = "${url}"\ntoken_file = "none"`, 'does not exist'],
	[`profile = "p"\n[profiles.p]\nurl = "${url}"\ntoken_command = "exit 3"`, 'Run it in a shell'],
	[`profile = "p"\n[profiles.p]\nurl = "${url}"\ntoken_command = "true"`, 'empty'],
])('rejects the file %j: %s', (text, sentence) => {
	const message = refusal({}, {files: {'config.toml': text}});
	expect(message).toContain(sentence);
	expect(message).not.toContain('\n');
});

test('rejects a credentials file that other users can read', () => {
	const {folder, home} = load({}, {files: {'config.toml': `profile = "p"\n[profiles.p]\nurl = "${url}"\n`}});
	writeFileSync(path.join(folder, 'credentials.toml'), '[p]\ntoken = "t"\n', {mode: 0o640});
	expect(() => loadConfig({flags: {}, env: {HOME: home}})).toThrow(/chmod 600/);
});

test('the directories follow the environment', () => {
	const {config} = load({RCONDECK_STATE_DIR: '/tmp/s', XDG_CONFIG_HOME: 'relative'});
	expect(config.stateDir).toBe('/tmp/s');
	expect(config.configDir).toMatch(/\.config\/rcondeck$/);
	expect(load({XDG_STATE_HOME: '/tmp/x'}).config.stateDir).toBe('/tmp/x/rcondeck');
});

test('refuses a setting of a newer version, and leaves the file unchanged', () => {
	const text = '[profiles.prod]\nurl = "https://api.example.net"\nlater = true\n';
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-config-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	const file = path.join(folder, 'config.toml');
	writeFileSync(file, text);
	expect(refusal({RCONDECK_CONFIG_DIR: folder})).toBe(
		`${file}: unknown key profiles.prod.later. Fix or remove it; if a newer rcondeck wrote it, update rcondeck.`,
	);
	expect(readFileSync(file, 'utf8')).toBe(text);
});
