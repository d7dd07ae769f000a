import {expect, test} from 'vitest';
import {searchStatus} from '../../../src/app/console/read/find.ts';
import {consoleView} from '../../../src/app/console/read/view.ts';
import {sliceOf} from '../../../src/app/console/record/lines.ts';
import {emptyConsole} from '../../../src/app/console/record/state.ts';
import {initialState} from '../../../src/app/state.ts';
import {consoleExport} from '../../../src/app/export/console-export.ts';
import {joinExport} from '../../helpers/join-export.ts';
import {openSession} from '../../../src/app/session.ts';
import {fakeServices} from '../../helpers/fake-services.ts';
import {startAt} from '../../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {joinMessages} from '../../../src/messages/text.ts';

const hear = ({services}: HeadlessApp, from: number, count: number) =>
	services.store.dispatch({
		type: 'rcon/received',
		serverId: 'a',
		at: startAt + from + count,
		via: 'poll',
		commands: Array.from({length: count}, (_, index) => ({
			command: `command ${from + index}`,
			response: 'ok',
			commandId: `c-${from + index}`,
			timestamp: startAt + from + index,
		})),
	});

/** A session whose consoles keep a hundred entries, with the focus in one. */
function reading(): HeadlessApp {
	const app = openHeadlessApp([server('a')], 'a', {state: {...initialState, scrollback: {lines: 100}}});
	app.press('2');
	return app;
}

const bufferOf = (app: HeadlessApp) => app.state().console.get('a') ?? emptyConsole;
const rowsOf = (app: HeadlessApp) =>
	consoleView(app.state()).rows.map(({segments}) =>
		renderWithKeys(joinMessages(segments.map(({text}) => text)), usualKeymap).trimEnd(),
	);

test('a session keeps as many entries as its settings say', () => {
	const never = () => new Promise<never>(() => {});
	const needs = fakeServices({api: {myTeam: never, version: never}, settings: {scrollback: 250}});
	const session = openSession(needs);
	expect(session.services.store.getState().scrollback).toEqual({lines: 250});
	session.close();
});

test('a small scrollback is exact to a few entries and counts the dropped ones', () => {
	const app = reading();
	for (let from = 0; from < 1000; from += 7) hear(app, from, 7);
	const {lines, dropped} = bufferOf(app);
	expect(lines.length).toBeLessThanOrEqual(100);
	expect(lines.length).toBeGreaterThan(90);
	expect(lines.length + dropped).toBe(1001);
	app.press('g');
	expect(rowsOf(app)[0]).toContain(`-- ${dropped} older entries dropped --`);
	expect(rowsOf(app)[1]).toContain(`command ${dropped}`);
});

test('the unread line says when unread entries were dropped, and can be jumped to', () => {
	const app = reading();
	const {store} = app.services;
	hear(app, 0, 50);
	store.dispatch({type: 'reading/unread', serverId: 'a', after: startAt + 30});
	for (const at of [290, 295]) {
		store.dispatch({type: 'feed/changed', at: startAt + at, status: {status: 'lost', reason: 'gone'}});
		store.dispatch({type: 'feed/changed', at: startAt + at + 5, status: {status: 'live'}});
	}
	hear(app, 50, 250);
	app.press('g');
	const {dropped} = bufferOf(app);
	expect(rowsOf(app)[0]).toContain(`-- ${dropped} older entries dropped, including unread ones --`);
	app.press('G', '{', '{', '{');
	expect(rowsOf(app).some(row => row.includes('including unread ones'))).toBe(true);
});

test('a gap whose neighbors were dropped is dropped and counted too', () => {
	const app = reading();
	const {store} = app.services;
	store.dispatch({type: 'feed/changed', at: startAt, status: {status: 'live'}});
	store.dispatch({type: 'feed/changed', at: startAt + 10, status: {status: 'lost', reason: 'gone'}});
	store.dispatch({type: 'feed/changed', at: startAt + 15, status: {status: 'live'}});
	hear(app, 0, 300);
	app.press('g');
	expect(rowsOf(app)[0]).toContain('older entries dropped, including 1 gap --');
	expect(rowsOf(app).filter(row => row.includes('gap'))).toHaveLength(1);
});

test('when the entry at the top of the view is dropped, the next one takes its place', () => {
	const app = reading();
	hear(app, 0, 100);
	app.press('g');
	hear(app, 100, 50);
	const {dropped} = bufferOf(app);
	expect(rowsOf(app)[0]).toContain(`command ${dropped}`);
	expect(consoleView(app.state())).toMatchObject({following: false, fresh: 50});
});

test('a search says that it only covers the kept entries', async () => {
	const app = reading();
	hear(app, 0, 300);
	app.press('/', ...'command 299');
	await app.services.clock.advance(10);
	expect(searchStatus(app.state())).toBe('1/1 of the loaded entries');
	app.press('esc', '/', ...'command 1 ');
	await app.services.clock.advance(10);
	expect(searchStatus(app.state())).toBe('not in the loaded entries');
});

test('an export says how many entries were dropped', () => {
	const app = reading();
	hear(app, 0, 300);
	const {text, entries} = joinExport(
		consoleExport(app.state(), app.services.settings, {
			serverIds: ['a'],
			span: {},
			range: 'everything',
			format: 'text',
			now: startAt,
			hide: given => given,
		}),
	);
	expect(entries).toBe(bufferOf(app).lines.length);
	expect(text).toContain(`Dropped from memory: ${300 - entries} older entries.`);
});

test('pending entries stay, however many come after them', () => {
	const app = reading();
	const {store} = app.services;
	for (let index = 0; index < 150; index++) {
		const localId = `own-${index}`;
		store.dispatch({
			type: 'rcon/sent',
			serverId: 'a',
			localId,
			command: 'save',
			at: startAt,
			timeoutMs: 5000,
		});
	}
	const answer = {command: 'save', response: 'saved', commandId: 'first', timestamp: startAt + 1};
	store.dispatch({type: 'rcon/answered', serverId: 'a', localId: 'own-0', answer, at: startAt + 1});
	const {lines} = bufferOf(app);
	expect(lines.length).toBeGreaterThanOrEqual(149);
	expect(sliceOf(lines, 0).filter(line => line.kind === 'command' && line.status === 'pending')).toHaveLength(
		149,
	);
});

test('shows a late answer as our own even if its command was dropped', () => {
	const app = reading();
	const {store} = app.services;
	const own = {serverId: 'a', localId: 'own'};
	store.dispatch({type: 'rcon/sent', ...own, command: 'save', at: startAt, timeoutMs: 5000});
	store.dispatch({type: 'rcon/abandoned', ...own});
	hear(app, 1, 300);
	expect(bufferOf(app).open).toHaveLength(1);
	const commands = [{command: 'save', response: 'saved', commandId: 'late', timestamp: startAt + 400}];
	store.dispatch({type: 'rcon/received', serverId: 'a', at: startAt + 401, via: 'feed', commands});
	expect(sliceOf(bufferOf(app).lines, -1 + bufferOf(app).lines.length)).toMatchObject([
		{id: 'own', origin: 'me', status: 'late', matched: 'text', response: 'saved', latencyMs: 401},
	]);
	expect(bufferOf(app).open).toHaveLength(0);
});

test('the names of dropped entries are forgotten, and a poll that repeats one shows nothing', () => {
	const app = reading();
	for (let from = 0; from < 20_000; from += 100) hear(app, from, 100);
	const {known, lines, dropped, newAnswers} = bufferOf(app);
	const names = [known, ...known.older].reduce((sum, {count}) => sum + count, 0);
	expect(names).toBeLessThan(3000);
	hear(app, 0, 100);
	hear(app, 19_900, 100);
	expect(bufferOf(app)).toMatchObject({lines, dropped, newAnswers});
});
