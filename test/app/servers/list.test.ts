import {beforeEach, expect, test} from 'vitest';
import {listRows, visibleServers} from '../../../src/app/servers/list-rows.ts';
import {selectedServers} from '../../../src/app/servers/selection.ts';
import {alertLine} from '../../../src/app/servers/alerts.ts';
import {fieldOf} from '../../../src/app/kernel/text/text-field.ts';
import {viewChanged, startAt} from '../../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';

let app: HeadlessApp;
beforeEach(() => {
	app = openHeadlessApp([
		server('a', 'ONLINE', {nodeName: 'eu-1', onlinePlayers: 3, gameType: 'CS2'}),
		server('b', 'OFFLINE', {nodeName: 'eu-2', gameType: 'ARK'}),
		server('c', 'ONLINE', {nodeName: 'eu-2', onlinePlayers: 9, gameType: 'ARK'}),
		server('d', 'ONLINE', {nodeName: 'eu-1', gameType: 'CS2'}),
	]);
});
const shown = () => visibleServers(app.state()).join('');
const selected = () => [...selectedServers(app.state())].toSorted().join('');

test('`s` opens the sort menu at the current sort', async () => {
	expect(shown()).toBe('bacd');
	await app.openDialog('s');
	app.press('j', 'j', 'enter');
	expect(shown()).toBe('cabd');
	expect(app.state().dialog).toBeUndefined();
	await app.openDialog('s');
	expect(app.state().dialog).toMatchObject({kind: 'menu', at: 2});
	app.press('k', 'enter');
	expect(shown()).toBe('abcd');
	await app.openDialog('s');
	app.press('esc');
	expect(shown()).toBe('abcd');
});

test('`b` groups by node, most severe first, with the numbers up and down', () => {
	app.press('b');
	expect(listRows(app.state()).rows).toMatchObject([
		{kind: 'group', node: 'eu-2', counts: {online: 1, offline: 1}, total: 2},
		{id: 'b'},
		{id: 'c'},
		{kind: 'group', node: 'eu-1', counts: {online: 2, offline: 0}, total: 2},
		{id: 'a'},
		{id: 'd'},
	]);
	app.press('g', 'j', 'j');
	expect(app.state().view.currentId).toBe('a');
	app.press('b');
	expect(shown()).toBe('bacd');
});

test('`b` puts a node that lost all of its servers before one with a server that is down', () => {
	const servers = [
		server('a', 'UNKNOWN', {nodeName: 'eu-1'}),
		server('b', 'OFFLINE', {nodeName: 'eu-2'}),
		server('c', 'ONLINE', {nodeName: 'eu-2'}),
		server('d', 'UNKNOWN', {nodeName: 'eu-1'}),
	];
	const lost = openHeadlessApp(servers);
	expect(listRows(lost.state()).rows).toMatchObject([{id: 'b'}, {id: 'a'}, {id: 'd'}, {id: 'c'}]);
	lost.press('b');
	const groups = () => listRows(lost.state()).rows.flatMap(row => (row.kind === 'group' ? row.node : []));
	expect(groups()).toEqual(['eu-1', 'eu-2']);
	lost.services.store.dispatch(viewChanged({sort: 'name'}));
	expect(groups()).toEqual(['eu-1', 'eu-2']);
});

test('the selection is by ID: sorting, filtering and polling keep it', () => {
	app.press(' ', 'j', ' ');
	expect(selected()).toBe('ac');
	app.services.store.dispatch(
		viewChanged({sort: 'players', filter: {field: fieldOf('eu-1'), editing: false}}),
	);
	expect(selected()).toBe('ac');
	const servers = [server('c'), server('a', 'OFFLINE')];
	app.services.store.dispatch({type: 'fleet/polled', at: startAt, latencyMs: 1, servers, unreadable: []});
	expect(selected()).toBe('ac');
	// The filter hides the current server, which no key may act on unseen.
	app.press(' ');
	expect(selected()).toBe('ac');
	app.press('esc', ' ');
	expect(selected()).toBe('c');
	app.press('-');
	expect(selected()).toBe('');
});

test('`*` selects exactly the servers that match the filter', () => {
	app.services.store.dispatch(viewChanged({filter: {field: fieldOf('eu-1'), editing: false}}));
	app.press('*');
	expect(selected()).toBe('ad');
});

test('`v` selects a range from its start to the cursor; `v` again keeps it, and Esc discards it', () => {
	app.press('v', 'j', 'j');
	expect(selected()).toBe('acd');
	app.press('k');
	expect(selected()).toBe('ac');
	app.press('esc');
	expect(selected()).toBe('');
	app.press('v', 'k', 'k', 'v', 'g');
	expect(selected()).toBe('abc');
});

test('`i` keeps the range that is being selected, and the prompt targets all of it', () => {
	app.press('v', 'j', 'i');
	expect(selected()).toBe('ac');
	expect(app.state().view).toMatchObject({input: true, toSelection: true, range: undefined});
});

test('a key in a list of thousands recomputes nothing', () => {
	const before = listRows(app.state());
	app.press('j');
	expect(listRows(app.state())).toBe(before);
	app.press(' ');
	expect(listRows(app.state())).toBe(before);
});

test('an acknowledged alert is quiet until it changes', async () => {
	const line = () => alertLine(app.state(), app.services.clock.now()).text;
	app.press('!', 'a');
	expect(app.state().view.currentId).toBe('b');
	expect(line()).toBe('nothing else is down   (1 down, acknowledged)');
	await app.services.clock.advance(5000);
	const hear = (state: string) =>
		app.services.store.dispatch({
			type: 'fleet/received',
			at: app.services.clock.now(),
			changes: [{serverId: 'b', change: {state}}],
		});
	hear('ONLINE');
	await app.services.clock.advance(5000);
	hear('OFFLINE');
	expect(line()).toBe('!! 1 down: name-b 0s');
	app.press('a', 'a');
	expect(line()).toBe('!! 1 down: name-b 0s');
});

test('`!` goes to unacknowledged alerts first', () => {
	app.services.store.dispatch({
		type: 'fleet/received',
		at: startAt,
		changes: [{serverId: 'd', change: {state: 'OFFLINE'}}],
	});
	app.press('!');
	const first = app.state().view.currentId;
	app.press('a', '!');
	expect(app.state().view.currentId).not.toBe(first);
	app.press('!');
	expect(app.state().view.currentId).not.toBe(first);
});

test('`d` opens the details and leads back from them', () => {
	app.press('d');
	expect(app.state().view.pane).toBe('details');
	app.press('d');
	expect(app.state().view.pane).toBe('servers');
});
