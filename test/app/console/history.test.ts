import {expect, test} from 'vitest';
import {inputView} from '../../../src/app/console/input/prompt.ts';
import {handlePaste} from '../../../src/app/keys.ts';
import {loadInputHistory} from '../../../src/app/console/input/history.ts';
import type {Memorable} from '../../../src/actions/memorable.ts';
import {noJournal, type SessionJournal} from '../../../src/app/kernel/state/journal.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';

const line = (app: HeadlessApp) => app.state().view.drafts.get('a')?.text ?? '';
const search = (app: HeadlessApp) => inputView(app.state(), app.services.settings)?.search;
const shown = (app: HeadlessApp) => inputView(app.state(), app.services.settings)?.field.text;

function say(app: HeadlessApp, ...lines: string[]): void {
	for (const text of lines) {
		app.type(text);
		app.press('enter');
	}
}

/** An app whose journal has some lines of earlier sessions. */
function remembering(kept: Memorable[] = []): HeadlessApp {
	const journal: SessionJournal = {
		...noJournal,
		keep: things => void kept.push(...things),
		sent: async () => ({server: ['status', 'old own'], game: ['status', 'elsewhere', 'old own']}),
	};
	const servers = [server('a', 'ONLINE', {gameType: 'CS2'}), server('b', 'ONLINE', {gameType: 'CS2'})];
	const app = openHeadlessApp(servers, 'a', {journal});
	loadInputHistory(app.services);
	app.press('i');
	return app;
}

test('Up visits lines of this server first, then of others with its game, each once', async () => {
	const app = remembering();
	await app.settle();
	say(app, 'status', 'say hi');
	const seen = Array.from({length: 4}, () => {
		app.press('up');
		return line(app);
	});
	expect(seen).toEqual(['say hi', 'status', 'old own', 'elsewhere']);
	app.press('up');
	expect(app.lastNotice()).toBe('There are no older commands.');
	expect(line(app)).toBe('elsewhere');
});

test('recalls lines of other servers with the same game', () => {
	const servers = [server('a', 'ONLINE', {gameType: 'CS2'}), server('b', 'ONLINE', {gameType: 'CS2'})];
	const app = openHeadlessApp(servers, 'b');
	app.press('i');
	say(app, 'say b');
	app.services.store.dispatch({type: 'view/changed', change: {currentId: 'a'}});
	app.press('up');
	expect(line(app)).toBe('say b');
});

test('sends a line with a secret without storing it', async () => {
	const kept: Memorable[] = [];
	const app = remembering(kept);
	await app.settle();
	say(app, 'sv_password hunter2', '', 'say hi');
	app.press('up', 'up');
	expect(line(app)).toBe('old own');
	expect(kept.map(thing => thing.kind === 'typed' && thing.text)).toEqual(['say hi']);
});

test('Ctrl-R finds the newest line that contains the words, and again an older one', () => {
	const app = openHeadlessApp();
	app.press('i');
	say(app, 'say good night', 'status', 'say good morning');
	app.type('half');
	app.press('ctrl+r');
	app.type('GOOD');
	expect(shown(app)).toBe('say good morning');
	expect(search(app)?.place).toBe('1 of 2');
	app.press('ctrl+r');
	expect(shown(app)).toBe('say good night');
	app.press('ctrl+r');
	expect(app.lastNotice()).toBe('No older match.');
	expect(line(app)).toBe('half');
});

test.each(['enter', 'tab'])('%s puts the match into the line and sends nothing', async key => {
	const app = openHeadlessApp();
	app.press('i');
	say(app, 'say good night');
	await app.settle();
	app.press('ctrl+r');
	app.type('night');
	app.press(key);
	await app.settle();
	expect(line(app)).toBe('say good night');
	expect(app.sent).toHaveLength(1);
	app.press('enter');
	await app.settle();
	expect(app.sent).toHaveLength(2);
});

test.each(['esc', 'ctrl+c'])('%s ends the search and restores the line', key => {
	const app = openHeadlessApp();
	app.press('i');
	say(app, 'status');
	app.type('half');
	app.press('ctrl+r');
	app.type('stat');
	app.press(key);
	expect(line(app)).toBe('half');
	expect(search(app)).toBeUndefined();
	expect(app.state().view.input).toBe(true);
});

test('a search without a match says so and keeps the line', () => {
	const app = openHeadlessApp();
	app.press('i');
	app.type('half');
	app.press('ctrl+r');
	app.type('zzz');
	expect(search(app)).toMatchObject({place: 'no match', matches: false});
	app.press('enter');
	expect(line(app)).toBe('half');
});

test('a paste into the search becomes part of its text', () => {
	const app = openHeadlessApp();
	app.press('i');
	say(app, 'say a b');
	app.press('ctrl+r');
	handlePaste(app.services, 'a\nb\n');
	expect(shown(app)).toBe('say a b');
	expect(app.state().dialog).toBeUndefined();
});
