import {expect, test} from 'vitest';
import type {Job, JobStep} from '../../../src/contract/models/job.ts';
import {jobLine} from '../../../src/app/jobs/job-report.ts';
import {usefulKeys} from '../../../src/app/jobs/job-repair-commands.ts';
import {aJob, aStep} from '../../helpers/a-job.ts';
import {startAt} from '../../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';

const typed = {delay: '10m', message: 'Back soon', atOnce: '2', deadline: '7m'};

/** Opens the jobs dialog with a job on servers `a` to `d`, of which `b` is OFFLINE. */
async function openJob(given: Partial<Job>): Promise<HeadlessApp> {
	const facts = {gameType: 'CS2', nodeName: 'eu-1', nodeId: 'eu-1'};
	const app = openHeadlessApp(
		['a', 'b', 'c', 'd'].map(id => server(id, id === 'b' ? 'OFFLINE' : 'ONLINE', facts)),
		'a',
	);
	app.services.store.dispatch({type: 'jobs/started', job: aJob({typed, ...given})});
	await app.openDialog('o');
	return app;
}
const keysOf = (app: HeadlessApp) => {
	const [job] = app.state().jobs;
	return job ? usefulKeys(app.state(), job).map(({id}) => id) : [];
};
const valuesOf = (app: HeadlessApp) => {
	const {dialog} = app.state();
	return dialog?.kind === 'form' ? Object.values(dialog.typed).map(({text}) => text) : [];
};
const jobOf = (app: HeadlessApp) => app.state().jobs[0];

const paused = {
	status: 'paused',
	stoppedBy: 'b',
	steps: [
		aStep('a', {status: 'done'}),
		aStep('b', {status: 'failed', problem: {kind: 'offline'}}),
		aStep('c', {
			status: 'failed',
			problem: {kind: 'refused', reason: 'server.timed_restart_already_scheduled'},
		}),
		aStep('d'),
	],
} as const;

test('a paused job offers to continue, abort, start, retry and skip', async () => {
	expect(keysOf(await openJob(paused))).toEqual([
		'jobs.pause',
		'jobs.abort',
		'jobs.startSet',
		'jobs.retry',
		'jobs.skip',
	]);
});

test('S opens the dialog that starts the server that is down', async () => {
	const app = await openJob(paused);
	await app.openDialog('S');
	expect(app.state().dialog).toMatchObject({kind: 'form', form: 'start', serverIds: ['b'], step: 'review'});
	expect(app.sent).toEqual([]);
});

test("R opens the job's dialog with its values, for the failed servers that are up", async () => {
	const app = await openJob(paused);
	await app.openDialog('R');
	expect(app.state().dialog).toMatchObject({kind: 'form', form: 'restart', serverIds: ['c'], step: 'edit'});
	expect(valuesOf(app)).toEqual(['10m', 'Back soon', 'no']);
	expect(app.sent).toEqual([]);
});

test('R does not send a request again that a later job has sent, because its answer may be lost', async () => {
	const app = await openJob(paused);
	const later = aJob({id: 'later', startedAt: startAt + 1000, steps: [aStep('c', {status: 'unknown'})]});
	app.services.store.dispatch({type: 'jobs/started', job: later});
	expect(keysOf(app)).not.toContain('jobs.retry');
	app.press('down', 'R');
	expect(app.lastNotice()).toBe('A later job has sent the same action to the failed servers.');
	app.services.store.dispatch({
		type: 'jobs/stepped',
		jobId: 'later',
		serverIds: ['c'],
		change: {status: 'failed'},
	});
	expect(keysOf(app)).toContain('jobs.retry');
});

test('R on a server that is down suggests starting it', async () => {
	const app = await openJob({...paused, steps: paused.steps.filter(({serverId}) => serverId !== 'c')});
	app.press('R');
	expect(app.lastNotice()).toBe('The failed servers are down: S starts them.');
	expect(app.state().dialog?.kind).toBe('jobs');
});

test('s skips the failed servers and continues the job', async () => {
	const app = await openJob(paused);
	app.press('s');
	expect(jobOf(app)).toMatchObject({
		status: 'running',
		steps: [{}, {isSettled: true}, {isSettled: true}, {}],
	});
	expect(jobLine(app.state())).toBeUndefined();
});

test('a acknowledges a finished job and removes its line', async () => {
	const app = await openJob({...paused, status: 'aborted'});
	expect(keysOf(app)).toContain('jobs.acknowledge');
	app.press('a');
	expect(jobLine(app.state())).toBeUndefined();
	app.press('a');
	expect(app.lastNotice()).toBe('Nothing is wrong with this job.');
});

test('u opens the dialog that cancels those schedules of the job that the node can cancel', async () => {
	const app = await openJob({
		status: 'aborted',
		steps: ['a', 'c', 'd'].map(id => aStep(id, {status: 'gate', taskId: `task-${id}`})),
	});
	app.press('u');
	expect(app.lastNotice()).toBe('Nothing that this job has scheduled can be canceled.');
	const task = (id: string, cancellable: boolean) => ({
		id: `task-${id}`,
		type: 'TIMED_RESTART',
		state: 'RUNNING',
		nodeId: 'eu-1',
		targetIds: [id],
		createdAt: app.services.clock.now(),
		finishedAt: undefined,
		progressPercentage: undefined,
		errorMessage: undefined,
		context: {delay: 10},
		cancellable,
	});
	const tasks = [task('a', true), task('c', true), task('d', false)];
	const at = app.services.clock.now();
	const serverIds = ['a', 'c', 'd'];
	app.services.store.dispatch({type: 'scheduled/read', nodeId: 'eu-1', serverIds, from: at, at, tasks});
	await app.openDialog('u');
	expect(app.view()?.title).toBe('Cancel the scheduled actions of 2 servers');
	app.type('2');
	app.press('enter', 'enter');
	await app.settle();
	expect(app.sent).toEqual([
		{method: 'cancel-task', input: {nodeId: 'eu-1', taskId: 'task-a'}},
		{method: 'cancel-task', input: {nodeId: 'eu-1', taskId: 'task-c'}},
	]);
});

test.each<[string, Partial<JobStep>]>([
	['is not known to be of the job', {}],
	['has another id', {taskId: 'task-b'}],
])('u does not cancel a restart that %s, and says how to cancel it', async (_, step) => {
	const app = await openJob({status: 'aborted', steps: [aStep('a', {status: 'gate', ...step})]});
	const task = {
		id: 'task-a',
		type: 'TIMED_RESTART',
		state: 'RUNNING',
		nodeId: 'eu-1',
		targetIds: ['a'],
		createdAt: startAt,
		finishedAt: undefined,
		progressPercentage: undefined,
		errorMessage: undefined,
		context: {delay: 10},
		cancellable: true,
	};
	const at = app.services.clock.now();
	app.services.store.dispatch({
		type: 'scheduled/read',
		nodeId: 'eu-1',
		serverIds: ['a'],
		from: at,
		at,
		tasks: [task],
	});
	app.press('u');
	expect(app.lastNotice()).toContain('Nothing was canceled');
	expect(app.state().dialog?.kind).toBe('jobs');
	expect(app.sent).toEqual([]);
});

const cut = {
	status: 'cut',
	steps: [
		aStep('a', {status: 'done'}),
		aStep('b', {status: 'unknown', problem: {kind: 'cut'}}),
		aStep('c'),
		aStep('d'),
	],
} as const;

test('p continues an interrupted job in its dialog, without servers whose request may have run', async () => {
	const app = await openJob(cut);
	expect(keysOf(app)).toEqual(['jobs.pause', 'jobs.abort', 'jobs.startSet', 'jobs.acknowledge']);
	await app.openDialog('p');
	expect(app.state().dialog).toMatchObject({
		kind: 'form',
		form: 'restart',
		serverIds: ['c', 'd'],
		step: 'edit',
	});
	expect(valuesOf(app)).toEqual(['10m', 'Back soon', 'no', '2', '7m']);
	app.press('enter');
	await app.settle();
	app.type('2');
	app.press('enter', 'enter');
	await app.passUndoWindow();
	expect(app.sent.map(({input}) => input)).toMatchObject([{serverId: 'c'}, {serverId: 'd'}]);
	expect(jobOf(app)?.steps.map(({status}) => status)).toEqual(['done', 'unknown', 'skipped', 'skipped']);
});

test('A abandons the rest of an interrupted job', async () => {
	const app = await openJob(cut);
	app.press('A');
	await app.settle();
	expect(jobOf(app)).toMatchObject({
		status: 'aborted',
		steps: [{}, {}, {status: 'skipped'}, {status: 'skipped'}],
	});
	expect(app.sent).toEqual([]);
});
