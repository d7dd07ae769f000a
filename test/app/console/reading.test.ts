import {expect, test} from 'vitest';
import {renderWithKeys} from '../../../src/app/kernel/keymap/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {consoleView} from '../../../src/app/console/view.ts';
import {searchPlace} from '../../../src/app/console/find.ts';
import {statusText} from '../../../src/demo/games/cs2-status.ts';
import {startAt} from '../../helpers/builders.ts';
import {openDesk, server, type Desk} from '../../helpers/desk.ts';
import {joinMessages} from '../../../src/messages/text.ts';

const hear = ({services}: Desk, from: number, count: number, response = 'ok') =>
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

/** A console with this many lines, and the keys in it. */
function reading(count: number, response?: string): Desk {
	const desk = openDesk([server('a')]);
	hear(desk, 0, count, response);
	desk.press('2');
	return desk;
}

const rowsOf = (desk: Desk) =>
	consoleView(desk.state()).rows.map(({segments}) =>
		renderWithKeys(joinMessages(segments.map(({text}) => text)), usualKeymap).trimEnd(),
	);
const topOf = (desk: Desk) => rowsOf(desk)[0]?.slice(9);
const cursorOf = (desk: Desk) => consoleView(desk.state()).cursor?.key;

test('what one reads stays at its place whatever comes, is folded or resized, and what came is counted', () => {
	const desk = reading(50);
	desk.press('pageup', 'pageup', 'k');
	const top = topOf(desk);
	expect(top).toContain('command 3');
	hear(desk, 50, 7);
	expect(topOf(desk)).toBe(top);
	expect(consoleView(desk.state())).toMatchObject({following: false, fresh: 7});
	hear(desk, -20, 5);
	expect(topOf(desk)).toBe(top);
	desk.services.store.dispatch({type: 'view/changed', change: {size: {columns: 130, rows: 50}}});
	desk.services.store.dispatch({type: 'view/changed', change: {size: {columns: 80, rows: 24}}});
	expect(topOf(desk)).toBe(top);
	desk.press('G');
	expect(consoleView(desk.state())).toMatchObject({following: true, fresh: 0, below: 0});
	expect(rowsOf(desk).at(-2)).toContain('command 56');
});

test('at the end a console follows again', () => {
	const desk = reading(50);
	desk.press('k', 'k');
	expect(consoleView(desk.state()).following).toBe(false);
	desk.press('j', 'j');
	expect(consoleView(desk.state()).following).toBe(true);
});

test('[ and ] go from command to command and bring it on screen', () => {
	const desk = reading(50);
	expect(cursorOf(desk)).toBe('c-49');
	desk.press('[', '[');
	expect(cursorOf(desk)).toBe('c-47');
	desk.press(...'[[[[[[[[[[');
	expect(cursorOf(desk)).toBe('c-37');
	expect(rowsOf(desk).some(row => row.includes('command 37'))).toBe(true);
	desk.press('g');
	desk.press('[');
	expect(desk.lastNotice()).toBe('No command above.');
	for (let times = 0; times < 50; times++) desk.press(']');
	expect(consoleView(desk.state()).following).toBe(true);
});

test('a long answer is folded until Enter unfolds it', () => {
	const answer = Array.from({length: 40}, (_, index) => `row ${index}`).join('\n');
	const desk = reading(1, answer);
	expect(rowsOf(desk).at(-1)?.trim()).toBe('… 34 more rows, Enter unfolds');
	desk.press('enter');
	expect(rowsOf(desk).some(row => row.includes('more rows'))).toBe(false);
	desk.press('G');
	expect(rowsOf(desk).at(-1)?.trim()).toBe('row 39');
	desk.press('enter', 'G');
	expect(rowsOf(desk).at(-1)?.trim()).toBe('… 34 more rows, Enter unfolds');
});

test('Enter on a short answer says what to do', () => {
	const desk = reading(2);
	desk.press('enter');
	expect(desk.lastNotice()).toContain('i opens the RCON input');
});

test('the search shows the newest match as it is typed, counts, goes on from match to match and is left', async () => {
	const desk = reading(50);
	desk.press('/');
	desk.type('mmand 1');
	await desk.settle();
	expect(cursorOf(desk)).toBe('c-19');
	expect(searchPlace(desk.state())).toBe('11/11');
	desk.press('enter', 'N');
	await desk.settle();
	expect(cursorOf(desk)).toBe('c-18');
	desk.press('n', 'n');
	await desk.settle();
	expect(cursorOf(desk)).toBe('c-1');
	expect(desk.lastNotice()).toContain('wrapped to the oldest');
	desk.press('esc');
	expect(desk.state().reading.search).toBeUndefined();
	expect(desk.state().view.pane).toBe('console');
	desk.press('n');
	expect(desk.lastNotice()).toContain('/ starts one');
});

test('a search may be a regular expression, and what cannot be one is said', async () => {
	const desk = reading(50);
	desk.press('/');
	desk.type('/d [34]7$/');
	await desk.services.clock.advance(20);
	expect(searchPlace(desk.state())).toBe('2/2');
	desk.press('ctrl+u');
	desk.type('/(');
	await desk.settle();
	expect(searchPlace(desk.state())).toBe('invalid pattern: missing closing )');
	desk.press('ctrl+u');
	desk.type('COMMAND');
	await desk.services.clock.advance(20);
	expect(searchPlace(desk.state())).toBe('not found');
});

test('a search for what makes other engines go back and forth for years ends', async () => {
	const desk = reading(20, `${'a'.repeat(2000)}!`);
	desk.press('/');
	desk.type('/(a+)+$/');
	await desk.services.clock.advance(100);
	expect(searchPlace(desk.state())).toBe('not found');
});

test('a match in the folded part of an answer unfolds it', async () => {
	const answer = Array.from({length: 40}, (_, index) => `row ${index}`).join('\n');
	const desk = reading(1, answer);
	desk.press('/');
	desk.type('row 33');
	await desk.services.clock.advance(20);
	expect(rowsOf(desk).some(row => row.includes('row 33'))).toBe(true);
});

test('a match that a table leaves out is spoken of, and seen with x', async () => {
	const desk = openDesk([server('a', 'ONLINE', {gameType: 'CS2'})]);
	const scene = {hostname: 'here', map: 'de_nuke', port: 27_015, now: startAt, startedAt: startAt};
	desk.services.store.dispatch({
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
	desk.press('2', '/');
	desk.type('spawngroup');
	await desk.services.clock.advance(20);
	expect(searchPlace(desk.state())).toBe('1/1');
	expect(rowsOf(desk).join('\n')).not.toContain('spawngroup');
	expect(desk.lastNotice()).toContain('x shows the raw answer');
	await desk.services.clock.advance(1000);
	desk.press('enter', 'x', 'n');
	await desk.services.clock.advance(20);
	expect(rowsOf(desk).join('\n')).toContain('spawngroup');
	expect(desk.lastNotice()).not.toContain('outside the table');
});

test('f shows one source after the other', async () => {
	const desk = reading(3);
	desk.press('i');
	desk.type('save');
	desk.press('enter', 'esc');
	await desk.settle();
	const shown = () => consoleView(desk.state()).lines;
	expect(shown()).toBe(4);
	desk.press('f');
	expect(shown()).toBe(1);
	desk.press('f');
	expect(shown()).toBe(3);
	desk.press('f');
	expect(shown()).toBe(0);
	desk.press('f');
	expect(shown()).toBe(4);
});

test('a bookmark with its note is at its moment in every console', async () => {
	const desk = reading(2);
	await desk.openDialog('m');
	desk.type('players report lag');
	desk.press('enter');
	await desk.settle();
	const rows = () => rowsOf(desk);
	expect(rows().at(-1)).toMatch(/^== bookmark \d\d:\d\d:\d\d "players report lag" =+$/);
	hear(desk, 60_000, 1);
	expect(rows().at(-3)).toContain('== bookmark');
	desk.press('{');
	expect(cursorOf(desk)).toBe(`bookmark:${desk.state().bookmarks[0]?.id}`);
	desk.press('{');
	expect(desk.lastNotice()).toContain('no gap, bookmark or unread line above');
});
