import {expect, test} from 'vitest';
import {dashboardScreen} from '../../src/app/dashboard.ts';
import {dashboardItems} from '../../src/app/dashboard-items.ts';
import {layoutOf} from '../../src/app/kernel/screens/layout.ts';
import {type Event, reduce, type State} from '../../src/app/state.ts';
import {Automation, AutomationRun} from '../../src/contract/models/automation.ts';
import {widthOf} from '../../src/lib/text/width.ts';
import {ListScreen} from '../../src/tui/panes/list-screen.tsx';
import {aServer, after, polled, startAt, viewChanged} from '../helpers/builders.ts';
import {testSettings} from '../helpers/fake-services.ts';
import {paint} from '../helpers/paint.tsx';

const fleet = polled([
	...Array.from({length: 9}, (_, at) =>
		aServer({id: `down-${at}`, displayName: `down-${at}`, state: 'OFFLINE'}),
	),
	aServer({id: 'up', displayName: 'up', state: 'ONLINE', onlinePlayers: 41}),
	aServer({id: 'quiet', displayName: 'quiet', state: 'ONLINE', onlinePlayers: undefined}),
]);

const sizes = [
	[60, 20],
	[80, 24],
	[120, 40],
] as const;

const at = (columns: number, rows: number): State =>
	after(viewChanged({pane: 'dashboard', time: 'utc', size: {columns, rows}}), fleet);

test.each(sizes)(
	'at %ix%i states, players, a chart and a row of every kind fit on the screen',
	(columns, rows) => {
		const state = at(columns, rows);
		const rect = layoutOf(state.view).panes.dashboard ?? {x: 0, y: 0, width: 0, height: 0};
		const painted = paint(<ListScreen rect={rect} />, {state}).rows();
		const text = painted.join('\n');
		expect(painted.length).toBeLessThanOrEqual(rect.height);
		for (const row of painted) expect(widthOf(row)).toBeLessThanOrEqual(columns);
		expect(painted[0]).toMatch(/2 up 9 DOWN/);
		expect(painted.slice(0, 2).join('\n')).toContain('41 players and an unknown number on 1 server');
		for (const kind of ['alert', 'due', 'job', 'event'])
			expect(text).toMatch(new RegExp(`^.. ?${kind}\\b`, 'm'));
		expect(text).toMatch(/│ .*\n +0└─+/);
		expect(/ eu-1 +41 {2}2 up 9 DOWN/.test(text)).toBe(columns >= 110);
		// What does not fit is counted.
		const alerts = painted.filter(row => /^.. ?alert/.test(row));
		const [, more] = /and (\d+) more: 1 shows them/.exec(text) ?? [];
		const named = alerts.filter(row => row.includes('OFFLINE')).length;
		expect(named + Number(more ?? 0)).toBe(9);
	},
);

test('unknown values are not shown as none', () => {
	const texts = (state: State) => dashboardItems(state, 20).map(({text}) => text(startAt));
	expect(texts(after(polled([aServer({state: 'ONLINE'})])))).toEqual([
		'no server needs attention',
		'automations are not loaded yet',
		'no job is running',
		'no events yet',
	]);
});

test('successful runs are not events, failed runs of an automation are one event with its reason, and none is cut', () => {
	const run = (id: string, second: number, over: object) =>
		AutomationRun.parse({
			id,
			automationId: 'check',
			status: 'FAILED',
			createdAt: startAt + second * 1000,
			finishedAt: startAt + second * 1000 + 500,
			stepHistory: [{index: 0, errorMessage: 'The game did not answer before the deadline of its command.'}],
			...over,
		});
	const runs = [
		run('new', 180, {}),
		run('fine', 120, {automationId: 'save', status: 'SUCCEEDED'}),
		run('old', 60, {}),
	];
	const state = reduce(at(80, 24), {type: 'automations/ran', runs});
	const events = dashboardItems(state, 20).filter(({kind}) => kind === 'event');
	expect(events.map(({subject, text}) => [subject, text(startAt)])).toEqual([
		['check', 'FAILED 2x since 03:01Z: The game did not answer before the deadline of its command.'],
	]);
	const rect = layoutOf(state.view).panes.dashboard ?? {x: 0, y: 0, width: 0, height: 0};
	const rows = paint(<ListScreen rect={rect} />, {state}).rows();
	const first = rows.findIndex(row => row.includes('FAILED 2x'));
	const [start = 0] = [rows[first]?.indexOf('FAILED')];
	expect(rows.slice(first, first + 2).map(row => row.slice(start).trim())).toEqual([
		'FAILED 2x since 03:01Z: The game did not answer',
		'before the deadline of its command.',
	]);
});

test('a lost node is one alert, without one for each of its servers', () => {
	const state = after(
		polled([
			aServer({id: 'a', nodeId: 'n', state: 'UNKNOWN'}),
			aServer({id: 'b', nodeId: 'n', state: 'UNKNOWN'}),
			aServer({id: 'c', nodeId: 'm', state: 'OFFLINE'}),
		]),
		{type: 'nodes/read', at: startAt, nodes: [{id: 'n', status: 'OFFLINE'}] as never, unreadable: []},
	);
	const alerts = dashboardItems(state, 30).filter(({kind}) => kind === 'alert');
	expect(alerts.map(({go}) => go)).toEqual([
		{to: 'node', id: 'n'},
		{to: 'server', id: 'c'},
	]);
});

test('a restart of this session is no alert while it goes on, and an event of another day has its time', () => {
	const servers = (state: string) =>
		polled([aServer({id: 'a', displayName: 'isl-1', state})], startAt + 2000);
	const acted: Event = {type: 'fleet/sent', serverIds: ['a'], at: startAt + 1000};
	const first = polled([aServer({id: 'a', displayName: 'isl-1', state: 'ONLINE'})]);
	const alerts = (state: State) =>
		dashboardItems(state, 20)
			.filter(({kind, isRemark}) => kind === 'alert' && !isRemark)
			.map(({subject}) => subject);
	expect(alerts(after(first, servers('RESTARTING')))).toEqual(['isl-1']);
	expect(alerts(after(first, acted, servers('RESTARTING')))).toEqual([]);
	expect(alerts(after(first, acted, servers('OFFLINE')))).toEqual(['isl-1']);
	const marked = after(first, viewChanged({time: 'utc'}), {
		type: 'bookmarks/added',
		id: 'm',
		at: startAt - 20 * 3_600_000,
		note: 'mods',
	});
	const event = dashboardItems(marked, 20).find(({kind}) => kind === 'event');
	expect(event?.when(startAt)).toMatch(/^\d\d-\d\d 07:00Z$/);
});

test('a restart that someone ordered comes before the runs of automations', () => {
	const scheduled: Event = {
		type: 'scheduled/added',
		serverId: 'up',
		action: 'restart',
		at: startAt + 600_000,
		sentAt: startAt,
		jobId: undefined,
		before: [],
	};
	const automation = Automation.parse({id: 'count', name: 'Count the players'});
	const known = {automation, trigger: 'every minute', brief: 'every 1m', source: '{}'};
	const state = after(fleet, scheduled, {
		type: 'automations/read',
		at: startAt,
		list: [{...known, upcoming: [startAt + 60_000]}],
		unreadable: [],
	});
	const due = dashboardItems(state, 20).filter(({kind}) => kind === 'due');
	expect(due.map(({subject}) => subject)).toEqual(['up', 'Count the players']);
});

test('the details of a row about a server are those of the server', () => {
	const state = at(120, 40);
	const facts = dashboardScreen.details(state, 'alert:server:down-0', {
		now: startAt,
		settings: testSettings,
		revealed: false,
	});
	const labels = facts.map(({label}) => label);
	expect(labels).toEqual(expect.arrayContaining(['what', 'players', 'node', 'address', 'id']));
});
