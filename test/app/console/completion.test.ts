import {beforeEach, expect, test} from 'vitest';
import {inputView} from '../../../src/app/console/input-view.ts';
import {aCommand, startAt, linesIn} from '../../helpers/builders.ts';
import {openDesk, server, type Desk} from '../../helpers/desk.ts';

let desk: Desk;
const at = (gameType: string, settings = {}) => {
	desk = openDesk([server('a', 'ONLINE', {gameType})], 'a', {settings});
	desk.press('i');
};
beforeEach(() => at('CS2'));

const line = () => desk.state().view.drafts.get('a')?.text ?? '';
const view = () => inputView(desk.state(), desk.services.settings);
const labels = () => view()?.candidates.map(({label}) => label);
const hear = (command: string, response: string) =>
	desk.services.store.dispatch({
		type: 'rcon/received',
		serverId: 'a',
		at: startAt,
		via: 'feed',
		commands: [aCommand({command, response, commandId: command})],
	});

test('a single candidate is filled in, with a space where arguments follow', () => {
	desk.type('changel');
	desk.press('tab');
	expect(line()).toBe('changelevel ');
	expect(labels()).toEqual([]);
});

test('of several candidates Tab fills in what they share and lists them, then goes from one to the next', () => {
	desk.type('STA');
	desk.press('tab');
	expect(line()).toBe('status');
	expect(labels()).toEqual(['status', 'status_json']);
	desk.press('tab', 'tab');
	expect(line()).toBe('status_json');
	expect(view()?.candidates.map(({chosen}) => chosen)).toEqual([false, true]);
	desk.press('tab');
	expect(line()).toBe('status');
	desk.press('shift+tab');
	expect(line()).toBe('status_json');
});

test('Esc puts back what was typed, a second one leaves', () => {
	desk.type('st');
	desk.press('tab', 'tab', 'esc');
	expect(line()).toBe('st');
	expect(desk.state().view.input).toBe(true);
	desk.press('esc');
	expect(desk.state().view.input).toBe(false);
});

test('any other key keeps the candidate and closes the list; Enter sends what is there', () => {
	desk.type('status');
	desk.press('tab', 'tab', 'tab', ' ');
	expect(line()).toBe('status_json ');
	expect(labels()).toEqual([]);
	desk.press('backspace', 'enter');
	expect(linesIn(desk.state(), 'a')).toMatchObject([{command: 'status_json'}]);
});

test('what is typed may be in the middle of a word, and the rest of the line is kept', () => {
	desk.type('map dust');
	desk.press('tab');
	expect(line()).toBe('map de_dust2');
	desk.press('ctrl+u');
	desk.type('kic Bob');
	desk.press('left', 'left', 'left', 'left', 'tab', 'tab');
	expect(line()).toBe('kick Bob');
});

test('lines sent before are offered too', () => {
	desk.type('say good night');
	desk.press('enter');
	desk.type('say g');
	desk.press('tab');
	expect(line()).toBe('say good night');
});

test('players come from the newest list in the console; names with spaces are quoted', () => {
	hear('status', [`   2    01:12   20    0     active 786432 1.2.3.4:27005 'Big Bob'`, '#end'].join('\n'));
	desk.type('kick bi');
	desk.press('tab');
	expect(line()).toBe('kick "Big Bob"');
	desk.press('ctrl+u');
	desk.type('kickid big');
	desk.press('tab');
	expect(line()).toBe('kickid 2 ');
});

test('an ARK player is found by name and filled in by id', () => {
	at('ARK_ASCENDED');
	hear('ListPlayers', '\n0. Smith, John, 0002aa\n1. Ann, 0002bb\n ');
	desk.type('kickplayer sm');
	desk.press('tab');
	expect(line()).toBe('kickplayer 0002aa');
	desk.press('ctrl+u');
	desk.type('ServerChatToPlayer ');
	desk.press('tab');
	expect(labels()).toEqual(['Smith, John', 'Ann']);
	desk.press('tab');
	expect(line()).toBe('ServerChatToPlayer "Smith, John" ');
});

test('an alias is completed, and its meaning is shown', () => {
	at('CS2', {aliases: {bye: 'kickid {1} {*}'}});
	desk.type('by');
	desk.press('tab');
	expect(line()).toBe('bye ');
	expect(view()?.usage?.help).toBe('alias: kickid {1} {*}');
});

test('arguments and help are shown while a command is typed, with the argument at the cursor marked', () => {
	desk.type('banid 10 ');
	expect(view()?.usage).toEqual({
		name: 'banid',
		slots: [
			{text: '<minutes>', current: false},
			{text: '<steam id>', current: true},
			{text: '[kick]', current: false},
		],
		help: 'Bans a Steam id; 0 minutes is for ever.',
		danger: true,
	});
});

test('a key that finds nothing says so', () => {
	desk.type('xyzzy');
	desk.press('tab');
	expect(desk.lastNotice()).toBe('No suggestions.');
	desk.press('ctrl+u');
	desk.type('kick B');
	desk.press('tab');
	expect(desk.lastNotice()).toBe('No player list yet: send status first.');
});

test('a game without words completes what was sent before', () => {
	at('RUST');
	desk.type('oxide.reload kits');
	desk.press('enter');
	desk.type('ox');
	desk.press('tab');
	expect(line()).toBe('oxide.reload kits');
});
