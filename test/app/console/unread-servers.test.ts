import {beforeEach, expect, test} from 'vitest';
import type {Activity} from '../../../src/actions/activity.ts';
import {persistReadPosition, unreadCount} from '../../../src/app/console/record/read-positions.ts';
import {quietLineId} from '../../../src/app/console/record/unread.ts';
import {listRows} from '../../../src/app/servers/list-rows.ts';
import {fieldOf} from '../../../src/app/kernel/text/text-field.ts';
import {aCommand, aFailure, linesIn, viewChanged, startAt} from '../../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';
import {aReport, stateChange} from '../../helpers/activities.ts';

let app: HeadlessApp;
let counter = 0;
beforeEach(async () => {
	app = openHeadlessApp(['a', 'b', 'c', 'd'].map(id => server(id)));
	persistReadPosition(app.services);
	app.services.store.dispatch(viewChanged({currentId: 'a', sort: 'name'}));
	await app.services.clock.advance(2000);
});

const hear = (serverId: string, over: object = {}) => {
	counter++;
	const command = aCommand({
		command: `say ${counter}`,
		commandId: `c-${counter}`,
		timestamp: startAt + counter,
	});
	app.services.store.dispatch({
		type: 'rcon/received',
		serverId,
		at: startAt,
		via: 'feed',
		commands: [command],
		...over,
	});
};
const unreadIds = () => [...app.state().unread.servers].toSorted().join('');
const current = () => app.state().view.currentId;

test('entries of others make a console unread, unless it is on screen', () => {
	hear('a');
	hear('c');
	hear('c');
	expect(unreadIds()).toBe('c');
});

test('entries that the service had stored before are not unread', () => {
	hear('c', {isPast: true, via: 'poll'});
	expect(unreadIds()).toBe('');
	hear('c', {via: 'poll'});
	expect(unreadIds()).toBe('c');
});

test('answers and failures of typed commands count as unread; those of watches and multi-server commands appear elsewhere', async () => {
	const {store} = app.services;
	const send = (serverId: string, localId: string) =>
		store.dispatch({type: 'rcon/sent', serverId, localId, command: 'save', at: startAt, timeoutMs: 5000});
	send('b', 'own');
	expect(unreadIds()).toBe('');
	// Its broadcast may arrive before its response.
	hear('b', {commands: [aCommand({command: 'save', commandId: 'x', timestamp: startAt})]});
	expect(unreadIds()).toBe('');
	store.dispatch({
		type: 'rcon/answered',
		serverId: 'b',
		localId: 'own',
		answer: aCommand({command: 'save', commandId: 'x', timestamp: startAt}),
		at: startAt + 3,
	});
	expect(unreadIds()).toBe('b');
	send('c', 'lost');
	store.dispatch({
		type: 'rcon/failed',
		serverId: 'c',
		localId: 'lost',
		failure: aFailure({mayHaveRun: true}),
	});
	expect(unreadIds()).toBe('bc');
	app.press('*', 'i', ...'save', 'enter', 'enter');
	await app.settle();
	expect(app.sent).toHaveLength(4);
	expect(unreadIds()).toBe('bc');
});

test('a state change does not make a console unread; a failed action does', () => {
	const note = (serverId: string, activity: Activity) =>
		app.services.store.dispatch({
			type: 'console/noted',
			serverId,
			id: serverId,
			at: startAt,
			activity,
		});
	note('b', stateChange('ONLINE', 'OFFLINE'));
	note('c', aReport('x'));
	note('d', aReport('x', true));
	expect(unreadIds()).toBe('d');
});

test('a console is read after a second on screen, not when it is only passed', async () => {
	hear('b');
	hear('c');
	app.press('j');
	await app.services.clock.advance(500);
	app.press('j');
	await app.services.clock.advance(1000);
	expect(current()).toBe('c');
	expect(unreadIds()).toBe('b');
});

test('`.` jumps to the next unread server of the list, wraps around, and shows its console', async () => {
	hear('b');
	hear('d');
	app.press('.');
	expect(current()).toBe('b');
	app.press('.');
	expect(current()).toBe('d');
	await app.services.clock.advance(1000);
	app.press('.');
	expect(current()).toBe('b');
	await app.services.clock.advance(1000);
	app.press('.');
	expect(app.lastNotice()).toBe('No other console has unread entries.');
	expect(unreadIds()).toBe('');
	hear('a');
	app.services.store.dispatch(viewChanged({size: {columns: 60, rows: 12}, pane: 'servers'}));
	app.press('.');
	expect(app.state().view).toMatchObject({currentId: 'a', pane: 'console'});
});

test('counts unread servers that the filter hides, without jumping to them', () => {
	hear('b');
	hear('c');
	app.services.store.dispatch(viewChanged({filter: {field: fieldOf('name:name-a'), editing: false}}));
	expect(unreadCount(app.state())).toBe(2);
	app.press('.');
	expect(current()).toBe('a');
	expect(app.lastNotice()).toBe('The filter hides all 2 servers with unread entries.');
});

test('does not count a server that left the fleet', () => {
	hear('b');
	hear('d');
	const servers = ['a', 'b'].map(id => server(id));
	app.services.store.dispatch({type: 'fleet/polled', at: startAt, latencyMs: 1, servers, unreadable: []});
	expect(unreadCount(app.state())).toBe(1);
});

test('applies feed events for many servers in one update', () => {
	const sets = new Set<unknown>();
	const stop = app.services.store.subscribe(() => sets.add(app.state().unread.servers));
	const all = ['a', 'b', 'c', 'b'].map((serverId, index) => ({
		type: 'rcon/received' as const,
		serverId,
		at: startAt,
		via: 'feed' as const,
		commands: [aCommand({command: `say ${index}`, commandId: `all-${index}`, timestamp: startAt + index})],
	}));
	app.services.store.dispatch({type: 'rcon/allReceived', all});
	stop();
	expect(sets.size).toBe(1);
	expect(unreadIds()).toBe('bc');
	expect(linesIn(app.state(), 'b').map(line => line.kind === 'command' && line.command)).toEqual([
		'say 1',
		'say 3',
	]);
	expect(linesIn(app.state(), 'a')).toHaveLength(1);
});

test('ten thousand messages update the unread signs once per server, and nothing else in the list', () => {
	const sets = new Set<unknown>();
	const rows = new Set<unknown>();
	const stop = app.services.store.subscribe(() => {
		sets.add(app.state().unread.servers);
		rows.add(listRows(app.state()));
	});
	for (let round = 0; round < 5000; round++) {
		hear('b');
		hear('c');
	}
	stop();
	expect(sets.size).toBe(2);
	expect(rows.size).toBe(1);
});

test('a late answer is unread if it belongs to a typed command, but not if it belongs to a probe', () => {
	const {store} = app.services;
	const askLate = (serverId: string, localId: string, isProbe: boolean) => {
		store.dispatch({
			type: 'rcon/sent',
			serverId,
			localId,
			command: 'ListPlayers',
			at: startAt,
			timeoutMs: 5000,
			...(isProbe && {isProbe}),
		});
		store.dispatch({
			type: 'rcon/failed',
			serverId,
			localId,
			failure: aFailure({key: 'server.rcon_timeout', status: 408, mayHaveRun: true}),
		});
		store.dispatch({type: 'unread/read', serverId});
		const answer = aCommand({
			command: 'ListPlayers',
			commandId: `late-${serverId}`,
			timestamp: startAt + 6000,
		});
		hear(serverId, {at: startAt + 6000, commands: [answer]});
		return linesIn(app.state(), serverId);
	};
	expect(askLate('b', quietLineId('players:1'), true)).toMatchObject([{origin: 'probe', status: 'late'}]);
	expect(unreadIds()).toBe('');
	hear('b');
	expect(unreadIds()).toBe('b');
	expect(askLate('c', 'typed', false)).toMatchObject([{origin: 'me', status: 'late'}]);
	expect(unreadIds()).toBe('bc');
});
