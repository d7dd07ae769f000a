import {expect, test} from 'vitest';
import type {Line} from '../../../src/app/console/record/lines.ts';
import type {State} from '../../../src/app/state.ts';
import {Console} from '../../../src/tui/panes/console.tsx';
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
import {paint} from '../../helpers/paint.tsx';

const stateWith = (lines: readonly Line[], view: Partial<State['view']> = {}): State => {
	const state = after(polled([aServer({id: 'a'})]), viewChanged({currentId: 'a', ...view}));
	return {
		...state,
		console: new Map([['a', aConsole(lines)]]),
		view: {...state.view, wantedListRows: 0},
	};
};
const console80 = (state: State) =>
	paint(<Console rect={{x: 0, y: 11, width: 80, height: 10}} />, {state}).rows();

test('the console shows commands and responses of the current server, and that it follows', () => {
	const rows = console80(
		stateWith([aLine(), aLine({id: 'b', origin: 'other', command: 'SaveWorld', latencyMs: undefined})]),
	);
	expect(rows[0]).toMatch(/^─CONSOLE ark-isl-1 ─+ following {2}2 lines ─$/);
	expect(rows[1]).toMatch(/^03:00:00Z me {4}> ListPlayers +214ms$/);
	expect(rows[3]).toBe('03:00:00Z other > SaveWorld');
});

test('a scrolled console says how much is below', () => {
	const lines = Array.from({length: 20}, (_, index) => aLine({id: `line-${index}`}));
	expect(
		console80(
			stateWith(lines, {consoleTop: new Map([['a', {key: 'line-0', order: startAt, row: 0, seen: 20}]])}),
		)[0],
	).toMatch(/ 15 below, G follows {2}20 lines ─$/);
	// A letter goes into the input.
	const consoleTop = new Map([['a', {key: 'line-0', order: startAt, row: 0, seen: 20}]]);
	const typing = stateWith(lines, {consoleTop, input: true});
	const typed = paint(<Console rect={{x: 0, y: 7, width: 80, height: 14}} />, {state: typing}).rows();
	expect(typed[0]).toMatch(/─ \d+ below {2}20 lines ─$/);
});

test('an empty console and an empty selection show a hint', () => {
	expect(console80(stateWith([]))[1]).toContain('Press i to open the RCON input.');
	expect(console80(stateWith([], {currentId: undefined}))[1]).toBe(
		' No server is highlighted. Press 1 to choose one.',
	);
	expect(console80(after(viewChanged({})))[1]).toBe('');
});

test('entries of other servers do not repaint this console', async () => {
	const painted = paint(<Console rect={{x: 0, y: 11, width: 80, height: 10}} />, {
		state: stateWith([aLine()]),
	});
	const before = painted.frames.length;
	const commands = [{command: 'status', response: 'ok', commandId: 'z', timestamp: startAt}];
	await painted.dispatch({type: 'rcon/received', serverId: 'b', at: startAt, via: 'feed', commands});
	expect(painted.frames.length).toBe(before);
	await painted.dispatch({type: 'rcon/received', serverId: 'a', at: startAt, via: 'feed', commands});
	expect(painted.text()).toContain('other > status');
});

test('repaints an open gap when polls also start to fail', async () => {
	const gaps = [{from: startAt + 1000, to: undefined, filled: 0, closed: false}];
	const state = stateWith([aLine()]);
	const painted = paint(<Console rect={{x: 0, y: 11, width: 80, height: 10}} />, {
		state: {...state, feed: {...state.feed, gaps}},
	});
	expect(painted.text()).toContain('answers arrive with each poll');
	await painted.dispatch({type: 'fleet/pollFailed', at: startAt + 9000, failure: aFailure()});
	expect(painted.text()).toContain('nothing since 03:00:01Z: polling also fails');
	await painted.dispatch(polled([aServer({id: 'a'})], startAt + 12_000));
	expect(painted.text()).toContain('answers arrive with each poll');
});
