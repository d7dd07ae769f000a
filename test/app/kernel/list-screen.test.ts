import {expect, test} from 'vitest';
import {Node, NodeTask} from '../../../src/contract/models/node.ts';
import {handleMouse} from '../../../src/app/mouse.ts';
import {screenPlaces} from '../../../src/app/kernel/screens/places.ts';
import {visibleServers} from '../../../src/app/servers/list-rows.ts';
import {keepCursor, openScreen} from '../../../src/app/kernel/screens/screen-view.ts';
import {aFailure} from '../../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';

const node = (id: string, over: object = {}) =>
	Node.parse({id, status: 'ONLINE', settings: {name: `eu-${id}`}, ...over});

function atNodes(ids: readonly string[], over: Record<string, object> = {}): HeadlessApp {
	const app = openHeadlessApp([server('a', 'ONLINE', {nodeId: '1', nodeName: 'eu-1'})]);
	const nodes = ids.map(id => node(id, over[id]));
	app.services.store.dispatch({type: 'nodes/read', at: 0, nodes});
	keepCursor(app.services);
	app.press('5');
	return app;
}

const shown = (app: HeadlessApp) => openScreen(app.state(), app.services.screens)?.shown.map(({id}) => id);
const current = (app: HeadlessApp) => openScreen(app.state(), app.services.screens)?.current?.id;

test('j, k, g, G, n and N move the cursor; n and N wrap around', () => {
	const app = atNodes(['1', '2', '3']);
	const places = ['j', 'G', 'n', 'N', 'k', 'g'].map(key => (app.press(key), current(app)));
	expect(places).toEqual(['2', '3', '1', '3', '2', '1']);
});

/** A poll brings these nodes; the third one is lost, and comes first. */
const read = (app: HeadlessApp, ...ids: string[]) =>
	app.services.store.dispatch({
		type: 'nodes/read',
		at: 1,
		nodes: ids.map(id => node(id, id === '3' ? {status: 'OFFLINE'} : {})),
	});

test('the cursor stays on its row through changes, also on the first row, which nobody chose', () => {
	const app = atNodes(['1', '2', '3']);
	read(app, '0', '1', '2', '3');
	expect(shown(app)).toEqual(['3', '0', '1', '2']);
	expect(current(app)).toBe('1');
	app.press('j');
	read(app, '00', '0', '1', '2', '3');
	expect(current(app)).toBe('2');
});

test('a row that nobody chose gives way to the next one when it leaves', () => {
	const app = atNodes(['1', '2', '4']);
	read(app, '2', '4');
	expect(current(app)).toBe('2');
	app.press('enter', 'esc');
	read(app, '4');
	expect(current(app)).toBeUndefined();
});

test('a row that leaves is not replaced by its neighbor, and the cursor moves on from its place', () => {
	const app = atNodes(['1', '2', '4', '5']);
	app.press('j');
	read(app, '1', '4', '5');
	expect(current(app)).toBeUndefined();
	app.press('enter');
	expect(app.lastNotice()).toBe('No row is highlighted.');
	expect(app.state().screens.lists.nodes.open).toBe(false);
	const after = ['j', 'k', 'k'].map(key => (app.press(key), current(app)));
	expect(after).toEqual(['4', '1', '1']);
	read(app, '4', '5');
	expect([current(app), (app.press('k'), current(app))]).toEqual([undefined, '4']);
});

test('a row that was clicked is a chosen one', () => {
	const app = atNodes(['1', '2', '4']);
	const {list} = screenPlaces(app.state(), app.services.screens);
	const [x, y] = [(list?.x ?? 0) + 3, (list?.y ?? 0) + 3];
	handleMouse(app.services, {servers: [], list: ['1', '2', '4']}, {kind: 'click', x, y});
	expect(current(app)).toBe('2');
	read(app, '1', '4');
	expect(current(app)).toBeUndefined();
});

test('a filter, and opening the list again, put the cursor on a row', () => {
	const app = atNodes(['1', '2', '4', '5']);
	app.press('j');
	read(app, '1', '4', '5');
	app.press('1', '5');
	expect(current(app)).toBe('4');
	app.press('/');
	app.type('eu-5');
	app.press('enter');
	expect(current(app)).toBe('5');
	read(app, '1', '4');
	expect(current(app)).toBeUndefined();
	app.press('esc');
	expect(current(app)).toBe('1');
});

test('the filter of a list accepts words, patterns, negation, fields and numbers, and Esc clears it', () => {
	const app = atNodes(['1', '2', '3'], {3: {status: 'OFFLINE', daemonVersion: '2.2.1'}});
	for (const [text, ids] of [
		['eu-2', ['2']],
		['/eu-[12]/', ['1', '2']],
		['!status:online', ['3']],
		['version:2.2', ['3']],
		['servers>0', ['1']],
	] as const) {
		app.press('/');
		app.type(text);
		app.press('enter');
		expect(shown(app)).toEqual(ids);
	}
	app.press('esc');
	expect(shown(app)).toEqual(['3', '1', '2']);
	app.press('/');
	app.type('nosuch:x');
	expect(openScreen(app.state(), app.services.screens)?.filter.problem).toBe(
		'Unknown field nosuch. Use name, status, version, id, servers, down, tasks.',
	);
	expect(shown(app)).toHaveLength(3);
});

test('Esc closes the details, then clears the filter, then unzooms, then returns to the servers', () => {
	const app = atNodes(['1', '2']);
	app.press('/');
	app.type('eu');
	app.press('enter', '+', 'd');
	const listState = () => app.state().screens.lists.nodes;
	expect(listState()).toMatchObject({open: true, filter: {field: {text: 'eu'}}});
	app.press('esc');
	expect(listState().open).toBe(false);
	app.press('esc');
	expect(listState().filter.field.text).toBe('');
	expect(app.state().view).toMatchObject({pane: 'nodes', zoomed: true});
	app.press('esc');
	expect(app.state().view).toMatchObject({pane: 'nodes', zoomed: false});
	app.press('q');
	expect(app.state().view.pane).toBe('servers');
});

test('Tab switches between list and details, and does not leave the screen', () => {
	const app = atNodes(['1']);
	app.press('tab');
	expect(app.state()).toMatchObject({view: {pane: 'nodes'}, screens: {lists: {nodes: {open: true}}}});
	app.press('shift+tab');
	expect(app.state().screens.lists.nodes.open).toBe(false);
});

test('Tab on the main screen does not reach the other screens', () => {
	const app = openHeadlessApp();
	const seen = ['tab', 'tab', 'tab'].map(key => (app.press(key), app.state().view.pane));
	expect(seen).toEqual(['console', 'servers', 'console']);
});

test('`i` opens the console of the current server with its input, `!` goes to the servers', () => {
	const app = openHeadlessApp([server('a'), server('b', 'OFFLINE')]);
	app.press('5', 'i');
	expect(app.state().view).toMatchObject({pane: 'console', input: true, currentId: 'a'});
	app.press('esc', '7', '!');
	expect(app.state().view).toMatchObject({pane: 'servers', currentId: 'b'});
});

test('`i` shows the console where only one pane is visible', () => {
	const app = openHeadlessApp();
	app.services.store.dispatch({type: 'view/changed', change: {size: {columns: 60, rows: 20}}});
	app.press('i');
	expect(app.state().view).toMatchObject({pane: 'console', input: true});
});

test('`r` refreshes the screen and the list of servers', () => {
	const app = atNodes(['1']);
	app.press('r');
	expect(app.services.asked).toEqual(['poll', 'nodes', 'redial']);
});

test('Enter on a node shows its servers', () => {
	const app = atNodes(['1', '2']);
	app.press('enter');
	expect(app.state().view).toMatchObject({pane: 'servers', filter: {field: {text: 'node:eu-1'}}});
});

test('filters a node whose name has spaces by the entire name', () => {
	const app = openHeadlessApp([
		server('a', 'ONLINE', {nodeId: '1', nodeName: 'EU West'}),
		server('West', 'ONLINE', {nodeId: '2', nodeName: 'EU'}),
	]);
	app.services.store.dispatch({type: 'nodes/read', at: 0, nodes: [node('1')]});
	app.press('5', 'enter');
	expect(visibleServers(app.state())).toEqual(['a']);
});

test('list and details cover the screen: side by side, stacked, or one alone', () => {
	const app = atNodes(['1']);
	const at = (columns: number, rows: number) => {
		app.services.store.dispatch({type: 'view/changed', change: {size: {columns, rows}}});
		return screenPlaces(app.state(), app.services.screens);
	};
	expect(at(120, 40)).toEqual({
		list: {x: 0, y: 2, width: 70, height: 37},
		divider: {x: 70, y: 2, width: 1, height: 37},
		details: {x: 71, y: 2, width: 49, height: 37},
	});
	expect(at(80, 24)).toMatchObject({list: {y: 2, height: 6}, details: {y: 8, height: 15}});
	expect(at(40, 10)).toMatchObject({list: {width: 40, height: 8}, details: undefined});
	app.press('d');
	expect(at(40, 10)).toMatchObject({list: undefined, details: {width: 40, height: 8}});
});

test('X on a node says why nothing can be canceled: not available, not permitted, or nothing running', () => {
	const app = atNodes(['1']);
	const {store} = app.services;
	const failed = (status: number) => {
		const failure = aFailure({
			status,
			key: undefined,
			title: 'These credentials lack the permission ACCESS_NODES.',
		});
		store.dispatch({type: 'nodes/tasksFailed', failure});
		app.press('X');
		return app.lastNotice();
	};
	expect(failed(404)).toBe('This service does not offer node tasks.');
	expect(failed(403)).toBe('These credentials lack the permission ACCESS_NODES. r retries.');
	store.dispatch({type: 'nodes/tasksRead', nodeId: '1', tasks: []});
	app.press('X');
	expect(app.lastNotice()).toBe('No task is running.');
});

test('a cancelable task is selected, reviewed and canceled once, and any other says why it cannot be', async () => {
	const app = atNodes(['1']);
	const task = (id: string, cancellable: boolean) =>
		NodeTask.parse({id, type: 'BACKUP', state: 'RUNNING', nodeId: '1', progressPercentage: 40, cancellable});
	const tasks = [task('t-1', false), task('t-2', true)];
	app.services.store.dispatch({type: 'nodes/tasksRead', nodeId: '1', tasks});
	await app.openDialog('X');
	app.press('enter');
	expect(app.lastNotice()).toBe('Its node does not allow canceling it.');
	app.press('j', 'enter');
	await app.services.clock.advance(400);
	expect(app.view()?.review?.rows.flatMap(({lines}) => lines)).toContain(
		'It is RUNNING at 40%; its node stops it. Completed work is not undone.',
	);
	app.press('tab', 'enter');
	await app.settle();
	expect(app.sent).toEqual([{method: 'cancel-task', input: {nodeId: '1', taskId: 't-2'}}]);
});
