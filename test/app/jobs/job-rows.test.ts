import {expect, test} from 'vitest';
import {currentWork, jobsView} from '../../../src/app/jobs/jobs-view.ts';
import {aJob, aStep} from '../../helpers/a-job.ts';
import {aWatch, aWatchTarget} from '../../helpers/a-watch.ts';
import {startAt} from '../../helpers/builders.ts';
import {openHeadlessApp, type HeadlessApp} from '../../helpers/headless-app.ts';

const job = aJob({id: 'j', startedAt: startAt - 60_000, steps: []});

/** Opens the jobs dialog with a job and a watch that started after it. */
async function openJobs(text = 'one\ntwo'): Promise<HeadlessApp> {
	const app = openHeadlessApp();
	const now = {at: startAt, kind: 'answer' as const, text};
	app.services.store.dispatch({type: 'jobs/started', job});
	app.services.store.dispatch({type: 'watches/started', watch: aWatch({targets: [aWatchTarget({now})]})});
	await app.openDialog('o');
	return app;
}

const current = (app: HeadlessApp) => currentWork(app.state())?.id;

test('lists jobs and watches together, newest first', async () => {
	const app = await openJobs();
	expect(current(app)).toBe('w');
	app.press('j');
	expect(current(app)).toBe('j');
	app.press('j');
	expect(current(app)).toBe('j');
});

test('keys pause, resume and end a watch', async () => {
	const app = await openJobs();
	app.press('p');
	expect(app.state().watches[0]?.isPaused).toBe(true);
	app.press('p');
	expect(app.state().watches[0]?.isPaused).toBe(false);
	app.press('A');
	expect(app.state().watches[0]?.over?.reason).toBe('you ended it');
	app.press('A');
	expect(app.lastNotice()).toBe('This watch has ended.');
	expect(app.state().jobs[0]?.status).toBe('running');
});

test('scrolls long responses no further than their end', async () => {
	const app = await openJobs(Array.from({length: 30}, (_, line) => `line ${line}`).join('\n'));
	const top = () => (app.state().dialog?.kind === 'jobs' ? app.state().dialog : undefined);
	app.press('pagedown');
	expect(top()).toMatchObject({top: 8});
	app.press(...Array.from({length: 9}, () => 'pagedown'));
	expect(top()).toMatchObject({top: 31});
	app.press('pageup');
	expect(top()).toMatchObject({top: 23});
	app.press('j');
	expect(top()).toMatchObject({at: 1, top: 0});
});

test('limits the number of watches to five', () => {
	const app = openHeadlessApp();
	for (const id of ['1', '2', '3', '4', '5']) {
		app.services.store.dispatch({type: 'watches/started', watch: aWatch({id})});
	}
	app.press('w');
	expect(app.lastNotice()).toContain('5 watches are already running');
});

test.each([
	['running', / running \[######------\] 1\/2 {2}started 1m ago, next beta$/],
	['aborted', / aborted \[######------\] 1\/2 {2}started 1m ago$/],
] as const)('a job that is %s shows a bar, and the next server only while it continues', (status, head) => {
	const {services} = openHeadlessApp();
	const step = (name: string, status: 'done' | 'waiting') => aStep(name, {status});
	const steps = [step('alpha', 'done'), step('beta', 'waiting')];
	services.store.dispatch({
		type: 'jobs/started',
		job: aJob({id: 'j', status, startedAt: startAt - 60_000, steps}),
	});
	services.store.dispatch({type: 'dialog/opened', dialog: {kind: 'jobs', openedAt: 0, at: 0, top: 0}});
	const {rows} = jobsView(services.store.getState(), services, {now: startAt, cursor: '>'});
	expect(rows[0]?.map(({text}) => text).join('')).toMatch(head);
});
