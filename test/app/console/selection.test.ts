import {expect, test} from 'vitest';
import {inputView} from '../../../src/app/console/input/prompt.ts';
import {targetWords} from '../../../src/app/console/send/target.ts';
import {handleKey, handlePaste} from '../../../src/app/keys.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';

const ark = (id: string) => server(id, 'ONLINE', {gameType: 'ARK_ASCENDED', nodeId: `node-${id}`});
const cs2 = (id: string) => server(id, 'ONLINE', {gameType: 'CS2', nodeId: `node-${id}`});

const sentTo = ({sent}: HeadlessApp) =>
	sent.map(({method, input}) => [method, ...Object.values(input as Record<string, unknown>)].join(' '));
const drop = (app: HeadlessApp, ...ids: string[]) =>
	app.services.store.dispatch({
		type: 'fleet/polled',
		at: app.services.clock.now(),
		latencyMs: 1,
		servers: [...app.state().fleet.servers.values()].filter(({id}) => !ids.includes(id)),
		unreadable: [],
	});

/** Three servers are selected, a fourth one is not; the input is open. */
function openSelection(servers = [ark('a'), ark('b'), ark('c'), ark('d')]): HeadlessApp {
	const app = openHeadlessApp(servers, 'a');
	app.press(' ', 'j', ' ', 'j', ' ', 'i');
	return app;
}

test('one Enter sends once to each server selected at that moment, and to no other', async () => {
	const app = openSelection();
	app.type('SaveWorld');
	drop(app, 'b');
	app.press('enter');
	expect(app.lastNotice()).toBe('2 servers, 0 players: press Enter again to send it.');
	app.press('enter');
	await app.settle();
	expect(sentTo(app)).toEqual(['await a SaveWorld 5000', 'await c SaveWorld 5000']);
	expect(app.state().view).toMatchObject({input: false, toSelection: false, pane: 'results'});
	expect(app.state().results.runs).toMatchObject([
		{command: 'SaveWorld', members: [{name: 'name-a'}, {name: 'name-c'}]},
	]);
});

test('sends nothing when none of them is left, especially not to the current server', async () => {
	const app = openSelection();
	app.type('SaveWorld');
	drop(app, 'a', 'b', 'c');
	app.press('enter');
	await app.settle();
	expect(app.sent).toEqual([]);
	expect(app.lastNotice()).toContain('None of the selected servers is still in the list');
});

test('asks for confirmation of a destructive line again when the servers have changed meanwhile', async () => {
	const app = openSelection();
	app.type('DestroyWildDinos');
	app.press('enter');
	expect(app.lastNotice()).toContain('3 servers, 0 players: press Enter again to send');
	drop(app, 'c');
	await app.services.clock.advance(200);
	app.press('enter');
	expect(app.lastNotice()).toContain('2 servers, 0 players: press Enter again to send');
	expect(app.sent).toEqual([]);
	await app.services.clock.advance(200);
	app.press('enter');
	await app.settle();
	expect(app.sent).toHaveLength(2);
});

test('a line that is destructive in one of the games needs confirmation for all', () => {
	const app = openSelection([cs2('a'), ark('b'), cs2('c')]);
	app.type('DestroyWildDinos');
	app.press('enter');
	expect(app.lastNotice()).toContain('looks destructive');
});

test('Enter in a burst does not confirm a destructive line', async () => {
	const app = openSelection();
	app.type('DestroyWildDinos');
	app.press('enter');
	await app.services.clock.advance(500);
	handleKey(app.services, 'enter', 'text');
	await app.settle();
	expect(app.sent).toEqual([]);
});

test('a paste is never sent by itself', async () => {
	const app = openSelection();
	handlePaste(app.services, 'SaveWorld\n');
	await app.settle();
	expect(app.sent).toEqual([]);
	handlePaste(app.services, 'SaveWorld\nListPlayers\n');
	expect(app.state().dialog).toMatchObject({kind: 'paste', serverIds: ['a', 'b', 'c']});
	expect(app.sent).toEqual([]);
});

test('after "& " a line is sent without waiting, and aliases expand as for one server', async () => {
	const app = openHeadlessApp([ark('a'), ark('b')], 'a', {settings: {aliases: {save: 'SaveWorld'}}});
	app.press('*', 'i');
	app.type('& save');
	app.press('enter', 'enter');
	await app.settle();
	expect(sentTo(app)).toEqual(['rcon a SaveWorld', 'rcon b SaveWorld']);
});

test('Tab completes commands that all games have, and Up recalls commands sent to all servers', async () => {
	const app = openSelection([cs2('a'), ark('b'), cs2('c')]);
	app.type('Destroy');
	app.press('tab');
	expect(inputView(app.state(), app.services.settings)?.candidates).toEqual([]);
	expect(app.lastNotice()).toContain('applies to the games of all these servers');
	app.press('ctrl+u');
	app.type('status');
	app.press('enter', 'enter');
	await app.settle();
	app.press('i', 'up');
	expect(inputView(app.state(), app.services.settings)?.field.text).toBe('status');
	const alike = openSelection();
	alike.type('DestroyW');
	alike.press('tab');
	expect(inputView(alike.state(), alike.services.settings)?.field.text).toBe('DestroyWildDinos');
});

test('opening the input ends range selection and keeps the range', () => {
	const app = openHeadlessApp([ark('a'), ark('b'), ark('c')], 'a');
	app.press('v', 'j', 'i');
	expect(app.state().view).toMatchObject({
		range: undefined,
		selection: new Set(['a', 'b']),
		toSelection: true,
	});
});

test('in a console the line goes to its own server, whatever is selected', async () => {
	const app = openHeadlessApp([ark('a'), ark('b')], 'a');
	app.press('*', 'enter', 'i');
	app.type('SaveWorld');
	app.press('enter');
	await app.settle();
	expect(sentTo(app)).toEqual(['await a SaveWorld 5000']);
});

test('lists the games, the servers that are not online, and the ones hidden by the filter', () => {
	const app = openHeadlessApp([ark('a'), cs2('b'), server('c', 'OFFLINE', {gameType: 'CS2'})], 'a');
	app.press('*', '/');
	app.type('name-b');
	app.press('enter', 'i');
	expect(targetWords(app.state())).toEqual({
		count: 3,
		names: ['name-a', 'name-b', 'name-c'],
		facts: '1 ARK, 2 CS2, 1 not online, 2 hidden by the filter',
	});
});

test('`u` cancels the queued commands of the visible results', async () => {
	const app = openHeadlessApp(
		['a', 'b', 'c'].map(id => server(id, 'ONLINE', {gameType: 'ARK_ASCENDED', nodeId: 'one'})),
		'a',
	);
	app.press('*', 'i');
	app.type('SaveWorld');
	app.press('enter', 'enter', 'u');
	expect(app.lastNotice()).toBe('Canceled before it was sent to 2 servers. Already sent to 1.');
	await app.settle();
	expect(app.sent).toHaveLength(1);
});
