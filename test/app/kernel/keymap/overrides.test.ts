import {paneIds} from '../../../../src/app/kernel/state/view-state.ts';
import {describe, expect, test} from 'vitest';
import {chordNamed} from '../../../../src/app/kernel/keys/chords.ts';
import {commandFor, hintsFor} from '../../../../src/app/hints.ts';
import {commands, registry} from '../../../../src/app/features.ts';
import {keyReference} from '../../../../src/app/key-reference.ts';
import {withOverrides} from '../../../../src/app/kernel/keys/overrides.ts';
import {scopeChains} from '../../../../src/app/kernel/keys/scope.ts';
import {scopesOf} from '../../../../src/app/focus.ts';
import {handleKey} from '../../../../src/app/keys.ts';
import {initialState, type State} from '../../../../src/app/state.ts';
import {aJob} from '../../../helpers/a-job.ts';
import {openHeadlessApp, server} from '../../../helpers/headless-app.ts';
import {testSettings} from '../../../helpers/fake-services.ts';
import {usualKeymap} from '../../../helpers/keymap.ts';
import type {CommandInfo} from '../../../../src/app/kernel/keys/command-info.ts';
import {createKeymap, keyOf} from '../../../../src/app/kernel/keys/keymap.ts';

const keysOf = (overrides: Record<string, string[]>, id: string) =>
	withOverrides(commands, overrides).commands.find(command => command.id === id)?.keys;
const problems = (overrides: Record<string, string[]>) =>
	withOverrides(commands, overrides).problems.map(({id, level, message}) => `${level} ${id}: ${message}`);

describe('a command with other keys', () => {
	const keymap = createKeymap(commands, {'list.sort': ['o'], 'app.jobs': ['J'], 'servers.restart': ['Z']});
	const keyed = {...registry, settings: testSettings, keymap};

	test('responds to them, and no longer to its defaults', () => {
		const app = openHeadlessApp(undefined, 'a', {settings: {keys: {'servers.restart': ['Z']}}});
		handleKey(app.services, 'R');
		expect(app.state().dialog).toBeUndefined();
		handleKey(app.services, 'Z');
		expect(app.state().dialog).toMatchObject({kind: 'form', form: 'restart'});
	});

	test('shows them in the hint bar and in the help', () => {
		expect(hintsFor(openHeadlessApp().state(), keyed)).toContainEqual({
			id: 'servers.restart',
			key: 'Z',
			title: 'Restart',
		});
		const row = keyReference(keymap).find(row => row.kind === 'key' && row.id === 'servers.restart');
		expect(row).toMatchObject({keys: 'Z'});
	});

	test('does not affect a session without them', () => {
		expect(commandFor('R', initialState, usualKeymap)?.id).toBe('servers.restart');
		expect(commandFor('Z', initialState, usualKeymap)).toBeUndefined();
	});
});

test('two commands may swap their keys', () => {
	const traded = {'list.views': ['b'], 'list.group': ['f']};
	expect(problems(traded)).toEqual([]);
	expect(keysOf(traded, 'list.views')).toEqual(['b']);
	expect(keysOf(traded, 'list.group')).toEqual(['f']);
});

test('accepts common spellings of keys', () => {
	expect(['f', 'Ctrl-F', 'C-f', 'space', 'PgDn', 'Shift-Tab', 'é', 'Alt-x', 'M-X'].map(chordNamed)).toEqual(
		['f', 'ctrl+f', 'ctrl+f', ' ', 'pagedown', 'shift+tab', 'é', 'alt+x', 'alt+X'].map(chord => ({chord})),
	);
	expect(['f5', 'ctrl+m', 'ctrl+shift+f', 'hyper', ''].every(key => 'problem' in chordNamed(key))).toBe(true);
});

test.each([
	[{'servers.restrat': ['Z']}, /problem servers\.restrat: there is no such command/],
	[{'servers.restart': ['z']}, /it changes servers: use an uppercase letter, not z/],
	[{'servers.restart': ['ctrl+r']}, /it changes servers/],
	[{'list.sort': ['Z']}, /uppercase letters are for commands that change servers/],
	[{'list.sort': ['q']}, /q is the key of app\.quit \(Back or quit\)/],
	[{'list.sort': ['?']}, /\? is the key of app\.help/],
	[{'list.sort': [':']}, /: is the key of app\.palette/],
	[{'list.sort': ['enter']}, /Enter is the key of servers\.open/],
	[{'field.word': ['tab']}, /Tab is the key of palette\.complete/],
	[{'list.sort': ['z'], 'list.group': ['z']}, /problem list\.group: z is the key of list\.sort/],
	[{'list.sort': []}, /it needs at least one key/],
	[{'list.sort': ['f5']}, /f5 does not reach rcondeck/],
	[{'servers.restart': ['alt+r']}, /it changes servers/],
	[{'list.sort': ['Alt-S']}, /uppercase letters are for commands that change servers/],
	[{'input.complete': ['x']}, /x types a character here/],
	[{'input.send': ['ctrl+f']}, /Enter is protected and cannot be changed/],
	[{'app.interrupt': ['ctrl+g']}, /Ctrl-C is protected and cannot be changed/],
	[{'app.quit': ['esc']}, /Esc only goes back/],
	[{'list.sort': ['ctrl+c']}, /Ctrl-C is the key of app\.interrupt/],
])('reports %j, and the command keeps its keys', (overrides: Record<string, string[]>, message) => {
	const [id = ''] = Object.keys(overrides).slice(-1);
	expect(problems(overrides)).toEqual([expect.stringMatching(message)]);
	expect(keysOf(overrides, id)).toEqual(commands.find(command => command.id === id)?.keys);
});

test('a key that some terminals reserve is added to the default key', () => {
	const overrides = {'list.sort': ['ctrl+s']};
	expect(problems(overrides)).toEqual([
		'warning list.sort: Ctrl-S does not reach rcondeck in every terminal: the default key is kept as well',
	]);
	expect(keysOf(overrides, 'list.sort')).toEqual(['ctrl+s', 's']);
});

test('reports no default key for a command that has none', () => {
	const bare = commands.map(command => (command.id === 'list.sort' ? {...command, keys: []} : command));
	expect(withOverrides(bare, {'list.sort': ['ctrl+s']}).problems).toMatchObject([
		{message: 'Ctrl-S does not reach rcondeck in every terminal'},
	]);
});

test('knows every combination of scopes', () => {
	const known = new Set(scopeChains.map(chain => chain.join(' ')));
	const dialogs = ['help', 'jobs', 'menu', 'paste', 'palette'].map(
		kind => ({...initialState, dialog: {kind}}) as unknown as State,
	);
	const panes = paneIds.map(pane => ({...initialState, view: {...initialState.view, pane}}));
	const input = {...initialState, view: {...initialState.view, input: true, currentId: 'a'}};
	for (const state of [initialState, input, ...dialogs, ...panes]) {
		expect(known).toContain(scopesOf(state).join(' '));
	}
});

test('an Alt key is additional; an unassigned one is Esc followed by the key', () => {
	const keys = {'list.sort': ['alt+o']};
	expect(problems(keys)).toEqual([expect.stringMatching(/^warning list\.sort: Alt-o does not reach/)]);
	const app = openHeadlessApp(undefined, 'a', {settings: {keys}});
	app.press('2', 'alt+k');
	expect(app.state().view.pane).toBe('servers');
	app.press('alt+o');
	expect(app.state().dialog).toMatchObject({kind: 'menu', menu: 'sort'});
});

test('whichever key completes also cycles through the candidates', () => {
	const servers = [server('a', 'ONLINE', {gameType: 'ARK_ASCENDED'})];
	const app = openHeadlessApp(servers, 'a', {settings: {keys: {'input.complete': ['ctrl+t']}}});
	app.press('i', ...'Get', 'ctrl+t', 'ctrl+t');
	const first = app.state().view.drafts.get('a')?.text;
	app.press('ctrl+t');
	expect(first).toMatch(/^Get\w+/);
	expect(app.state().view.drafts.get('a')?.text).not.toBe(first);
});

test('whichever key quits asks for a second press while jobs are running', () => {
	const app = openHeadlessApp(undefined, 'a', {settings: {keys: {'app.quit': ['ctrl+t']}}});
	app.services.store.dispatch({
		type: 'jobs/started',
		job: aJob({action: 'stop'}),
	});
	app.press('ctrl+t');
	expect(app.services.asked).toEqual([]);
	app.press('ctrl+t');
	expect(app.services.asked).toEqual(['quit']);
});

describe('a key that is the default of another command', () => {
	test.each([
		[
			'console.source',
			'h',
			'handover.open',
			'h is no longer the key of handover.open (Show handover), which is only in the palette now',
		],
		[
			'console.source',
			'8',
			'app.players',
			'8 is no longer the key of app.players (Players on all servers), which is only in the palette now',
		],
		[
			'list.sort',
			'f',
			'list.views',
			'f is no longer the key of list.views (Show a saved view), which is only in the palette now',
		],
		[
			'list.views',
			'j',
			'servers.down',
			'j is no longer the key of servers.down (Next server), which keeps Down',
		],
	])('%s takes %s from %s, and a note says so', (id, key, from, note) => {
		const overrides = {[id]: [key]};
		expect(problems(overrides)).toEqual([`note ${id}: ${note}`]);
		expect(keysOf(overrides, id)).toEqual([key]);
		expect(keysOf(overrides, from)).not.toContain(key);
	});

	test('keeps the key of a command whose keys are also configured', () => {
		const overrides = {'handover.open': ['h'], 'console.source': ['h']};
		expect(problems(overrides)).toEqual([
			'problem console.source: h is the key of handover.open (Show handover): choose another key for one of them',
		]);
		expect(keysOf(overrides, 'console.source')).toEqual(['f']);
		expect(keysOf(overrides, 'handover.open')).toEqual(['h']);
	});

	test('is not taken by a command that is refused for another key', () => {
		const overrides = {'console.source': ['h', 'q']};
		expect(problems(overrides)).toEqual([
			expect.stringMatching(/^problem console\.source: q is the key of app\.quit/),
		]);
		expect(keysOf(overrides, 'handover.open')).toEqual(['h']);
	});

	test('works in the session, and the help, the hints and messages show it', () => {
		const keys = {'list.sort': ['h'], 'app.nextPane': ['i']};
		const app = openHeadlessApp(undefined, 'a', {settings: {keys}});
		const {keymap} = app.services;
		const hints = hintsFor(app.state(), {...registry, settings: testSettings, keymap});
		expect(hints.map(({id}) => id)).not.toContain('app.input');
		expect(hints.every(({key}) => key !== '')).toBe(true);
		app.press('h');
		expect(app.state().dialog).toMatchObject({kind: 'menu', menu: 'sort'});
		const rows = keyReference(keymap).flatMap(row => (row.kind === 'key' ? [row] : []));
		expect(rows.find(({id}) => id === 'handover.open')).toMatchObject({keys: ''});
		expect(keyOf('handover.open', keymap)).toBe(':Show handover');
	});

	test('cannot replace the last key that confirms, leaves, quits, opens help or the palette, or runs a command missing from the palette', () => {
		const everyKey = [...new Set(commands.flatMap(({keys}) => keys))];
		const takers = ['list.sort', 'servers.restart', 'field.word', 'console.source', 'menu.down'];
		const broken = everyKey.flatMap(key =>
			takers.flatMap(id => {
				const after = new Map(withOverrides(commands, {[id]: [key]}).commands.map(one => [one.id, one.keys]));
				const others = commands.filter(command => command.id !== id);
				return others
					.filter(command => hasLost(command, after.get(command.id) ?? []))
					.map(one => [id, key, one.id]);
			}),
		);
		expect(broken).toEqual([]);
	});
});

/** Whether a command lost a key that it must keep. */
function hasLost({id, keys, group}: CommandInfo, now: readonly string[]): boolean {
	const isNeeded = group === undefined || /^app\.(quit|help|palette|interrupt|back)$/.test(id);
	return (
		(isNeeded && now.length === 0) || ['enter', 'esc'].some(key => keys.includes(key) && !now.includes(key))
	);
}

test('no configuration leaves a command without a key that it sets', () => {
	const wild = Object.fromEntries(commands.map(({id}) => [id, ['z', 'ctrl+f']]));
	const after = withOverrides(commands, wild).commands;
	expect(after.map(({id}) => id)).toEqual(commands.map(({id}) => id));
	expect(after.every(({keys}) => keys.length > 0)).toBe(true);
});

test('a hint shows the configured key of its command', () => {
	const app = openHeadlessApp(undefined, 'a', {settings: {keys: {'app.help': ['ctrl+t']}}});
	app.press('z');
	expect(app.lastNotice()).toBe('z does nothing here. Press Ctrl-T for help.');
});
