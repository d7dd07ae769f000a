import {expect, test} from 'vitest';
import {notify} from '../../../src/app/kernel/state/notify.ts';
import {openHeadlessApp} from '../../helpers/headless-app.ts';

const texts = (app: ReturnType<typeof openHeadlessApp>) => app.state().notices.map(({text}) => text);

test('a notice about a view disappears with the view', () => {
	const app = openHeadlessApp();
	notify(app.services, 'info', 'of this view', {about: 'view'});
	notify(app.services, 'info', 'of all');
	app.press('j');
	expect(texts(app)).toEqual(['of this view', 'of all']);
	app.press('2');
	expect(texts(app)).toEqual(['of all']);
});

test('a notice about a server disappears when another one becomes current', () => {
	const app = openHeadlessApp();
	notify(app.services, 'info', 'of this server', {about: 'server'});
	app.press('k');
	expect(texts(app)).toEqual([]);
});

test('a rare notice outlives one that covers it', async () => {
	const app = openHeadlessApp();
	notify(app.services, 'info', 'once a day', {forMs: 8000});
	notify(app.services, 'info', 'at each start');
	await app.passUndoWindow();
	expect(texts(app)).toEqual(['once a day', 'at each start']);
	await app.passUndoWindow();
	expect(texts(app)).toEqual(['once a day']);
	await app.passUndoWindow();
	expect(texts(app)).toEqual([]);
});

test('opening or closing a dialog removes the notices about the previous view', async () => {
	const app = openHeadlessApp();
	notify(app.services, 'info', 'of the list', {about: 'view'});
	await app.openDialog('R');
	expect(texts(app)).toEqual([]);
	notify(app.services, 'info', 'of the dialog', {about: 'view'});
	app.type('5');
	expect(texts(app)).toEqual(['of the dialog']);
	app.press('esc');
	expect(texts(app)).toEqual(['Restart name-a: nothing was sent.']);
});

test('a console notice is not visible below a dialog', () => {
	const app = openHeadlessApp();
	app.press('2', 'f');
	expect(app.lastNotice()).toContain('Consoles show');
	app.press('?');
	expect(texts(app)).toEqual([]);
});
