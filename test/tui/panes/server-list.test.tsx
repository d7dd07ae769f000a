import {expect, test} from 'vitest';
import type {GameServer} from '../../../src/contract/models/server.ts';
import type {Event} from '../../../src/app/state.ts';
import {fieldOf} from '../../../src/app/kernel/text/text-field.ts';
import {widthOf} from '../../../src/lib/text/width.ts';
import {ServerList} from '../../../src/tui/panes/server-list.tsx';
import {aCommand, aFailure, after, aServer, viewChanged, polled, startAt} from '../../helpers/builders.ts';
import {paint} from '../../helpers/paint.tsx';

const rect = (width: number, height: number) => ({x: 0, y: 2, width, height});
const fleet: GameServer[] = [
	aServer({id: 'a', displayName: 'ark-isl-1'}),
	aServer({id: 'b', displayName: 'ark-rag-1', state: 'STOPPED', onlinePlayers: 0, nodeName: 'eu-2'}),
	aServer({id: 'c', displayName: 'cs2-eu-1', gameType: 'CS2', onlinePlayers: 11, maxPlayers: 24}),
];

test('sorts servers by severity, with their sign, state, age, players and node', () => {
	const state = after(polled(fleet, startAt - 40_000), viewChanged({currentId: 'a'}));
	expect(paint(<ServerList rect={rect(80, 6)} />, {state}).rows()).toEqual([
		'>SERVERS 3 ─────────────────────────────────────────────────────────────── 2/3 ─',
		'    NAME      GAME STATE▼        SINCE    PLAYERS NODE',
		' x  ark-rag-1 ARK  STOPPED       >=40s       0/70 eu-2',
		'>   ark-isl-1 ARK  RUNNING       >=40s      41/70 eu-1',
		'    cs2-eu-1  CS2  RUNNING       >=40s      11/24 eu-1',
		'',
	]);
});

test('a console with unread entries has a sign after those of state and selection, and the title counts them', () => {
	const hear = (serverId: string): Event => ({
		type: 'rcon/received',
		serverId,
		at: startAt,
		via: 'feed',
		commands: [aCommand({commandId: serverId, timestamp: startAt})],
	});
	const down = aServer({id: 'd', displayName: 'ark-val-1', state: 'STOPPED'});
	const state = after(
		polled([...fleet, down], startAt - 40_000),
		viewChanged({currentId: 'a', sort: 'name', selection: new Set(['c', 'd'])}),
		...['a', 'b', 'c', 'd'].map(hear),
	);
	const rows = paint(<ServerList rect={rect(80, 7)} />, {state}).rows();
	expect(rows[0]).toContain('SERVERS 4  2 selected  [.]4 unread  sort:name');
	expect(rows.slice(2, 6).map(row => row.slice(0, 13).trimEnd())).toEqual([
		'>  +ark-isl-1',
		' x +ark-rag-1',
		' x*+ark-val-1',
		'  *+cs2-eu-1',
	]);
	const narrow = paint(<ServerList rect={rect(40, 7)} />, {
		state: after(
			polled(fleet),
			viewChanged({size: {columns: 40, rows: 24}, filter: {field: fieldOf('ark'), editing: false}}),
			hear('a'),
		),
	}).rows();
	expect(narrow[0]).toContain('filter: ark');
	expect(narrow.slice(2).join('\n')).toContain('   +ark-isl-1');
});

test('drops columns on a narrow screen, and shortens a long name in the middle', () => {
	const long = [aServer({id: 'a', displayName: 'ark-the-island-of-the-lost-number-1'})];
	const rows = (width: number, columns: number) =>
		paint(<ServerList rect={rect(width, 4)} />, {
			state: after(polled(long), viewChanged({size: {columns, rows: 24}})),
		}).rows();
	expect(rows(60, 60)[1]).toBe('    NAME                      STATE▼        SINCE    PLAYERS');
	expect(rows(50, 50)[1]).toMatch(/^ {4}NAME {29}STATE▼$/);
	expect(rows(40, 40)[2]).toBe('    ark-the-is…st-number-1 RUNNING');
	expect(rows(67, 120)[2]).toMatch(/^ {4}ark-the-isl…st-number-1 RUNNING {6}>=0s {5}41\/70 {6}█ eu-1/);
});

test('shows an unknown game in full when there is space', () => {
	const odd = [aServer({id: 'a', gameType: 'PALWORLD'})];
	const row = (width: number) =>
		paint(<ServerList rect={rect(width, 4)} />, {
			state: after(polled(odd), viewChanged({size: {columns: width, rows: 24}})),
		}).rows()[2];
	expect(row(100)).toContain(' PALWORLD ');
	expect(row(80)).toContain(' PAL… ');
});

test('an expected state after an action of our own has a star', () => {
	const expected = {state: 'STOPPING', from: 'RUNNING', at: startAt, until: startAt + 60_000};
	const state = after(polled(fleet), {type: 'fleet/acted', serverId: 'a', expected});
	expect(paint(<ServerList rect={rect(80, 6)} />, {state}).text()).toContain(' ~  ark-isl-1 ARK  STOPPING* ');
});

test('shows unknown states and missing fields as they are', () => {
	const odd = aServer({
		id: 'a',
		state: 'HIBERNATING',
		onlinePlayers: -1,
		gameType: undefined,
		nodeName: undefined,
	});
	const none = aServer({
		id: 'b',
		displayName: undefined,
		state: undefined,
		onlinePlayers: undefined,
		maxPlayers: undefined,
	});
	const [, , first, second] = paint(<ServerList rect={rect(80, 4)} />, {
		state: after(polled([odd, none])),
	}).rows();
	expect(first).toMatch(/^ \? {2}ark-isl-1 +- +HIBERNATING +>=0s +0\/70 -$/);
	expect(second).toMatch(/^ \? {2}b +ARK +no state +>=0s +- eu-1$/);
});

test('an unreadable record is below the others, with the reason', () => {
	const unreadable = [{index: 1, id: 'x', name: 'broken-1', reason: 'onlinePlayers: expected number'}];
	const state = after({type: 'fleet/polled', at: startAt, latencyMs: 5, servers: fleet, unreadable});
	expect(paint(<ServerList rect={rect(80, 8)} />, {state}).rows()[5]).toBe(
		' ! broken-1  unreadable: onlinePlayers: expected number',
	);
});

test('the filter is always visible, and says when nothing matches', () => {
	const filtered = (text: string) =>
		paint(<ServerList rect={rect(80, 6)} />, {
			state: after(polled(fleet), viewChanged({filter: {field: fieldOf(text), editing: false}})),
		}).rows();
	expect(filtered('ark')[0]).toMatch(/^>SERVERS 2 of 3 {2}filter: ark ─/);
	expect(filtered('zzz')[2]).toBe(' No servers match "zzz".');
	expect(filtered('state:zzz').join(' ')).toContain(
		'No server with state "zzz". Known states: RUNNING, ONLINE, STOPPED',
	);
	expect(filtered('node:zzz').join(' ')).toContain('No server with node "zzz". Known nodes: ');
	expect(filtered('zzz').join(' ')).not.toContain('Known');
});

test('the list moves no more than necessary to keep the current server visible', async () => {
	const many = Array.from({length: 5000}, (_, index) =>
		aServer({id: `s${index}`, displayName: `server-${index}`}),
	);
	const painted = paint(<ServerList rect={rect(80, 7)} />, {
		state: after(polled(many), viewChanged({currentId: 's2500'})),
	});
	expect(
		painted
			.rows()
			.slice(2)
			.map(row => row.slice(0, 15).trim()),
	).toEqual(['server-2496', 'server-2497', 'server-2498', 'server-2499', '>   server-2500']);
	await painted.dispatch(viewChanged({currentId: 's2498'}));
	expect(painted.rows()[4]).toMatch(/^> {3}server-2498/);
	await painted.dispatch(viewChanged({currentId: 's2495'}));
	expect(painted.rows()[2]).toMatch(/^> {3}server-2495/);
});

test('the header of the group that fills the list stays in the first row', async () => {
	const many = ['eu-1', 'eu-2'].flatMap(nodeName =>
		Array.from({length: 40}, (_, index) =>
			aServer({
				id: `${nodeName}-${index + 10}`,
				displayName: `${nodeName}-s${index + 10}`,
				nodeId: nodeName,
				nodeName,
			}),
		),
	);
	const state = after(polled(many), viewChanged({currentId: 'eu-1-10', grouped: true}));
	const painted = paint(<ServerList rect={rect(80, 7)} />, {state});
	const seen = async (currentId: string) => {
		await painted.dispatch(viewChanged({currentId}));
		return painted
			.rows()
			.slice(2)
			.map(row =>
				row
					.slice(0, 12)
					.replace(/ {2}\d$/, '')
					.trim(),
			);
	};
	expect(await seen('eu-1-12')).toEqual(['node eu-1', 'eu-1-s10', 'eu-1-s11', '>   eu-1-s12', 'eu-1-s13']);
	expect(await seen('eu-1-20')).toEqual(['node eu-1', 'eu-1-s17', 'eu-1-s18', 'eu-1-s19', '>   eu-1-s20']);
	expect(await seen('eu-1-16')).toEqual(['node eu-1', '>   eu-1-s16', 'eu-1-s17', 'eu-1-s18', 'eu-1-s19']);
	expect(await seen('eu-2-11')).toEqual(['node eu-1', 'eu-1-s49', 'node eu-2', 'eu-2-s10', '>   eu-2-s11']);
	expect(await seen('eu-2-49')).toEqual(['node eu-2', 'eu-2-s46', 'eu-2-s47', 'eu-2-s48', '>   eu-2-s49']);
	expect(await seen('eu-2-10')).toEqual(['node eu-2', '>   eu-2-s10', 'eu-2-s11', 'eu-2-s12', 'eu-2-s13']);
});

test('repaints an age only when its text changes', async () => {
	const painted = paint(<ServerList rect={rect(80, 6)} />, {state: after(polled(fleet, startAt - 120_000))});
	const before = painted.frames.length;
	await painted.services.clock.advance(30_000);
	expect(painted.frames.length).toBe(before);
	await painted.services.clock.advance(30_000);
	expect(painted.text()).toContain('>=3m');
});

test('no row exceeds the pane, whatever the names', () => {
	const odd = [
		'漢字サーバー漢字サーバー漢字サーバー',
		'👨‍👩‍👧⚠️👍🏽'.repeat(9),
		'e\u0301'.repeat(80),
		'سيرفر'.repeat(12),
	].map((displayName, index) =>
		aServer({id: `s${index}`, displayName, nodeName: displayName, state: displayName}),
	);
	for (const width of [40, 59, 60, 79, 80, 100]) {
		const painted = paint(<ServerList rect={rect(width, 8)} />, {
			state: after(polled(odd), viewChanged({size: {columns: width, rows: 24}})),
		});
		expect(painted.rows().filter(row => widthOf(row) > width)).toEqual([]);
	}
});

test('the reason is shown in place of a missing list', () => {
	const frontEnd = (...events: Event[]) =>
		paint(<ServerList rect={rect(80, 9)} />, {state: after(...events)}).text();
	expect(frontEnd()).toContain('Loading the servers of TEST');
	expect(frontEnd(polled([]))).toContain('This team has no game servers.');
	const failed = (change: Parameters<typeof aFailure>[0]) =>
		frontEnd({
			type: 'fleet/pollFailed',
			at: startAt,
			failure: aFailure({request: 'GET /server/by-team/{teamId}', ...change}),
		});
	expect(
		failed({status: 401, title: 'The service does not accept these credentials.', key: undefined}),
	).toContain('Not signed in');
	const refused = failed({
		status: 403,
		title: 'No.',
		key: 'missingPermission.ACCESS_SERVERS',
		hint: 'Ask the owner.',
	});
	expect(refused).toContain('Not allowed');
	expect(refused).toContain('missingPermission.ACCESS_SERVERS');
	expect(
		failed({status: undefined, reason: 'unreachable', title: 'Nobody answers.', key: undefined}),
	).toMatch(/Unreachable\n Nobody answers\./);
});

test('draws the list with ASCII on a terminal without Unicode', () => {
	const state = after(polled([aServer({displayName: '漢字-1'})]));
	const text = paint(<ServerList rect={rect(80, 4)} />, {state, ascii: true}).text();
	expect(text).toMatch(/^[\x20-\x7e\n]*$/);
	expect(text).toContain('????-1');
});
