import {expect, test} from 'vitest';
import {dashboardItems} from '../../src/app/dashboard-items.ts';
import {layoutOf} from '../../src/app/kernel/screens/layout.ts';
import type {State} from '../../src/app/state.ts';
import {widthOf} from '../../src/lib/text/width.ts';
import {ListScreen} from '../../src/tui/panes/list-screen.tsx';
import {aServer, after, polled, startAt, viewChanged} from '../helpers/builders.ts';
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
		expect(painted[1]).toContain('41 players and an unknown number on 1 server');
		for (const kind of ['alert', 'due', 'job', 'event'])
			expect(text).toMatch(new RegExp(`^.. ?${kind}\\b`, 'm'));
		expect(text).toMatch(/│ .*\n +0└─+/);
		// What does not fit is counted.
		const alerts = painted.filter(row => /^.. ?alert/.test(row));
		const [, more] = /\+(\d+) more/.exec(text) ?? [];
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
