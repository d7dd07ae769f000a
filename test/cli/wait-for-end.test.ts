import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {startCli} from './run-cli.ts';

const gone = 404;

/** A service with one server, one node and one automation. A test replaces what it answers on a path; a number is a status. */
async function service(first: Record<string, object | number> = {}) {
	const server = {id: 'a', displayName: 'one', state: 'OFFLINE', nodeId: 'n', backups: [{backupId: 'b'}]};
	const answers: Record<string, object | number> = {
		'/team/my': {id: 't'},
		'/server/by-team/t': [server],
		'/server/a': server,
		'/node/n/task': [{id: 'old', type: 'BACKUP', state: 'FAILED', targetIds: ['a']}],
		'/automation/by-team/t': [{id: 'auto', name: 'nightly'}],
		'/automation/auto/trigger/manual': {id: 'run-1', status: 'QUEUED'},
		'/automation-run/run-1': {id: 'run-1', status: 'QUEUED', workflowSize: 2},
		...first,
	};
	const {url, seen} = await httpService((request, response) => {
		const answer = answers[new URL(request.url, 'http://service').pathname] ?? {};
		if (typeof answer === 'number') json(response, answer, {key: 'general.not_found'});
		else json(response, 200, answer);
	});
	return {
		env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_FEED_URL: 'off'},
		server,
		answers,
		sent: () => seen.filter(({method}) => method === 'POST').map(({url: path}) => path),
	};
}

type Service = Awaited<ReturnType<typeof service>>;
const become = ({answers, server}: Service, changes: object) =>
	(answers['/server/a'] = {...server, ...changes});
const task = (changes: object) => [{id: 'new', type: 'BACKUP', targetIds: ['a'], ...changes}];

const linesOf = (out: string) =>
	out
		.trim()
		.split('\n')
		.map(line => JSON.parse(line) as object);

test('update --wait prints each change as JSON until the server is stopped again', async () => {
	const all = await service();
	const waiting = startCli(['update', 'one', '--wait', '--json', '--yes'], {env: all.env});
	await waiting.says('OFFLINE');
	become(all, {state: 'CREATING'});
	await waiting.says('CREATING');
	become(all, {});
	const {code, out} = await waiting.ended;
	expect({code, sent: all.sent()}).toEqual({code: 0, sent: ['/server/a/update']});
	expect(linesOf(out)).toMatchObject([
		{schema: 1, serverId: 'a', serverName: 'one', state: 'OFFLINE', reached: false},
		{state: 'CREATING', reached: false},
		{state: 'OFFLINE', reached: true},
	]);
});

test('delete --wait ends when the service does not know the server any more', async () => {
	const all = await service();
	// An earlier failure is not that of the deletion.
	become(all, {report: {at: 1, isFailure: true, message: 'The start failed.', log: []}});
	const waiting = startCli(['delete', 'one', '--wait', '--yes'], {env: all.env});
	await waiting.saysOnError('one: OFFLINE');
	become(all, {...(all.answers['/server/a'] as object), state: 'DELETING'});
	await waiting.saysOnError('one: DELETING');
	all.answers['/server/a'] = gone;
	expect(await waiting.ended).toMatchObject({code: 0, out: 'one: deleted\n'});
});

test('backup create --wait follows the new task, and on a terminal shows its progress on one line', async () => {
	const all = await service();
	const waiting = startCli(['backup', 'create', 'one', '--wait', '--yes'], {env: all.env, isTTY: true});
	await waiting.saysOnError('one: accepted');
	all.answers['/node/n/task'] = task({state: 'RUNNING', progressPercentage: 40});
	await waiting.saysOnError('\rone: RUNNING, 40%');
	all.answers['/node/n/task'] = task({state: 'SUCCEEDED', progressPercentage: 100});
	const {code, out, err} = await waiting.ended;
	expect({code, out}).toEqual({code: 0, out: 'one: backup created\n'});
	expect(err.replaceAll(/\r[^\r]*\u001b\[K/g, '')).toBe('');
});

test('a task that fails ends the wait with its reason and exit code 1', async () => {
	const all = await service();
	const waiting = startCli(['backup', 'create', 'one', '--wait', '--json', '--yes'], {env: all.env});
	await waiting.says('"reached":false');
	all.answers['/node/n/task'] = task({state: 'FAILED', errorMessage: 'disk full'});
	const {code, out, err} = await waiting.ended;
	expect({code, err}).toEqual({code: 1, err: 'rcondeck: one: disk full.\n'});
	expect(linesOf(out).at(-1)).toMatchObject({state: 'FAILED', reached: false, problem: 'disk full'});
});

test('backup restore --wait sends nothing if the tasks of the node cannot be read', async () => {
	const all = await service({'/node/n/task': 403});
	const argv = ['backup', 'restore', 'one', 'b', '--wait', '--yes'];
	const {code} = await startCli(argv, {env: all.env}).ended;
	expect({code, sent: all.sent()}).toEqual({code: 5, sent: []});
});

test.each([
	['SUCCEEDED', 0, 'nightly: run succeeded\nrcondeck: nightly: the targets matched no servers\n'],
	['CANCELED', 1, 'rcondeck: nightly: the run ended as CANCELED: No room. See: rcondeck run show run-1.\n'],
])('automation trigger --wait waits for the end of the run: %s', async (status, code, last) => {
	const all = await service();
	const argv = ['automation', 'trigger', 'nightly', '--wait', '--yes'];
	const waiting = startCli(argv, {env: all.env, isTTY: true});
	await waiting.saysOnError('nightly: QUEUED, 0%');
	await waiting.says('run-1');
	const stepHistory = [{errorMessage: 'No room.'}];
	all.answers['/automation-run/run-1'] = {id: 'run-1', status, workflowSize: 2, stepHistory, targetIds: {}};
	const ended = await waiting.ended;
	expect(ended).toMatchObject({code, out: 'run-1\n'});
	expect(ended.err.endsWith(last)).toBe(true);
});

test('an interrupted wait says that the action was accepted', async () => {
	const all = await service();
	const waiting = startCli(['backup', 'create', 'one', '--wait', '--yes'], {env: all.env});
	await waiting.saysOnError('one: accepted');
	waiting.end({code: 130});
	const {code, err} = await waiting.ended;
	expect({code, sent: all.sent()}).toEqual({code: 130, sent: ['/server/a/backup']});
	expect(err).toContain('Stopped waiting; the action was accepted. Last seen: one: accepted.');
});

test('without --wait, --json prints that the action was accepted', async () => {
	const all = await service();
	const {code, out} = await startCli(['update', 'one', '--json', '--yes'], {env: all.env}).ended;
	expect(code).toBe(0);
	expect(JSON.parse(out)).toEqual({
		schema: 1,
		results: [{serverId: 'a', serverName: 'one', outcome: 'done', accepted: true}],
	});
});

test('backup delete --wait ends when the server no longer has the backup', async () => {
	const all = await service();
	const waiting = startCli(['backup', 'delete', 'one', 'b', '--wait', '--yes'], {env: all.env});
	await waiting.saysOnError('one: accepted');
	become(all, {backups: [{backupId: 'c'}]});
	expect(await waiting.ended).toMatchObject({code: 0, out: 'one: backup deleted\n'});
	expect(all.sent()).toEqual(['/server/a/delete-backup']);
});

test('move --wait follows the task that moves the files', async () => {
	const all = await service();
	const waiting = startCli(['move', 'one', '/srv/other', '--wait', '--yes'], {env: all.env});
	await waiting.saysOnError('one: accepted');
	all.answers['/node/n/task'] = task({
		type: 'SERVER_DIRECTORY_CHANGE',
		state: 'RUNNING',
		progressPercentage: 85,
	});
	await waiting.saysOnError('one: RUNNING, 85%');
	all.answers['/node/n/task'] = task({type: 'SERVER_DIRECTORY_CHANGE', state: 'SUCCEEDED'});
	expect(await waiting.ended).toMatchObject({code: 0, out: 'one: moved\n'});
});

const creation = 'create new --node n --game CS2 --map de_nuke --wait --yes'.split(' ');
const aNew = {id: 'b', displayName: 'new', nodeId: 'n'};
const creating = {
	'/node/by-team/t': [{id: 'n', settings: {name: 'n'}}],
	'/server/create': aNew,
	'/server/b': {...aNew, state: 'CREATING'},
};

test('create --wait prints the id, and waits until the server is installed', async () => {
	const all = await service(creating);
	const waiting = startCli(creation, {env: all.env});
	await waiting.saysOnError('new: CREATING');
	all.answers['/server/b'] = {...aNew, state: 'OFFLINE'};
	expect(await waiting.ended).toMatchObject({
		code: 0,
		out: 'b\n',
		err: expect.stringMatching(/new: installed\n$/),
	});
});

test('create --wait fails if the service deletes the server again', async () => {
	const all = await service(creating);
	const waiting = startCli([...creation, '--json'], {env: all.env});
	await waiting.says('CREATING');
	all.answers['/server/b'] = gone;
	const {code, out} = await waiting.ended;
	expect(code).toBe(1);
	expect(linesOf(out).at(-1)).toMatchObject({serverId: 'b', reached: false, problem: expect.any(String)});
});

test.each([
	['CANCELED', 0],
	['SUCCEEDED', 1],
])('task cancel --wait and run cancel --wait wait for the end: %s', async (state, code) => {
	const all = await service({
		'/node/by-team/t': [{id: 'n'}],
		'/node/n/task': task({id: 'new', state: 'RUNNING'}),
	});
	const ofTask = startCli(['task', 'cancel', 'new', '--wait', '--yes'], {env: all.env});
	await ofTask.saysOnError(': RUNNING');
	all.answers['/node/n/task'] = task({state});
	expect((await ofTask.ended).code).toBe(code);
	const run = startCli(['run', 'cancel', 'run-1', '--wait', '--yes'], {env: all.env});
	await run.saysOnError('QUEUED');
	all.answers['/automation-run/run-1'] = {id: 'run-1', status: state};
	expect((await run.ended).code).toBe(code);
});
