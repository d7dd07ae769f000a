import {expect, test} from 'vitest';
import type {Row} from '../../../src/app/console/read/rows.ts';
import {consoleView} from '../../../src/app/console/read/view.ts';
import type {Line} from '../../../src/app/console/record/lines.ts';
import type {Gap} from '../../../src/app/kernel/state/feed-state.ts';
import type {State} from '../../../src/app/state.ts';
import {widthOf} from '../../../src/lib/text/width.ts';
import {
	aConsole,
	aFailure,
	after,
	aLine,
	aServer,
	viewChanged,
	polled,
	startAt,
} from '../../helpers/builders.ts';
import {stateChange} from '../../helpers/activities.ts';
import {joinMessages} from '../../../src/messages/text.ts';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';

const stateWith = (
	lines: readonly Line[],
	view: Partial<State['view']> = {},
	gaps: readonly Gap[] = [],
): State => {
	const state = after(polled([aServer({id: 'srv-1'})]), viewChanged({currentId: 'srv-1', ...view}));
	return {
		...state,
		console: new Map([['srv-1', aConsole(lines)]]),
		feed: {...state.feed, gaps},
	};
};

const textOf = ({segments}: Row) => renderWithKeys(joinMessages(segments.map(({text}) => text)), usualKeymap);
const shown = (...lines: readonly Line[]) =>
	consoleView(stateWith(lines)).rows.map(row => textOf(row).trimEnd());

test('shows a command with its time, author and latency, and the answer below', () => {
	const chatLine = aLine({command: 'GetChat', response: 'Bob: hello\nEve: hi\n'});
	expect(shown(chatLine)).toEqual([
		`03:00:00Z me    > GetChat${' '.repeat(80 - 25 - 5)}214ms`,
		'  Bob: hello',
		'  Eve: hi',
	]);
});

test('shows who sent a command of another user, if the service says it', () => {
	const theirs = {origin: 'other', latencyMs: undefined, command: 'GetChat', response: 'hello'} as const;
	expect(shown(aLine({...theirs, by: 'Ana'}))[0]).toBe(
		`03:00:00Z other > GetChat${' '.repeat(80 - 25 - 6)}by Ana`,
	);
	expect(shown(aLine(theirs))[0]).toBe('03:00:00Z other > GetChat');
});

test('a list of players is a table, and the raw view shows every answer as it was received', () => {
	const list = aLine({response: '0. Bob, 0002a1\n1. Eve, 0002b7\n'});
	expect(
		shown(list)
			.slice(1)
			.map(row => row.trim()),
	).toEqual(['#  Name  Id', '0  Bob   0002a1', '1  Eve   0002b7']);
	const state = stateWith([list, aLine({id: 'b', response: 'Server received, But no response!! \n'})]);
	const raw = {...state, reading: {...state.reading, raw: true}};
	expect(
		consoleView(raw)
			.rows.map(row => textOf(row).trim())
			.filter((_, index) => index !== 0 && index !== 4),
	).toEqual(['0. Bob, 0002a1', '1. Eve, 0002b7', '', 'Server received, But no response!!', '']);
});

test('commands of others have no latency, and an empty answer says so', () => {
	expect(shown(aLine({origin: 'other', command: 'SaveWorld', response: '', latencyMs: undefined}))).toEqual([
		'03:00:00Z other > SaveWorld',
		'  (no output)',
	]);
	expect(shown(aLine({response: 'Server received, But no response!! \n'}))[1]?.trim()).toBe('(no output)');
	expect(shown(aLine({response: undefined}))[1]?.trim()).toBe('(no answer from the game - may have run)');
});

test('a command is waiting, sent, or abandoned', () => {
	expect(shown(aLine({status: 'pending'}))[0]).toMatch(/ListPlayers +waiting$/);
	expect(shown(aLine({status: 'sent'}))[0]).toMatch(/sent, answer follows$/);
	expect(shown(aLine({status: 'abandoned'}))[0]).toMatch(/stopped waiting - may have run$/);
});

test('a timeout says that the command may have run, and a late answer how it was matched', () => {
	const timeout = aFailure({
		key: 'server.rcon_timeout',
		title: 'No answer before the deadline.',
		hint: 'Look first.',
	});
	expect(shown(aLine({status: 'timeout', failure: timeout})).map(row => row.trim())).toEqual([
		expect.stringMatching(/TIMEOUT 5s - may have run$/),
		'No answer before the deadline. [server.rcon_timeout]',
		'Look first.',
	]);
	const late = (failure: typeof timeout | undefined) =>
		shown(aLine({status: 'late', matched: 'text', latencyMs: 7100, failure})).map(row => row.trim());
	expect(late(timeout)).toEqual([
		expect.stringMatching(/no answer at first$/),
		'late answer (7.1s after it was sent, matched by text)',
		'No Players Connected',
	]);
	expect(late(undefined)[0]).toMatch(/stopped waiting$/);
	expect(late(aFailure({reason: 'interrupted', key: undefined}))[0]).toMatch(/no answer at first$/);
});

test('a rejection shows its message, its key and a hint', () => {
	expect(shown(aLine({status: 'failed', failure: aFailure()})).map(row => row.trim())).toEqual([
		expect.stringMatching(/not run$/),
		'The server is not online. [server.is_not_online]',
		'Start it first.',
	]);
});

test('a state change appears among the commands', () => {
	const note: Line = {
		kind: 'note',
		id: 'n-1',
		at: startAt,
		order: startAt,
		activity: stateChange('ONLINE', 'STOPPING'),
	};
	expect(shown(note)).toEqual(['03:00:00Z *       ONLINE -> STOPPING (seen by poll)']);
});

test('a gap appears where it began, with the number of recovered entries', () => {
	const lines = [aLine({id: 'a', at: startAt}), aLine({id: 'b', at: startAt + 60_000})];
	const gaps: Gap[] = [
		{from: startAt + 1000, to: startAt + 19_000, filled: 3, closed: true},
		{from: startAt + 70_000, to: undefined, filled: 0, closed: false, reason: 'no answer within 5s'},
	];
	const rows = consoleView(stateWith(lines, {}, gaps)).rows.map(textOf);
	expect(rows[2]).toBe('-- gap 03:00:01Z-03:00:19Z no feed; 3 back-filled '.padEnd(80, '-'));
	expect(rows[5]).toBe('-- gap no feed since 03:01:10Z; 0 back-filled; no answer within 5s; answers arr…');
});

test('while polls fail too, an open gap says since when no data arrives', () => {
	const gaps: Gap[] = [{from: startAt + 1000, to: undefined, filled: 0, closed: false}];
	const state = stateWith([aLine({id: 'a', at: startAt})], {}, gaps);
	const problem = {failure: aFailure(), since: startAt + 9000, retry: undefined};
	const failing = {...state, fleet: {...state.fleet, at: startAt + 4000, problem}};
	expect(consoleView(failing).rows.map(textOf).at(-1)).toBe(
		'-- gap no feed since 03:00:01Z; nothing since 03:00:04Z: polling also fails; 0 …',
	);
});

test('the console follows its end until it is scrolled, and says how much is below', () => {
	const lines = Array.from({length: 40}, (_, index) =>
		aLine({id: `line-${index}`, command: `command ${index}`, response: 'ok'}),
	);
	const end = consoleView(stateWith(lines));
	expect(end).toMatchObject({height: 9, below: 0, fresh: 0, following: true, lines: 40});
	expect(textOf(end.rows[8] ?? {key: '', block: '', segments: []}).trim()).toBe('ok');
	const top = {key: 'line-5', order: startAt, row: 0, seen: 38};
	const scrolled = consoleView(stateWith(lines, {consoleTop: new Map([['srv-1', top]])}));
	expect(scrolled).toMatchObject({below: 30, fresh: 2, following: false});
	expect(textOf(scrolled.rows[0] ?? {key: '', block: '', segments: []})).toContain('command 5');
	const low = {...top, key: 'line-39'};
	expect(consoleView(stateWith(lines, {consoleTop: new Map([['srv-1', low]])}))).toMatchObject({below: 0});
});

test('wraps long and wide text to the pane, and no row exceeds it', () => {
	const line = aLine({command: '漢'.repeat(60), response: `${'x'.repeat(500)}\n${'漢字 '.repeat(80)}`});
	for (const columns of [40, 63, 64, 80, 120, 200]) {
		const {rows} = consoleView(stateWith([line], {size: {columns, rows: 60}}));
		const width =
			columns >= 120 ? columns - Math.min(74, Math.max(50, Math.floor(columns * 0.4))) - 1 : columns;
		expect(rows.filter(row => widthOf(textOf(row)) > width)).toEqual([]);
	}
});

test.each([
	["of others by the service's clock", {origin: 'other', sentAt: undefined, at: startAt + 300_000}],
	['of our own by ours', {sentAt: startAt, at: startAt}],
] as const)('shows ages of commands: %s', (_, line) => {
	const dated = aLine({timestamp: startAt + 300_000, ...line});
	const state = stateWith([dated], {time: 'relative'});
	const ahead = {...state, access: {...state.access, skewMs: 300_000}};
	expect(textOf(consoleView(ahead, startAt + 60_000).rows[0] ?? {key: '', block: '', segments: []})).toMatch(
		/^ *1m ago/,
	);
});

test('can show ages instead of times', () => {
	const state = stateWith([aLine()], {time: 'relative'});
	expect(textOf(consoleView(state, startAt + 120_000).rows[0] ?? {key: '', block: '', segments: []})).toMatch(
		/^ {2}2m ago me /,
	);
});

test('an entry keeps its rows, so that only new entries are wrapped', () => {
	const line = aLine();
	const [first] = consoleView(stateWith([line])).rows;
	const [again] = consoleView(stateWith([line, aLine({id: 'line-2'})])).rows;
	expect(again?.segments[1]).toBe(first?.segments[1]);
});

test('rows have unique keys', () => {
	const lines = [aLine({id: 'a', response: 'x\ny'}), aLine({id: 'b', response: 'x\ny'})];
	const {rows} = consoleView(
		stateWith(lines, {}, [{from: startAt, to: undefined, filled: 0, closed: false}]),
	);
	expect(new Set(rows.map(({key}) => key)).size).toBe(rows.length);
});
