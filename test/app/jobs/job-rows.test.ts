import {expect, test} from 'vitest';
import {currentWork} from '../../../src/app/jobs/job-rows.ts';
import type {Job} from '../../../src/app/jobs/jobs-state.ts';
import {aWatch, aWatchTarget} from '../../helpers/a-watch.ts';
import {startAt} from '../../helpers/builders.ts';
import {openDesk, type Desk} from '../../helpers/desk.ts';

const job: Job = {
	id: 'j',
	action: 'restart',
	title: 'Restart 2 servers',
	startedAt: startAt - 60_000,
	status: 'running',
	reason: undefined,
	steps: [],
	command: {before: [], after: []},
};

/** A job, and a watch that began after it; the jobs are shown. */
async function openJobs(text = 'one\ntwo'): Promise<Desk> {
	const desk = openDesk();
	const now = {at: startAt, kind: 'answer' as const, text};
	desk.services.store.dispatch({type: 'jobs/started', job});
	desk.services.store.dispatch({type: 'watches/started', watch: aWatch({targets: [aWatchTarget({now})]})});
	await desk.openDialog('o');
	return desk;
}

const current = (desk: Desk) => currentWork(desk.state())?.id;

test('jobs and watches are together, the newest first', async () => {
	const desk = await openJobs();
	expect(current(desk)).toBe('w');
	desk.press('j');
	expect(current(desk)).toBe('j');
	desk.press('j');
	expect(current(desk)).toBe('j');
});

test('a watch is ended by its key, and cannot be paused', async () => {
	const desk = await openJobs();
	desk.press('p');
	expect(desk.lastNotice()).toBe('A watch cannot be paused: A ends it.');
	desk.press('A');
	expect(desk.state().watches[0]?.over?.reason).toBe('you ended it');
	desk.press('A');
	expect(desk.lastNotice()).toBe('This watch has ended.');
	expect(desk.state().jobs[0]?.status).toBe('running');
});

test('long answers scroll, and not beyond their end', async () => {
	const desk = await openJobs(Array.from({length: 30}, (_, line) => `line ${line}`).join('\n'));
	const top = () => (desk.state().dialog?.kind === 'jobs' ? desk.state().dialog : undefined);
	desk.press('pagedown');
	expect(top()).toMatchObject({top: 8});
	desk.press(...Array.from({length: 9}, () => 'pagedown'));
	expect(top()).toMatchObject({top: 31});
	desk.press('pageup');
	expect(top()).toMatchObject({top: 23});
	desk.press('j');
	expect(top()).toMatchObject({at: 1, top: 0});
});

test('five watches are enough', () => {
	const desk = openDesk();
	for (const id of ['1', '2', '3', '4', '5']) {
		desk.services.store.dispatch({type: 'watches/started', watch: aWatch({id})});
	}
	desk.press('w');
	expect(desk.lastNotice()).toContain('5 watches are already running');
});
