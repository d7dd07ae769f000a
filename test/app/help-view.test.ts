import {expect, test} from 'vitest';
import {commands} from '../../src/app/features.ts';
import {helpView} from '../../src/app/help-view.ts';
import {keyLabel} from '../../src/app/kernel/keys/chords.ts';
import {scopeChains} from '../../src/app/kernel/keys/scope.ts';
import {paletteView} from '../../src/app/palette-view.ts';
import {widthOf} from '../../src/lib/text/width.ts';
import {viewChanged} from '../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../helpers/headless-app.ts';

const view = (app: HeadlessApp) => helpView(app.state(), app.services);
const cellsOf = (app: HeadlessApp) =>
	view(app).columns.flatMap(column => column.filter(cell => cell !== undefined));
const labels = (app: HeadlessApp) => cellsOf(app).map(({label}) => label);

/** All contexts in which `?` opens the help. */
const panes: readonly (readonly [name: string, ...keys: string[]])[] = [
	['server list', '1'],
	['console', '2'],
	['console', '2', '/', 'a', 'enter'],
	['results', 'c'],
	['server details', '3'],
	['timeline', '4'],
	['nodes', '5'],
	['node details', '5', 'd'],
	['automations', '6'],
	['automation details', '6', 'd'],
	['runs', '6', '*'],
	['run details', '6', '*', 'd'],
	['team', '7'],
	['team details', '7', 'd'],
	['players', '8'],
	['chat', '9'],
];

/** The help of a pane at a size. */
function openHelp(size: {columns: number; rows: number}, keys: readonly string[]): HeadlessApp {
	const app = openHeadlessApp();
	app.services.store.dispatch(viewChanged({size}));
	// The results pane cannot be opened by its key without results.
	if (keys[0] === 'c') app.services.store.dispatch(viewChanged({pane: 'results'}));
	app.press(...keys.slice(0, -1));
	// The details of a screen without rows cannot be opened by their key.
	const last = keys.at(-1) ?? '';
	const {pane} = app.state().view;
	if (last === 'd' && (pane === 'nodes' || pane === 'automations' || pane === 'team')) {
		const list = pane === 'automations' && keys.includes('*') ? 'runs' : pane;
		app.services.store.dispatch({type: 'screens/changed', list, change: {open: true}});
	} else if (last !== 'c') app.press(last);
	app.press('?');
	return app;
}

test.each(panes)('the keys of the %s fit one screen of 120x40, and two of 80x24', (name, ...keys) => {
	for (const [size, most] of [
		[{columns: 80, rows: 24}, 2],
		[{columns: 120, rows: 40}, 1],
		[{columns: 200, rows: 60}, 1],
	] as const) {
		const app = openHelp(size, keys);
		const {pages, rect, title, columnWidth} = view(app);
		expect(title).toBe(`Keys: ${name}`);
		expect(pages, `${title} at ${size.columns}x${size.rows}`).toBeLessThanOrEqual(most);
		expect(rect.y + rect.height).toBeLessThan(size.rows);
		expect(rect.x + rect.width).toBeLessThanOrEqual(size.columns);
		for (const {label, keys: named} of cellsOf(app))
			expect(Math.max(widthOf(label), widthOf(named))).toBeLessThan(columnWidth);
	}
});

test('lists each key of a pane once, with its function there', () => {
	for (const [, ...keys] of panes) {
		const app = openHelp({columns: 200, rows: 60}, keys);
		const scopes = app.services.keymap.commands.filter(({group}) => group !== undefined);
		const listed = cellsOf(app).filter(({kind}) => kind === 'key' || kind === 'blocked');
		const chords = listed.flatMap(cell => cell.keys.split(' '));
		expect(new Set(chords).size).toBe(chords.length);
		expect(chords).toEqual(expect.arrayContaining(['?', ':', 'Ctrl-C', '1']));
		const titles = new Set(scopes.map(({title}) => title));
		for (const {label} of listed) expect(titles).toContain(label.replaceAll(/^\(|\)$/g, ''));
	}
});

test('every command of a pane has a group, and no other command has one', () => {
	const inPanes = new Set(scopeChains.filter(chain => chain.includes('everywhere')).flat());
	const without = commands.filter(
		({scopes, group}) => (group !== undefined) !== scopes.some(scope => inPanes.has(scope)),
	);
	expect(without.map(({id}) => id)).toEqual([]);
});

test('labels have two to four words, and hints one or two', () => {
	const words = (text: string) => text.split(' ').length;
	expect(commands.filter(({title}) => words(title) < 2 || words(title) > 4).map(({title}) => title)).toEqual(
		[],
	);
	expect(
		commands.filter(({hint, short, title}) => hint && words(short ?? title) > 2).map(({id}) => id),
	).toEqual([]);
});

test('highlights blocked commands, whose keys show the reason', () => {
	const app = openHelp({columns: 120, rows: 40}, ['1']);
	expect(cellsOf(app).find(({keys}) => keys === 'S')).toEqual({
		kind: 'blocked',
		keys: 'S',
		label: '(Start server)',
	});
	expect(labels(app)).toContain('Restart server');
	app.press('S');
	expect(app.lastNotice()).toContain('name-a is already ONLINE.');
	expect(app.state().dialog).toMatchObject({kind: 'help'});
});

test('a listed key works from the help', () => {
	const app = openHelp({columns: 120, rows: 40}, ['1']);
	app.press('R');
	expect(app.state().dialog).toMatchObject({kind: 'form', form: 'restart', serverId: 'a'});
	app.press('esc', '?', 'b');
	expect(app.state()).toMatchObject({dialog: undefined, view: {grouped: true}});
	app.press('?', 'Z');
	expect(app.state().dialog).toMatchObject({kind: 'help'});
});

test.each(['?', '/', ':'])('%s in the help searches the keys of all panes', chord => {
	const app = openHelp({columns: 120, rows: 40}, ['1']);
	app.press(chord);
	const offered = (typed: string) => {
		app.services.store.dispatch({
			type: 'dialog/paletteChanged',
			change: {field: {text: typed, cursor: typed.length}, at: 0},
		});
		return paletteView(app.state(), app.services)?.items ?? [];
	};
	const all = offered('');
	const listed = new Map<string, string>(all.map(({id, keys}) => [id, keys]));
	expect(commands.filter(({id, keys}) => listed.get(id) !== keys.map(keyLabel).join(' '))).toEqual([]);
	expect(offered('kick member')[0]).toMatchObject({name: 'Kick member', blocked: 'Only in Team (press 7)'});
	expect(offered('delete previous word')[0]).toMatchObject({keys: 'Ctrl-W'});
});

test('paging stops at the last page', () => {
	const app = openHelp({columns: 80, rows: 24}, ['1']);
	const first = labels(app);
	expect(view(app)).toMatchObject({page: 0, pages: 2, note: expect.stringContaining('1 of 2: PgDn')});
	app.press('pagedown', 'pagedown', 'j');
	expect(view(app)).toMatchObject({page: 1, note: expect.stringContaining('2 of 2: PgUp')});
	expect(labels(app)).not.toEqual(first);
	app.press('g');
	expect(view(app).page).toBe(0);
	app.press('k', 'G');
	expect(view(app).page).toBe(1);
});

test('explains the symbols of the list', () => {
	const app = openHelp({columns: 120, rows: 40}, ['1']);
	const explained = cellsOf(app).flatMap(({kind, keys}) => (kind === 'sign' ? [keys] : []));
	expect(explained).toEqual(expect.arrayContaining(['>', 'x', '~', '?', '*', '+', 'RW', 'RO', '!!']));
});

test('the pages of the smallest screen show everything', () => {
	const app = openHeadlessApp([server('a')]);
	app.services.store.dispatch(viewChanged({size: {columns: 40, rows: 10}}));
	app.press('?');
	const seen = new Set<string>();
	for (let page = 0; page < view(app).pages; page++, app.press('pagedown'))
		for (const label of labels(app)) seen.add(label);
	expect([...seen]).toEqual(expect.arrayContaining(['Next server', 'Suspend to shell', 'Blocked now']));
});
