import {readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {liveService} from './live-service.ts';
import {waitFor} from '../helpers/wait-for.ts';
import {runCli, runDemo, startCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

type Entry = {event: string; level: string; time: string; message: string} & Record<string, unknown>;

const entriesIn = (file: string): Entry[] =>
	readFileSync(file, 'utf8')
		.trimEnd()
		.split('\n')
		.map(line => JSON.parse(line) as Entry);

/** Runs a command with a log file. Returns its entries. */
async function logOf(argv: string[], env: Record<string, string> = {}) {
	const file = path.join(tempFolder(), 'log.jsonl');
	const ran = await runCli(['--log-file', file, ...argv], {env});
	return {...ran, file, entries: entriesIn(file)};
}

test('a command logs its start, its settings with their origins, its requests and its end', async () => {
	const env = await liveService();
	const {code, file, entries} = await logOf(['servers', '--json'], env);
	expect(code).toBe(0);
	expect(entries.map(({event}) => event)).toEqual(['start', 'config', 'request', 'request', 'end']);
	const [start, config, team, list, end] = entries;
	expect(start).toMatchObject({level: 'info', command: 'server list', pid: process.pid});
	expect(start?.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
	expect(config).toMatchObject({service: 'hosted', url: env['RCONDECK_URL']});
	expect(config?.['origins']).toContain('url from environment RCONDECK_URL');
	expect(team).toMatchObject({
		call: 1,
		level: 'debug',
		method: 'GET',
		path: '/team/my',
		status: 200,
		sent: 0,
	});
	expect(list?.['requestId']).toMatch(/^[\w-]{36}$/);
	expect(list?.['received']).toBeGreaterThan(10);
	expect(end).toMatchObject({code: 0, dropped: 0});
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(readFileSync(file, 'utf8')).not.toContain(env['RCONDECK_TOKEN']);
});

test('each level has more: failures, then changes, then reads, then bodies', async () => {
	const eventsAt = async (level: string) => {
		const file = path.join(tempFolder(), 'log');
		const argv = ['rcon', 'ark-isl-1', '--log-file', file, '--log-level', level, '--', 'ListPlayers'];
		expect((await runDemo(argv)).code).toBe(0);
		return entriesIn(file).map(({event, method}) => (method === undefined ? event : `${event} ${method}`));
	};
	await waitFor(async () => expect(await eventsAt('warn')).toEqual(['said']));
	expect(await eventsAt('info')).toEqual(['start', 'said', 'config', 'request POST', 'end']);
	expect(await eventsAt('debug')).toContain('request GET');
	expect(await eventsAt('debug')).not.toContain('body');
	expect(await eventsAt('trace')).toContain('body');
});

test('RCONDECK_LOG and RCONDECK_LOG_LEVEL are the same as the options, which take precedence', async () => {
	const [one, other] = [path.join(tempFolder(), 'one'), path.join(tempFolder(), 'other')];
	const env = {RCONDECK_LOG: one, RCONDECK_LOG_LEVEL: 'warn'};
	await runDemo(['servers', '--json'], {env});
	// The system may still be writing: in the program, it completes this even after the exit.
	await waitFor(() => expect(entriesIn(one).map(({event}) => event)).toEqual(['said']));
	await runDemo(['servers', '--json', '--log-file', other, '--log-level', 'info'], {env});
	expect(entriesIn(other).map(({event}) => event)).toContain('start');
	expect(entriesIn(one)).toHaveLength(1);
	await runDemo(['servers', '--json', '--log-file', ''], {env});
	expect(entriesIn(one)).toHaveLength(1);
});

test('a file that cannot be written and a wrong level are wrong usage, before anything is sent', async () => {
	const {url, seen} = await httpService((_seen, response) => json(response, 200, []));
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 'token-4711'};
	const missing = await runCli(['servers', '--log-file', '/nowhere/log'], {env});
	expect(missing).toMatchObject({
		code: 2,
		err: 'rcondeck: /nowhere/log cannot be written: no such directory.\n',
	});
	const folder = await runCli(['servers'], {env: {...env, RCONDECK_LOG: tempFolder()}});
	expect(folder.err).toContain('it is a directory');
	const log = path.join(tempFolder(), 'log');
	const level = await runCli(['servers'], {env: {...env, RCONDECK_LOG: log, RCONDECK_LOG_LEVEL: 'loud'}});
	expect(level).toMatchObject({code: 2});
	expect(level.err).toContain('error, warn, info, debug, trace');
	const alone = await runCli(['servers', '--log-level', 'debug'], {env});
	expect(alone.err).toContain('--log-level needs a file');
	expect(seen).toEqual([]);
});

test('a retry has its attempt, and a failure its reason and message', async () => {
	let asked = 0;
	const {url} = await httpService((_seen, response) => {
		asked += 1;
		if (asked === 1) response.writeHead(503).end();
		else json(response, 403, {key: 'missingPermission.ACCESS_SERVERS'});
	});
	const {code, entries} = await logOf(['servers'], {RCONDECK_URL: url, RCONDECK_TOKEN: 'token-4711'});
	expect(code).toBe(5);
	expect(entries.filter(({event}) => event === 'request')).toMatchObject([
		{level: 'warn', attempt: 1, status: 503, outcome: 'refused'},
		{level: 'warn', attempt: 2, status: 403, outcome: 'refused'},
	]);
	expect(entries.find(({event}) => event === 'said')?.message).toContain('missingPermission.ACCESS_SERVERS');
	expect(entries.at(-1)).toMatchObject({event: 'end', code: 5});
});

test('the states of the feed and its frames are logged, the bodies only as traces and without secrets', async () => {
	const service = await liveService();
	const env = {...service, RCONDECK_LOG: path.join(tempFolder(), 'log'), RCONDECK_LOG_LEVEL: 'trace'};
	const feed = startCli(['feed'], {env});
	await feed.saysOnError('LIVE');
	const sent = await runCli(['rcon', 'ark-isl-1', '--yes', '--', 'rcon_password hunter2 \u001b[2J'], {env});
	expect(sent.code).toBe(0);
	await feed.says('rcon_password');
	feed.end({code: 130});
	await feed.ended;
	const entries = entriesIn(env.RCONDECK_LOG);
	const frames = entries.filter(({event}) => event === 'frame').map(({command}) => command);
	expect(frames.slice(0, 3)).toEqual(['CONNECT', 'CONNECTED', 'SUBSCRIBE']);
	const message = entries.find(({command}) => command === 'MESSAGE');
	expect(message?.['destination']).toContain('/topic/team/');
	expect(message?.['bytes']).toBeGreaterThan(10);
	const states = entries.flatMap(({event, status}) => (event === 'feed' ? status : []));
	expect([states[0], states.at(-1)]).toEqual(['connecting', 'live']);
	const text = readFileSync(env.RCONDECK_LOG, 'utf8');
	expect(text).toContain('rcon_password ***');
	for (const secret of ['hunter2', service['RCONDECK_TOKEN'] ?? '', '\u001b'])
		expect(text).not.toContain(secret);
});

test('values of a query and email addresses in a path are left out', async () => {
	const {url} = await httpService((_seen, response) => json(response, 200, {}));
	const {entries} = await logOf(['api', 'GET', '/x/mina@example.net?key=hunter2&page=1'], {
		RCONDECK_URL: url,
	});
	expect(entries.find(({event}) => event === 'request')).toMatchObject({path: '/x/***', query: 'key,page'});
	expect(JSON.stringify(entries)).not.toContain('hunter2');
});

test('the service also writes its own entries to the file', async () => {
	const file = path.join(tempFolder(), 'log');
	const serve = startCli([
		'serve',
		'--demo',
		'--port',
		'0',
		'--quiet',
		'--log-file',
		file,
		'--log-level',
		'info',
	]);
	await serve.saysOnError('listen');
	serve.end({code: 0});
	await serve.ended;
	expect(entriesIn(file).map(({event}) => event)).toEqual(
		expect.arrayContaining(['start', 'listen', 'shutdown', 'closed', 'end']),
	);
});

test('a problem of the journal is logged', async () => {
	const state = tempFolder();
	const env = {...(await liveService()), RCONDECK_STATE_DIR: state};
	writeFileSync(path.join(state, 'journal.db'), 'no database '.repeat(100), {mode: 0o600});
	const {entries} = await logOf(['rcon', 'ark-isl-1', '--yes', '--', 'ListPlayers'], env);
	expect(entries.find(({event}) => event === 'said')?.message).toContain('The journal is damaged');
});
