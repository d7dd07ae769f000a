import {expect, test} from 'vitest';
import {renderWithKeys} from '../../../src/app/kernel/keymap/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {pasteView} from '../../../src/app/console/paste-view.ts';
import {handleKey, handlePaste} from '../../../src/app/keys.ts';
import {openDesk, server} from '../../helpers/desk.ts';

const pasted = async (text: string) => {
	const desk = openDesk([server('a', 'ONLINE', {gameType: 'CS2'})]);
	desk.press('i');
	handlePaste(desk.services, text);
	await desk.services.clock.advance(400);
	const commands = () => desk.sent.map(({input}) => (input as {command: string}).command);
	return {...desk, commands, view: () => pasteView(desk.state())};
};

test('several lines are listed and nothing is sent; the default does nothing', async () => {
	const desk = await pasted('say a\r\n\r\nsay b\n');
	expect(desk.view()).toMatchObject({
		title: '2 pasted lines for name-a',
		rows: [{text: 'say a'}, {text: 'say b'}],
	});
	expect(desk.view()?.buttons.find(({focused}) => focused)?.id).toBe('nothing');
	desk.press('enter');
	await desk.settle();
	expect(desk.state().dialog).toBeUndefined();
	expect(desk.sent).toEqual([]);
});

test('lines are sent one by one, or dropped', async () => {
	const desk = await pasted('say a\nsay b\nsay c');
	desk.press('tab', 'enter');
	await desk.settle();
	expect(desk.commands()).toEqual(['say a']);
	desk.press('right', 'enter');
	expect(desk.view()?.rows.map(({word}) => word)).toEqual(['sent', 'dropped', '']);
	desk.press('shift+tab', 'enter');
	await desk.settle();
	expect(desk.commands()).toEqual(['say a', 'say c']);
	expect(desk.state().dialog).toBeUndefined();
	expect(desk.lastNotice()).toBe('2 of the pasted lines sent, 1 not sent.');
});

test('a line can be chosen out of turn, one that is done with cannot', async () => {
	const desk = await pasted('say a\nsay b\nsay c');
	desk.press('down', 'tab', 'enter', 'up', 'down');
	expect(desk.view()?.rows.findIndex(({chosen}) => chosen)).toBe(2);
	await desk.settle();
	expect(desk.commands()).toEqual(['say b']);
});

test('a destructive line says so and is sent at the second Enter only', async () => {
	const desk = await pasted('quit\nstatus');
	expect(desk.view()?.rows[0]?.word).toBe('destructive');
	desk.press('tab', 'enter');
	await desk.settle();
	expect(desk.sent).toEqual([]);
	expect(renderWithKeys(desk.view()?.note ?? '', usualKeymap)).toContain('Press Enter again to send it');
	desk.press('down', 'up', 'enter');
	await desk.settle();
	expect(desk.sent).toEqual([]);
	desk.press('enter');
	await desk.settle();
	expect(desk.commands()).toEqual(['quit']);
});

test('keys of the first moment, and Enter among other keys, do nothing', async () => {
	const desk = openDesk();
	desk.press('i');
	handlePaste(desk.services, 'a\nb');
	desk.press('tab', 'enter');
	await desk.services.clock.advance(400);
	desk.press('tab');
	handleKey(desk.services, 'enter', 'text');
	await desk.settle();
	expect(desk.sent).toEqual([]);
	expect(desk.state().dialog?.kind).toBe('paste');
});

test('control characters in a paste are made visible', async () => {
	const desk = await pasted('say \x1b[2J\nb');
	expect(desk.view()?.rows[0]?.text).toBe('say ^[[2J');
});

test('what an editor saves comes into the line, several lines into the review', async () => {
	const desk = openDesk([server('a')], 'a', {edit: text => ({text: `${text} more\n`})});
	desk.press('i');
	desk.type('say');
	desk.press('ctrl+x');
	await desk.settle();
	expect(desk.services.asked).toEqual(['edit say']);
	expect(desk.state().view.drafts.get('a')?.text).toBe('say more');
	expect(desk.sent).toEqual([]);
	const other = openDesk([server('a')], 'a', {edit: () => ({text: 'one\ntwo\n'})});
	other.press('i', 'ctrl+x');
	await other.settle();
	expect(pasteView(other.state())?.rows).toHaveLength(2);
});

test('more lines than can be reviewed leave what was typed before them where it is', () => {
	const desk = openDesk([server('a')]);
	desk.press('i');
	desk.type('say first');
	handlePaste(desk.services, '\nsay again'.repeat(501));
	expect(desk.lastNotice()).toContain('Nothing was sent');
	expect(desk.state().dialog).toBeUndefined();
	expect(desk.state().view.drafts.get('a')?.text).toBe('say first');
});
