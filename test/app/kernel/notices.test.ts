import {expect, test} from 'vitest';
import {notify} from '../../../src/app/kernel/notify.ts';
import {openDesk} from '../../helpers/desk.ts';

const texts = (desk: ReturnType<typeof openDesk>) => desk.state().notices.map(({text}) => text);

test('what is said about a view goes when the view is left', () => {
	const desk = openDesk();
	notify(desk.services, 'info', 'of this view', {about: 'view'});
	notify(desk.services, 'info', 'of all');
	desk.press('j');
	expect(texts(desk)).toEqual(['of this view', 'of all']);
	desk.press('2');
	expect(texts(desk)).toEqual(['of all']);
});

test('what is said about a server goes when another is selected', () => {
	const desk = openDesk();
	notify(desk.services, 'info', 'of this server', {about: 'server'});
	desk.press('k');
	expect(texts(desk)).toEqual([]);
});

test('a dialog that opens, and one that is left, take with them what was said about what was there', async () => {
	const desk = openDesk();
	notify(desk.services, 'info', 'of the list', {about: 'view'});
	await desk.openDialog('R');
	expect(texts(desk)).toEqual([]);
	notify(desk.services, 'info', 'of the dialog', {about: 'view'});
	desk.type('5');
	expect(texts(desk)).toEqual(['of the dialog']);
	desk.press('esc');
	expect(texts(desk)).toEqual([]);
});

test('the word of a search in a console is not seen below a dialog', () => {
	const desk = openDesk();
	desk.press('2', 'f');
	expect(desk.lastNotice()).toContain('Consoles show');
	desk.press('?');
	expect(texts(desk)).toEqual([]);
});
