import {testSettings} from '../../helpers/fake-services.ts';
import {expect, test} from 'vitest';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {AutomationRun} from '../../../src/contract/models/automation.ts';
import {runFacts} from '../../../src/app/automations/run-facts.ts';
import {runsScreen} from '../../../src/app/automations/runs-screen.ts';
import type {Event} from '../../../src/app/state.ts';
import {allRuns} from '../../../src/app/automations/automations-state.ts';
import {aServer, after, viewChanged, polled, startAt} from '../../helpers/builders.ts';
import {elapsed, message, ratio} from '../../../src/messages/text.ts';

const iso = (second: number) => new Date(startAt + second * 1000).toISOString();
const shown = (given: object, ...events: Event[]) => {
	const run = AutomationRun.parse({
		id: 'r',
		automationId: 'nightly',
		createdAt: iso(0),
		startedAt: iso(1),
		...given,
	});
	const start = after(polled([aServer({id: 'a'})]), viewChanged({pane: 'automations'}), ...events);
	const {query} = start.automations.runs;
	const read: Event = {
		type: 'automations/runsRead',
		query,
		at: startAt,
		runs: [run],
		unreadable: [],
		totalElements: 41,
		totalPages: 3,
	};
	return {...start, automations: {...start.automations, runs: {...start.automations.runs, ...read}}};
};
const texts = (state: ReturnType<typeof shown>, now: number) =>
	runFacts(state, 'r', {now, settings: testSettings, revealed: false}).map(({label, text}) =>
		renderWithKeys(message`${label}: ${text}`, usualKeymap),
	);

test('each step shows its duration and its error, with unknown fields below', () => {
	const state = shown({
		status: 'RUNNING',
		workflowSize: 4,
		targetIds: {a: true, b: false},
		stepHistory: [
			{
				index: 0,
				type: 'RCON',
				startedAt: iso(1),
				finishedAt: iso(3),
				targets: {a: 'SUCCEEDED', b: 'FAILED'},
				errorMessage: 'No reply',
				odd: {x: 1},
			},
			{index: 1},
		],
		currentStep: {index: 2, kind: 'wait', startedAt: iso(3)},
	});
	const facts = texts(state, startAt + 10_000);
	expect(facts).toEqual(
		expect.arrayContaining([
			'status: RUNNING   No reply',
			'for: 9s',
			'progress: [######------] 2/4',
			'step 1: command   2s   No reply',
			': FAILED on b',
			': SUCCEEDED on ark-isl-1',
			': odd x: 1',
			'step 2: ',
			'step 3: wait   7s   running',
			': 1 step left',
			'targets: ark-isl-1',
			': b   dropped out',
		]),
	);
});

test.each([[{}], [null]])('a current step of %j means that no step is running', currentStep => {
	const run = {status: 'RUNNING', workflowSize: 2, stepHistory: [{index: 0}], currentStep};
	const facts = texts(shown(run), startAt);
	expect(facts.filter(fact => fact.startsWith('step'))).toEqual(['step 1: ']);
	expect(facts).toContain(': 1 step left');
});

test("the duration of a run uses the service's clock, which dated its start", () => {
	const skewed = shown({status: 'RUNNING'}, {type: 'access/skewRead', skewMs: 60_000});
	expect(texts(skewed, startAt + 1000)).toContain('for: 1m');
	const [row] = runsScreen.data(skewed, false).rows ?? [];
	expect(row?.cell('took', startAt + 1000)).toMatchObject({text: elapsed(60_000)});
});

test('the title shows the query, because it hides the other runs', () => {
	const query = {...allRuns, automationId: 'nightly', status: 'FAILED', from: startAt, page: 1};
	const state = shown({}, {type: 'automations/asked', query});
	expect(renderWithKeys(runsScreen.note?.(state) ?? '', usualKeymap)).toBe(
		'of nightly, only FAILED, from 2026-11-21 03:00Z, page 2 of 3, 41 runs, PgDn older',
	);
});

test('shows a run with almost no data', () => {
	const state = shown({startedAt: null, createdAt: null, stepHistory: null});
	expect(texts(state, startAt)).toEqual(['status: not reported', 'automation: nightly', 'id: r']);
	const [row] = runsScreen.data(state, false).rows ?? [];
	const cells = ['started', 'took', 'step'].map(column => row?.cell(column, startAt).text);
	expect(cells).toEqual(['-', '-', ratio(1, '?')]);
});

test('a step in progress shows on which servers it has not ended', () => {
	const currentStep = {index: 0, type: 'RESTART', startedAt: iso(0), targets: {a: 'SUCCEEDED'}};
	const run = {
		status: 'RUNNING',
		workflowSize: 2,
		stepHistory: [],
		targetIds: {a: true, b: true, c: false},
		currentStep,
	};
	const facts = texts(shown(run), startAt + 9000);
	expect(facts).toEqual(
		expect.arrayContaining([
			'step 1: restart   9s   running',
			': SUCCEEDED on ark-isl-1',
			': not yet on b',
			': 1 step left',
		]),
	);
});

test('runs of one automation do not repeat its name, and failed ones show the reason', () => {
	const state = shown({
		status: 'FAILED',
		stepHistory: [{index: 0, errorMessage: 'No reply'}],
	});
	const textsOf = (one: typeof state) => {
		const [row] = runsScreen.data(one, false).rows ?? [];
		return ['automation', 'reason'].map(column =>
			renderWithKeys(row?.cell(column, startAt).text ?? '', usualKeymap),
		);
	};
	expect(textsOf(state)).toEqual(['nightly', 'No reply']);
	const {runs} = state.automations;
	const ofOne = {...runs, query: {...allRuns, automationId: 'nightly'}};
	expect(textsOf({...state, automations: {...state.automations, runs: ofOne}})).toEqual(['', 'No reply']);
});
