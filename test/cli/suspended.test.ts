import {spawn} from 'node:child_process';
import type {ServerResponse} from 'node:http';
import path from 'node:path';
import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {tempFolder} from './temp-folder.ts';
import {waitFor} from '../helpers/wait-for.ts';

const bundle = path.join(import.meta.dirname, '../../dist/rcondeck.mjs');
/** Longer than the clock may jump, ms. All tests wait for it at once. */
const stoppedMs = 3000;
const waitMs = 30_000;

type AtEnd = (end: () => void) => void;

/**
A service with three servers of one node. Changes are answered when the test says so; `states`: what a read finds.
*/
async function openService(atEnd: AtEnd) {
	const states = new Map(['alpha', 'bravo', 'charlie'].map(id => [id, 'RUNNING']));
	const held: (() => void)[] = [];
	const recordOf = (id: string) => ({
		id,
		displayName: id,
		teamId: 'team-1',
		nodeId: 'node-1',
		nodeName: 'eu-1',
		state: states.get(id),
		gameType: 'CS2',
		onlinePlayers: 0,
		maxPlayers: 12,
	});
	const read = (url: string, response: ServerResponse) => {
		if (url.startsWith('/team/my')) return json(response, 200, {id: 'team-1', name: 'Dev Guild'});
		if (url.startsWith('/server/by-team')) return json(response, 200, [...states.keys()].map(recordOf));
		return json(response, 200, recordOf(url.split('/')[2] ?? ''));
	};
	const {url, seen} = await httpService((request, response) => {
		if (request.method === 'GET') return read(request.url, response);
		const serverId = request.url.split('/')[2] ?? '';
		const {command} = JSON.parse(request.body.toString() || '{}') as {command?: string};
		const answer = command === undefined ? {} : {serverId, command: {command, response: `ok ${serverId}`}};
		held.push(() => json(response, 200, answer));
	}, atEnd);
	const changes = () =>
		seen.flatMap(one => (one.method === 'GET' ? [] : `${one.method} ${one.url.split('?')[0]}`));
	const answerAll = () => {
		for (const answer of held.splice(0)) answer();
	};
	const polls = () => seen.filter(one => one.url.startsWith('/server/by-team')).length;
	return {url, states, changes, polls, answerAll, atEnd};
}

type Service = Awaited<ReturnType<typeof openService>>;

/** Starts the built program. */
function start({url, atEnd}: Service, args: readonly string[], input = '') {
	const folder = tempFolder(atEnd);
	const child = spawn(process.execPath, [bundle, ...args], {
		env: {
			PATH: process.env['PATH'],
			HOME: folder,
			RCONDECK_CONFIG_DIR: path.join(folder, 'config'),
			RCONDECK_STATE_DIR: path.join(folder, 'state'),
			RCONDECK_URL: url,
			RCONDECK_TOKEN: 'secret',
			RCONDECK_FEED_URL: 'off',
		},
	});
	atEnd(() => void child.kill('SIGKILL'));
	const written = {out: '', err: ''};
	child.stdout.on('data', (data: Buffer) => (written.out += data.toString()));
	child.stderr.on('data', (data: Buffer) => (written.err += data.toString()));
	child.stdin.end(input);
	const ended = new Promise<{code: number | null; out: string; err: string}>(resolve =>
		child.once('close', code => resolve({code, ...written})),
	);
	return {child, written, ended};
}

/** Stops the program for a while; what arrives meanwhile waits for it. */
async function suspend({child}: ReturnType<typeof start>, meanwhile: () => void = () => {}): Promise<void> {
	child.kill('SIGSTOP');
	meanwhile();
	await new Promise(resolve => setTimeout(resolve, stoppedMs));
	child.kill('SIGCONT');
}

const has = (service: Service, count: number, {written}: ReturnType<typeof start>) =>
	waitFor(() => expect({sent: service.changes().length, ...written}).toMatchObject({sent: count}), {
		timeout: waitMs,
	});

test.concurrent.for([
	['rcon', ['rcon', '--all', '--yes', '--', 'status'], '/server/alpha/rcon'],
	['broadcast', ['broadcast', '--all', '--yes', '--', 'hello'], '/server/alpha/rcon'],
] as const)(
	'%s to several servers sends nothing after a suspension, and says to which',
	async ([, args, first], {onTestFinished}) => {
		const service = await openService(onTestFinished);
		const program = start(service, args);
		await has(service, 1, program);
		await suspend(program, service.answerAll);
		const {code, err} = await program.ended;
		expect(service.changes()).toEqual([`POST ${first}`]);
		expect(err).toMatch(/bravo: Not sent: rcondeck was suspended for \d+s before its turn/);
		expect(err).toMatch(/charlie: Not sent: rcondeck was suspended/);
		expect(code).toBe(3);
	},
);

test.concurrent('the rest of a file of commands is not sent after a suspension', async ({onTestFinished}) => {
	const service = await openService(onTestFinished);
	const args = ['rcon', 'alpha', '-f', '-', '--json'];
	const program = start(service, args, 'status\nbot_quota 2\nbot_quota 3\n');
	await has(service, 1, program);
	await suspend(program, service.answerAll);
	const {code, out} = await program.ended;
	expect(service.changes()).toHaveLength(1);
	const {results} = JSON.parse(out) as {results: {command: string; outcome: string}[]};
	expect(results).toMatchObject([
		{command: 'status', outcome: 'done', response: 'ok alpha'},
		{command: 'bot_quota 2', outcome: 'not-sent', error: {message: expect.stringContaining('suspended')}},
		{command: 'bot_quota 3', outcome: 'not-sent'},
	]);
	expect(code).toBe(3);
});

test.concurrent(
	'watch ends after a suspension instead of sending its command again',
	async ({onTestFinished}) => {
		const service = await openService(onTestFinished);
		const program = start(service, ['watch', 'alpha', '--every', '10s', '--', 'status']);
		await has(service, 1, program);
		service.answerAll();
		await waitFor(() => expect(program.written.out).toContain('ok alpha'), {timeout: waitMs});
		await suspend(program);
		const {code, err} = await program.ended;
		expect(service.changes()).toHaveLength(1);
		expect(err).toMatch(/rcondeck was suspended for \d+s. The watch has ended; start it again to continue./);
		expect(code).toBe(1);
	},
);

test.concurrent(
	'a rolling restart sends nothing more after a suspension, also with --on-failure skip',
	async ({onTestFinished}) => {
		const service = await openService(onTestFinished);
		const args = [
			'restart',
			'--all',
			'--rolling',
			'1',
			'--gate',
			'state',
			'--on-failure',
			'skip',
			'--yes',
			'--json',
		];
		const program = start(service, args);
		await has(service, 1, program);
		service.answerAll();
		await waitFor(() => expect(program.written.err).toContain('waiting at the gate'), {timeout: waitMs});
		await suspend(program);
		await waitFor(() => expect(program.written.err).toContain('nothing more is sent'), {timeout: waitMs});
		service.states.set('alpha', 'STARTING');
		const polls = service.polls();
		await waitFor(() => expect(service.polls()).toBeGreaterThan(polls + 1), {timeout: waitMs});
		service.states.set('alpha', 'RUNNING');
		const {out, err} = await program.ended;
		expect(service.changes()).toEqual(['POST /server/alpha/restart']);
		expect(err).toMatch(/2 not sent. To send the rest: rcondeck restart --rolling 1/);
		const {results} = JSON.parse(out) as {results: {outcome: string}[]};
		expect(results.map(({outcome}) => outcome)).toEqual(['done', 'not-sent', 'not-sent']);
	},
);

test.concurrent('requests sent before a suspension are followed after it', async ({onTestFinished}) => {
	const service = await openService(onTestFinished);
	const program = start(service, ['stop', 'alpha', 'bravo', '--wait', '--yes']);
	await has(service, 2, program);
	service.answerAll();
	await suspend(program);
	for (const id of ['alpha', 'bravo']) service.states.set(id, 'STOPPED');
	const {code, out, err} = await program.ended;
	expect({err: err.includes('suspended'), code, count: service.changes().length}).toEqual({
		err: false,
		code: 0,
		count: 2,
	});
	expect(out).toBe('alpha: stop complete.\nbravo: stop complete.\n');
});
