import {describe, expect, test} from 'vitest';
import {ApiError} from '../../../src/contract/errors.ts';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {pasteView} from '../../../src/app/console/send/paste.ts';
import {handleKey, handlePaste} from '../../../src/app/keys.ts';
import {openHeadlessApp, server} from '../../helpers/headless-app.ts';

const pasted = async (text: string) => {
	const app = openHeadlessApp([server('a', 'ONLINE', {gameType: 'CS2'})]);
	app.press('i');
	handlePaste(app.services, text);
	await app.services.clock.advance(400);
	const commands = () => app.sent.map(({input}) => (input as {command: string}).command);
	return {...app, commands, view: () => pasteView(app.state())};
};

test('lists several lines and sends nothing; the default does nothing', async () => {
	const app = await pasted('say a\r\n\r\nsay b\n');
	expect(app.view()).toMatchObject({
		title: '2 pasted lines for name-a',
		rows: [{text: 'say a'}, {text: 'say b'}],
	});
	expect(app.view()?.buttons.find(({focused}) => focused)?.id).toBe('nothing');
	app.press('enter');
	await app.settle();
	expect(app.state().dialog).toBeUndefined();
	expect(app.sent).toEqual([]);
});

test('sends lines one by one, or drops them', async () => {
	const app = await pasted('say a\nsay b\nsay c');
	app.press('tab', 'enter');
	await app.settle();
	expect(app.commands()).toEqual(['say a']);
	app.press('right', 'enter');
	expect(app.view()?.rows.map(({word}) => word)).toEqual(['sent', 'skipped', '']);
	app.press('shift+tab', 'enter');
	await app.settle();
	expect(app.commands()).toEqual(['say a', 'say c']);
	expect(app.state().dialog).toBeUndefined();
	expect(app.lastNotice()).toBe('2 of 3 pasted lines sent, 1 not sent.');
});

test('selects a line out of order, but not one that is done', async () => {
	const app = await pasted('say a\nsay b\nsay c');
	app.press('down', 'tab', 'enter', 'up', 'down');
	expect(app.view()?.rows.findIndex(({chosen}) => chosen)).toBe(2);
	await app.settle();
	expect(app.commands()).toEqual(['say b']);
});

test('labels a destructive line and sends it only at the second Enter', async () => {
	const app = await pasted('quit\nstatus');
	expect(app.view()?.rows[0]?.word).toBe('destructive');
	app.press('tab', 'enter');
	await app.settle();
	expect(app.sent).toEqual([]);
	expect(renderWithKeys(app.view()?.note ?? '', usualKeymap)).toContain('Press Enter again to send it');
	app.press('down', 'up', 'enter');
	await app.settle();
	expect(app.sent).toEqual([]);
	app.press('enter');
	await app.settle();
	expect(app.commands()).toEqual(['quit']);
});

test('ignores keys during the first moment, and Enter among other keys', async () => {
	const app = openHeadlessApp();
	app.press('i');
	handlePaste(app.services, 'a\nb');
	app.press('tab', 'enter');
	await app.services.clock.advance(400);
	app.press('tab');
	handleKey(app.services, 'enter', 'text');
	await app.settle();
	expect(app.sent).toEqual([]);
	expect(app.state().dialog?.kind).toBe('paste');
});

test('shows control characters of a paste as symbols', async () => {
	const app = await pasted('say \x1b[2J\nb');
	expect(app.view()?.rows[0]?.text).toBe('say ^[[2J');
});

test('puts a line from the editor into the input, and several lines into the review', async () => {
	const app = openHeadlessApp([server('a')], 'a', {edit: text => ({text: `${text} more\n`})});
	app.press('i');
	app.type('say');
	app.press('ctrl+x');
	await app.settle();
	expect(app.services.asked).toEqual(['edit say']);
	expect(app.state().view.drafts.get('a')?.text).toBe('say more');
	expect(app.sent).toEqual([]);
	const other = openHeadlessApp([server('a')], 'a', {edit: () => ({text: 'one\ntwo\n'})});
	other.press('i', 'ctrl+x');
	await other.settle();
	expect(pasteView(other.state())?.rows).toHaveLength(2);
});

test('more lines than the review can hold leave the text typed before them unchanged', () => {
	const app = openHeadlessApp([server('a')]);
	app.press('i');
	app.type('say first');
	handlePaste(app.services, '\nsay again'.repeat(501));
	expect(app.lastNotice()).toContain('Nothing was sent');
	expect(app.state().dialog).toBeUndefined();
	expect(app.state().view.drafts.get('a')?.text).toBe('say first');
});

describe('a line that fails stops the lines after it', () => {
	const refused = new ApiError('refused', {
		reason: 'refused',
		request: 'POST /server/{serverId}/rcon',
		status: 409,
		key: 'server.is_not_online',
	});
	const timedOut = new ApiError('timeout', {
		reason: 'refused',
		request: 'POST /server/{serverId}/rcon',
		status: 408,
		key: 'server.rcon_timeout',
	});

	test.each([
		[
			'refused',
			refused,
			'refused',
			'Line 1 was refused (server.is_not_online). Not sent: the other 3 lines.',
		],
		[
			'may have run',
			timedOut,
			'may have run',
			'Line 1 may have run (server.rcon_timeout) and is not sent again. Not sent: the other 3 lines.',
		],
	])('one that %s is not sent again, and one press sends the rest', async (_, error, word, note) => {
		const app = await pasted('say a\nsay b\nsay c\nsay d');
		expect(app.view()?.buttons.map(({id}) => id)).toEqual(['nothing', 'send', 'drop']);
		app.refuse(error);
		// All are confirmed before the first answer.
		app.press('tab', 'enter', 'enter', 'enter');
		await app.settle();
		app.refuse(undefined);
		expect(app.commands()).toEqual(['say a']);
		expect(app.view()).toMatchObject({
			note,
			rows: [{word}, {word: ''}, {word: '', chosen: false}, {word: ''}],
		});
		expect(app.view()?.buttons.map(({id, focused}) => [id, focused])).toEqual([
			['nothing', true],
			['rest', false],
			['send', false],
			['drop', false],
		]);
		app.press('tab', 'enter');
		await app.services.clock.advance(3000);
		expect(app.commands()).toEqual(['say a', 'say b', 'say c', 'say d']);
		expect(app.state().dialog).toBeUndefined();
		expect(app.lastNotice()).toBe(`3 of 4 pasted lines sent, 1 ${word}, 0 not sent.`);
	});

	test('the rest stops before a destructive line, which has its own two presses', async () => {
		const app = await pasted('say a\nsay b\nquit\nsay d');
		app.refuse(refused);
		app.press('tab', 'enter');
		await app.settle();
		app.refuse(undefined);
		const rest = () => app.view()?.buttons.find(({id}) => id === 'rest')?.label;
		expect(rest()).toBe('Send the next (1)');
		app.press('tab', 'enter');
		await app.settle();
		expect(app.commands()).toEqual(['say a', 'say b']);
		expect(app.view()).toMatchObject({at: 2, rows: [{}, {}, {word: 'destructive'}, {word: ''}]});
		expect(rest()).toBeUndefined();
		app.press('enter');
		expect(app.lastNotice()).toBe('1 of 4 pasted lines sent, 1 refused, 2 not sent.');
	});
});
