import {expect, test} from 'vitest';
import {headerRows} from '../../src/app/header-row.ts';
import {registry} from '../../src/app/features.ts';
import type {Event} from '../../src/app/state.ts';
import {widthOf} from '../../src/lib/text/width.ts';
import {aJob, aStep} from '../helpers/a-job.ts';
import {aWatch, aWatchTarget} from '../helpers/a-watch.ts';
import {after, aFailure, aServer, aTeam, polled, startAt} from '../helpers/builders.ts';
import {testSettings} from '../helpers/fake-services.ts';
import {usualKeymap} from '../helpers/keymap.ts';

const keyed = {...registry, settings: testSettings, keymap: usualKeymap};
const watched: Event = {type: 'watches/started', watch: aWatch({targets: [aWatchTarget({})]})};
const refused: Event = {
	type: 'access/failed',
	failure: aFailure({title: 'What the service says of it takes more than one row. '.repeat(4)}),
};

const rows = (events: readonly Event[], width: number, height: number) =>
	headerRows(
		after(polled([aServer({state: 'OFFLINE'})]), ...events),
		keyed,
		{now: startAt, tick: startAt},
		{
			width,
			height,
		},
	).map(spans => spans.map(({text}) => text).join(''));

test('a watch is visible at any width, and a problem shrinks to keep it visible', () => {
	for (const [width, height] of [
		[60, 1],
		[80, 1],
		[40, 2],
		[120, 2],
	] as const) {
		for (const events of [[watched], [watched, refused]]) {
			const found = rows(events, width, height);
			expect(found.join('\n')).toContain('watch');
			expect(found.map(widthOf)).toEqual(Array.from({length: height}, () => width));
		}
	}
});

test('in a single row, a problem replaces the rest only when no data can be trusted', () => {
	expect(rows([], 80, 1)[0]).toContain('1 DOWN');
	expect(rows([refused], 80, 1)[0]).toMatch(/^!! /);
});

test('the line about an interrupted job leaves room for a server that is down', () => {
	const steps = [
		aStep('x', {name: 'ark-extinction-6', status: 'unknown', problem: {kind: 'cut'}}),
		...Array.from({length: 5}, (_, index) => aStep(`waiting-${index}`)),
	];
	const events: Event[] = [
		{type: 'jobs/started', job: aJob({status: 'cut', steps})},
		polled([aServer({id: 'x', state: 'ONLINE'}), aServer({id: 'y', displayName: 'isl-1', state: 'OFFLINE'})]),
	];
	const second = rows(events, 80, 2)[1] ?? '';
	expect(second).toMatch(/!! Restart cut short: .*  \| !! 1 down: isl-1/);
	expect(widthOf(second)).toBe(80);
});

test('the time stays beside busy servers: its seconds go first, then the name of the team', () => {
	const servers = ['INITIALIZING', 'RESTARTING'].map(state => aServer({id: state, state}));
	const live: Event = {type: 'feed/changed', at: startAt, status: {status: 'live'}};
	const team: Event = {type: 'access/granted', team: aTeam({name: 'Northwind Gaming'})};
	const utc: Event = {type: 'view/changed', change: {time: 'utc'}};
	const first = (width: number) => rows([polled(servers), live, team, utc], width, 2)[0] ?? '';
	expect(first(90)).toMatch(/^ Northwind Gaming .* 2 busy .* 03:00:00Z$/);
	expect(first(80)).toMatch(/^ Northwind Gaming .* 2 busy .* {2}03:00Z$/);
	expect(first(66)).toMatch(/^ \[TEST\] .* 2 busy .* {2}03:00:00Z$/);
});

test('the key to the next alert keeps its distance from the alert at any width', () => {
	const down = ['ark-isl-1', 'ark-isl-2', 'ark-isl-3'].map(id =>
		aServer({id, displayName: id, state: 'OFFLINE'}),
	);
	const widths = Array.from({length: 80}, (_, index) => 50 + index);
	const seconds = widths.map(width => rows([polled(down)], width, 2)[1] ?? '');
	expect(seconds.filter(row => /\S\[!\]next/.test(row))).toEqual([]);
	expect(seconds.at(-1)).toContain('[!]next');
	expect(seconds.map(widthOf)).toEqual(widths);
});

test('at rest, the clock has no seconds, and the age of the list is its maximum', () => {
	const live: Event = {type: 'feed/changed', at: startAt, status: {status: 'live'}};
	const unfocused: Event = {type: 'view/changed', change: {hasFocus: false}};
	const first = (events: readonly Event[], services = {}) =>
		headerRows(
			after(polled([aServer({})], startAt - 2000), ...events, {type: 'view/changed', change: {time: 'utc'}}),
			{...keyed, ...services},
			{now: startAt, tick: startAt, isAtRest: true},
			{width: 80, height: 2},
		)[0]
			?.map(({text}) => text)
			.join('');
	expect(first([live])).toMatch(/list <15s \| feed LIVE +03:00Z$/);
	expect(first([live, unfocused])).toMatch(/list <25s \| feed LIVE/);
	expect(first([unfocused])).toMatch(/list <15s \| feed …/);
	const openAlerts = () => Promise.reject(new Error('never opened'));
	expect(first([live, unfocused], {openAlerts})).toMatch(/list <15s \| feed LIVE/);
});
