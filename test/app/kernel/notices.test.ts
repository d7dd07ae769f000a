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
	expect(app.lastNotice()).toContain('Showing');
	app.press('?');
	expect(texts(app)).toEqual([]);
});

test('a new action in its undo window removes the notice that nothing was sent', async () => {
	const app = openHeadlessApp();
	await app.openDialog('R');
	app.press('esc');
	expect(texts(app)).toEqual(['Restart name-a: nothing was sent.']);
	await app.openDialog('R');
	app.press('enter');
	await app.settle();
	app.press('tab', 'enter');
	expect(app.state().undoWindow).toHaveLength(1);
	expect(texts(app)).toEqual([]);
});

test('the notice that nothing was sent goes with the next key, and is not shown below another dialog', async () => {
	const app = openHeadlessApp();
	await app.openDialog('R');
	app.press('esc');
	expect(texts(app)).toEqual(['Restart name-a: nothing was sent.']);
	app.press('?');
	expect(texts(app)).toEqual([]);
	app.press('esc');
	await app.openDialog('R');
	app.press('esc');
	await app.services.clock.advance(1500);
	expect(texts(app)).toEqual(['Restart name-a: nothing was sent.']);
	app.press('j');
	expect(texts(app)).toEqual([]);
});
