import {beforeEach, expect, test} from 'vitest';
import {listRows, visibleServers} from '../../../src/app/servers/list-rows.ts';
import {selectedServers} from '../../../src/app/servers/selection.ts';
import {troubleLine} from '../../../src/app/servers/alerts.ts';
import {fieldOf} from '../../../src/app/kernel/text-field.ts';
import {looking, startAt} from '../../helpers/builders.ts';
import {openDesk, server, type Desk} from '../../helpers/desk.ts';

let desk: Desk;
beforeEach(() => {
	desk = openDesk([
		server('a', 'ONLINE', {nodeName: 'eu-1', onlinePlayers: 3, gameType: 'CS2'}),
		server('b', 'OFFLINE', {nodeName: 'eu-2', gameType: 'ARK'}),
		server('c', 'ONLINE', {nodeName: 'eu-2', onlinePlayers: 9, gameType: 'ARK'}),
		server('d', 'ONLINE', {nodeName: 'eu-1', gameType: 'CS2'}),
	]);
});
const shown = () => visibleServers(desk.state()).join('');
const selected = () => [...selectedServers(desk.state())].toSorted().join('');

test('s opens a menu that sorts, and begins at what the list is sorted by', async () => {
	expect(shown()).toBe('bacd');
	await desk.openDialog('s');
	desk.press('j', 'j', 'enter');
	expect(shown()).toBe('cabd');
	expect(desk.state().dialog).toBeUndefined();
	await desk.openDialog('s');
	expect(desk.state().dialog).toMatchObject({kind: 'menu', at: 2});
	desk.press('k', 'enter');
	expect(shown()).toBe('abcd');
	await desk.openDialog('s');
	desk.press('esc');
	expect(shown()).toBe('abcd');
});

test('b groups by node, the node with the worst trouble first, with what is up and down', () => {
	desk.press('b');
	expect(listRows(desk.state()).rows).toMatchObject([
		{kind: 'group', node: 'eu-2', counts: {online: 1, offline: 1}, total: 2},
		{id: 'b'},
		{id: 'c'},
		{kind: 'group', node: 'eu-1', counts: {online: 2, offline: 0}, total: 2},
		{id: 'a'},
		{id: 'd'},
	]);
	desk.press('g', 'j', 'j');
	expect(desk.state().view.currentId).toBe('a');
	desk.press('b');
	expect(shown()).toBe('bacd');
});

test('the selection is by id: sorting, filtering and the next poll leave it as it is', () => {
	desk.press(' ', 'j', ' ');
	expect(selected()).toBe('ac');
	desk.services.store.dispatch(looking({sort: 'players', filter: {field: fieldOf('eu-1'), editing: false}}));
	expect(selected()).toBe('ac');
	const servers = [server('c'), server('a', 'OFFLINE')];
	desk.services.store.dispatch({type: 'fleet/polled', at: startAt, latencyMs: 1, servers, unreadable: []});
	expect(selected()).toBe('ac');
	desk.press(' ');
	expect(selected()).toBe('a');
	desk.press('-');
	expect(selected()).toBe('');
});

test('* selects all that pass the filter, and none besides', () => {
	desk.services.store.dispatch(looking({filter: {field: fieldOf('eu-1'), editing: false}}));
	desk.press('*');
	expect(selected()).toBe('ad');
});

test('v draws a range from where it began to the cursor; once more keeps it, Esc gives it up', () => {
	desk.press('v', 'j', 'j');
	expect(selected()).toBe('acd');
	desk.press('k');
	expect(selected()).toBe('ac');
	desk.press('esc');
	expect(selected()).toBe('');
	desk.press('v', 'k', 'k', 'v', 'g');
	expect(selected()).toBe('abc');
});

test('i keeps the range that is being drawn: the prompt goes to all of it', () => {
	desk.press('v', 'j', 'i');
	expect(selected()).toBe('ac');
	expect(desk.state().view).toMatchObject({input: true, toSelection: true, range: undefined});
});

test('a key in a list of thousands computes nothing that was known', () => {
	const before = listRows(desk.state());
	desk.press('j');
	expect(listRows(desk.state())).toBe(before);
	desk.press(' ');
	expect(listRows(desk.state())).toBe(before);
});

test('acknowledged trouble is no longer loud, and is again when it changes', async () => {
	const line = () => troubleLine(desk.state(), desk.services.clock.now()).text;
	desk.press('!', 'a');
	expect(desk.state().view.currentId).toBe('b');
	expect(line()).toBe('nothing else is down   (1 down, acknowledged)');
	await desk.services.clock.advance(5000);
	const hear = (state: string) =>
		desk.services.store.dispatch({
			type: 'fleet/received',
			at: desk.services.clock.now(),
			changes: [{serverId: 'b', change: {state}}],
		});
	hear('ONLINE');
	await desk.services.clock.advance(5000);
	hear('OFFLINE');
	expect(line()).toBe('!! 1 down: name-b 0s(seen)');
	desk.press('a', 'a');
	expect(line()).toBe('!! 1 down: name-b 0s(seen)');
});

test('! goes to trouble that nobody has acknowledged first', () => {
	desk.services.store.dispatch({
		type: 'fleet/received',
		at: startAt,
		changes: [{serverId: 'd', change: {state: 'OFFLINE'}}],
	});
	desk.press('!');
	const first = desk.state().view.currentId;
	desk.press('a', '!');
	expect(desk.state().view.currentId).not.toBe(first);
	desk.press('!');
	expect(desk.state().view.currentId).not.toBe(first);
});
