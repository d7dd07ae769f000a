import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import type {ServerResponse} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {runCli, startCli} from './run-cli.ts';

const servers = [
	{id: 'a', displayName: 'one', gameType: 'CS2', state: 'ONLINE', nodeId: 'n1'},
	{id: 'b', displayName: 'two', gameType: 'CS2', state: 'ONLINE', nodeId: 'n2'},
];
const answerTo = (command: string) => ({
	command: {command, response: `ok ${command}`, timestamp: 1_795_230_000_000},
});

/** A service whose responses to changes come from the test, and a folder that several commands share. */
async function shell(onPost: (url: string, body: string, response: ServerResponse) => void) {
	const state = mkdtempSync(path.join(tmpdir(), 'shell-'));
	onTestFinished(() => rmSync(state, {recursive: true, force: true}));
	const {url} = await httpService(({method, url: asked, body}, response) => {
		if (asked === '/team/my') json(response, 200, {id: 't'});
		else if (method === 'GET') json(response, 200, servers);
		else onPost(asked, String(body), response);
	});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_STATE_DIR: state};
	const read = <Result>(from: (journal: ReturnType<typeof openJournal>) => Result): Result => {
		const journal = openJournal({
			path: path.join(state, 'journal.db'),
			clock: manualClock(),
			onProblem: words => expect.fail(words),
			scope: {profile: 'environment', service: url},
		});
		const result = from(journal);
		journal.close();
		return result;
	};
	const log = async () =>
		(await runCli(['journal'], {env})).out.split('\n').map(line => line.replace(/^\S+Z {2}| +(?=ok)/, ''));
	return {state, env, read, log, newest: () => read(journal => journal.recent(1))[0]};
}

const answering = (_url: string, body: string, response: ServerResponse) =>
	json(response, 200, {serverId: 'a', ...answerTo(String((JSON.parse(body) as {command: string}).command))});

test('a command from the shell is in the journal with its response, distinct from those of sessions', async () => {
	const {env, log, read} = await shell(answering);
	const scope = {profile: 'environment', service: env.RCONDECK_URL, team: 't'};
	await runCli(['rcon', 'one', '--', 'status'], {env});
	expect(await log()).toEqual(['one  me (shell)  > status', 'ok status', '']);
	expect(read(journal => journal.history('a', 'CS2')).server).toEqual(['status']);
	const {out} = await runCli(['journal', '--json'], {env});
	expect(JSON.parse(out)).toMatchObject({
		entries: [{origin: 'me', source: 'shell', status: 'answered', ...scope}],
	});
});

test('it is written before the service receives it, and stays when its outcome remains unknown', async () => {
	const seen: unknown[] = [];
	const {env, newest} = await shell((_url, _body, response) => {
		seen.push(newest());
		response.destroy();
	});
	expect((await runCli(['rcon', 'one', '--', 'save'], {env})).code).toBe(8);
	expect(seen).toMatchObject([{text: 'save', status: 'waiting', origin: 'me', source: 'shell'}]);
	expect(newest()).toMatchObject({text: 'save', status: 'timeout'});
});

test('an interrupted command is abandoned', async () => {
	const requested = Promise.withResolvers<void>();
	const {env, newest} = await shell(() => requested.resolve());
	const rcon = startCli(['rcon', 'one', '--', 'save'], {env});
	await requested.promise;
	rcon.end({code: 130});
	await rcon.ended;
	expect(newest()).toMatchObject({text: 'save', status: 'abandoned'});
});

test('several servers at once: each command is recorded, including failures', async () => {
	const {env, log} = await shell((url, _body, response) => {
		if (url.startsWith('/server/b')) json(response, 409, {error: 'server.is_not_online'});
		else json(response, 200, {serverId: 'a', ...answerTo('x')});
	});
	await runCli(['rcon', '--all', '--yes', '--', 'x'], {env});
	expect((await log()).toSorted()).toEqual([
		'',
		'ok x',
		'one  me (shell)  > x',
		'two  me (shell)  > x  (failed: server.is_not_online)',
	]);
});

test('--no-await is recorded as sent without waiting', async () => {
	const {env, newest} = await shell((_url, _body, response) => void response.end());
	await runCli(['rcon', '--no-await', 'one', '--', 'save'], {env});
	expect(newest()).toMatchObject({text: 'save', status: 'sent'});
});

test('records an action with an unknown outcome during its request, and then with its outcome', async () => {
	const seen: unknown[] = [];
	const {env, newest, log} = await shell((url, _body, response) => {
		seen.push(newest());
		if (url.startsWith('/server/a')) response.end();
		else json(response, 409, {error: 'server.is_not_online'});
	});
	await runCli(['restart', 'one', '--yes', '--delay', '15m'], {env});
	await runCli(['stop', 'two', '--yes'], {env});
	expect(seen).toMatchObject([
		{
			kind: 'act',
			activity: {action: 'restart', input: {delayMinutes: 15}, outcome: 'pending', targetCount: 1},
		},
		{kind: 'act', activity: {action: 'stop', input: {}, outcome: 'pending'}},
	]);
	expect(await log()).toEqual([
		'one  act (shell)  Restart in 15m accepted.',
		'two  failure (shell)  stop: refused: server.is_not_online',
		'',
	]);
	const {out} = await runCli(['handover', '--json'], {env});
	expect(JSON.parse(out)).toMatchObject({
		handover: {
			done: [{kind: 'act', action: 'restart', outcome: 'accepted'}],
			failed: [{kind: 'failure', outcome: 'refused', reason: 'server.is_not_online'}],
		},
	});
});

test('no line contains secrets, and a line with one does not return in the history', async () => {
	const {env, log, read, state} = await shell(answering);
	await runCli(['rcon', 'one', '--yes', '--', 'rcon_password hunter2'], {env});
	expect((await log())[0]).toBe('one  me (shell)  > rcon_password ***');
	expect(read(journal => journal.history('a', 'CS2')).server).toEqual([]);
	for (const file of readdirSync(state)) {
		expect(readFileSync(path.join(state, file)).includes('hunter2')).toBe(false);
	}
});

test('read-only commands, rejected commands and dry runs create no journal', async () => {
	const {env, state} = await shell(answering);
	await runCli(['servers'], {env});
	await runCli(['rcon', 'one', '--dry-run', '--', 'status'], {env});
	expect((await runCli(['--read-only', 'rcon', 'one', '--', 'status'], {env})).code).toBe(11);
	expect(readdirSync(state).filter(name => name.startsWith('journal'))).toEqual([]);
});

test('reports a journal that cannot be opened, and continues', async () => {
	const {env, state} = await shell(answering);
	const file = path.join(state, 'file');
	writeFileSync(file, '');
	const ran = await runCli(['rcon', 'one', '--', 'status'], {env: {...env, RCONDECK_STATE_DIR: file}});
	expect(ran).toMatchObject({code: 0, out: 'ok status\n'});
	expect(ran.err).toContain('The journal cannot be opened');
});
