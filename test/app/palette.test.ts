import {expect, test} from 'vitest';
import {handleKey, handlePaste} from '../../src/app/keys.ts';
import {fuzzyScore} from '../../src/app/kernel/fuzzy.ts';
import {paletteView} from '../../src/app/palette-view.ts';
import {openDesk, server, type Desk} from '../helpers/desk.ts';

const fleet = [server('a'), server('b', 'OFFLINE', {displayName: 'ark-isl-2'})];

/** The palette, open, with its moment passed in which Enter is not meant for it. */
async function opened(typed = '', ...before: string[]): Promise<Desk> {
	const desk = openDesk(fleet);
	desk.press(...before);
	await desk.openDialog(':');
	desk.type(typed);
	return desk;
}

const offered = (desk: Desk) => paletteView(desk.state(), desk.services)?.items ?? [];
const names = (desk: Desk) => offered(desk).map(({name}) => name);

test('every command is found by a part of its name, its words, or its key', async () => {
	expect(names(await opened('restart'))[0]).toBe('Restart server');
	expect(names(await opened('rstrt'))).toContain('Restart server');
	expect(names(await opened('R'))[0]).toBe('Restart server');
	expect(names(await opened('next alert'))[0]).toBe('Next alert');
	expect(names(await opened('invited'))).toEqual([]);
});

test('what works here goes before what fits as well and works elsewhere', async () => {
	expect(names(await opened('filter')).slice(0, 3)).toEqual([
		'filter WORDS',
		'Filter servers',
		'Filter rows',
	]);
	expect(names(await opened('filter', '4')).slice(1, 3)).toEqual(['Filter by kind', 'Filter timeline']);
	expect(names(await opened('/'))[0]).toBe('Filter servers');
});

test('an acting command only opens its dialog, about what was selected', async () => {
	const desk = await opened('restart');
	desk.press('enter');
	expect(desk.state().dialog).toMatchObject({kind: 'form', form: 'restart', serverId: 'a'});
	expect(desk.sent).toEqual([]);
});

test('what acts says which permission is known to be missing, as its key does', async () => {
	const desk = await opened('restart');
	desk.services.store.dispatch({type: 'access/learned', permission: 'MANAGE_SERVERS', standing: 'lacking'});
	desk.press('enter');
	expect(desk.lastNotice()).toContain('Your credentials lack the permission MANAGE_SERVERS');
	expect(desk.state().dialog).toMatchObject({kind: 'form', form: 'restart'});
});

test('what cannot run here says why, and stays offered', async () => {
	const desk = await opened('start server');
	expect(offered(desk).find(({name}) => name === 'Start server')?.blocked).toContain('is already ONLINE');
	const kick = await opened('kick');
	kick.press('enter');
	expect(kick.lastNotice()).toBe('It works in the team (7).');
	expect(kick.state().dialog).toMatchObject({kind: 'palette'});
});

test('Enter too early and Enter with text are not taken; letters are, at once', async () => {
	const desk = openDesk(fleet);
	desk.press(':');
	desk.type('nodes');
	desk.press('enter');
	expect(desk.state().dialog).toMatchObject({kind: 'palette', field: {text: 'nodes'}});
	await desk.services.clock.advance(400);
	handleKey(desk.services, 'enter', 'text');
	expect(desk.state().dialog).toMatchObject({kind: 'palette'});
	desk.press('enter');
	expect(desk.state()).toMatchObject({dialog: undefined, view: {pane: 'nodes'}});
});

test('a paste is typed in, and never runs', async () => {
	const desk = await opened();
	handlePaste(desk.services, 'nodes\n');
	expect(desk.state().dialog).toMatchObject({kind: 'palette', field: {text: 'nodes'}});
	expect(desk.state().view.pane).toBe('servers');
});

test('before anything is typed, what works where it was opened goes before what does not', async () => {
	const desk = await opened('', '4');
	const all = names(desk);
	expect(all.indexOf('Filter timeline')).toBeLessThan(all.indexOf('Start server'));
});

test('what was run last is first', async () => {
	const desk = await opened('by node');
	desk.press('enter');
	expect(desk.state().view.grouped).toBe(true);
	desk.press(':');
	expect(names(desk)[0]).toBe('Group by node');
});

test.each([
	['go isl-2', {currentId: 'b', pane: 'console'}],
	['filter state:down', {filter: {field: {text: 'state:down'}, editing: false}}],
	['sort players', {sort: 'players'}],
	['time utc', {time: 'utc'}],
])(':%s', async (typed, view) => {
	const desk = await opened(typed);
	desk.press('enter');
	expect(desk.state()).toMatchObject({dialog: undefined, view});
});

test(':theme asks the front end; words that are none are explained', async () => {
	const desk = await opened('theme light');
	desk.press('enter');
	expect(desk.services.asked).toEqual(['theme light']);
	const wrong = await opened('sort moon');
	wrong.press('enter');
	expect(wrong.lastNotice()).toContain('is one of trouble, name, players');
	const slip = await opened('go ark-isl-3');
	slip.press('enter');
	expect(slip.lastNotice()).toBe('There is no server "ark-isl-3". Did you mean ark-isl-2?');
});

test('on a screen of its own, :filter filters its list', async () => {
	const desk = await opened('filter eu', '5');
	desk.press('enter');
	expect(desk.state().screens.lists.nodes.filter.field.text).toBe('eu');
});

test('Tab completes a command that takes words, and then its words', async () => {
	const desk = await opened('go');
	desk.press('tab');
	desk.type('isl');
	expect(names(desk)).toEqual(['go ark-isl-2']);
	desk.press('tab');
	expect(desk.state().dialog).toMatchObject({field: {text: 'go ark-isl-2'}});
});

test('a name that fits two servers is not guessed', async () => {
	const desk = openDesk([server('a'), server('b')]);
	await desk.openDialog(':');
	desk.type('go name-');
	desk.press('down', 'up', 'esc');
	expect(desk.state().view.pane).toBe('servers');
	await desk.openDialog(':');
	desk.type('go');
	desk.press('enter');
	expect(desk.lastNotice()).toContain('Which server?');
});

test('Esc closes it, and Ctrl-C does', async () => {
	for (const key of ['esc', 'ctrl+c']) {
		const desk = await opened('nodes');
		desk.press(key);
		expect(desk.state()).toMatchObject({dialog: undefined, view: {pane: 'servers'}});
	}
});

test('a start of a word goes before its middle, and that before scattered letters', () => {
	const score = (text: string) => fuzzyScore('rest', text) ?? Number.NaN;
	expect(score('restart')).toBeGreaterThan(score('the rest'));
	expect(score('the rest')).toBeGreaterThan(score('crest'));
	expect(score('crest')).toBeGreaterThan(score('r.e.s.t'));
	expect(fuzzyScore('rest', 'stop')).toBeUndefined();
});
