import {expect, test} from 'vitest';
import {AutomationRun} from '../../../src/contract/models/automation.ts';
import {
	allRuns,
	automationsSlice,
	type AutomationsEvent,
	type AutomationsState,
} from '../../../src/app/automations/automations-state.ts';
import {aFailure, startAt} from '../../helpers/builders.ts';

const run = (id: string, status: string, given: object = {}) =>
	AutomationRun.parse({id, automationId: 'nightly', status, createdAt: startAt, stepHistory: [], ...given});
const after = (...events: AutomationsEvent[]): AutomationsState =>
	events.reduce(automationsSlice.reduce, automationsSlice.initial);
const ran = (...runs: AutomationRun[]): AutomationsEvent => ({type: 'automations/ran', runs});
const page = (query: typeof allRuns, ...runs: AutomationRun[]): AutomationsEvent => ({
	type: 'automations/runsRead',
	query,
	at: startAt,
	runs,
	unreadable: [],
	totalElements: runs.length,
	totalPages: 1,
});

test('handles feed and polls out of order: a finished run stays finished, and its steps never go back', () => {
	const done = run('r', 'FAILED', {finishedAt: startAt + 5000});
	expect(after(ran(done), ran(run('r', 'RUNNING'))).recent).toEqual([done]);
	const further = run('s', 'RUNNING', {stepHistory: [{}, {}]});
	expect(after(ran(further), ran(run('s', 'RUNNING', {stepHistory: [{}]}))).recent).toEqual([further]);
});

test('repeated events change nothing, so that nothing repaints', () => {
	const state = after(ran(run('r', 'RUNNING')));
	expect(automationsSlice.reduce(state, ran(run('r', 'RUNNING')))).toBe(state);
});

test('updates a run on the current page at once, and leaves a new one to the next poll', () => {
	const {query} = automationsSlice.initial.runs;
	const state = after(page(query, run('r', 'RUNNING')), ran(run('r', 'SUCCEEDED'), run('new', 'RUNNING')));
	expect(state.runs.runs?.map(({id, status}) => `${id} ${status}`)).toEqual(['r SUCCEEDED']);
	expect(state.recent).toHaveLength(2);
});

test('ignores a response to an outdated query', () => {
	const query = {...allRuns, status: 'FAILED'};
	const state = after({type: 'automations/asked', query});
	expect(automationsSlice.reduce(state, page(allRuns, run('r', 'RUNNING')))).toBe(state);
	const failed: AutomationsEvent = {type: 'automations/runsFailed', query: allRuns, failure: aFailure()};
	expect(automationsSlice.reduce(state, failed)).toBe(state);
});

test('keeps the shown runs until another page arrives, but not for another filter', () => {
	const {query} = automationsSlice.initial.runs;
	const shown = page(query, run('r', 'RUNNING'));
	expect(after(shown, {type: 'automations/asked', query: {...query, page: 1}}).runs.runs).toHaveLength(1);
	expect(
		after(shown, {type: 'automations/asked', query: {...query, status: 'FAILED'}}).runs.runs,
	).toBeUndefined();
});

test('the last run of an automation is its newest, and no runs are assumed before a query', () => {
	const old = run('old', 'FAILED');
	const young = run('young', 'RUNNING', {createdAt: startAt + 1000});
	expect(after(ran(young), ran(old)).lastRuns).toEqual(new Map([['nightly', young]]));
	const never: AutomationsEvent = {type: 'automations/neverRan', automationId: 'nightly'};
	expect(after(never).lastRuns).toEqual(new Map([['nightly', 'none']]));
	expect(after(never, ran(old)).lastRuns).toEqual(new Map([['nightly', old]]));
	expect(after(ran(old), never).lastRuns).toEqual(new Map([['nightly', old]]));
});
