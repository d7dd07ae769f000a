import {expect, test} from 'vitest';
import {renderWithKeys} from '../../../src/app/kernel/keymap/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {pasteView} from '../../../src/app/console/paste-view.ts';
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

test('several lines are listed and nothing is sent; the default does nothing', async () => {
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

test('lines are sent one by one, or dropped', async () => {
	const app = await pasted('say a\nsay b\nsay c');
	app.press('tab', 'enter');
	await app.settle();
	expect(app.commands()).toEqual(['say a']);
	app.press('right', 'enter');
	expect(app.view()?.rows.map(({word}) => word)).toEqual(['sent', 'dropped', '']);
	app.press('shift+tab', 'enter');
	await app.settle();
	expect(app.commands()).toEqual(['say a', 'say c']);
	expect(app.state().dialog).toBeUndefined();
	expect(app.lastNotice()).toBe('2 of the pasted lines sent, 1 not sent.');
});

test('a line can be chosen out of turn, one that is done with cannot', async () => {
	const app = await pasted('say a\nsay b\nsay c');
	app.press('down', 'tab', 'enter', 'up', 'down');
	expect(app.view()?.rows.findIndex(({chosen}) => chosen)).toBe(2);
	await app.settle();
	expect(app.commands()).toEqual(['say b']);
});

test('a destructive line says so and is sent at the second Enter only', async () => {
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

test('keys of the first moment, and Enter among other keys, do nothing', async () => {
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

test('control characters in a paste are made visible', async () => {
	const app = await pasted('say \x1b[2J\nb');
	expect(app.view()?.rows[0]?.text).toBe('say ^[[2J');
});

test('what an editor saves comes into the line, several lines into the review', async () => {
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

test('more lines than can be reviewed leave what was typed before them where it is', () => {
	const app = openHeadlessApp([server('a')]);
	app.press('i');
	app.type('say first');
	handlePaste(app.services, '\nsay again'.repeat(501));
	expect(app.lastNotice()).toContain('Nothing was sent');
	expect(app.state().dialog).toBeUndefined();
	expect(app.state().view.drafts.get('a')?.text).toBe('say first');
});
