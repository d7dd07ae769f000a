import {expect, test} from 'vitest';
import {inputView} from '../../../src/app/console/input-view.ts';
import {handlePaste} from '../../../src/app/keys.ts';
import {loadInputHistory} from '../../../src/app/console/load-input-history.ts';
import type {Memorable} from '../../../src/actions/memorable.ts';
import {noJournal, type SessionJournal} from '../../../src/app/kernel/journal.ts';
import {openDesk, server, type Desk} from '../../helpers/desk.ts';

const line = (desk: Desk) => desk.state().view.drafts.get('a')?.text ?? '';
const search = (desk: Desk) => inputView(desk.state(), desk.services.settings)?.search;
const shown = (desk: Desk) => inputView(desk.state(), desk.services.settings)?.field.text;

function say(desk: Desk, ...lines: string[]): void {
	for (const text of lines) {
		desk.type(text);
		desk.press('enter');
	}
}

/** A desk whose journal has some lines of earlier sessions. */
function remembering(kept: Memorable[] = []): Desk {
	const journal: SessionJournal = {
		...noJournal,
		keep: things => void kept.push(...things),
		sent: async () => ({server: ['status', 'old own'], game: ['status', 'elsewhere', 'old own']}),
	};
	const servers = [server('a', 'ONLINE', {gameType: 'CS2'}), server('b', 'ONLINE', {gameType: 'CS2'})];
	const desk = openDesk(servers, 'a', {journal});
	loadInputHistory(desk.services);
	desk.press('i');
	return desk;
}

test('Up goes through this server first, then through others of its game, each line once', async () => {
	const desk = remembering();
	await desk.settle();
	say(desk, 'status', 'say hi');
	const seen = Array.from({length: 4}, () => {
		desk.press('up');
		return line(desk);
	});
	expect(seen).toEqual(['say hi', 'status', 'old own', 'elsewhere']);
	desk.press('up');
	expect(desk.lastNotice()).toBe('There are no older commands.');
	expect(line(desk)).toBe('elsewhere');
});

test('what was sent to another server of the game can be recalled here', () => {
	const servers = [server('a', 'ONLINE', {gameType: 'CS2'}), server('b', 'ONLINE', {gameType: 'CS2'})];
	const desk = openDesk(servers, 'b');
	desk.press('i');
	say(desk, 'say b');
	desk.services.store.dispatch({type: 'view/changed', change: {currentId: 'a'}});
	desk.press('up');
	expect(line(desk)).toBe('say b');
});

test('a line with a secret is sent and not remembered', async () => {
	const kept: Memorable[] = [];
	const desk = remembering(kept);
	await desk.settle();
	say(desk, 'sv_password hunter2', '', 'say hi');
	desk.press('up', 'up');
	expect(line(desk)).toBe('old own');
	expect(kept.map(thing => thing.kind === 'typed' && thing.text)).toEqual(['say hi']);
});

test('Ctrl-R finds the newest line with the words anywhere in it; again goes to an older one', () => {
	const desk = openDesk();
	desk.press('i');
	say(desk, 'say good night', 'status', 'say good morning');
	desk.type('half');
	desk.press('ctrl+r');
	desk.type('GOOD');
	expect(shown(desk)).toBe('say good morning');
	expect(search(desk)?.place).toBe('1 of 2');
	desk.press('ctrl+r');
	expect(shown(desk)).toBe('say good night');
	desk.press('ctrl+r');
	expect(desk.lastNotice()).toBe('No older match.');
	expect(line(desk)).toBe('half');
});

test.each(['enter', 'tab'])('%s takes what is found into the line and sends nothing', async key => {
	const desk = openDesk();
	desk.press('i');
	say(desk, 'say good night');
	await desk.settle();
	desk.press('ctrl+r');
	desk.type('night');
	desk.press(key);
	await desk.settle();
	expect(line(desk)).toBe('say good night');
	expect(desk.sent).toHaveLength(1);
	desk.press('enter');
	await desk.settle();
	expect(desk.sent).toHaveLength(2);
});

test.each(['esc', 'ctrl+c'])('%s ends the search with the line as it was', key => {
	const desk = openDesk();
	desk.press('i');
	say(desk, 'status');
	desk.type('half');
	desk.press('ctrl+r');
	desk.type('stat');
	desk.press(key);
	expect(line(desk)).toBe('half');
	expect(search(desk)).toBeUndefined();
	expect(desk.state().view.input).toBe(true);
});

test('a search that finds nothing says so and keeps the line', () => {
	const desk = openDesk();
	desk.press('i');
	desk.type('half');
	desk.press('ctrl+r');
	desk.type('zzz');
	expect(search(desk)).toMatchObject({place: 'no match', matches: false});
	desk.press('enter');
	expect(line(desk)).toBe('half');
});

test('a paste into the search is part of its words', () => {
	const desk = openDesk();
	desk.press('i');
	say(desk, 'say a b');
	desk.press('ctrl+r');
	handlePaste(desk.services, 'a\nb\n');
	expect(shown(desk)).toBe('say a b');
	expect(desk.state().dialog).toBeUndefined();
});
