import {isDeepStrictEqual} from 'node:util';
import {expect, test} from 'vitest';
import {commandFor} from '../../src/app/hints.ts';
import {commands} from '../../src/app/features.ts';
import {handleKey} from '../../src/app/keys.ts';
import {initialState, reduce, type Event, type State} from '../../src/app/state.ts';
import {type PaneId, paneIds} from '../../src/app/kernel/state/view-state.ts';
import {aCommand, aFailure, aServer, aTeam, viewChanged, polled, startAt} from '../helpers/builders.ts';
import {fakeServices} from '../helpers/fake-services.ts';

const one = (state: string | undefined): Event[] => [
	polled([aServer({id: 'a', state}), aServer({id: 'b'})]),
	viewChanged({currentId: 'a'}),
];
const failed: Event = {type: 'fleet/pollFailed', at: startAt, failure: aFailure()};
const team: Event = {type: 'access/granted', team: aTeam()};

/** Possible states of the TUI, and whether it may write. */
const situations: readonly [string, readonly Event[], readOnly?: true][] = [
	['nothing read yet', []],
	['failed reads', [failed]],
	['rejected credentials', [{type: 'access/failed', failure: aFailure({status: 401})}, failed]],
	['no servers', [team, polled([])]],
	['servers, none of them current', [team, polled([aServer({id: 'a'})])]],
	['a server that is up', [team, ...one('ONLINE')]],
	['a server that is up, read-only', [team, ...one('ONLINE')], true],
	['a server that is up, without permission', [team, ...one('ONLINE'), lacking()]],
	['a server that is down', [team, ...one('OFFLINE')]],
	['a server that is down, polls failing', [team, ...one('OFFLINE'), failed]],
	['a server in transition', [team, ...one('STOPPING')]],
	['a server in an unknown state', [team, ...one('HIBERNATING')]],
	['a server without a state', [team, ...one(undefined)]],
	['a server with responses', [team, ...one('ONLINE'), receivedEvent()]],
	['a filter without matches', [team, ...one('ONLINE'), filtered()]],
	['selected servers', [team, ...one('ONLINE'), viewChanged({selection: new Set(['a', 'b'])})]],
	[
		'a selected server that has left the list',
		[team, ...one('ONLINE'), viewChanged({selection: new Set(['z']), currentId: 'z'})],
	],
];

function lacking(): Event {
	return {type: 'access/learned', permission: 'MANAGE_SERVERS', standing: 'lacking'};
}
function receivedEvent(): Event {
	return {type: 'rcon/received', serverId: 'a', at: startAt, via: 'feed', commands: [aCommand()]};
}
function filtered(): Event {
	return viewChanged({filter: {field: {text: 'zzz', cursor: 3}, editing: false}});
}

/** Every key of every command, and all letters. */
const chords = [
	...new Set([
		...commands.flatMap(({keys}) => keys),
		...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0189',
	]),
];
/**
 * Commands that go somewhere: at an end, or already there, they have no effect, and the reason is visible.
 */
const goes = new RegExp(`^(timeline\\.(down|up)|app\\.(${paneIds.join('|')}))$`);
const moves = /^(up|down|left|right|home|end|page(up|down)|g|G|j|k|esc|tab|shift\+tab|_|ctrl\+.+)$/;

const sizes = [
	{columns: 80, rows: 24},
	{columns: 200, rows: 60},
] as const;

const stateOf = (pane: PaneId, events: readonly Event[], size: (typeof sizes)[number] = sizes[0]) =>
	[...events, viewChanged({pane, size})].reduce<State>(reduce, initialState);

/** The visible effects of a key. */
function press(chord: string, state: State, readOnly = false) {
	let calls = 0;
	const api = new Proxy({}, {get: () => () => (calls++, new Promise(() => {})), has: () => true});
	const services = fakeServices({state, api, settings: {readOnly}});
	const command = commandFor(chord, state, services.keymap);
	handleKey(services, chord);
	const after = services.store.getState();
	const isSeen = calls > 0 || services.asked.length > 0 || !isDeepStrictEqual(after, state);
	return {isSeen, command, text: after.notices.at(-1)?.text};
}

test.each(situations)(
	'with %s every key in every pane does something or shows the reason',
	(_what, events, readOnly = undefined) => {
		const dead: string[] = [];
		for (const pane of paneIds) {
			for (const size of sizes) {
				const state = stateOf(pane, events, size);
				for (const chord of chords) {
					const {isSeen, command} = press(chord, state, readOnly);
					const mayStay = moves.test(chord) || goes.test(command?.id ?? '');
					if (!isSeen && !mayStay && (command || chord.length === 1))
						dead.push(`${pane} ${chord} ${command?.id ?? '-'}`);
				}
			}
		}
		expect([...new Set(dead)]).toEqual([]);
	},
);

test('unknown is not shown as healthy: no list, no server, a filter without matches', () => {
	const said = (events: readonly Event[], chord: string) => press(chord, stateOf('servers', events)).text;
	expect(said([], '!')).toBe('The server list is not loaded yet.');
	expect(said([polled([])], '!')).toBe('The server list is empty.');
	expect(said([...one('ONLINE'), filtered()], '!')).toBe('The server list is empty.');
	expect(said(one('ONLINE'), '!')).toBe('None of the servers shown needs attention.');
	expect(said(one('OFFLINE'), '!')).toBe('No other server needs attention.');
	expect(said([polled([])], 'a')).toBe('No server is highlighted.');
	expect(said(one('ONLINE'), 'a')).toBe('Nothing to acknowledge: the server is up.');
	const two = polled([aServer({id: 'a', state: 'ONLINE'}), aServer({id: 'b', state: 'ONLINE'})]);
	expect(said([two, viewChanged({selection: new Set(['a', 'b'])})], 'a')).toBe(
		'Nothing to acknowledge: all 2 servers are up.',
	);
});

test('a server key that is pressed elsewhere says where it works', () => {
	const said = (chord: string, pane: PaneId) => press(chord, stateOf(pane, one('ONLINE'))).text;
	expect(said('S', 'nodes')).toBe('S (start server): only in Servers (press 1)');
	expect(said('c', 'team')).toMatch(/^c \(.+\): only in Servers \(press 1\)$/);
	expect(said('Z', 'team')).toBe('Z does nothing here. Press ? for help.');
});
