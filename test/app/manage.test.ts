import {renderWithKeys} from '../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../helpers/keymap.ts';
import {noTargets} from '../../src/app/kernel/state/targets.ts';
import {beforeEach, expect, test} from 'vitest';
import {ApiError} from '../../src/contract/errors.ts';
import {Node} from '../../src/contract/models/node.ts';
import {editMenu} from '../../src/app/servers/server-commands.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../helpers/headless-app.ts';
import {linesIn} from '../helpers/builders.ts';

let app: HeadlessApp;
const backups = [{backupId: 'b1', name: 'nightly', createdAt: '2026-11-20T02:00:00Z'}];
beforeEach(() => {
	app = openHeadlessApp(
		[server('a', 'OFFLINE', {nodeId: 'n1', nodeName: 'eu-1', gameType: 'CS2', backups}), server('b')],
		'a',
	);
});
const row = (label: string) => app.view()?.review?.rows.find(given => given.label === label)?.lines;

const offered = (state = app.state()) =>
	editMenu.items(state, {...noTargets, server: 'a'}, app.services.screens).map(({id}) => id);

async function edit(times: number): Promise<void> {
	await app.openDialog('E');
	app.press(...Array.from({length: times}, () => 'j'), 'enter');
	await app.services.clock.advance(400);
}
async function pressVerb(): Promise<void> {
	await app.settle();
	app.press('tab', 'enter');
	await app.passUndoWindow();
}

test('E lists the possible changes, and says why one is blocked', async () => {
	app = openHeadlessApp([server('a', 'ONLINE')]);
	await app.openDialog('E');
	app.press('j', 'enter');
	expect(app.lastNotice()).toContain('Stop it before you change its directory');
	expect(app.state().dialog).toMatchObject({kind: 'menu'});
});

test('E omits operations that the service does not offer', async () => {
	app.services.store.dispatch({type: 'access/missed', endpoint: 'createBackup'});
	expect(offered()).toEqual(['rename', 'move', 'update', 'restore-backup', 'delete-backup', 'delete']);
});

test('E lists an extension only once the service is known to offer it', () => {
	app.services.store.dispatch({type: 'access/missed', endpoint: 'listNodeTasks'});
	expect(offered()).toEqual([
		'rename',
		'move',
		'update',
		'backup',
		'restore-backup',
		'delete-backup',
		'delete',
	]);
	const {access, ...state} = app.state();
	expect(offered({...state, access: {...access, offered: new Set()}})).toEqual(['rename', 'move']);
});

test('renames a server, and rejects the name of another one in its field', async () => {
	await edit(0);
	expect(app.view()?.fields[0]).toMatchObject({value: {text: 'name-a'}});
	app.press('ctrl+u');
	app.type('name-b');
	app.press('enter');
	expect(app.view()?.fields[0]?.problem).toBe('A server named name-b already exists.');
	app.press('ctrl+u');
	app.type('new name');
	app.press('enter');
	expect(row('CLI')).toEqual(["rcondeck rename --yes name-a 'new name'"]);
	await pressVerb();
	expect(app.sent).toEqual([{method: 'rename', input: {serverId: 'a', displayName: 'new name'}}]);
});

test('changes a directory after an undo window', async () => {
	await edit(1);
	app.type('D:\\servers\\a');
	app.press('enter');
	await pressVerb();
	expect(app.sent).toEqual([{method: 'move', input: {serverId: 'a', serverDirectory: 'D:\\servers\\a'}}]);
});

test('reports that the service does not offer an update, and loses nothing', async () => {
	await edit(2);
	app.refuse(
		new ApiError('This service does not offer updating servers.', {
			reason: 'refused',
			status: 404,
			request: 'POST /server/{serverId}/update',
			notOffered: 'updateServer',
		}),
	);
	await pressVerb();
	expect(app.view()?.failure?.title).toBe('This service does not offer updating servers.');
});

test('a backup has a valid file name, and deleting one requires the name of the server', async () => {
	await edit(3);
	app.type('before: patch');
	app.press('enter');
	expect(renderWithKeys(app.view()?.fields[0]?.problem ?? '', usualKeymap)).toContain(
		'Backup names are file names',
	);
	app.press('esc');
	await edit(5);
	expect(app.view()?.fields[0]?.choices).toEqual([{value: 'b1', label: '2026-11-20 02:00  nightly'}]);
	app.press('enter');
	await app.settle();
	app.type('name-a');
	app.press('enter', 'enter');
	await app.settle();
	expect(app.sent).toEqual([{method: 'delete-backup', input: {serverId: 'a', backupId: 'b1'}}]);
});

test('a backup is restored only while its server is OFFLINE, after its name has been typed', async () => {
	await edit(4);
	app.press('enter');
	await app.settle();
	app.type('name-a');
	app.press('enter', 'enter');
	await app.settle();
	expect(app.sent).toEqual([{method: 'rollback', input: {serverId: 'a', backupId: 'b1'}}]);
	app = openHeadlessApp([server('a', 'ONLINE', {gameType: 'CS2', backups})], 'a');
	await edit(4);
	expect(app.lastNotice()).toContain('Stop it before you restore a backup');
});

test('deletes a server only after its name has been typed', async () => {
	await edit(6);
	app.press('enter');
	await app.settle();
	expect(app.view()?.review?.confirm?.prompt).toBe('Type name-a to confirm:');
	app.press('tab', 'tab', 'enter');
	expect(app.sent).toEqual([]);
	app.press('shift+tab', 'shift+tab');
	app.type('name-a');
	app.press('enter', 'enter');
	await app.settle();
	expect(app.sent).toEqual([{method: 'delete', input: {serverId: 'a'}}]);
});

test('C creates a server on a node, with a choice of maps of its game', async () => {
	const nodes = [Node.parse({id: 'n9', settings: {name: 'eu-9'}, status: 'OFFLINE'})];
	app.services.store.dispatch({type: 'nodes/read', at: 0, nodes});
	await app.openDialog('C');
	expect(app.view()?.fields[1]?.choices).toEqual([{value: 'n9', label: 'eu-9 (OFFLINE)'}]);
	app.type('cs2-new');
	app.press('tab', 'tab', 'tab', 'ctrl+r');
	const map = app.view()?.fields[3]?.value.text ?? '';
	expect(map).toMatch(/^(de|cs|ar)_/);
	app.press('enter');
	expect(row('Request')?.[0]).toBe('POST /server/create');
	await pressVerb();
	expect(app.sent).toEqual([
		{method: 'create', input: {nodeId: 'n9', name: 'cs2-new', gameType: 'CS2', map}},
	]);
});

test('offers the nodes of known servers when no nodes can be read', async () => {
	await app.openDialog('C');
	expect(app.view()?.fields[1]?.choices).toEqual([{value: 'n1', label: 'eu-1'}]);
	app.press('enter');
	expect(app.view()?.fields[0]?.problem).toBe('Enter a name.');
});

test("B broadcasts with the game's own command, which appears in the console", async () => {
	app = openHeadlessApp([server('a', 'ONLINE', {gameType: 'ARK_ASCENDED', onlinePlayers: 2})]);
	await app.openDialog('B');
	app.type('Restart at noon');
	app.press('enter');
	expect(row('Effect')).toEqual(['2 players will see it immediately.']);
	expect(row('CLI')).toEqual(["rcondeck broadcast --yes name-a -- 'Restart at noon'"]);
	await pressVerb();
	expect(app.sent).toMatchObject([
		{method: 'await', input: {serverId: 'a', command: 'ServerChat Restart at noon'}},
	]);
	expect(linesIn(app.state(), 'a')).toMatchObject([{command: 'ServerChat Restart at noon'}, {kind: 'note'}]);
});

test.each(['hi; quit', 'hi "there"'])(
	'rejects a text that CS2 would not treat as plain text: %s',
	async text => {
		app = openHeadlessApp([server('a', 'ONLINE', {gameType: 'CS2'})]);
		await app.openDialog('B');
		app.type(text);
		app.press('enter');
		expect(renderWithKeys(app.view()?.fields[0]?.problem ?? '', usualKeymap)).toContain(
			'run the rest as a command',
		);
	},
);

test('reports a game without a broadcast command', async () => {
	app = openHeadlessApp([server('a', 'ONLINE', {gameType: 'MY_GAME'})]);
	await app.openDialog('B');
	app.type('hi');
	app.press('enter');
	expect(renderWithKeys(app.view()?.fields[0]?.problem ?? '', usualKeymap)).toContain(
		'No broadcast command is known for MY_GAME',
	);
});
