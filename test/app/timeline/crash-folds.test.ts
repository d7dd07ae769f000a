import {expect, test} from 'vitest';
import {foldedRuns, keyOfRun} from '../../../src/app/timeline/sources.ts';
import {stateChangesOf} from '../../../src/app/servers/crashes.ts';
import {axisOf} from '../../../src/app/timeline/axis.ts';
import {timelineTest} from '../../../src/app/timeline/timeline-filter.ts';
import {timelineRows} from '../../../src/app/timeline/timeline-view.ts';
import {timelineExport} from '../../../src/app/export/timeline-export.ts';
import type {Event, State} from '../../../src/app/state.ts';
import {stateChange} from '../../helpers/activities.ts';
import {after, aServer, polled, startAt} from '../../helpers/builders.ts';
import {testSettings} from '../../helpers/fake-services.ts';

/** Takes server `a` through these states, one every 20 seconds, with a console entry for each change. */
const passing = (states: readonly string[]): Event[] =>
	states.flatMap((state, index): Event[] => {
		const at = startAt + index * 20_000;
		const from = states[index - 1];
		const read = polled([aServer({id: 'a', displayName: 'alpha', state}), aServer({id: 'b'})], at);
		if (from === undefined) return [read];
		const activity = stateChange(from, state, 'feed');
		return [read, {type: 'console/noted', serverId: 'a', id: `n${index}`, at, activity}];
	});

const loops = (count: number) =>
	Array.from({length: count}, () => ['ONLINE', 'RESTARTING', 'INITIALIZING']).flat();

const rows = (state: State, folds = true) =>
	timelineRows(state, {kinds: 'all', text: '', folds}).map(
		({at, text}) => `${(at - startAt) / 1000} ${text}`,
	);

const unfolded = (state: State): State => {
	const keys = new Set(foldedRuns(state).map(keyOfRun));
	return {...state, timeline: {...state.timeline, unfolded: keys}};
};

test('repeated crashes of a server are one row, with their number and the time of the latest', () => {
	const state = after(...passing([...loops(4), 'ONLINE']));
	expect(rows(state)).toEqual(['200 crashed 4x in 3m']);
	expect(rows(unfolded(state))).toHaveLength(13);
	expect(rows(unfolded(state)).filter(row => row.startsWith('200'))).toEqual([
		'200 ONLINE -> RESTARTING',
		'200 crashed 4x in 3m',
	]);
	expect(rows(state, false)).toHaveLength(12);
});

test('two crashes are separate rows, and state changes outside the loop are always shown', () => {
	expect(rows(after(...passing(loops(2))))).toHaveLength(5);
	const stopped = after(...passing([...loops(3), 'STOPPING', 'OFFLINE']));
	expect(rows(stopped)).toEqual([
		'140 crashed 3x in 2m',
		'180 INITIALIZING -> STOPPING',
		'200 STOPPING -> OFFLINE',
	]);
	const givenUp = after(...passing([...loops(3).slice(0, -1), 'OFFLINE']));
	expect(rows(givenUp)).toEqual(['140 crashed 3x in 2m', '160 RESTARTING -> OFFLINE']);
});

test('crashes of earlier sessions are folded separately from those of this session', () => {
	const past = loops(3).map((state, index) => ({
		id: `p${index}`,
		at: startAt - 3_600_000 + index * 1000,
		serverId: 'a',
		server: 'alpha',
		kind: 'note' as const,
		activity: stateChange(index === 0 ? 'OFFLINE' : loops(3)[index - 1], state, 'poll'),
	}));
	const changes = stateChangesOf(past);
	const state = after(
		{type: 'timeline/loaded', past},
		{type: 'fleet/changesLoaded', at: startAt, changes},
		...passing(loops(3)),
	);
	expect(rows(state).map(row => row.replace(/^\S+ /, ''))).toEqual([
		'OFFLINE -> ONLINE',
		'crashed 3x in 6s',
		'crashed 3x in 2m',
	]);
});

test('a new crash in a loop changes only the entry of the loop', () => {
	const events = passing([...loops(6), 'ONLINE']);
	const states = [12, 24, events.length].map(count => after(...events.slice(0, count)));
	const tests = states.map(state => timelineTest({kinds: 'all', text: ''}, state).test);
	expect(tests[1]).toBe(tests[2]);
	const last = states.at(-1);
	expect(last && axisOf(last, tests[2]).shown.map(({key}) => key)).toEqual([`crashes:a:${startAt + 20_000}`]);
});

test('an export contains every change of state and no folded entries', () => {
	const state = after(...passing(loops(4)));
	const {parts} = timelineExport(state, testSettings, {format: 'text', now: startAt, hide: text => text});
	const text = [...parts].map(part => (typeof part === 'string' ? part : JSON.stringify(part))).join('');
	expect(text.match(/ONLINE -> RESTARTING/g)).toHaveLength(4);
	expect(text).not.toContain('crashed');
});
