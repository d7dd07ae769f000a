import {renderWithKeys} from '../../src/app/kernel/keymap/keymap.ts';
import {usualKeymap} from '../helpers/keymap.ts';
import {noTargets} from '../../src/app/kernel/targets.ts';
import {beforeEach, expect, test} from 'vitest';
import {ApiError} from '../../src/contract/errors.ts';
import {Node} from '../../src/contract/models/node.ts';
import {editMenu} from '../../src/app/servers/edit-menu.ts';
import {openDesk, server, type Desk} from '../helpers/desk.ts';
import {linesIn} from '../helpers/builders.ts';

let desk: Desk;
const backups = [{backupId: 'b1', name: 'nightly', createdAt: '2026-11-20T02:00:00Z'}];
beforeEach(() => {
	desk = openDesk(
		[server('a', 'OFFLINE', {nodeId: 'n1', nodeName: 'eu-1', gameType: 'CS2', backups}), server('b')],
		'a',
	);
});
const row = (label: string) => desk.view()?.review?.rows.find(given => given.label === label)?.lines;

const offered = (state = desk.state()) =>
	editMenu.items(state, {...noTargets, server: 'a'}, desk.services.screens).map(({id}) => id);

async function edit(times: number): Promise<void> {
	await desk.openDialog('E');
	desk.press(...Array.from({length: times}, () => 'j'), 'enter');
	await desk.services.clock.advance(400);
}
async function pressVerb(): Promise<void> {
	await desk.settle();
	desk.press('tab', 'enter');
	await desk.held();
}

test('E offers what can be changed, and says why something cannot be', async () => {
	desk = openDesk([server('a', 'ONLINE')]);
	await desk.openDialog('E');
	desk.press('j', 'enter');
	expect(desk.lastNotice()).toContain('Stop it before its directory is changed');
	expect(desk.state().dialog).toMatchObject({kind: 'menu'});
});

test('E does not offer what this service has shown not to have', async () => {
	desk.services.store.dispatch({type: 'access/missed', endpoint: 'createBackup'});
	expect(offered()).toEqual(['rename', 'move', 'update', 'delete-backup', 'delete']);
});

test('E offers nothing beyond the specification before the service has shown that it has such things', () => {
	desk.services.store.dispatch({type: 'access/missed', endpoint: 'listNodeTasks'});
	expect(offered()).toEqual(['rename', 'move', 'update', 'backup', 'delete-backup', 'delete']);
	const {access, ...state} = desk.state();
	expect(offered({...state, access: {...access, offered: new Set()}})).toEqual(['rename', 'move']);
});

test('a server is renamed; a name that another one has is refused in its field', async () => {
	await edit(0);
	expect(desk.view()?.fields[0]).toMatchObject({value: {text: 'name-a'}});
	desk.press('ctrl+u');
	desk.type('name-b');
	desk.press('enter');
	expect(desk.view()?.fields[0]?.problem).toBe('A server named name-b already exists.');
	desk.press('ctrl+u');
	desk.type('new name');
	desk.press('enter');
	expect(row('Same as')).toEqual(["rcondeck rename --yes name-a 'new name'"]);
	await pressVerb();
	expect(desk.sent).toEqual([{method: 'rename', input: {serverId: 'a', displayName: 'new name'}}]);
});

test('a directory is changed after a hold', async () => {
	await edit(1);
	desk.type('D:\\servers\\a');
	desk.press('enter');
	await pressVerb();
	expect(desk.sent).toEqual([{method: 'move', input: {serverId: 'a', serverDirectory: 'D:\\servers\\a'}}]);
});

test('an update says when the service does not offer it, and nothing is lost', async () => {
	await edit(2);
	desk.refuse(
		new ApiError('This service does not offer updating servers.', {
			reason: 'refused',
			status: 404,
			request: 'POST /server/{serverId}/update',
			notOffered: 'updateServer',
		}),
	);
	await pressVerb();
	expect(desk.view()?.failure?.title).toBe('This service does not offer updating servers.');
});

test('a backup is named as a file can be; deleting one wants the name of the server', async () => {
	await edit(3);
	desk.type('before: patch');
	desk.press('enter');
	expect(renderWithKeys(desk.view()?.fields[0]?.problem ?? '', usualKeymap)).toContain('as a file name');
	desk.press('esc');
	await edit(4);
	expect(desk.view()?.fields[0]?.choices).toEqual([{value: 'b1', label: '2026-11-20T02:00  nightly'}]);
	desk.press('enter');
	await desk.settle();
	desk.type('name-a');
	desk.press('enter', 'enter');
	await desk.settle();
	expect(desk.sent).toEqual([{method: 'delete-backup', input: {serverId: 'a', backupId: 'b1'}}]);
});

test('a server is deleted only when its name has been typed', async () => {
	await edit(5);
	desk.press('enter');
	await desk.settle();
	expect(desk.view()?.review?.confirm?.prompt).toBe('Type name-a to confirm:');
	desk.press('tab', 'tab', 'enter');
	expect(desk.sent).toEqual([]);
	desk.press('shift+tab', 'shift+tab');
	desk.type('name-a');
	desk.press('enter', 'enter');
	await desk.settle();
	expect(desk.sent).toEqual([{method: 'delete', input: {serverId: 'a'}}]);
});

test('C creates a server on a node, with maps of its game to choose from', async () => {
	const nodes = [Node.parse({id: 'n9', settings: {name: 'eu-9'}, status: 'OFFLINE'})];
	desk.services.store.dispatch({type: 'nodes/read', at: 0, nodes});
	await desk.openDialog('C');
	expect(desk.view()?.fields[1]?.choices).toEqual([{value: 'n9', label: 'eu-9 (OFFLINE)'}]);
	desk.type('cs2-new');
	desk.press('tab', 'tab', 'tab', 'ctrl+r');
	const map = desk.view()?.fields[3]?.value.text ?? '';
	expect(map).toMatch(/^(de|cs|ar)_/);
	desk.press('enter');
	expect(row('Request')?.[0]).toBe('POST /server/create');
	await pressVerb();
	expect(desk.sent).toEqual([
		{method: 'create', input: {nodeId: 'n9', name: 'cs2-new', gameType: 'CS2', map}},
	]);
});

test('without nodes to read, the nodes that carry servers are offered', async () => {
	await desk.openDialog('C');
	expect(desk.view()?.fields[1]?.choices).toEqual([{value: 'n1', label: 'eu-1'}]);
	desk.press('enter');
	expect(desk.view()?.fields[0]?.problem).toBe('Enter a name.');
});

test("B says a line by the game's own command, and it is in the console", async () => {
	desk = openDesk([server('a', 'ONLINE', {gameType: 'ARK_ASCENDED', onlinePlayers: 2})]);
	await desk.openDialog('B');
	desk.type('Restart at noon');
	desk.press('enter');
	expect(row('Effect')).toEqual(['2 players will see it immediately.']);
	expect(row('Same as')).toEqual(["rcondeck broadcast --yes name-a -- 'Restart at noon'"]);
	await pressVerb();
	expect(desk.sent).toMatchObject([
		{method: 'await', input: {serverId: 'a', command: 'ServerChat Restart at noon'}},
	]);
	expect(linesIn(desk.state(), 'a')).toMatchObject([{command: 'ServerChat Restart at noon'}, {kind: 'note'}]);
});

test.each(['hi; quit', 'hi "there"'])(
	'a text that CS2 would take for more than a text is refused: %s',
	async text => {
		desk = openDesk([server('a', 'ONLINE', {gameType: 'CS2'})]);
		await desk.openDialog('B');
		desk.type(text);
		desk.press('enter');
		expect(renderWithKeys(desk.view()?.fields[0]?.problem ?? '', usualKeymap)).toContain(
			'run the rest as a command',
		);
	},
);

test('a game without words says so', async () => {
	desk = openDesk([server('a', 'ONLINE', {gameType: 'RUST'})]);
	await desk.openDialog('B');
	desk.type('hi');
	desk.press('enter');
	expect(renderWithKeys(desk.view()?.fields[0]?.problem ?? '', usualKeymap)).toContain(
		'No broadcast command is known for RUST',
	);
});
