import {chmodSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {configFolder} from './config-folder.ts';
import {liveService} from './live-service.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {runCli, startCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

type Findings = {findings: {about: string; status: string; text: string}[]};

test('doctor reports no problems with a listening demo, and shows no secret', async () => {
	const env = await liveService();
	const ran = await runCli(['doctor', '--json'], {env: {...env, LC_ALL: 'C.UTF-8', TERM: 'xterm'}});
	const {findings} = JSON.parse(ran.out) as Findings;
	expect(findings.filter(({status}) => status !== 'ok')).toEqual([]);
	expect([...new Set(findings.map(({about}) => about))]).toEqual([
		'program',
		'config',
		'terminal',
		'letters',
		'network',
		'journal',
		'cache',
		'service',
		'permission',
		'node',
		'clock',
		'feed',
	]);
	expect(ran.code).toBe(0);
	expect(ran.out).not.toContain(env['RCONDECK_TOKEN']);
});

test('doctor says why the agent of a node is not connected', async () => {
	const nodes = [
		{id: 'a', status: 'ONLINE', settings: {name: 'attic'}},
		{
			id: 'b',
			status: 'OFFLINE',
			settings: {name: 'cellar'},
			daemonVersion: '0.0.1',
			lastAlive: '2026-11-24T03:00:00Z',
			logoutReason: 'Its agent is too old.',
		},
		{id: 'c', status: 'CREATION', settings: {name: 'shed'}},
	];
	const {url} = await httpService(({url: asked}, response) => {
		const answer = asked.startsWith('/team/my') ? {id: 'team', name: 'team'} : [];
		json(response, 200, asked.startsWith('/node/by-team') ? nodes : answer);
	});
	const ran = await runCli(['doctor', '--json'], {env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'}});
	const {findings} = JSON.parse(ran.out) as Findings;
	expect(findings.filter(({about}) => about === 'node').map(({status, text}) => [status, text])).toEqual([
		['ok', '1 node connected'],
		[
			'warning',
			'cellar is OFFLINE; check its agent (version 0.0.1, last alive 2026-11-24T03:00:00Z): Its agent is too old.',
		],
		['warning', 'shed has never connected; run `rcondeck agent` with its token there'],
	]);
});

test('doctor names a config.toml that others can change, and sends its token nowhere', async () => {
	const {url, seen} = await httpService((_asked, response) => json(response, 200, []));
	const {folder, env} = configFolder({
		'config.toml': `profile = "p"\n[profiles.p]\nurl = "${url}"\n`,
		'credentials.toml': '[p]\ntoken = "secret"\n',
	});
	chmodSync(path.join(folder, 'config.toml'), 0o606);
	const ran = await runCli(['doctor'], {env});
	expect(ran.code).toBe(1);
	expect(ran.out).toMatch(
		/^failure {2}config +\S+config\.toml: other users can change config\.toml; run chmod 600/m,
	);
	expect(seen).toEqual([]);
});

test.each([
	[
		'C',
		/^warning {2}letters +the locale C is not UTF-8, so rcondeck uses only ASCII characters; set LC_ALL=C\.UTF-8 to/m,
	],
	['', /^ok {7}letters +no locale is set, so UTF-8 is assumed; .* --ascii$/m],
])('with LC_ALL=%j doctor tells which characters the TUI uses', async (locale, finding) => {
	const ran = await runCli(['doctor'], {env: {LC_ALL: locale, TERM: 'xterm'}});
	expect(ran.out).toMatch(finding);
});

test('warnings keep the exit code at 0: a missing feed', async () => {
	const env = await liveService();
	const ran = await runCli(['doctor'], {env: {...env, RCONDECK_FEED_URL: 'ws://127.0.0.1:1/none'}});
	expect(ran.code).toBe(0);
	expect(ran.out).toMatch(/^warning {2}feed +ws:\/\/127\.0\.0\.1:1\/none: .*each poll$/m);
});

test('a failure exits with 1: no listener, rejected credentials, an invalid file', async () => {
	const gone = await runCli(['doctor'], {env: {RCONDECK_URL: 'http://127.0.0.1:1', RCONDECK_TOKEN: 't'}});
	expect(gone.code).toBe(1);
	expect(gone.out).toMatch(/^failure {2}service .*127\.0\.0\.1:1/m);
	const {url} = await httpService((_seen, response) => response.writeHead(401).end());
	const refused = await runCli(['doctor'], {env: {RCONDECK_URL: url, RCONDECK_TOKEN: 'very-secret'}});
	expect(refused.code).toBe(1);
	expect(refused.out).not.toContain('very-secret');
	expect((await runCli(['--profile', 'none', 'doctor'])).code).toBe(1);
});

test('doctor and feed name a destination that the broker rejects, with the reason', async () => {
	const env = {
		...(await liveService()),
		RCONDECK_FEED_DESTINATIONS: '/topic/team/{teamId},/topic/nobody',
		LC_ALL: 'C.UTF-8',
	};
	const ran = await runCli(['doctor'], {env});
	expect(ran.code).toBe(0);
	expect(ran.out).toMatch(/^warning {2}feed .*live after .*\/topic\/nobody refused \(.*denied/m);
	const feed = startCli(['feed'], {env});
	expect(await feed.saysOnError('refused')).toContain('feed LIVE, /topic/nobody refused: Access to');
	feed.end({code: 130});
	await feed.ended;
});

test('warns about a feed that did not deliver in the last session', async () => {
	const service = await liveService();
	const env = {...service, RCONDECK_STATE_DIR: tempFolder()};
	const journal = openJournal({
		path: path.join(env.RCONDECK_STATE_DIR, 'journal.db'),
		clock: manualClock(),
		onProblem: words => expect.fail(words),
		scope: {profile: 'environment', service: service['RCONDECK_URL'] ?? ''},
	});
	journal.rememberNow([{kind: 'feedProof', at: 0, missed: 2}]);
	journal.close();
	const ran = await runCli(['doctor'], {env});
	expect(ran.out).toMatch(/^warning {2}feed check +connected at 1970\S+, but 2 answers/m);
});
