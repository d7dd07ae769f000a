import {expect, test} from 'vitest';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {consoleView} from '../../../src/app/console/read/view.ts';
import {searchStatus} from '../../../src/app/console/read/find.ts';
import {statusText} from '../../../src/demo/games/cs2.ts';
import {startAt} from '../../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';
import {joinMessages} from '../../../src/messages/text.ts';

const hear = ({services}: HeadlessApp, from: number, count: number, response = 'ok') =>
	services.store.dispatch({
		type: 'rcon/received',
		serverId: 'a',
		at: startAt + from + count,
		via: 'poll',
		commands: Array.from({length: count}, (_, index) => ({
			command: `command ${from + index}`,
			response,
			commandId: `c-${from + index}`,
			timestamp: startAt + from + index,
		})),
	});

/** A console with this many entries and the focus. */
function reading(count: number, response?: string): HeadlessApp {
	const app = openHeadlessApp([server('a')]);
	hear(app, 0, count, response);
	app.press('2');
	return app;
}

const rowsOf = (app: HeadlessApp) =>
	consoleView(app.state()).rows.map(({segments}) =>
		renderWithKeys(joinMessages(segments.map(({text}) => text)), usualKeymap).trimEnd(),
	);
const topOf = (app: HeadlessApp) => rowsOf(app)[0]?.slice(9);
const cursorOf = (app: HeadlessApp) => consoleView(app.state()).cursor?.key;

test('scrolled text stays in place through new entries, folding and resizing, and new entries are counted', () => {
	const app = reading(50);
	app.press('pageup', 'pageup', 'k');
	const top = topOf(app);
	expect(top).toContain('command 3');
	hear(app, 50, 7);
	expect(topOf(app)).toBe(top);
	expect(consoleView(app.state())).toMatchObject({following: false, fresh: 7});
	hear(app, -20, 5);
	expect(topOf(app)).toBe(top);
	app.services.store.dispatch({type: 'view/changed', change: {size: {columns: 130, rows: 50}}});
	app.services.store.dispatch({type: 'view/changed', change: {size: {columns: 80, rows: 24}}});
	expect(topOf(app)).toBe(top);
	app.press('G');
	expect(consoleView(app.state())).toMatchObject({following: true, fresh: 0, below: 0});
	expect(rowsOf(app).at(-2)).toContain('command 56');
});

test('a console follows again at its end', () => {
	const app = reading(50);
	app.press('k', 'k');
	expect(consoleView(app.state()).following).toBe(false);
	app.press('j', 'j');
	expect(consoleView(app.state()).following).toBe(true);
});

test('[ and ] select the previous and next command and scroll to it', () => {
	const app = reading(50);
	expect(cursorOf(app)).toBe('c-49');
	app.press('[', '[');
	expect(cursorOf(app)).toBe('c-47');
	app.press(...'[[[[[[[[[[');
	expect(cursorOf(app)).toBe('c-37');
	expect(rowsOf(app).some(row => row.includes('command 37'))).toBe(true);
	app.press('g');
	app.press('[');
	expect(app.lastNotice()).toBe('No command above.');
	for (let times = 0; times < 50; times++) app.press(']');
	expect(consoleView(app.state()).following).toBe(true);
});

test('a long answer is folded until Enter unfolds it', () => {
	const answer = Array.from({length: 40}, (_, index) => `row ${index}`).join('\n');
	const app = reading(1, answer);
	expect(rowsOf(app).at(-1)?.trim()).toBe('… 31 more rows, Enter unfolds');
	app.press('enter');
	expect(rowsOf(app).some(row => row.includes('more rows'))).toBe(false);
	app.press('G');
	expect(rowsOf(app).at(-1)?.trim()).toBe('row 39');
	app.press('enter', 'G');
	expect(rowsOf(app).at(-1)?.trim()).toBe('… 31 more rows, Enter unfolds');
});

test('Enter on a short answer shows a hint', () => {
	const app = reading(2);
	app.press('enter');
	expect(app.lastNotice()).toContain('i opens the RCON input');
});

test('a search shows the newest match while typing, counts matches, cycles through them and ends', async () => {
	const app = reading(50);
	app.press('/');
	app.type('mmand 1');
	await app.settle();
	expect(cursorOf(app)).toBe('c-19');
	expect(searchStatus(app.state())).toBe('11/11');
	app.press('enter', 'N');
	await app.settle();
	expect(cursorOf(app)).toBe('c-18');
	app.press('n', 'n');
	await app.settle();
	expect(cursorOf(app)).toBe('c-1');
	expect(app.lastNotice()).toContain('wrapped to the oldest');
	app.press('esc');
	expect(app.state().reading.search).toBeUndefined();
	expect(app.state().view.pane).toBe('console');
	app.press('n');
	expect(app.lastNotice()).toContain('/ starts one');
});

test('a search accepts a regular expression and reports an invalid one', async () => {
	const app = reading(50);
	app.press('/');
	app.type('/d [34]7$/');
	await app.services.clock.advance(20);
	expect(searchStatus(app.state())).toBe('2/2');
	app.press('ctrl+u');
	app.type('/(');
	await app.settle();
	expect(searchStatus(app.state())).toBe('invalid pattern: missing closing )');
	app.press('ctrl+u');
	app.type('COMMAND');
	await app.services.clock.advance(20);
	expect(searchStatus(app.state())).toBe('not found');
});

test('a search with catastrophic backtracking ends', async () => {
	const app = reading(20, `${'a'.repeat(2000)}!`);
	app.press('/');
	app.type('/(a+)+$/');
	await app.services.clock.advance(100);
	expect(searchStatus(app.state())).toBe('not found');
});

test('a match in the folded part of an answer unfolds it', async () => {
	const answer = Array.from({length: 40}, (_, index) => `row ${index}`).join('\n');
	const app = reading(1, answer);
	app.press('/');
	app.type('row 33');
	await app.services.clock.advance(20);
	expect(rowsOf(app).some(row => row.includes('row 33'))).toBe(true);
});

test('reports a match that a table omits, and shows it with `x`', async () => {
	const app = openHeadlessApp([server('a', 'ONLINE', {gameType: 'CS2'})]);
	const scene = {hostname: 'here', map: 'de_nuke', port: 27_015, now: startAt, startedAt: startAt};
	app.services.store.dispatch({
		type: 'rcon/received',
		serverId: 'a',
		at: startAt,
		via: 'poll',
		commands: [
			{
				command: 'status',
				response: statusText({...scene, hibernating: false, players: [], bots: ['Crusher']}),
				commandId: 'c',
				timestamp: startAt,
			},
		],
	});
	app.press('2', '/');
	app.type('spawngroup');
	await app.services.clock.advance(20);
	expect(searchStatus(app.state())).toBe('1/1');
	expect(rowsOf(app).join('\n')).not.toContain('spawngroup');
	expect(app.lastNotice()).toContain('x shows the raw answer');
	await app.services.clock.advance(1000);
	app.press('enter', 'x', 'n');
	await app.services.clock.advance(20);
	expect(rowsOf(app).join('\n')).toContain('spawngroup');
	expect(app.lastNotice()).not.toContain('outside the table');
});

test('`f` cycles through the sources', async () => {
	const app = reading(3);
	app.press('i');
	app.type('save');
	app.press('enter', 'esc');
	await app.settle();
	const shown = () => consoleView(app.state()).lines;
	expect(shown()).toBe(4);
	app.press('f');
	expect(shown()).toBe(1);
	app.press('f');
	expect(shown()).toBe(3);
	app.press('f');
	expect(shown()).toBe(0);
	app.press('f');
	expect(shown()).toBe(4);
});

test('a bookmark with its note appears at its time in every console', async () => {
	const app = reading(2);
	await app.openDialog('m');
	app.type('players report lag');
	app.press('enter');
	await app.settle();
	const rows = () => rowsOf(app);
	expect(rows().at(-1)).toMatch(/^== bookmark \d\d:\d\d:\d\d "players report lag" =+$/);
	hear(app, 60_000, 1);
	expect(rows().at(-3)).toContain('== bookmark');
	app.press('{');
	expect(cursorOf(app)).toBe(`bookmark:${app.state().bookmarks[0]?.id}`);
	app.press('{');
	expect(app.lastNotice()).toContain('no gap, bookmark or unread entry above');
});
