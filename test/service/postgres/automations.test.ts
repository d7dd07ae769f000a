import {beforeEach, describe, expect, onTestFinished, test, vi} from 'vitest';
import {openService, type Service, type ServiceOptions} from '../../../src/service/index.ts';
import type {RunRecord} from '../../../src/service/records/records.ts';
import {manualClock, type ManualClock} from '../../helpers/manual-clock.ts';
import {readAnswer, type Answer} from '../open-service.ts';
import {emptyDatabase, missing} from './database.ts';
import {waitFor} from '../../helpers/wait-for.ts';

type Instance = {
	service: Service;
	/** An instance whose clock stands still looks to the others like one that was killed. */
	clock: ManualClock;
	post: (path: string, body?: unknown) => Promise<Answer>;
};

/** Of the first team. Only the instance that has made it knows it without the owner's token. */
const teamId = 'team-local';
const minute = 60_000;
const note = {type: 'NOTIFY', message: 'performed'};
const wait = (seconds: number) => ({type: 'WAIT', seconds});

let token = '';

async function openInstance(url: string, options: Partial<ServiceOptions> = {}): Promise<Instance> {
	const clock = manualClock();
	const bugs: unknown[] = [];
	const service = await openService({
		clock,
		random: () => 0,
		database: url,
		...options,
		onBug: bug => bugs.push(bug),
	});
	onTestFinished(async () => {
		await duringTime(clock, service.close(), 1000);
		expect(bugs).toEqual([]);
	});
	if (service.credentials.token !== '') token = service.credentials.token;
	const post: Instance['post'] = async (path, body = {}) => {
		const init = {method: 'POST', headers: {'Application-Token': token}, body: JSON.stringify(body)};
		const request = new Request(`http://service${path}`, init);
		return readAnswer(await duringTime(clock, service.fetch(request)));
	};
	return {service, clock, post};
}

/** Waits for the database, and lets the time of instances pass if `stepMs` is given. */
const until = (instances: Pick<Instance, 'clock'>[], isSo: () => Promise<boolean>, stepMs = 0) =>
	waitFor(async () => {
		for (const {clock} of instances) await clock.advance(stepMs);
		if (!(await isSo())) throw new Error('It did not come to this.');
	});

/**
Runs the timers of an instance that are due until `work` is done: a transaction that conflicts pauses before it runs again. With
`stepMs`, time passes.
*/
async function duringTime<Result>(clock: ManualClock, work: Promise<Result>, stepMs = 0): Promise<Result> {
	let isDone = false;
	const done = work.finally(() => (isDone = true));
	// Reported below.
	done.catch(() => {});
	await until([{clock}], async () => isDone, stepMs);
	return done;
}
const idle = ({service, clock}: Instance) => duringTime(clock, service.context.runner.idle());
const close = ({service, clock}: Instance) => duringTime(clock, service.close());

const runsOf = ({service}: Instance): Promise<readonly RunRecord[]> =>
	service.context.records.read(({runs}) => runs.ofTeam(teamId));
const statusOf = async (instance: Instance) => (await runsOf(instance)).map(({status}) => status).join(' ');
const countNotes = ({service}: Instance) =>
	service.context.records.read(({notifications}) => notifications.countOfTeam(teamId));

async function create({post}: Instance, fields: object): Promise<string> {
	const {status, body} = await post('/automation/create', {teamId, name: 'test', ...fields});
	expect(status).toBe(200);
	return String(body['id']);
}

/** A run that no instance performs yet. */
const accepted: Omit<RunRecord, 'automationId'> = {
	id: 'accepted',
	teamId,
	status: 'QUEUED',
	createdAt: 0,
	targetIds: {},
	stepHistory: [],
	cancelRequested: false,
	workflow: [note],
	runTimeoutSec: 60,
};

async function startRun(instance: Instance, workflow: unknown[]): Promise<string> {
	const {status, body} = await instance.post(
		`/automation/${await create(instance, {workflow})}/trigger/manual`,
	);
	expect({status, run: body['status']}).toEqual({status: 200, run: 'QUEUED'});
	return String(body['id']);
}

describe('automations of instances on one PostgreSQL', () => {
	beforeEach(({skip}) => skip(missing !== undefined, missing));

	async function openTwo(options: Partial<ServiceOptions> = {}) {
		const url = await emptyDatabase();
		const one = await openInstance(url, options);
		return {url, one, other: await openInstance(url, options)};
	}

	test('fires each of 100 times of schedules once, however many are due at the same time', async () => {
		// The clock knows only whole milliseconds.
		const {one, other} = await openTwo({random: () => Math.floor(Math.random() * 4) / 4});
		const trigger = {cron: '*/10 * * * * *'};
		for (let count = 0; count < 10; count++) await create(one, {trigger, workflow: [note]});
		// As a bus between them does it.
		other.service.context.bus.send({kind: 'automations'});
		await idle(other);
		const startedAt = one.clock.now();
		const times = Array.from({length: 10}, (_, index) => startedAt + (index + 1) * 10_000);
		for (const [index, at] of times.entries()) {
			for (const {clock} of [one, other]) await clock.advance(at - clock.now());
			const areEnded = async () => {
				const runs = await runsOf(one);
				return runs.length === (index + 1) * 10 && runs.every(({status}) => status === 'SUCCEEDED');
			};
			await until([one, other], areEnded, 5);
			expect(one.clock.now()).toBeLessThan(at + 10_000);
		}
		const fired = (await runsOf(one)).map(run => run.scheduledFireAt);
		expect(fired).toEqual(times.flatMap(at => Array<number>(10).fill(at)));
		expect(await countNotes(one)).toBe(100);
	});

	test('a run that an instance has accepted and not started is performed by another one', async () => {
		const {url, one} = await openTwo();
		const killed = await openInstance(url);
		const automationId = await create(killed, {workflow: [note]});
		const {records} = killed.service.context;
		await records.transact(async ({runs}) => {
			await runs.put({...accepted, automationId});
		});
		await until([one], async () => (await statusOf(one)) === 'SUCCEEDED', 1000);
		expect(await countNotes(one)).toBe(1);
	});

	test('a command beside the instances performs no run, however long it takes', async () => {
		const url = await emptyDatabase();
		const command = await openInstance(url, {supervises: false});
		const {context} = command.service;
		await context.records.transact(async ({runs}) => {
			await runs.put({...accepted, automationId: 'gone'});
		});
		for (let count = 0; count < 20; count++) {
			await command.clock.advance(3000);
			await statusOf(command);
		}
		await idle(command);
		expect(await statusOf(command)).toBe('QUEUED');
	});

	test('a run that waits when its instance is killed continues at another one, also if the first was only slow', async () => {
		const {one: killed, other} = await openTwo();
		// Longer than the other one takes to notice, however many seconds of its clock a slow database takes.
		await startRun(killed, [note, wait(600), note]);
		await until([killed], async () => (await runsOf(other))[0]?.currentStep?.type === 'WAIT');
		const [{claimedBy: first, startedAt = 0} = {}] = await runsOf(other);
		const isContinued = async () => {
			const [{claimedBy = first} = {}] = await runsOf(other);
			return claimedBy !== first;
		};
		await until([other], isContinued, 1000);
		expect(other.clock.now() - startedAt).toBeGreaterThanOrEqual(30_000);
		// The first instance continues as if nothing had happened. Both clocks agree, so that claims expire.
		await killed.clock.advance(other.clock.now() - killed.clock.now());
		await until([killed, other], async () => other.clock.now() >= startedAt + 9 * minute, 5000);
		expect([await statusOf(other), await countNotes(other)]).toEqual(['RUNNING', 1]);
		// It waits until its original time, and only one of them sends what follows.
		await until([killed, other], async () => (await statusOf(other)) === 'SUCCEEDED', 5000);
		await idle(killed);
		expect(await countNotes(other)).toBe(2);
		// The instance is in use again.
		await startRun(killed, [note]);
		await until([killed], async () => (await statusOf(other)) === 'SUCCEEDED SUCCEEDED', 1000);
	});

	test('a run fails if its instance is killed during a step that does something', async () => {
		const {one: killed, other} = await openTwo();
		await startRun(killed, [wait(60), note]);
		await until([killed], async () => (await statusOf(other)) === 'RUNNING');
		await other.service.context.records.transact(async ({runs}) => {
			const [run] = await runs.ofTeam(teamId);
			if (run?.currentStep) await runs.put({...run, currentStep: {...run.currentStep, type: 'RESTART'}});
		});
		await until([other], async () => (await statusOf(other)) === 'FAILED', 1000);
		const [run] = await runsOf(other);
		const unknown = 'The service ended during this step. Its outcome is unknown.';
		expect(run?.stepHistory).toMatchObject([{type: 'RESTART', errorMessage: unknown}]);
		await killed.clock.advance(2 * minute);
		await idle(killed);
		expect(await runsOf(other)).toEqual([run]);
		expect(await countNotes(other)).toBe(0);
	});

	test('a run is canceled or deleted at an instance that does not perform it', async () => {
		const {one, other} = await openTwo();
		const canceled = await startRun(one, [wait(600), note]);
		await until([one], async () => (await statusOf(one)) === 'RUNNING');
		expect((await other.post(`/automation-run/${canceled}/cancel`)).body).toMatchObject({
			cancelRequested: true,
		});
		await until([one], async () => (await statusOf(one)) === 'CANCELED', 1000);
		const deleted = await startRun(one, [wait(20), note]);
		await until([one], async () => (await statusOf(one)) === 'CANCELED RUNNING');
		await other.post(`/automation-run/${deleted}/delete`);
		await one.clock.advance(minute);
		await idle(one);
		expect(await statusOf(one)).toBe('CANCELED');
		expect(await countNotes(one)).toBe(0);
	});

	test('a schedule that was changed at another instance is followed, even if its message was lost', async () => {
		const {one, other} = await openTwo();
		const id = await create(one, {trigger: {cron: '* * * * *'}, workflow: [note]});
		await close(one);
		await until([other], async () => (await statusOf(other)) === 'SUCCEEDED', 1000);
		await other.service.context.records.transact(async ({automations}) => {
			const automation = await automations.get(id);
			if (automation) await automations.put({...automation, trigger: {cron: '0 0 1 1 *'}});
		});
		await other.clock.advance(minute);
		await idle(other);
		expect(await statusOf(other)).toBe('SUCCEEDED');
	});

	test('an instance that closes leaves its runs to the others at once', async () => {
		const {one, other} = await openTwo();
		await startRun(one, [wait(20), note]);
		await until([one], async () => (await statusOf(other)) === 'RUNNING');
		await close(one);
		const left = (await runsOf(other)).map(({status, claimedBy}) => ({status, claimedBy}));
		expect(left).toEqual([{status: 'RUNNING', claimedBy: undefined}]);
		await other.clock.advance(5000);
		await until([other], async () => (await runsOf(other))[0]?.claimedBy !== undefined);
		await other.clock.advance(15_000);
		await until([other], async () => (await statusOf(other)) === 'SUCCEEDED');
	});

	test('an instance that closes completes its step in progress, and another one performs the next', async () => {
		const {one, other} = await openTwo();
		await startRun(one, [wait(1), note, note]);
		await until([one], async () => (await statusOf(other)) === 'RUNNING');
		const {records} = one.service.context;
		const {transact} = records;
		const [isInStep, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		let count = 0;
		vi.spyOn(records, 'transact').mockImplementation(async work => {
			// The end of the wait, the start of the next step, and what it does.
			if (++count === 3) isInStep.resolve();
			if (count === 3) await mayEnd.promise;
			return transact(work);
		});
		await one.clock.advance(1000);
		await isInStep.promise;
		const closing = close(one);
		expect(await countNotes(other)).toBe(0);
		mayEnd.resolve();
		await closing;
		const [run] = await runsOf(other);
		expect(run?.stepHistory.map(({errorMessage}) => errorMessage)).toEqual([undefined, undefined]);
		expect([run?.status, await countNotes(other)]).toEqual(['RUNNING', 1]);
		await other.clock.advance(5000);
		await until([other], async () => (await statusOf(other)) === 'SUCCEEDED');
		expect(await countNotes(other)).toBe(2);
	});

	test('the limit of unfinished runs applies across all instances', async () => {
		const {one, other} = await openTwo({limits: {maxUnfinishedRuns: 1}});
		await startRun(one, [wait(600)]);
		const id = await create(other, {workflow: [note], trigger: {cron: '* * * * *'}});
		const refused = await other.post(`/automation/${id}/trigger/manual`);
		expect(refused).toMatchObject({status: 429, body: {key: 'automation.too_many_runs'}});
	});
});
