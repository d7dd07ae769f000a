import {beforeEach, expect, test} from 'vitest';
import {handlePaste} from '../../src/app/keys.ts';
import {openDesk, type Desk} from '../helpers/desk.ts';
import {aTeam, linesIn} from '../helpers/builders.ts';

let desk: Desk;
beforeEach(() => {
	desk = openDesk();
});

test('a key that cannot work says why, and no dialog opens', () => {
	desk.press('S');
	expect(desk.state().dialog).toBeUndefined();
	expect(desk.lastNotice()).toContain('name-a is already ONLINE');
});

test('an unbound key says so, until somebody goes on', async () => {
	desk.press('Z');
	expect(desk.lastNotice()).toBe('Z does nothing here. Press ? for help.');
	desk.press('j');
	expect(desk.lastNotice()).toBe('Z does nothing here. Press ? for help.');
	await desk.services.clock.advance(1000);
	desk.press('j');
	expect(desk.state().notices).toEqual([]);
});

test('a key that did nothing is soon not spoken of any more when keys follow it quickly', async () => {
	desk.press('Z', 'j');
	await desk.services.clock.advance(1000);
	expect(desk.state().notices).toEqual([]);
});

test('where nothing can be seen Enter does nothing', () => {
	desk.press('i');
	desk.type('status');
	desk.services.store.dispatch({type: 'view/changed', change: {size: {columns: 30, rows: 8}}});
	desk.press('enter');
	expect(desk.sent).toEqual([]);
	desk.services.store.dispatch({type: 'view/changed', change: {size: {columns: 80, rows: 24}}});
	desk.press('enter');
	expect(desk.sent).toHaveLength(1);
});

test('where nothing can be seen no key moves a dialog on or opens one; what is typed is kept, and Ctrl-C works', () => {
	const resize = (columns: number, rows: number) =>
		desk.services.store.dispatch({type: 'view/changed', change: {size: {columns, rows}}});
	desk.press('i');
	desk.type('status');
	resize(30, 8);
	desk.press('backspace', 's', '!');
	expect(desk.state().view.drafts.get('a')?.text).toBe('status!');
	desk.press('esc', 'up', 'tab');
	expect(desk.state().view.input).toBe(true);
	expect(desk.state().view.drafts.get('a')?.text).toBe('status!');
	desk.press('ctrl+c');
	expect(desk.state().view.drafts.get('a')?.text).toBe('');
	resize(80, 24);
	desk.press('esc');
	resize(30, 8);
	desk.press('1', ' ', 'a', 'R');
	expect(desk.state().dialog).toBeUndefined();
	expect(desk.state().view.selection.size).toBe(0);
	expect(desk.state().notices).toEqual([]);
});

test('Enter sends, the input stays open and empty, and the line is pending at once', () => {
	desk.press('i');
	desk.type('ListPlayers');
	desk.press('enter');
	expect(linesIn(desk.state(), 'a')).toMatchObject([{command: 'ListPlayers', status: 'pending'}]);
	expect(desk.state().view.input).toBe(true);
	expect(desk.state().view.drafts.get('a')?.text).toBe('');
});

test('"& " sends without waiting', async () => {
	desk.press('i');
	desk.type('& SaveWorld');
	desk.press('enter');
	await desk.settle();
	expect(desk.sent).toEqual([{method: 'rcon', input: {serverId: 'a', command: 'SaveWorld'}}]);
	expect(linesIn(desk.state(), 'a')).toMatchObject([{command: 'SaveWorld', status: 'sent'}]);
});

test.each(['', '   ', '&', '&  '])('a blank command (%j) is not sent', async text => {
	desk.press('i');
	desk.type(text);
	desk.press('enter');
	await desk.settle();
	expect(desk.sent).toEqual([]);
	expect(desk.lastNotice()).toContain('Nothing to send');
});

test('a draft survives switching servers', () => {
	desk.press('i');
	desk.type('half');
	desk.press('esc', 'k', 'i');
	desk.type('other');
	desk.press('esc', 'j', 'i');
	const {drafts} = desk.state().view;
	expect([drafts.get('a')?.text, drafts.get('b')?.text]).toEqual(['half', 'other']);
});

test('Up and Down walk the history and bring back what was being typed', () => {
	desk.press('i');
	for (const command of ['one', 'two']) {
		desk.type(command);
		desk.press('enter');
	}
	desk.type('dra');
	desk.press('up', 'up', 'up');
	expect(desk.state().view.drafts.get('a')?.text).toBe('one');
	desk.press('down', 'down');
	expect(desk.state().view.drafts.get('a')?.text).toBe('dra');
});

test('a paste never submits, in whatever shape', async () => {
	desk.press('i');
	handlePaste(desk.services, 'quit\nDoExit\r\n');
	await desk.settle();
	expect(desk.sent).toEqual([]);
	expect(desk.state().view.drafts.get('a')?.text ?? '').toBe('');
	handlePaste(desk.services, 'quit\n');
	desk.press('esc');
	handlePaste(desk.services, 'quit\n');
	await desk.settle();
	expect(desk.sent).toEqual([]);
	expect(desk.state().view.drafts.get('a')?.text).toBe('quit');
});

test('Ctrl-C clears the text, then stops waiting, then asks, then quits', async () => {
	desk.press('i');
	desk.type('abc');
	desk.press('ctrl+c');
	expect(desk.state().view.drafts.get('a')?.text).toBe('');
	let stopped = false;
	desk.services.waits.set('w', {
		serverId: 'a',
		stop: () => {
			stopped = true;
			desk.services.waits.delete('w');
		},
	});
	desk.press('ctrl+c');
	expect(stopped).toBe(true);
	desk.press('ctrl+c');
	expect(desk.lastNotice()).toBe('Press Ctrl-C again to quit.');
	expect(desk.services.asked).toEqual([]);
	desk.press('ctrl+c');
	expect(desk.services.asked).toEqual(['quit']);
});

test('any other key disarms the quit', () => {
	desk.press('ctrl+c', 'j', 'ctrl+c');
	expect(desk.services.asked).toEqual([]);
});

test('Esc never quits, q at the top does', () => {
	desk.press('2', 'esc', 'esc', 'esc');
	expect(desk.services.asked).toEqual([]);
	desk.press('2', 'q');
	expect(desk.services.asked).toEqual([]);
	desk.press('q');
	expect(desk.services.asked).toEqual(['quit']);
});

test('a read-only session sends nothing and says so', () => {
	desk.services.settings.readOnly = true;
	desk.press('R', 'i');
	expect(desk.state().dialog).toBeUndefined();
	expect(desk.state().view.input).toBe(false);
	expect(desk.lastNotice()).toContain('read-only');
});

test('a key that acts says which permission is known to be missing, and leaves it to the service all the same', () => {
	desk.press('R');
	expect(desk.state().notices).toEqual([]);
	desk.press('esc');
	desk.services.store.dispatch({type: 'access/learned', permission: 'MANAGE_SERVERS', standing: 'lacking'});
	desk.press('R');
	expect(desk.lastNotice()).toContain('Your credentials lack the permission MANAGE_SERVERS');
	expect(desk.state().dialog).toMatchObject({kind: 'form', form: 'restart'});
	desk.press('esc', 'i');
	expect(desk.state().view.input).toBe(true);
});

test('what the record of the application does not list is missing from the start', () => {
	const given = openDesk(undefined, 'a', {settings: {applicationId: 'app'}});
	const team = aTeam({applications: {app: ['ACCESS_SERVERS']}});
	given.services.store.dispatch({type: 'access/granted', team});
	given.press('R');
	expect(given.lastNotice()).toContain('Your credentials lack the permission MANAGE_SERVERS');
});
