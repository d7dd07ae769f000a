import {noTargets} from '../../../src/app/kernel/state/targets.ts';
import {beforeEach, expect, test, vi} from 'vitest';
import {handleKey} from '../../../src/app/keys.ts';
import {menuCommands} from '../../../src/app/kernel/dialogs/open-menu.ts';
import {registry} from '../../../src/app/features.ts';
import {paneIds} from '../../../src/app/kernel/state/view-state.ts';
import {startAt} from '../../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';

let app: HeadlessApp;
beforeEach(() => {
	app = openHeadlessApp([server('a', 'ONLINE', {serverIp: '10.0.0.1', serverPort: 7777}), server('b')]);
});
const copied = () => app.services.asked.filter(asked => asked.startsWith('copy '));
const sort = () => app.state().view.sort;
const menu = () => app.state().dialog;

test('the letter of a choice selects it, however quickly it is typed', async () => {
	app.press('y', 'n');
	await app.settle();
	expect(copied()).toEqual(['copy name-a']);
	app.press('y', 'd');
	await app.settle();
	expect(copied().at(-1)).toBe('copy 10.0.0.1:7777');
	expect(menu()).toBeUndefined();
	app.press('s', 'p');
	expect(sort()).toBe('players');
});

test('in a console `y l` copies the line, and `y a` its answer', async () => {
	app.services.store.dispatch({
		type: 'rcon/received',
		serverId: 'a',
		at: startAt,
		via: 'feed',
		commands: [{command: 'save', response: 'saved', commandId: 'c', timestamp: startAt}],
	});
	app.press('2', 'y', 'l', 'y', 'a');
	await app.settle();
	expect(copied()).toEqual(['copy save', 'copy saved']);
});

test('both keys in one read, as from a slow connection, work the same', async () => {
	for (const key of ['y', 'n']) handleKey(app.services, key, 'text');
	await app.settle();
	expect(copied()).toEqual(['copy name-a']);
});

test('navigation and Enter work as soon as the menu is open', () => {
	app.press('s', 'j', 'j', 'enter');
	expect(sort()).toBe('players');
});

test('Enter chooses the highlighted item although the items have changed', () => {
	const chosen: string[] = [];
	const all = ['one', 'two', 'three'].map(id => ({
		id,
		label: id,
		choose: () => void chosen.push(id),
	}));
	let shown = all;
	const items = vi.spyOn(app.services.menus.views, 'items').mockImplementation(() => shown);
	app.press('f', 'j');
	shown = all.toReversed().slice(0, 2);
	app.press('enter');
	items.mockRestore();
	expect(chosen).toEqual(['two']);
});

test('an Enter held down since before the menu opened selects nothing, and a new press does', async () => {
	app.press(':', ...'sort', 'down');
	await app.services.clock.advance(500);
	app.press('enter');
	expect(menu()).toMatchObject({kind: 'menu'});
	await app.services.clock.advance(660);
	for (let repeat = 0; repeat < 40; repeat++) {
		app.press('enter');
		await app.services.clock.advance(repeat === 0 ? 399 : 40);
	}
	expect(menu()).toMatchObject({kind: 'menu', menu: 'sort'});
	expect(app.lastNotice()).toContain('Press Enter again');
	// A slow connection delivers a held key in one late read.
	await app.services.clock.advance(2000);
	for (let repeat = 0; repeat < 3; repeat++) handleKey(app.services, 'enter', 'keys');
	expect(menu()).toMatchObject({kind: 'menu', menu: 'sort'});
	await app.services.clock.advance(400);
	app.press('j', 'enter');
	expect(sort()).toBe('name');
});

test('typing something else and then Enter selects nothing', async () => {
	app.press('s', 'e', 'r', 'v', 'e', 'r', 'enter');
	expect(menu()).toMatchObject({kind: 'menu'});
	expect(sort()).toBe('alerts');
	await app.services.clock.advance(400);
	app.press('j', 'enter');
	expect(sort()).toBe('name');
});

test('an Enter in one read with text selects nothing, because it may be a paste', () => {
	for (const key of ['s', 'j', 'enter']) handleKey(app.services, key, 'text');
	expect(menu()).toMatchObject({kind: 'menu'});
	expect(sort()).toBe('alerts');
});

test('the letter of a blocked choice shows the reason and moves the cursor there', () => {
	app.press('y', 'd', 'E', 'd');
	expect(menu()).toMatchObject({kind: 'menu', menu: 'edit', at: 1});
	expect(app.lastNotice()).toContain('Stop it');
});

test('Enter on a blocked choice shows the reason, and another Enter may follow at once', () => {
	app.press('E', 'j', 'enter');
	expect(app.lastNotice()).toContain('Stop it');
	app.press('k', 'enter');
	expect(app.state().dialog).toMatchObject({kind: 'form', form: 'rename'});
});

test('choice letters do not clash with menu keys or opening keys, and each occurs once', () => {
	const taken = menuCommands.flatMap(({keys}) => keys);
	const openers = {sort: 's', edit: 'E', span: 'l', task: 'C', copy: 'y', take: 'e'};
	for (const [id, menu] of Object.entries(registry.menus)) {
		for (const pane of paneIds) {
			const state = {...app.state(), view: {...app.state().view, pane}};
			const letters = menu
				.items(state, {...noTargets, server: 'a', servers: ['a']}, registry.screens)
				.flatMap(({key}) => key ?? []);
			expect(new Set(letters).size).toBe(letters.length);
			const opener = Object.entries(openers).find(([name]) => name === id)?.[1] ?? '';
			for (const letter of letters) expect([...taken, opener]).not.toContain(letter);
		}
	}
});
