import {expect, test} from 'vitest';
import {currentWork, jobsView} from '../../../src/app/jobs/jobs-view.ts';
import {listTitle} from '../../../src/app/list-title.ts';
import {jobProgress} from '../../../src/app/jobs/jobs-state.ts';
import {aJob, aStep} from '../../helpers/a-job.ts';
import {aWatch, aWatchTarget} from '../../helpers/a-watch.ts';
import {startAt} from '../../helpers/builders.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
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

test('scrolls long answers no further than their end', async () => {
	const app = await openJobs(Array.from({length: 30}, (_, line) => `line ${line}`).join('\n'));
	const top = () => (app.state().dialog?.kind === 'jobs' ? app.state().dialog : undefined);
	app.press('pagedown');
	expect(top()).toMatchObject({top: 8});
	app.press(...Array.from({length: 9}, () => 'pagedown'));
	expect(top()).toMatchObject({top: 31});
	app.press('pageup');
	expect(top()).toMatchObject({top: 23});
	app.press('j');
	expect(top()).toMatchObject({workId: 'j', top: 0});
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
	['running', / running \[######------\] +1\/2 {2}started 1m ago, about 1m left, next beta$/],
	['aborted', / aborted \[######------\] 1\/2 {2}started 1m ago $/],
] as const)(
	'a job that is %s shows a bar, and the time left and the next server only while it continues',
	(status, head) => {
		const {services} = openHeadlessApp();
		const rest = status === 'aborted' ? 'skipped' : 'waiting';
		const steps = [aStep('alpha', {status: 'done'}), aStep('beta', {status: rest})];
		services.store.dispatch({
			type: 'jobs/started',
			job: aJob({id: 'j', status, startedAt: startAt - 60_000, steps}),
		});
		services.store.dispatch({
			type: 'dialog/opened',
			dialog: {kind: 'jobs', openedAt: 0, workId: 'j', top: 0},
		});
		const {rows} = jobsView(services.store.getState(), services, {now: startAt, cursor: '>'});
		const [first = [], below = []] = rows;
		expect([first, below].map(row => row.map(({text}) => text).join('')).join(' ')).toMatch(head);
	},
);

test('at 80 columns the text of a job and of its steps continues below instead of being cut', () => {
	const {services} = openHeadlessApp();
	const reason = 'The service answered that this server is busy with another task.';
	const steps = [
		aStep('ark-extinction-6', {status: 'failed', problem: {kind: 'refused', reason}}),
		aStep('ark-the-island-of-the-lost-17'),
	];
	const {store} = services;
	store.dispatch({type: 'jobs/started', job: aJob({id: 'j', startedAt: startAt - 60_000, steps})});
	store.dispatch({type: 'dialog/opened', dialog: {kind: 'jobs', openedAt: 0, workId: 'j', top: 0}});
	store.dispatch({type: 'view/changed', change: {size: {columns: 80, rows: 24}}});
	const {rows, width} = jobsView(store.getState(), services, {now: startAt, cursor: '>'});
	const lines = rows.map(spans => spans.map(({text}) => text).join(''));
	expect(lines.filter(line => line.trimEnd().length > width - 4)).toEqual([]);
	expect(lines.join(' ').replaceAll(/ +/g, ' ')).toContain('busy with another task');
	expect(lines.join(' ')).toContain('next ark-the-island-of-the-lost-17');
});

test('the progress of a job counts an unknown outcome as unknown, not as failed', () => {
	const steps = [
		aStep('a', {status: 'failed'}),
		aStep('b', {status: 'unknown', problem: {kind: 'cut'}}),
		aStep('c', {status: 'unknown', problem: {kind: 'skipped'}}),
		aStep('d'),
	];
	expect(jobProgress({steps})).toBe('3/4 1 failed 1 unknown 1 skipped');
});

test('the title of the server list has the action of a job as a word', () => {
	const {services, state} = openHeadlessApp();
	services.store.dispatch({type: 'jobs/started', job: aJob({action: 'ban-player'})});
	const title = listTitle(state(), usualKeymap, 80).spans.map(({text}) => text);
	expect(title.join('')).toContain('[o]ban 0/1');
});

test('a job that begins while another one is highlighted does not take its place', async () => {
	const app = openHeadlessApp();
	const begin = (id: string, startedAt: number) =>
		app.services.store.dispatch({
			type: 'jobs/started',
			job: aJob({id, startedAt, steps: [aStep('alpha', {status: 'done'}), aStep('beta')]}),
		});
	const statuses = () => app.state().jobs.map(({id, status}) => [id, status]);
	begin('older', startAt - 2000);
	begin('newer', startAt - 1000);
	await app.openDialog('o');
	app.press('j', 'j');
	begin('newest', startAt);
	app.press('A');
	expect(statuses()).toEqual([
		['older', 'aborted'],
		['newer', 'running'],
		['newest', 'running'],
	]);
	expect(app.state().dialog).toMatchObject({workId: 'older'});
});
