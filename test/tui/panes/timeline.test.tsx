import {expect, test} from 'vitest';
import type {Event} from '../../../src/app/state.ts';
import {Timeline} from '../../../src/tui/panes/timeline.tsx';
import {aServer, after, viewChanged, polled, startAt} from '../../helpers/builders.ts';
import {paint} from '../../helpers/paint.tsx';

const rect = (width: number, height = 8) => ({x: 0, y: 0, width, height});
const receivedEvent = (second: number): Event => ({
	type: 'rcon/received',
	serverId: 'a',
	at: startAt + second * 1000,
	via: 'feed',
	commands: [
		{command: `say ${second}`, response: 'ok', commandId: `c ${second}`, timestamp: startAt + second * 1000},
	],
});
const on = (...events: Event[]) =>
	after(
		polled([aServer({id: 'a'})]),
		viewChanged({size: {columns: 80, rows: 24}, pane: 'timeline'}),
		...events,
	);

test('shows one row for every event, with the cursor on the newest', () => {
	const {rows} = paint(<Timeline rect={rect(70)} />, {state: on(receivedEvent(1), receivedEvent(2))});
	expect(rows()[0]).toMatch(/^>TIMELINE ─+ following ─$/);
	expect(rows().slice(1, 3)).toEqual([
		'  03:00:01Z other  ark-isl-1          say 1',
		'> 03:00:02Z other  ark-isl-1          say 2',
	]);
});

test('a narrow row is a sentence that fits the pane', () => {
	const {rows} = paint(<Timeline rect={rect(42)} />, {state: on(receivedEvent(1))});
	expect(rows()[1]).toBe('> 03:00:01Z other say 1 @ark-isl-1');
	expect(rows().every(row => row.length <= 42)).toBe(true);
});

test('a type and a filter are visible as long as they hide something', () => {
	const filter: Event = {
		type: 'timeline/changed',
		change: {kinds: 'others', filter: {field: {text: '/y 1/', cursor: 5}, editing: false}},
	};
	const {text} = paint(<Timeline rect={rect(80)} />, {state: on(receivedEvent(1), receivedEvent(2), filter)});
	expect(text()).toContain('TIMELINE 1 of 2  only others  filter: /y 1/');
	const nothing: Event = {type: 'timeline/changed', change: {kinds: 'runs'}};
	const hidden = paint(<Timeline rect={rect(80)} />, {state: on(receivedEvent(1), nothing)});
	expect(hidden.text()).toContain('No entries match: 1 hidden. Press Esc to show all.');
});

test('the title counts hidden probes, and says how to see them where it has room', () => {
	const probe: Event = {
		type: 'rcon/sent',
		serverId: 'a',
		localId: 'p',
		command: 'GetChat',
		at: startAt,
		timeoutMs: 5000,
		isProbe: true,
	};
	const title = (width: number, ...events: Event[]) =>
		paint(<Timeline rect={rect(width)} />, {state: on(receivedEvent(1), probe, ...events)}).rows()[0];
	expect(title(80)).toMatch(/^>TIMELINE  1 probe hidden; by:probe shows probes ─+ following ─$/);
	expect(title(50)).toMatch(/^>TIMELINE  1 probe hidden ─/);
	const filter = {field: {text: 'by:probe', cursor: 8}, editing: false};
	expect(title(80, {type: 'timeline/changed', change: {filter}})).toMatch(
		/^>TIMELINE 1 of 2  filter: by:probe ─/,
	);
});

test('an empty timeline explains its contents, and one not loaded yet says so', () => {
	expect(paint(<Timeline rect={rect(80)} />, {state: on()}).text()).toContain('No events yet.');
	const unread = after(viewChanged({pane: 'timeline'}));
	expect(paint(<Timeline rect={rect(80)} />, {state: unread}).text()).toContain('Loading the servers');
});

test('draws only ASCII where nothing else is available', () => {
	const {text} = paint(<Timeline rect={rect(30)} />, {state: on(receivedEvent(1)), ascii: true});
	expect(text()).toMatch(/^[\x20-\x7e\n]*$/);
});
