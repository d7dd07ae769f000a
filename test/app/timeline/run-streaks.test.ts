import {expect, test} from 'vitest';
import {AutomationRun} from '../../../src/contract/models/automation.ts';
import {keyOfStreak} from '../../../src/app/timeline/sources.ts';
import {runStreaks} from '../../../src/app/timeline/run-streaks.ts';
import {timelineTest} from '../../../src/app/timeline/timeline-filter.ts';
import {timelineRows} from '../../../src/app/timeline/timeline-view.ts';
import type {State} from '../../../src/app/state.ts';
import {after, startAt} from '../../helpers/builders.ts';

/** Runs of one automation, a minute apart: `+` succeeded, `-` failed, `>` runs. */
const runs = (automationId: string, outcomes: string) =>
	[...outcomes].map((outcome, index) =>
		AutomationRun.parse({
			id: `${automationId}${index}`,
			automationId,
			createdAt: startAt + index * 60_000,
			...(outcome === '>' ? {status: 'RUNNING'} : {finishedAt: startAt + index * 60_000 + 1000}),
			...(outcome === '+' && {status: 'SUCCEEDED'}),
			...(outcome === '-' && {status: 'FAILED', stepHistory: [{errorMessage: 'The disk is full.'}]}),
		}),
	);

const having = (...all: AutomationRun[][]) => after({type: 'automations/ran', runs: all.flat()});

const rows = (state: State, folds = true) =>
	timelineRows(state, {kinds: 'all', text: '', folds}).map(({text, outcome}) =>
		`${text} ${outcome ?? ''}`.trim(),
	);

test('runs of an automation that ended alike in a row are one entry, with the reason of the latest failure', () => {
	const state = having(runs('backup', '+++-+--++>'), runs('check', '+'));
	expect(rows(state)).toEqual([
		'check SUCCEEDED after 1s',
		'backup 3 runs SUCCEEDED in 2m',
		'backup FAILED: The disk is full.',
		'backup SUCCEEDED after 1s',
		'backup 2 runs FAILED in 1m: The disk is full.',
		'backup 2 runs SUCCEEDED in 1m',
		'backup: started',
	]);
	expect(rows(state, false)).toHaveLength(11);
});

test('unfolded runs are listed with their entry', () => {
	const state = having(runs('backup', '+++'));
	const unfolded = new Set(runStreaks(state.automations.recent).map(keyOfStreak));
	expect(rows({...state, timeline: {...state.timeline, unfolded}})).toEqual([
		'backup SUCCEEDED after 1s',
		'backup SUCCEEDED after 1s',
		'backup SUCCEEDED after 1s',
		'backup 3 runs SUCCEEDED in 2m',
	]);
});

test('one more run alike keeps the test of the entries, and another outcome ends the streak', () => {
	const testOf = (outcomes: string) =>
		timelineTest({kinds: 'all', text: ''}, having(runs('backup', outcomes))).test;
	expect(testOf('+++')).toBe(testOf('++'));
	expect(testOf('++-')).not.toBe(testOf('++'));
	expect(testOf('++---')).toBe(testOf('++--'));
});
