import {describe, expect, test} from 'vitest';
import type {GameServer} from '../../../src/contract/models/server.ts';
import {promptOf} from '../../../src/app/console/input/prompt.ts';
import {endTypingGuard} from '../../../src/app/kernel/keys/typing-guard.ts';
import {handleMouse} from '../../../src/app/mouse.ts';
import {sortIds} from '../../../src/app/servers/columns.ts';
import {listRows} from '../../../src/app/servers/list-rows.ts';
import {reportLost} from '../../../src/app/servers/read-fleet.ts';
import {selectedServers} from '../../../src/app/servers/selection.ts';
import {targetsOf} from '../../../src/app/targets-of.ts';
import {wordedCommands} from '../../../src/app/palette-words.ts';
import {aNode, startAt} from '../../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';
import {createRandom, type Random} from '../../helpers/random.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const nodes = ['eu-1', 'eu-2'] as const;
const states = ['ONLINE', 'OFFLINE', 'STARTING', 'UNKNOWN'] as const;
const filters = [
	'',
	'state:down',
	'state:up',
	'node:eu-1',
	'!node:eu-1',
	'players>0',
	'name-a',
	'zzz',
	'/[ab]$/',
] as const;

const randomServer = (id: string, {pick, below}: Random): GameServer => {
	const node = pick(nodes);
	return server(id, pick(states), {nodeId: node, nodeName: node, onlinePlayers: below(3)});
};

const views = new Map([
	['down', {filter: 'state:down'}],
	['far', {filter: 'node:eu-2', sort: 'name', grouped: true}],
]);

function openRandomApp(random: Random): HeadlessApp {
	const app = openHeadlessApp(
		ids.map(id => randomServer(id, random)),
		'a',
	);
	const {store} = app.services;
	store.dispatch({type: 'view/changed', change: {views}});
	store.dispatch({type: 'nodes/read', at: startAt, nodes: nodes.map(id => aNode({id, name: id}))});
	reportLost(app.services);
	return app;
}

/** Everything that can change the list, its filter, its order, the selection, the cursor or the pane. */
function actions(app: HeadlessApp, random: Random): Record<string, () => void> {
	const {store} = app.services;
	const {pick, below} = random;
	const press = (...chords: string[]) => app.press(...chords);
	const palette = (name: (typeof wordedCommands)[number]['name'], words: string) =>
		wordedCommands.find(command => command.name === name)?.run(app.services, words);
	const list = () => store.getState().fleet.list;
	const poll = (servers: readonly GameServer[]) =>
		store.dispatch({type: 'fleet/polled', at: startAt, latencyMs: 1, servers, unreadable: []});
	return {
		'a poll with other states': () => poll(list().map(({id}) => randomServer(id, random))),
		'a poll without some': () => poll(list().filter(() => below(4) > 0)),
		'a poll with all': () =>
			poll(ids.map(id => list().find(one => one.id === id) ?? randomServer(id, random))),
		'the feed': () =>
			store.dispatch({
				type: 'fleet/received',
				at: startAt,
				changes: [{serverId: pick(ids), change: {state: pick(states), onlinePlayers: below(3)}}],
			}),
		'a move': () => press('1', pick(['j', 'k', 'g', 'G', 'pagedown', 'pageup'])),
		'a pane': () =>
			press(pick(['1', '2', '3', '4', '5', '6', '7', '8', 'tab', 'shift+tab', 'enter', 'd', '0'])),
		'a selection': () => press('1', pick([' ', 'v', '*', '-'])),
		'a jump': () => press(pick(['!', '.'])),
		back: () => press(pick(['esc', 'q', '+', '_'])),
		group: () => press('1', 'b'),
		'Enter on a node': () => press('5', pick(['j', 'k']), 'enter'),
		'a typed filter': () => press('1', '/', ...pick(filters), pick(['enter', 'esc'])),
		'a filter that is being typed': () => press('1', '/', 'n', 'a'),
		':filter': () => void palette('filter', pick(filters)),
		':view': () => void palette('view', pick(['down', 'far'])),
		':go': () => void palette('go', `name-${pick(ids)}`),
		':sort': () => void palette('sort', pick(sortIds as readonly [string])),
		'an input': () => press('i', ...(below(2) === 0 ? ['esc'] : [])),
		'a click': () =>
			handleMouse(
				app.services,
				{servers: ids, list: []},
				{kind: pick(['click', 'wheelDown']), x: below(80), y: below(24)},
			),
		'a resize': () =>
			store.dispatch({
				type: 'view/changed',
				change: {
					size: pick([
						{columns: 80, rows: 24},
						{columns: 120, rows: 40},
					]),
				},
			}),
	};
}

/** The current server as the screen shows it: the row with the cursor. */
const highlighted = (app: HeadlessApp): string | undefined => {
	const state = app.state();
	return listRows(state).ids.find(id => id === state.view.currentId);
};

function checkTargets(app: HeadlessApp, trail: readonly string[]): void {
	const state = app.state();
	const {server: current, servers} = targetsOf(state, app.services.screens);
	const selected = selectedServers(state);
	const shown = highlighted(app);
	const strays = [
		...servers.filter(id => (!selected.has(id) && id !== shown) || !state.fleet.servers.has(id)),
		...selected.difference(new Set(state.fleet.order)),
	];
	expect({trail, current, strays}).toEqual({trail, current: shown, strays: []});
	const isForMany = selected.size > 0 && ['servers', 'results'].includes(state.view.pane);
	const prompt = promptOf(state, app.services.settings, {width: 100}).text;
	const named = shown === undefined ? '[no server]' : `[name-${shown}`;
	const isRight = state.view.input || isForMany || prompt.startsWith(named);
	expect({trail, prompt, isRight}).toEqual({trail, prompt, isRight: true});
}

const serverKeys = ['S', 'X', 'R', 'B', 'E', 'i', 'a', 'w', 'd', 'enter', ' '] as const;

/** Without a current server or a selection, a key of servers does nothing but say why. */
function checkKeys(app: HeadlessApp, key: string, trail: readonly string[]): void {
	const before = app.state();
	const {servers} = targetsOf(before, app.services.screens);
	if (before.view.pane !== 'servers' || servers.length > 0 || before.view.input || before.dialog) return;
	if (before.view.filter.editing) return;
	endTypingGuard(app.services);
	app.press(key);
	const {dialog, view, notices} = app.state();
	const {pane, input, selection} = view;
	const said = /No server is highlighted|is hidden by the filter/.test(notices.at(-1)?.text ?? '');
	expect({trail, key, dialog, pane, input, selection, said}).toEqual({
		trail,
		key,
		dialog: undefined,
		pane: 'servers',
		input: false,
		selection: before.view.selection,
		said: true,
	});
}

describe('keys always act on the highlighted row of the list, or report that there is none', () => {
	test.each(Array.from({length: 25}, (_, seed) => seed))('seed %i', async seed => {
		const random = createRandom(seed);
		const app = openRandomApp(random);
		const all = Object.entries(actions(app, random));
		const trail: string[] = [];
		for (let step = 0; step < 80; step++) {
			const before = app.state();
			const wasShown = highlighted(app);
			const sent = app.sent.length;
			const [name, act] = all[random.below(all.length)] ?? all[0] ?? ['', () => {}];
			trail.push(name);
			act();
			checkTargets(app, trail);
			const now = app.state();
			const isSentUnseen =
				app.sent.length > sent &&
				before.input.armed === undefined &&
				!before.view.toSelection &&
				wasShown === undefined &&
				highlighted(app) === undefined;
			const lost = [...before.view.selection].filter(id => !now.fleet.servers.has(id)).slice(0, 3);
			const said = now.notices.map(({text}) => text).join(' ');
			const unsaid = lost.filter(id => !said.includes(`name-${id}`));
			const kept = [...now.view.selection].filter(id => !now.fleet.servers.has(id));
			expect({trail, isSentUnseen, unsaid, kept}).toEqual({trail, isSentUnseen: false, unsaid: [], kept: []});
			checkKeys(app, random.pick(serverKeys), trail);
			if (app.state().dialog) app.services.store.dispatch({type: 'dialog/closed'});
			await app.services.clock.advance(20);
		}
		expect(app.sent.every(({method}) => method === 'await')).toBe(true);
	});
});

/** Two servers; the filter shows servers that are up; the first is current and goes down. */
function openHidden(): HeadlessApp {
	const app = openHeadlessApp([server('a'), server('b')]);
	app.press('/', ...'state:up', 'enter');
	app.services.store.dispatch({
		type: 'fleet/received',
		at: startAt,
		changes: [{serverId: 'a', change: {state: 'OFFLINE'}}],
	});
	return app;
}

test.each(['1', '2', '3'])('a server that leaves the filtered list is not current in pane %s', pane => {
	const app = openHidden();
	app.press(pane);
	for (const key of ['R', 'X', 'S', 'B', 'i']) {
		app.press(key);
		expect(app.state().dialog).toBeUndefined();
		expect(app.state().view.input).toBe(false);
		expect(app.lastNotice()).toContain('name-a is hidden by the filter.');
	}
	app.press('1', 'j', 'R');
	expect(app.state().dialog).toMatchObject({kind: 'form', serverIds: ['b']});
});

test('Enter on a node highlights its first server', () => {
	const app = openHeadlessApp([
		server('a', 'ONLINE', {nodeId: 'n1', nodeName: 'eu-1'}),
		server('b', 'ONLINE', {nodeId: 'n2', nodeName: 'eu-2'}),
	]);
	const all = [aNode({id: 'n2', name: 'eu-2'}), aNode({id: 'n1', name: 'eu-1'})];
	app.services.store.dispatch({type: 'nodes/read', at: startAt, nodes: all});
	app.press('5', 'j', 'enter');
	expect(highlighted(app)).toBe('b');
	app.press('R');
	expect(app.state().dialog).toMatchObject({serverIds: ['b']});
});

test('`:filter` highlights a server that it shows', async () => {
	const app = openHeadlessApp([server('a'), server('b')]);
	await app.openDialog(':');
	app.type('filter name-b');
	await app.services.clock.advance(1000);
	app.press('enter');
	expect(app.state().view.filter.field.text).toBe('name-b');
	expect(highlighted(app)).toBe('b');
});

test('going to a hidden server clears the filter, and says so', () => {
	const app = openHeadlessApp([server('a'), server('b', 'OFFLINE')]);
	reportLost(app.services);
	app.press('/', ...'name-a', 'enter');
	wordedCommands.find(({name}) => name === 'go')?.run(app.services, 'name-b');
	expect(highlighted(app)).toBe('b');
	expect(app.lastNotice()).toBe('The filter was cleared to show name-b.');
});

test('a filter that Esc clears needs no notice', () => {
	const app = openHeadlessApp([server('a'), server('b')]);
	reportLost(app.services);
	app.press('/', ...'name-a', 'enter', 'esc');
	expect(app.state().view.filter.field.text).toBe('');
	expect(app.lastNotice()).toBe('');
	// Neither if a poll has hidden the highlighted server since.
	app.press('/', ...'state:up', 'enter');
	const change = {serverId: app.state().view.currentId ?? '', change: {state: 'OFFLINE'}};
	app.services.store.dispatch({type: 'fleet/received', at: startAt, changes: [change]});
	app.press('esc');
	expect(app.state().view.filter.field.text).toBe('');
	expect(app.lastNotice()).toBe('');
});

test('an open input names its server and needs a second Enter once the filter hides it', async () => {
	const app = openHeadlessApp([server('a'), server('b')]);
	app.press('/', ...'state:up', 'enter', 'i', ...'say hi');
	app.services.store.dispatch({
		type: 'fleet/received',
		at: startAt,
		changes: [{serverId: 'a', change: {state: 'OFFLINE'}}],
	});
	expect(promptOf(app.state(), app.services.settings, {width: 100}).text).toMatch(/^\[name-a/);
	app.press('enter');
	await app.settle();
	expect(app.sent).toEqual([]);
	expect(app.lastNotice()).toContain('name-a is hidden by the filter.');
	app.press('enter');
	await app.settle();
	expect(app.sent).toMatchObject([{method: 'await', input: {serverId: 'a', command: 'say hi'}}]);
});

test('a selected server that leaves the list is named, and is not selected when it returns', () => {
	const all = [server('a'), server('b'), server('c')];
	const app = openHeadlessApp(all);
	reportLost(app.services);
	const poll = (servers: readonly GameServer[]) =>
		app.services.store.dispatch({type: 'fleet/polled', at: startAt, latencyMs: 1, servers, unreadable: []});
	app.press('*');
	poll(all.slice(1));
	expect(app.lastNotice()).toBe('No longer listed, so no longer selected: name-a. 2 selected.');
	poll(all);
	expect([...selectedServers(app.state())]).toEqual(['b', 'c']);
});

const letters = (text: string) => [...text].map(id => server(id));

test.each([
	{lost: 'c', pressed: 'j', to: 'd'},
	{lost: 'c', pressed: 'k', to: 'b'},
	{lost: 'c', pressed: 'down', to: 'd'},
	{lost: 'a', pressed: 'j', to: 'b'},
	{lost: 'a', pressed: 'k', to: 'b'},
	{lost: 'e', pressed: 'j', to: 'd'},
	{lost: 'e', pressed: 'k', to: 'd'},
	{lost: 'c', alsoLost: 'ad', pressed: 'j', to: 'e'},
	{lost: 'c', alsoLost: 'ad', pressed: 'k', to: 'b'},
	{lost: 'c', pressed: 'g', to: 'a'},
	{lost: 'c', pressed: 'G', to: 'e'},
	{lost: 'c', pressed: 'pagedown', to: 'e'},
])('$pressed goes to $to after the list has lost $lost', ({lost, alsoLost = '', pressed, to}) => {
	const poll = (servers: readonly GameServer[]) =>
		app.services.store.dispatch({type: 'fleet/polled', at: startAt, latencyMs: 1, servers, unreadable: []});
	const app = openHeadlessApp(letters('abcde'), lost);
	poll(letters('abcde').filter(({id}) => id !== lost && !alsoLost.includes(id)));
	expect(highlighted(app)).toBeUndefined();
	expect(targetsOf(app.state(), app.services.screens).server).toBeUndefined();
	app.press('R');
	expect(app.state().dialog).toBeUndefined();
	app.press(pressed);
	expect(highlighted(app)).toBe(to);
	expect(targetsOf(app.state(), app.services.screens).server).toBe(to);
});

test('a server that the filter hides gives the cursor to its neighbor, also after more have left', () => {
	const app = openHeadlessApp(letters('abcde'), 'c');
	app.press('/', ...'state:up', 'enter');
	const goesDown = (serverId: string) =>
		app.services.store.dispatch({
			type: 'fleet/received',
			at: startAt,
			changes: [{serverId, change: {state: 'OFFLINE'}}],
		});
	goesDown('c');
	goesDown('d');
	expect(highlighted(app)).toBeUndefined();
	app.press('j');
	expect(highlighted(app)).toBe('e');
	app.press('k');
	expect(highlighted(app)).toBe('b');
});
