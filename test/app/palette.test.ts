import {screenIds} from '../../src/messages/screen-words.ts';
import {expect, test} from 'vitest';
import {handleKey, handlePaste} from '../../src/app/keys.ts';
import {fuzzyScore} from '../../src/app/kernel/text/fuzzy.ts';
import {paletteView} from '../../src/app/palette-view.ts';
import {keyOf, renderWithKeys} from '../../src/app/kernel/keys/keymap.ts';
import {palettePlaces} from '../../src/messages/keys.ts';
import {startAt} from '../helpers/builders.ts';
import {usualKeymap} from '../helpers/keymap.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../helpers/headless-app.ts';

const fleet = [server('a'), server('b', 'OFFLINE', {displayName: 'ark-isl-2'})];

/** Opens the palette and waits until it accepts Enter. */
async function opened(typed = '', ...before: string[]): Promise<HeadlessApp> {
	const app = openHeadlessApp(fleet);
	app.press(...before);
	await app.openDialog(':');
	app.type(typed);
	return app;
}

const offered = (app: HeadlessApp) => paletteView(app.state(), app.services)?.items ?? [];
/** Returns the heading of the section that an item is in. */
const headingOf = (items: ReturnType<typeof offered>, item: ReturnType<typeof offered>[number]) =>
	items.slice(0, items.indexOf(item) + 1).findLast(({heading}) => heading !== undefined)?.heading;
const names = (app: HeadlessApp) => offered(app).map(({name}) => name);

test('finds every command by part of its name, its words, or its key', async () => {
	expect(names(await opened('restart'))[0]).toBe('Restart server');
	expect(names(await opened('rstrt'))).toContain('Restart server');
	expect(names(await opened('R'))[0]).toBe('Restart server');
	expect(names(await opened('next alert'))[0]).toBe('Next alert');
	expect(names(await opened('invited'))).toEqual([]);
});

test('what works only elsewhere comes after all that works here', async () => {
	const found = offered(await opened('res'));
	const first = found.findIndex(({isElsewhere}) => isElsewhere);
	expect(first).toBeGreaterThan(0);
	expect(found.slice(first).filter(({isElsewhere}) => !isElsewhere)).toEqual([]);
});

test('the highlighted item stays highlighted while the items change', async () => {
	const app = await opened('server');
	app.press('down', 'down', 'down');
	const at = () => {
		const view = paletteView(app.state(), app.services);
		return view?.items[view.at]?.id;
	};
	const before = at();
	app.services.store.dispatch({
		type: 'fleet/received',
		at: startAt,
		changes: [{serverId: 'a', change: {state: 'OFFLINE'}}],
	});
	expect(at()).toBe(before);
});

test('ranks commands that work here before equal matches that work elsewhere', async () => {
	expect(names(await opened('filter')).slice(0, 2)).toEqual(['filter WORDS', 'Filter servers']);
	expect(names(await opened('filter', '4')).slice(1, 3)).toEqual(['Filter by kind', 'Filter timeline']);
	expect(names(await opened('/'))[0]).toBe('Filter servers');
});

test.each([
	['kick', 'Players on all servers'],
	['kick player', 'Players on all servers'],
	['unban', 'Bans on all servers'],
	['logs', 'Console pane'],
	['delete', 'Edit server'],
])('finds by %j what leads there: %s', async (typed, name) => {
	expect(names(await opened(typed))[0]).toBe(name);
});

test('finds the players and their bans by "ban", and what deletes an automation by "delete"', async () => {
	expect(names(await opened('ban'))).toEqual(
		expect.arrayContaining(['Bans on all servers', 'Players on all servers']),
	);
	const app = openHeadlessApp(fleet);
	app.services.store.dispatch({type: 'access/offered', endpoint: 'deleteAutomation'});
	await app.openDialog(':');
	app.type('delete');
	expect(offered(app).find(({name}) => name === 'Delete automation')?.blocked).toBe(
		'Only in Automations (press 6)',
	);
});

test('only opens the dialog of an action, for the current server', async () => {
	const app = await opened('restart');
	app.press('enter');
	expect(app.state().dialog).toMatchObject({kind: 'form', form: 'restart', serverId: 'a'});
	expect(app.sent).toEqual([]);
});

test('reports a missing permission for an action, as its key does', async () => {
	const app = await opened('restart');
	app.services.store.dispatch({type: 'access/learned', permission: 'MANAGE_SERVERS', standing: 'lacking'});
	app.press('enter');
	expect(app.lastNotice()).toContain('Your credentials lack the permission MANAGE_SERVERS');
	expect(app.state().dialog).toMatchObject({kind: 'form', form: 'restart'});
});

test('shows why a command is blocked and keeps it in the list', async () => {
	const app = await opened('start server');
	expect(offered(app).find(({name}) => name === 'Start server')?.blocked).toContain('is already ONLINE');
	const kick = await opened('kick member');
	kick.press('enter');
	expect(kick.lastNotice()).toBe('Only in Team (press 7)');
	expect(kick.state().dialog).toMatchObject({kind: 'palette'});
});

test('runs a harmless command at once, and one that acts only after a pause', async () => {
	const app = openHeadlessApp(fleet);
	app.press(':');
	app.type('nodes');
	handleKey(app.services, 'enter', 'text');
	expect(app.state()).toMatchObject({dialog: undefined, view: {pane: 'nodes'}});
	app.press(':');
	app.type('quit');
	app.press('enter');
	expect(app.state().dialog).toMatchObject({kind: 'palette', field: {text: 'quit'}});
	expect(app.lastNotice()).toMatch(/Too fast/);
	await app.services.clock.advance(700);
	handleKey(app.services, 'enter', 'text');
	expect(app.state().dialog).toMatchObject({kind: 'palette'});
	app.press('enter');
	expect(app.state().dialog).toBeUndefined();
});

test('inserts a paste and never runs it', async () => {
	const app = await opened();
	handlePaste(app.services, 'nodes\n');
	expect(app.state().dialog).toMatchObject({kind: 'palette', field: {text: 'nodes'}});
	expect(app.state().view.pane).toBe('servers');
});

test('ranks commands of the current view first before anything is typed', async () => {
	const app = await opened('', '4');
	const all = names(app);
	expect(all.indexOf('Filter timeline')).toBeLessThan(all.indexOf('Start server'));
});

test('before anything is typed, available commands come first, in sections: recent, then by group', async () => {
	const app = await opened('by node');
	app.press('enter', ':');
	const items = offered(app);
	const headings = items.flatMap(({heading}) => heading ?? []);
	expect(headings).toEqual(['Recent', 'Act', 'Go', 'Act', 'Go', 'View', 'Move', 'Not now']);
	const firstBlocked = items.findIndex(({blocked}) => blocked !== undefined);
	expect(items[firstBlocked]?.heading).toBe('Not now');
	expect(items.slice(firstBlocked).every(({blocked}) => blocked !== undefined)).toBe(true);
});

test('80 columns by 24 rows show recent commands, what acts here and all other screens at once', async () => {
	const app = openHeadlessApp(fleet);
	app.services.store.dispatch({
		type: 'view/changed',
		change: {
			size: {columns: 80, rows: 24},
			recent: ['view.time', 'servers.details', 'list.group', 'app.redraw', 'app.refresh'],
		},
	});
	await app.openDialog(':');
	const {room} = paletteView(app.state(), app.services) ?? {};
	const shown = offered(app).slice(0, room);
	const sections = Map.groupBy(shown, item => headingOf(shown, item));
	expect(sections.get('Recent')).toHaveLength(4);
	expect(sections.get('Act')?.map(({name}) => name)).toEqual([
		'Stop server',
		'Restart server',
		'Broadcast to players',
		'Select server',
	]);
	expect(sections.get('Go')?.map(({keys}) => keys)).toEqual(['', '1', '4', '5', '6', '7', '8', '9', '0']);
});

test('lists the last command first', async () => {
	const app = await opened('by node');
	app.press('enter');
	expect(app.state().view.grouped).toBe(true);
	app.press(':');
	expect(names(app)[0]).toBe('Group by node');
});

test.each([
	['go isl-2', {currentId: 'b', pane: 'console'}],
	['filter state:down', {filter: {field: {text: 'state:down'}, editing: false}}],
	['sort players', {sort: 'players'}],
	['time utc', {time: 'utc'}],
])(':%s', async (typed, view) => {
	const app = await opened(typed);
	app.press('enter');
	expect(app.state()).toMatchObject({dialog: undefined, view});
});

test(':theme calls the front end and explains invalid arguments', async () => {
	const app = await opened('theme solarized');
	app.press('enter');
	expect(app.services.asked).toEqual(['theme solarized']);
	const wrong = await opened('sort moon');
	wrong.press('enter');
	expect(wrong.lastNotice()).toContain('must be one of alerts, name, players');
	const slip = await opened('go ark-isl-3');
	slip.press('enter');
	expect(slip.lastNotice()).toBe('There is no server "ark-isl-3". Did you mean ark-isl-2?');
});

test('on another screen, :filter filters its list', async () => {
	const app = await opened('filter eu', '5');
	app.press('enter');
	expect(app.state().screens.lists.nodes.filter.field.text).toBe('eu');
});

test('completes commands with arguments, and then their arguments, with Tab', async () => {
	const app = await opened('go');
	app.press('tab');
	app.type('isl');
	expect(names(app)).toEqual(['go ark-isl-2']);
	app.press('tab');
	expect(app.state().dialog).toMatchObject({field: {text: 'go ark-isl-2'}});
});

test('does not guess a name that matches two servers', async () => {
	const app = openHeadlessApp([server('a'), server('b')]);
	await app.openDialog(':');
	app.type('go name-');
	app.press('down', 'up', 'esc');
	expect(app.state().view.pane).toBe('servers');
	await app.openDialog(':');
	app.type('go');
	app.press('enter');
	expect(app.lastNotice()).toContain('Which server?');
});

test('closes with Esc and Ctrl-C', async () => {
	for (const key of ['esc', 'ctrl+c']) {
		const app = await opened('nodes');
		app.press(key);
		expect(app.state()).toMatchObject({dialog: undefined, view: {pane: 'servers'}});
	}
});

test('ranks a match at the start of a word before one in the middle, and that before scattered letters', () => {
	const score = (text: string) => fuzzyScore('rest', text) ?? Number.NaN;
	expect(score('restart')).toBeGreaterThan(score('the rest'));
	expect(score('the rest')).toBeGreaterThan(score('crest'));
	expect(score('crest')).toBeGreaterThan(score('r.e.s.t'));
	expect(fuzzyScore('rest', 'stop')).toBeUndefined();
});

test.each(['online', 'offline'])(
	'shows the whole description of each command on an %s server at 80 columns',
	async state => {
		const app = await opened('', ...(state === 'offline' ? ['j'] : []));
		app.services.store.dispatch({type: 'view/changed', change: {size: {columns: 80, rows: 24}}});
		const view = () => paletteView(app.state(), app.services);
		for (const {name, help, blocked = help} of offered(app)) {
			expect({name, about: view()?.about.join(' ').trim()}).toEqual({name, about: blocked});
			app.press('down');
		}
	},
);

test.each([
	[100, 30],
	[80, 24],
	[60, 12],
	[40, 10],
])('fits above the row of notices on a screen of %i by %i', async (columns, rows) => {
	const app = await opened();
	app.services.store.dispatch({type: 'view/changed', change: {size: {columns, rows}}});
	const {rect, room, about} = paletteView(app.state(), app.services) ?? {};
	expect((rect?.y ?? rows) + (rect?.height ?? rows)).toBeLessThan(rows);
	expect((room ?? 0) + (about?.length ?? 0) + 3).toBe(rect?.height);
});

test('names the keys of all screens where a command of every list works', () => {
	const named = renderWithKeys(palettePlaces.screens, usualKeymap);
	expect(named.match(/\b\d\b/g)).toEqual(
		screenIds.map(pane => keyOf(`app.${pane}`, usualKeymap)).filter(key => /\d/.test(key)),
	);
});

test('a filter by part of a name is offered', async () => {
	expect(names(await opened('filter ark'))).toEqual(['filter ark', 'filter name:ark']);
});
