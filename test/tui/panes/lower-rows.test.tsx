import {expect, test} from 'vitest';
import type {Event} from '../../../src/app/state.ts';
import {fieldOf} from '../../../src/app/kernel/text/text-field.ts';
import {Candidates} from '../../../src/tui/panes/candidates.tsx';
import {HintBar} from '../../../src/tui/panes/frame-rows.tsx';
import {InputLine} from '../../../src/tui/panes/input-line.tsx';
import {ServerDetails} from '../../../src/tui/panes/server-details.tsx';
import {after, aServer, aTeam, viewChanged, polled, startAt} from '../../helpers/builders.ts';
import {paint} from '../../helpers/paint.tsx';

const rect = (width: number, height: number) => ({x: 0, y: 20, width, height});
const one = polled([aServer({id: 'a'})], startAt - 2000);

test('the prompt names its target, and its typed text stays', () => {
	const input = (view: Parameters<typeof viewChanged>[0], height = 2) =>
		paint(<InputLine rect={rect(60, height)} />, {
			state: after(one, viewChanged({currentId: 'a', ...view})),
		}).rows();
	expect(input({})).toEqual(['─'.repeat(60), '[ark-isl-1 41p] rcon> i opens the input']);
	expect(input({drafts: new Map([['a', fieldOf('SaveWorld')]])}, 1)).toEqual([
		'[ark-isl-1 41p] rcon> not sent: SaveWorld (i edits it)',
	]);
	expect(input({drafts: new Map([['a', fieldOf('x'.repeat(100))]]), input: true}, 1)).toEqual([
		`[ark-isl-1 41p] rcon> ${'x'.repeat(37)}`,
	]);
	expect(input({currentId: undefined}, 1)).toEqual(['[no server] rcon>']);
});

test('a read-only session says so instead of the command input', () => {
	const state = after(one, viewChanged({currentId: 'a'}));
	expect(paint(<InputLine rect={rect(60, 1)} />, {state, settings: {readOnly: true}}).text()).toContain(
		'read-only',
	);
});

const noticed = (text: string): Event => ({
	type: 'notices/added',
	notice: {id: '1', at: startAt, tone: 'done', text},
});

test('a notice is shown in the rule above the input, and the keys stay where they are', async () => {
	const state = after(one, viewChanged({currentId: 'a'}));
	const keys = paint(<HintBar rect={rect(80, 1)} />, {state}).text();
	expect(keys).toContain('? Help');
	const noted = after(one, viewChanged({currentId: 'a'}), noticed('Restart in 15m accepted'));
	expect(paint(<HintBar rect={rect(80, 1)} />, {state: noted}).text()).toBe(keys);
	const input = paint(<InputLine rect={rect(80, 2)} />, {state: noted});
	expect(input.rows()[0]).toMatch(/^─ Restart in 15m accepted ─+$/);
	await input.dispatch({type: 'notices/expired', id: '1'});
	expect(input.rows()[0]).toBe('─'.repeat(80));
});

test('a notice that does not fit on the rule shares the last row with the keys', () => {
	const bar = (text: string, ...events: Event[]) =>
		paint(<HintBar rect={rect(80, 1)} />, {
			state: after(one, viewChanged({currentId: 'a'}), noticed(text), ...events),
		}).text();
	const low = viewChanged({size: {columns: 80, rows: 16}});
	expect(bar('Restart in 15m accepted', low)).toMatch(/^ Restart in 15m accepted .*\? Help .* q Quit/);
	expect(bar('Accepted. '.repeat(7).trim(), viewChanged({size: {columns: 120, rows: 40}}))).toMatch(
		/^ (Accepted\. ){7} \? Help$/,
	);
	expect(bar('Accepted. '.repeat(9))).toMatch(/^ (Accepted\. ){7}/);
});

test('the hint bar shows the progress of an export and how to stop it, however long its name is', async () => {
	const name = `/srv/incidents/2026/november/${'a-long-night-'.repeat(5)}.txt`;
	const painted = paint(<HintBar rect={rect(80, 1)} />, {
		state: after(one, viewChanged({currentId: 'a', size: {columns: 80, rows: 16}}), {
			type: 'exporting/moved',
			id: 'x',
			name,
			done: 0.345,
		}),
	});
	expect(painted.rows()[0]).toMatch(/^ Exporting \/srv\/inc.*….*\.txt: 34% {2}Esc stops it$/);
	for (const tone of ['failure', 'warning', 'done'] as const) {
		const notice = {id: tone, at: startAt, tone, text: `Of Alpha: ${tone}.`};
		await painted.dispatch({type: 'notices/added', notice});
	}
	expect(painted.text()).toContain('34%');
	await painted.dispatch({type: 'notices/expired', id: 'done'});
	expect(painted.text()).toContain(' Of Alpha: warning. ');
	await painted.dispatch({type: 'notices/expired', id: 'warning'});
	expect(painted.text()).toContain(' Of Alpha: failure. ');
});

test('a narrow hint bar keeps help, quit, the console and the other screens', () => {
	const narrow = paint(<HintBar rect={rect(50, 1)} />, {
		state: after(one, viewChanged({currentId: 'a'})),
	}).text();
	expect(narrow.trim()).toBe('? Help  q Quit  Enter Console  1-0 Screens');
});

test('a wide hint bar names the keys of the palette and the other screens', () => {
	const bar = (width: number, currentId?: string) =>
		paint(<HintBar rect={rect(width, 1)} />, {state: after(one, viewChanged({currentId}))}).text();
	expect(bar(98, 'a')).toMatch(/\? Help {2}i RCON {2}q Quit {2}Enter Console {2}1-0 Screens/);
	expect(bar(130)).toContain('4 Timeline  5 Nodes  6 Automations  7 Team');
});

test('a search in the console has its own hints from the start', async () => {
	const painted = paint(<HintBar rect={rect(80, 1)} />, {
		state: after(one, viewChanged({currentId: 'a', pane: 'console'})),
	});
	expect(painted.text()).toContain('q Quit');
	const search = {field: fieldOf('sav'), editing: true, seeking: undefined, searched: 0};
	await painted.dispatch({type: 'reading/changed', change: {search}});
	expect(painted.text()).toMatch(/Esc End search/);
	expect(painted.text()).not.toContain('q Quit');
});

test('the details show the other facts of the current server', () => {
	const rows = paint(<ServerDetails rect={rect(60, 12)} />, {
		state: after(one, viewChanged({currentId: 'a', size: {columns: 60, rows: 12}})),
	}).rows();
	expect(rows.slice(0, 7)).toEqual([
		expect.stringMatching(/^─DETAILS ark-isl-1 ─+$/),
		' state     RUNNING   >=2s',
		' players   41/70',
		expect.stringMatching(/^ last 12h {2}\| {22}█ \|$/),
		expect.stringContaining('41 players'),
		' game      ARK   map TheIsland_WP   14 mods',
		expect.stringMatching(/^ node /),
	]);
	const lost = [aServer({id: 'a', state: 'UNKNOWN', nodeId: 'n', nodeName: 'eu-9'})];
	const unknown = paint(<ServerDetails rect={rect(60, 12)} />, {
		state: after(viewChanged({currentId: 'a'}), polled(lost)),
	});
	expect(unknown.text()).toContain('1 unknown of 1');
	const none = paint(<ServerDetails rect={rect(60, 12)} />, {state: after(viewChanged({}))});
	expect(none.text()).toContain('No server is highlighted.');
});

test('shows the usage of a command on the rule above the input, or in the last row', () => {
	const at = (rows: number) =>
		after(
			one,
			viewChanged({
				currentId: 'a',
				input: true,
				drafts: new Map([['a', fieldOf('Broadcast ')]]),
				size: {columns: 80, rows},
			}),
		);
	expect(paint(<InputLine rect={rect(80, 2)} />, {state: at(24)}).rows()[0]).toMatch(
		/^─ Broadcast \S+ {2}\w/,
	);
	expect(paint(<HintBar rect={rect(80, 1)} />, {state: at(24)}).text()).toContain('Enter');
	expect(paint(<HintBar rect={rect(80, 1)} />, {state: at(16)}).rows()[0]).toMatch(/^ Broadcast \S+ {2}\w/);
});

test('a search names itself in the prompt, and shows its match', () => {
	const searching = after(
		one,
		viewChanged({currentId: 'a', input: true}),
		{type: 'input/sent', serverId: 'a', game: 'ARK', text: 'SaveWorld'},
		{type: 'input/changed', change: {search: {serverId: 'a', query: fieldOf('save'), skip: 0}}},
	);
	const rows = paint(<InputLine rect={rect(80, 2)} />, {state: searching}).rows();
	expect(rows[0]).toMatch(/^─ 1 of 1 ─/);
	expect(rows[1]).toMatch(/^\[ark-isl-1 41p\] search> save +SaveWorld$/);
});

test('the candidates of Tab are in rows above the input, with the current one highlighted', () => {
	const candidates = ['SaveWorld', 'ServerChat'].map(label => ({
		from: 0,
		text: label,
		label,
		detail: `does ${label}`,
	}));
	const completion = {serverId: 'a', before: fieldOf('S'), candidates, chosen: 1};
	const state = after(one, viewChanged({currentId: 'a', input: true}), {
		type: 'input/changed',
		change: {completion},
	});
	const rows = paint(<Candidates input={rect(80, 2)} />, {state, onScreen: true}).rows();
	expect(rows.slice(18, 20)).toEqual([' SaveWorld   does SaveWorld', '>ServerChat  does ServerChat']);
});

test('where not all hints fit, help and quit stay, and none is truncated', () => {
	const state = after(viewChanged({pane: 'team', size: {columns: 60, rows: 20}}), {
		type: 'access/granted',
		team: aTeam(),
	});
	for (let width = 60; width <= 100; width += 7) {
		const [row = ''] = paint(<HintBar rect={{x: 0, y: 0, width, height: 1}} />, {state}).rows();
		expect(row).toContain('? Help');
		expect(row).toContain('q Quit');
	}
});
