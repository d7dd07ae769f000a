import {expect, test} from 'vitest';
import {notify} from '../../../src/app/kernel/notify.ts';
import {openHeadlessApp} from '../../helpers/headless-app.ts';

const texts = (app: ReturnType<typeof openHeadlessApp>) => app.state().notices.map(({text}) => text);

test('what is said about a view goes when the view is left', () => {
	const app = openHeadlessApp();
	notify(app.services, 'info', 'of this view', {about: 'view'});
	notify(app.services, 'info', 'of all');
	app.press('j');
	expect(texts(app)).toEqual(['of this view', 'of all']);
	app.press('2');
	expect(texts(app)).toEqual(['of all']);
});

test('what is said about a server goes when another is selected', () => {
	const app = openHeadlessApp();
	notify(app.services, 'info', 'of this server', {about: 'server'});
	app.press('k');
	expect(texts(app)).toEqual([]);
});

test('a dialog that opens, and one that is left, take with them what was said about what was there', async () => {
	const app = openHeadlessApp();
	notify(app.services, 'info', 'of the list', {about: 'view'});
	await app.openDialog('R');
	expect(texts(app)).toEqual([]);
	notify(app.services, 'info', 'of the dialog', {about: 'view'});
	app.type('5');
	expect(texts(app)).toEqual(['of the dialog']);
	app.press('esc');
	expect(texts(app)).toEqual([]);
});

test('the word of a search in a console is not seen below a dialog', () => {
	const app = openHeadlessApp();
	app.press('2', 'f');
	expect(app.lastNotice()).toContain('Consoles show');
	app.press('?');
	expect(texts(app)).toEqual([]);
});
