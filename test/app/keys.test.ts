import {beforeEach, expect, test} from 'vitest';
import {handlePaste} from '../../src/app/keys.ts';
import {openHeadlessApp, type HeadlessApp} from '../helpers/headless-app.ts';
import {aTeam, linesIn} from '../helpers/builders.ts';

let app: HeadlessApp;
beforeEach(() => {
	app = openHeadlessApp();
});

test('a blocked key shows the reason, and no dialog opens', () => {
	app.press('S');
	expect(app.state().dialog).toBeUndefined();
	expect(app.lastNotice()).toContain('name-a is already ONLINE');
});

test('an unbound key says so until the next key', async () => {
	app.press('Z');
	expect(app.lastNotice()).toBe('Z does nothing here. Press ? for help.');
	app.press('j');
	expect(app.lastNotice()).toBe('Z does nothing here. Press ? for help.');
	await app.services.clock.advance(1000);
	app.press('j');
	expect(app.state().notices).toEqual([]);
});

test('the notice of an unbound key disappears soon after a quick next key', async () => {
	app.press('Z', 'j');
	await app.services.clock.advance(1000);
	expect(app.state().notices).toEqual([]);
});

test('Enter does nothing where nothing is visible', () => {
	app.press('i');
	app.type('status');
	app.services.store.dispatch({type: 'view/changed', change: {size: {columns: 30, rows: 8}}});
	app.press('enter');
	expect(app.sent).toEqual([]);
	app.services.store.dispatch({type: 'view/changed', change: {size: {columns: 80, rows: 24}}});
	app.press('enter');
	expect(app.sent).toHaveLength(1);
});

test('where nothing is visible no key opens or advances a dialog; typed text stays, and Ctrl-C works', () => {
	const resize = (columns: number, rows: number) =>
		app.services.store.dispatch({type: 'view/changed', change: {size: {columns, rows}}});
	app.press('i');
	app.type('status');
	resize(30, 8);
	app.press('backspace', 's', '!');
	expect(app.state().view.drafts.get('a')?.text).toBe('status!');
	app.press('esc', 'up', 'tab');
	expect(app.state().view.input).toBe(true);
	expect(app.state().view.drafts.get('a')?.text).toBe('status!');
	app.press('ctrl+c');
	expect(app.state().view.drafts.get('a')?.text).toBe('');
	resize(80, 24);
	app.press('esc');
	resize(30, 8);
	app.press('1', ' ', 'a', 'R');
	expect(app.state().dialog).toBeUndefined();
	expect(app.state().view.selection.size).toBe(0);
	expect(app.state().notices).toEqual([]);
});

test('Enter sends, the input stays open and empty, and the entry is pending at once', () => {
	app.press('i');
	app.type('ListPlayers');
	app.press('enter');
	expect(linesIn(app.state(), 'a')).toMatchObject([{command: 'ListPlayers', status: 'pending'}]);
	expect(app.state().view.input).toBe(true);
	expect(app.state().view.drafts.get('a')?.text).toBe('');
});

test('"& " sends without waiting', async () => {
	app.press('i');
	app.type('& SaveWorld');
	app.press('enter');
	await app.settle();
	expect(app.sent).toEqual([{method: 'rcon', input: {serverId: 'a', command: 'SaveWorld'}}]);
	expect(linesIn(app.state(), 'a')).toMatchObject([{command: 'SaveWorld', status: 'sent'}]);
});

test.each(['', '   ', '&', '&  '])('does not send a blank command (%j)', async text => {
	app.press('i');
	app.type(text);
	app.press('enter');
	await app.settle();
	expect(app.sent).toEqual([]);
	expect(app.lastNotice()).toContain('Nothing to send');
});

test('a draft survives switching servers', () => {
	app.press('i');
	app.type('half');
	app.press('esc', 'k', 'i');
	app.type('other');
	app.press('esc', 'j', 'i');
	const {drafts} = app.state().view;
	expect([drafts.get('a')?.text, drafts.get('b')?.text]).toEqual(['half', 'other']);
});

test('Up and Down navigate the history and restore the draft', () => {
	app.press('i');
	for (const command of ['one', 'two']) {
		app.type(command);
		app.press('enter');
	}
	app.type('dra');
	app.press('up', 'up', 'up');
	expect(app.state().view.drafts.get('a')?.text).toBe('one');
	app.press('down', 'down');
	expect(app.state().view.drafts.get('a')?.text).toBe('dra');
});

test('a paste in any form never submits', async () => {
	app.press('i');
	handlePaste(app.services, 'quit\nDoExit\r\n');
	await app.settle();
	expect(app.sent).toEqual([]);
	expect(app.state().view.drafts.get('a')?.text ?? '').toBe('');
	handlePaste(app.services, 'quit\n');
	app.press('esc');
	handlePaste(app.services, 'quit\n');
	await app.settle();
	expect(app.sent).toEqual([]);
	expect(app.state().view.drafts.get('a')?.text).toBe('quit');
});

test('Ctrl-C clears the text, then stops waiting, then asks, then quits', async () => {
	app.press('i');
	app.type('abc');
	app.press('ctrl+c');
	expect(app.state().view.drafts.get('a')?.text).toBe('');
	let stopped = false;
	app.services.waits.set('w', {
		serverId: 'a',
		stop: () => {
			stopped = true;
			app.services.waits.delete('w');
		},
	});
	app.press('ctrl+c');
	expect(stopped).toBe(true);
	app.press('ctrl+c');
	expect(app.lastNotice()).toBe('Press Ctrl-C again to quit.');
	expect(app.services.asked).toEqual([]);
	app.press('ctrl+c');
	expect(app.services.asked).toEqual(['quit']);
});

test('any other key cancels quitting', () => {
	app.press('ctrl+c', 'j', 'ctrl+c');
	expect(app.services.asked).toEqual([]);
});

test('Esc never quits, and `q` at the top level does', () => {
	app.press('2', 'esc', 'esc', 'esc');
	expect(app.services.asked).toEqual([]);
	app.press('2', 'q');
	expect(app.services.asked).toEqual([]);
	app.press('q');
	expect(app.services.asked).toEqual(['quit']);
});

test('a read-only session sends nothing and says so', () => {
	app.services.settings.readOnly = true;
	app.press('R', 'i');
	expect(app.state().dialog).toBeUndefined();
	expect(app.state().view.input).toBe(false);
	expect(app.lastNotice()).toContain('read-only');
});

test('an action key reports a missing permission, but lets the service decide', () => {
	app.press('R');
	expect(app.state().notices).toEqual([]);
	app.press('esc');
	app.services.store.dispatch({type: 'access/learned', permission: 'MANAGE_SERVERS', standing: 'lacking'});
	app.press('R');
	expect(app.lastNotice()).toContain('Your credentials lack the permission MANAGE_SERVERS');
	expect(app.state().dialog).toMatchObject({kind: 'form', form: 'restart'});
	app.press('esc', 'i');
	expect(app.state().view.input).toBe(true);
});

test('permissions missing from the record of the application are missing from the start', () => {
	const given = openHeadlessApp(undefined, 'a', {settings: {applicationId: 'app'}});
	const team = aTeam({applications: {app: ['ACCESS_SERVERS']}});
	given.services.store.dispatch({type: 'access/granted', team});
	given.press('R');
	expect(given.lastNotice()).toContain('Your credentials lack the permission MANAGE_SERVERS');
});
