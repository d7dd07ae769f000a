import path from 'node:path';
import {expect, test} from 'vitest';
import type {Job, JobStep} from '../../src/contract/models/job.ts';
import {aJob, aStep} from '../helpers/a-job.ts';
import {type Known, recordingService} from './recording-service.ts';
import {runCli} from './run-cli.ts';
import {storeJob} from './store-job.ts';
import {tempFolder} from './temp-folder.ts';

const states = {a: 'ONLINE', b: 'OFFLINE', c: 'ONLINE', d: 'ONLINE', e: 'ONLINE'};

const nameOf = (id: string) => `server ${id}`;
const stepOf = (id: string, given: Partial<JobStep> = {}) => aStep(id, {name: nameOf(id), ...given});
const refused = (serverId: string): JobStep =>
	stepOf(serverId, {status: 'failed', problem: {kind: 'refused', reason: 'server.busy'}});

/** A rolling restart of which `b` went offline, `c` was refused, `d` may have run, and `e` was never reached. */
const steps = [
	stepOf('a', {status: 'done'}),
	stepOf('b', {status: 'failed', problem: {kind: 'offline'}}),
	refused('c'),
	stepOf('d', {status: 'unknown', doubt: {reason: undefined}}),
	stepOf('e', {status: 'skipped'}),
];
const typed = {atOnce: '1', gate: 'accepted', deadline: '5m'};

/** A service with the servers `a` to `e`, and the journal of a user with one job. */
async function withJob(given: Partial<Job>, known: Known = {}) {
	const {env, changes} = await recordingService({
		servers: Object.entries(states).map(([id, state]) => ({
			id,
			displayName: nameOf(id),
			gameType: 'CS2',
			nodeId: 'n',
			state,
		})),
		...known,
	});
	const user = {...env, RCONDECK_STATE_DIR: path.join(tempFolder(), 'state')};
	storeJob(user, aJob({id: 'first', status: 'aborted', steps, typed, ...given}), env.RCONDECK_URL);
	return {changes, env: user, run: (...words: string[]) => runCli(['job', ...words], {env: user})};
}

type Jobs = {jobs: {id: string; status: string; servers: {serverId: string; status: string}[]}[]};

test('retry sends the action again to the servers that certainly failed and are up, and only once', async () => {
	const {changes, run} = await withJob({});
	expect(await run('retry', 'first', '--dry-run')).toMatchObject({
		code: 0,
		out: 'POST /server/c/restart {}\n',
	});
	const asked = await run('retry', 'first');
	expect(asked).toMatchObject({code: 11, out: ''});
	expect(asked.err).toContain('Without a terminal, job retry needs --yes.');
	expect(changes).toEqual([]);
	const retried = await run('retry', 'first', '--yes');
	expect(retried).toMatchObject({code: 0, out: 'server c: done\n'});
	expect(retried.err).toContain('server c: ONLINE');
	expect(changes.map(one => one.path)).toEqual(['/server/c/restart']);
	// It is a job of its own. What it has sent is not sent a third time.
	const {jobs} = JSON.parse((await run('list', '--all', '--json')).out) as Jobs;
	expect(jobs).toMatchObject([{status: 'done', servers: [{serverId: 'c', status: 'done'}]}, {id: 'first'}]);
	expect(await run('retry', 'first', '--yes')).toMatchObject({
		code: 1,
		err: 'rcondeck: A later job has sent the same action to the failed servers.\n',
	});
	expect(changes).toHaveLength(1);
});

test('retry says which command starts the servers that failed and are down, or decides about one at its gate', async () => {
	const {changes, run} = await withJob({steps: steps.slice(0, 2)});
	expect(await run('retry', 'fir', '--yes')).toMatchObject({
		code: 1,
		err: 'rcondeck: The failed servers are down: `rcondeck job start first` starts them.\n',
	});
	const gate = {from: 0, withinMs: 1000, awaits: 'state'} as const;
	const waiting = await withJob({status: 'running', steps: [stepOf('a', {status: 'gate', gate})]});
	expect((await waiting.run('retry', 'first', '--yes')).err).toContain(
		'server a is waiting at its gate: `rcondeck job back first` if it is back',
	);
	expect([...changes, ...waiting.changes]).toEqual([]);
});

test('start starts the servers that the job left down', async () => {
	const {changes, run} = await withJob({});
	expect(await run('start', 'first', '--dry-run')).toMatchObject({code: 0, out: 'POST /server/b/start\n'});
	expect(await run('start', 'first')).toMatchObject({code: 11});
	expect(changes).toEqual([]);
	const up = await withJob({steps: [stepOf('a', {status: 'done'})]});
	expect(await up.run('start', 'first', '--yes')).toMatchObject({
		code: 1,
		err: 'rcondeck: No server of this job is down.\n',
	});
});

test('a message is sent again to one server as a job, so that it is not sent a third time', async () => {
	const {changes, run} = await withJob({
		action: 'broadcast',
		status: 'done',
		aim: undefined,
		steps: [stepOf('a', {status: 'done'}), refused('c')],
		typed: {text: 'back soon'},
		command: {before: ['broadcast', '--yes'], after: ['--', 'back soon']},
	});
	expect(await run('retry', 'first', '--yes')).toMatchObject({code: 0, out: 'server c: done\n'});
	expect(changes).toMatchObject([
		{path: '/server/c/rcon?await=true&timeoutMs=5000', body: {command: 'say back soon'}},
	]);
	expect(await run('retry', 'first', '--yes')).toMatchObject({code: 1});
	expect(changes).toHaveLength(1);
});

test('undo cancels actions that the job has scheduled, and no others', async () => {
	const task = (server: string) => ({
		id: `task-${server}`,
		nodeId: 'n',
		type: 'TIMED_RESTART',
		state: 'RUNNING',
		targetIds: [server],
		createdAt: new Date().toISOString(),
		context: {delay: 10},
		cancellable: true,
	});
	const scheduled = ['a', 'c', 'd'].map(id => stepOf(id, {status: 'gate', taskId: `task-${id}`}));
	const {changes, run} = await withJob(
		{steps: [...scheduled.slice(0, 2), stepOf('d', {status: 'gate'})]},
		{tasks: {n: ['a', 'c', 'd'].map(task)}},
	);
	expect(await run('undo', 'first')).toMatchObject({code: 11});
	expect(changes).toEqual([]);
	const undone = await run('undo', 'first', '--yes');
	expect(undone).toMatchObject({code: 0});
	expect(undone.err).toContain(
		'Skipped, because their tasks may not belong to this job: server d. `rcondeck tasks` lists the tasks',
	);
	expect(changes.map(one => one.path).toSorted()).toEqual(
		['a', 'c'].map(id => `/node/n/task/task-${id}/cancel`),
	);
	const none = await withJob({});
	expect(await none.run('undo', 'first', '--yes')).toMatchObject({
		code: 1,
		err: 'rcondeck: Nothing that this job has scheduled can be canceled.\n',
	});
});

test.each(['retry', 'start', 'undo'])(
	'%s sends nothing in a read-only session, or without a service',
	async verb => {
		const {changes, env} = await withJob({});
		expect((await runCli(['--read-only', 'job', verb, 'first', '--yes'], {env})).code).toBe(11);
		expect((await runCli(['job', verb, 'other', '--yes'], {env})).code).toBe(6);
		expect(changes).toEqual([]);
	},
);
