import {expect, test} from 'vitest';
import type {Job} from '../../../src/contract/models/job.ts';
import {findCutJobs} from '../../../src/app/jobs/feature.ts';
import {jobLine} from '../../../src/app/jobs/job-report.ts';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {noJournal} from '../../../src/app/kernel/state/journal.ts';
import {aJob, aStep} from '../../helpers/a-job.ts';
import {fakeServices, testSettings} from '../../helpers/fake-services.ts';
import {server} from '../../helpers/headless-app.ts';
import {usualKeymap} from '../../helpers/keymap.ts';

/** Returns the jobs that a session with these journaled jobs shows after the first list. */
async function found(jobs: readonly Job[], isDemo = false) {
	const services = fakeServices({
		journal: {...noJournal, cutJobs: async () => jobs},
		settings: {profile: {...testSettings.profile, isDemo}},
	});
	const {store, clock} = services;
	findCutJobs(services);
	const servers = ['a', 'b', 'c', 'd'].map(id => server(id));
	store.dispatch({type: 'fleet/polled', at: clock.now(), latencyMs: 1, servers, unreadable: []});
	await clock.advance(1);
	const state = store.getState();
	return {jobs: state.jobs, line: renderWithKeys(jobLine(state) ?? '', usualKeymap)};
}

const steps = [
	aStep('a', {status: 'done'}),
	aStep('b', {status: 'gate'}),
	aStep('c', {status: 'sending', retry: {reason: 'No route.', delayMs: 10_000}}),
	aStep('d'),
];

test('shows a job whose program was killed: requests in progress may have run, the rest was not sent', async () => {
	const {jobs, line} = await found([aJob({steps})]);
	expect(jobs).toMatchObject([
		{
			status: 'cut',
			steps: [
				{status: 'done'},
				{status: 'unknown', problem: {kind: 'cut'}},
				{status: 'unknown', problem: {kind: 'cut'}},
				{status: 'waiting'},
			],
		},
	]);
	expect(line).toBe(
		'Restart cut short: 1 of 4 back; name-b not confirmed; name-c not confirmed; 1 not sent (o)',
	);
});

test('ignores jobs on servers outside the list, and those of another demo', async () => {
	expect((await found([aJob({steps: [aStep('x')]})])).jobs).toEqual([]);
	expect((await found([aJob({steps})], true)).jobs).toEqual([]);
});

test('a job that was complete when its program ended needs no attention', async () => {
	const {jobs, line} = await found([aJob({steps: [aStep('a', {status: 'done'})]})]);
	expect(jobs).toMatchObject([{status: 'done'}]);
	expect(line).toBe('');
});
