import {expect, test} from 'vitest';
import {inputView} from '../../../src/app/console/input-view.ts';
import {targetWords} from '../../../src/app/console/target-labels.ts';
import {handleKey, handlePaste} from '../../../src/app/keys.ts';
import {openDesk, server, type Desk} from '../../helpers/desk.ts';

const ark = (id: string) => server(id, 'ONLINE', {gameType: 'ARK_ASCENDED', nodeId: `node-${id}`});
const cs2 = (id: string) => server(id, 'ONLINE', {gameType: 'CS2', nodeId: `node-${id}`});

const sentTo = ({sent}: Desk) =>
	sent.map(({method, input}) => [method, ...Object.values(input as Record<string, unknown>)].join(' '));
const drop = (desk: Desk, ...ids: string[]) =>
	desk.services.store.dispatch({
		type: 'fleet/polled',
		at: desk.services.clock.now(),
		latencyMs: 1,
		servers: [...desk.state().fleet.servers.values()].filter(({id}) => !ids.includes(id)),
		unreadable: [],
	});

/** Three servers are selected, a fourth one is not; the input is open. */
function openSelection(servers = [ark('a'), ark('b'), ark('c'), ark('d')]): Desk {
	const desk = openDesk(servers, 'a');
	desk.press(' ', 'j', ' ', 'j', ' ', 'i');
	return desk;
}

test('one Enter sends once to each server that is selected at that moment, and to no other', async () => {
	const desk = openSelection();
	desk.type('SaveWorld');
	drop(desk, 'b');
	desk.press('enter');
	expect(desk.lastNotice()).toBe('2 servers, 0 players: Enter again to send.');
	desk.press('enter');
	await desk.settle();
	expect(sentTo(desk)).toEqual(['await a SaveWorld 5000', 'await c SaveWorld 5000']);
	expect(desk.state().view).toMatchObject({input: false, toSelection: false, pane: 'results'});
	expect(desk.state().results.runs).toMatchObject([
		{command: 'SaveWorld', members: [{name: 'name-a'}, {name: 'name-c'}]},
	]);
});

test('when none of them is left, nothing is sent, least of all to the server under the cursor', async () => {
	const desk = openSelection();
	desk.type('SaveWorld');
	drop(desk, 'a', 'b', 'c');
	desk.press('enter');
	await desk.settle();
	expect(desk.sent).toEqual([]);
	expect(desk.lastNotice()).toContain('None of the selected servers is in the list any more');
});

test('a destructive line is asked for again when the servers have changed meanwhile', async () => {
	const desk = openSelection();
	desk.type('DestroyWildDinos');
	desk.press('enter');
	expect(desk.lastNotice()).toContain('3 servers, 0 players: Enter again to send');
	drop(desk, 'c');
	await desk.services.clock.advance(200);
	desk.press('enter');
	expect(desk.lastNotice()).toContain('2 servers, 0 players: Enter again to send');
	expect(desk.sent).toEqual([]);
	await desk.services.clock.advance(200);
	desk.press('enter');
	await desk.settle();
	expect(desk.sent).toHaveLength(2);
});

test('what is destructive in one of the games asks again for all', () => {
	const desk = openSelection([cs2('a'), ark('b'), cs2('c')]);
	desk.type('DestroyWildDinos');
	desk.press('enter');
	expect(desk.lastNotice()).toContain('looks destructive');
});

test('Enter in a burst does not confirm a destructive line', async () => {
	const desk = openSelection();
	desk.type('DestroyWildDinos');
	desk.press('enter');
	await desk.services.clock.advance(500);
	handleKey(desk.services, 'enter', 'text');
	await desk.settle();
	expect(desk.sent).toEqual([]);
});

test('a paste is never sent by itself', async () => {
	const desk = openSelection();
	handlePaste(desk.services, 'SaveWorld\n');
	await desk.settle();
	expect(desk.sent).toEqual([]);
	handlePaste(desk.services, 'SaveWorld\nListPlayers\n');
	expect(desk.state().dialog).toMatchObject({kind: 'paste', serverIds: ['a', 'b', 'c']});
	expect(desk.sent).toEqual([]);
});

test('behind "& " it is sent plainly, and aliases stand for longer lines as for one server', async () => {
	const desk = openDesk([ark('a'), ark('b')], 'a', {settings: {aliases: {save: 'SaveWorld'}}});
	desk.press('*', 'i');
	desk.type('& save');
	desk.press('enter', 'enter');
	await desk.settle();
	expect(sentTo(desk)).toEqual(['rcon a SaveWorld', 'rcon b SaveWorld']);
});

test('Tab offers what all the games know, Up what was sent to all of them', async () => {
	const desk = openSelection([cs2('a'), ark('b'), cs2('c')]);
	desk.type('Destroy');
	desk.press('tab');
	expect(inputView(desk.state(), desk.services.settings)?.candidates).toEqual([]);
	expect(desk.lastNotice()).toContain('fits the games of all these servers');
	desk.press('ctrl+u');
	desk.type('status');
	desk.press('enter', 'enter');
	await desk.settle();
	desk.press('i', 'up');
	expect(inputView(desk.state(), desk.services.settings)?.field.text).toBe('status');
	const alike = openSelection();
	alike.type('DestroyW');
	alike.press('tab');
	expect(inputView(alike.state(), alike.services.settings)?.field.text).toBe('DestroyWildDinos');
});

test('a range that is being drawn is fixed when the input opens', () => {
	const desk = openDesk([ark('a'), ark('b'), ark('c')], 'a');
	desk.press('v', 'j', 'i');
	expect(desk.state().view).toMatchObject({
		range: undefined,
		selection: new Set(['a', 'b']),
		toSelection: true,
	});
});

test('in a console the line goes to its own server, whatever is selected', async () => {
	const desk = openDesk([ark('a'), ark('b')], 'a');
	desk.press('*', 'enter', 'i');
	desk.type('SaveWorld');
	desk.press('enter');
	await desk.settle();
	expect(sentTo(desk)).toEqual(['await a SaveWorld 5000']);
});

test('it is said which games are meant, who is not online and who is hidden by the filter', () => {
	const desk = openDesk([ark('a'), cs2('b'), server('c', 'OFFLINE', {gameType: 'CS2'})], 'a');
	desk.press('*', '/');
	desk.type('name-b');
	desk.press('enter', 'i');
	expect(targetWords(desk.state())).toEqual({
		count: 3,
		names: ['name-a', 'name-b', 'name-c'],
		facts: '1 ARK, 2 CS2, 1 not online, 2 hidden by the filter',
	});
});

test('u takes back what waits of the set whose answers are looked at', async () => {
	const desk = openDesk(
		['a', 'b', 'c'].map(id => server(id, 'ONLINE', {gameType: 'ARK_ASCENDED', nodeId: 'one'})),
		'a',
	);
	desk.press('*', 'i');
	desk.type('SaveWorld');
	desk.press('enter', 'enter', 'u');
	expect(desk.lastNotice()).toBe('Canceled before it was sent to 2. Already sent to 1.');
	await desk.settle();
	expect(desk.sent).toHaveLength(1);
});
