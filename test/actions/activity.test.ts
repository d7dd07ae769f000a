import {expect, test} from 'vitest';
import {
	actsFrom,
	createFirstOfOperation,
	printableActivity,
	toneOf,
	type Activity,
} from '../../src/actions/activity.ts';
import {aReport, anAction, stateChange} from '../helpers/activities.ts';

const minute = 60_000;

test.each<[string, Activity, number | undefined]>([
	['a stop', anAction('stop'), 1_000_000],
	['a delayed restart', anAction('restart', {input: {delayMinutes: 15}}), 1_000_000 + 15 * minute - 10_000],
	['no delay', anAction('start', {input: {delayMinutes: 0}}), 1_000_000],
	['a rename', anAction('rename', {input: {name: 'Stop accepted.'}}), undefined],
	['a rejection', anAction('stop', {outcome: 'refused'}), undefined],
	['an unknown outcome', anAction('stop', {outcome: 'pending'}), undefined],
	['a rolling restart, which reaches its servers later', anAction('restart', {targetCount: 3}), undefined],
	['a report', aReport('Stop accepted.'), undefined],
])('predicts the time from which an action can change a state: %s', (_what, activity, from) => {
	expect(actsFrom(activity, 1_000_000)).toBe(from);
});

test('reports one operation on several servers once, and again when its outcome changes', () => {
	const isFirst = createFirstOfOperation();
	const many = anAction('broadcast', {targetCount: 2});
	expect(
		[
			many,
			many,
			{...many, operationId: 'o2'},
			{...many, outcome: 'unknown' as const},
			// Each of these servers has its own outcome.
			anAction('stop'),
			anAction('stop'),
			stateChange('A', 'B'),
			stateChange('A', 'B'),
		].map(isFirst),
	).toEqual([true, false, true, true, true, true, true, true]);
});

test('an action without an answer is not a failure yet, but one with an unknown outcome is', () => {
	expect(
		[
			anAction('stop'),
			anAction('stop', {outcome: 'pending'}),
			anAction('stop', {outcome: 'unknown'}),
			stateChange('A', undefined),
			{type: 'overdue', expected: 'ONLINE', state: undefined} as const,
			aReport('It failed.', true),
			aReport('It is done.'),
		].map(toneOf),
	).toEqual(['act', 'act', 'failure', 'state', 'failure', 'failure', 'act']);
});

test('removes terminal control sequences from every text', () => {
	const nasty = '\u001b[2J';
	const all: Activity[] = [
		anAction('trigger-automation', {
			reason: nasty,
			input: {name: nasty, targetIds: [nasty, {of: nasty}], n: 1},
		}),
		stateChange(nasty, nasty),
		{type: 'overdue', expected: nasty, state: nasty},
		aReport(nasty, true),
	];
	expect(JSON.stringify(all.map(printableActivity))).not.toContain('\\u001b');
});
