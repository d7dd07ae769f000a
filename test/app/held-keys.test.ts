import {expect, test} from 'vitest';
import {handleKey} from '../../src/app/keys.ts';
import {openHeadlessApp, server} from '../helpers/headless-app.ts';

function opened() {
	const app = openHeadlessApp([server('a'), server('b'), server('c')]);
	const hold = (chord: string, times = 3) => {
		for (let time = 0; time < times; time++) handleKey(app.services, chord, 'repeat');
	};
	return {...app, hold};
}

/** Longer than any pause that a guard waits for. */
const longMs = 2000;

test('a held key moves and types', () => {
	const app = opened();
	app.press('j');
	app.hold('j', 1);
	expect(app.state().view.currentId).toBe('c');
	app.hold('up', 1);
	expect(app.state().view.currentId).toBe('b');
	app.press('i', 'x');
	app.hold('x');
	expect(app.state().view.drafts.get('b')?.text).toBe('xxxx');
	app.hold('backspace', 2);
	expect(app.state().view.drafts.get('b')?.text).toBe('xx');
});

test('a held Enter does not send a line, however slowly it repeats', async () => {
	const app = opened();
	app.press('i');
	app.type('status');
	await app.services.clock.advance(longMs);
	app.hold('enter');
	expect(app.sent).toEqual([]);
	app.press('enter');
	expect(app.sent).toHaveLength(1);
});

test('a held Enter does not confirm a destructive line, and a notice says so', async () => {
	const app = opened();
	app.press('i');
	app.type('quit');
	app.press('enter');
	for (let time = 0; time < 3; time++) {
		await app.services.clock.advance(longMs);
		app.hold('enter', 1);
	}
	expect(app.sent).toEqual([]);
	expect(app.lastNotice()).toBe('Enter is held down and confirms nothing. Release it, then press it again.');
	await app.services.clock.advance(longMs);
	app.press('enter');
	expect(app.sent).toHaveLength(1);
});

test('a held Enter presses no button of a dialog and chooses nothing in a menu', async () => {
	const app = opened();
	app.press('R');
	await app.services.clock.advance(longMs);
	app.press('enter');
	await app.services.clock.advance(longMs);
	app.press('tab');
	await app.services.clock.advance(longMs);
	const before = app.state().dialog;
	expect(before).toMatchObject({kind: 'form', step: 'review', button: 'verb'});
	app.hold('enter');
	expect(app.state().dialog).toEqual(before);
	app.press('esc');
	await app.services.clock.advance(longMs);
	app.press('y');
	await app.services.clock.advance(longMs);
	const menu = app.state().dialog;
	expect(menu?.kind).toBe('menu');
	app.hold('enter');
	app.hold('l');
	expect(app.state().dialog).toEqual(menu);
});

test('holding a key that opens or leaves something does it once', async () => {
	const app = opened();
	app.hold('R');
	app.hold('q');
	app.hold('i');
	expect(app.state().dialog).toBeUndefined();
	expect(app.state().view.input).toBe(false);
	app.press('?');
	await app.services.clock.advance(longMs);
	app.hold('esc');
	app.hold('R');
	expect(app.state().dialog?.kind).toBe('help');
});

test('holding Ctrl-C asks whether to quit, and does not quit', () => {
	const app = opened();
	app.press('ctrl+c');
	expect(app.state().view.quitArmed).toBe(true);
	app.hold('ctrl+c');
	expect(app.state().view.quitArmed).toBe(true);
});
