import {expect, test} from 'vitest';
import {Node} from '../../../src/contract/models/node.ts';
import {layoutOf} from '../../../src/app/kernel/screens/layout.ts';
import {initialState, reduce, type Event, type State} from '../../../src/app/state.ts';
import {widthOf} from '../../../src/lib/text/width.ts';
import {ListScreen} from '../../../src/tui/panes/list-screen.tsx';
import {aFailure, aServer, aTeam, polled, startAt} from '../../helpers/builders.ts';
import {paint} from '../../helpers/paint.tsx';

const node = (id: string, over: object = {}) =>
	Node.parse({id, status: 'ONLINE', lastAlive: startAt - 4000, settings: {name: `eu-${id}`}, ...over});

function atNodes(columns: number, rows: number, ...events: Event[]): State {
	const look: Event = {type: 'view/changed', change: {pane: 'nodes', time: 'utc', size: {columns, rows}}};
	return [look, ...events].reduce(reduce, initialState);
}

const read = (nodes: readonly Node[], unreadable: object[] = []): Event => ({
	type: 'nodes/read',
	at: startAt - 2000,
	nodes,
	unreadable: unreadable.map(given => ({
		index: 0,
		id: undefined,
		name: undefined,
		reason: 'no id',
		...given,
	})),
});

function painted(state: State, ascii = false) {
	const {panes} = layoutOf(state.view);
	const rect = panes.nodes ?? {x: 0, y: 0, width: 80, height: 20};
	return paint(<ListScreen rect={rect} />, {state, ascii});
}

test('shows rows with their columns, the cursor, the age of the data and the position in the list', () => {
	const servers = polled([
		aServer({id: 'a', nodeId: '1'}),
		aServer({id: 'b', nodeId: '1', state: 'STOPPED'}),
	]);
	const rows = painted(atNodes(80, 24, servers, read([node('1'), node('2', {status: 'OFFLINE'})]))).rows();
	expect(rows[0]).toMatch(/NODES 2 .*updated 2s ago {2}1\/2/);
	expect(rows[1]).toBe('  NAME STATUS     ALIVE    SERVERS                PLAYERS TASKS        VERSION');
	expect(rows[2]).toMatch(/^> eu-2 +OFFLINE +4s ago +none +- +- +-$/);
	expect(rows[3]).toMatch(/^ {2}eu-1 +ONLINE +4s ago +1 up 1 DOWN +41 +- +-$/);
	expect(rows.some(row => row.includes('DETAILS'))).toBe(true);
});

test('drops the version first when space is short, then players, tasks and servers, and shortens names in the middle', () => {
	const heads = (columns: number) =>
		painted(atNodes(columns, 17, read([node('1', {settings: {name: `eu-${'very-'.repeat(8)}long-1`}})])))
			.rows()
			.slice(1, 3);
	expect(heads(72)[0]).toMatch(/SERVERS +PLAYERS +TASKS$/);
	expect(heads(60)[0]).toMatch(/SERVERS +TASKS$/);
	expect(heads(44)[0]).toMatch(/NAME +STATUS +ALIVE$/);
	expect(heads(44)[1]).toMatch(/eu-very.*….*long-1/);
});

test('no row exceeds the screen, at any size', () => {
	const state = (columns: number, rows: number) =>
		atNodes(columns, rows, read([node('1', {systemData: {os: 'x'.repeat(300)}})], [{name: 'broken'}]));
	for (const columns of [40, 59, 80, 119, 120, 200]) {
		const rows = painted(state(columns, 24)).rows();
		for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(columns);
		expect(rows.join('\n')).toContain('broken  unreadable: no id');
	}
});

test('a failed poll keeps the data, with its age and the reason', () => {
	const failed: Event = {type: 'nodes/failed', failure: aFailure({key: 'general.not_carried_out'})};
	const rows = painted(atNodes(80, 24, read([node('1')]), failed)).rows();
	expect(rows[0]).toContain('updated 2s ago: general.not_carried_out');
	expect(rows[2]).toContain('eu-1');
});

test('explains a rejection that does not name its permission by the requirements of the request', () => {
	const refused = aFailure({
		status: 403,
		key: undefined,
		title: 'Forbidden.',
		hint: undefined,
		request: 'GET /node',
	});
	const text = painted(atNodes(80, 24, {type: 'nodes/failed', failure: refused})).text();
	expect(text).toContain('Not allowed');
	expect(text).toContain('credentials need the permission ACCESS_NODES');
	const named = {...refused, key: 'missingPermission.ACCESS_NODES'};
	const short = painted(atNodes(80, 24, {type: 'nodes/failed', failure: named})).text();
	expect(short).not.toContain('credentials need the permission ACCESS_NODES');
});

test('shows only ASCII on a terminal without Unicode', () => {
	const state = atNodes(80, 24, {type: 'access/granted', team: aTeam()}, read([node('1')]));
	expect(painted(state, true).text()).toMatch(/^[\0-\x7e]*$/);
});
