import {beforeEach, expect, test} from 'vitest';
import {inputView} from '../../../src/app/console/input/prompt.ts';
import {aCommand, startAt, linesIn} from '../../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';

let app: HeadlessApp;
const at = (gameType: string, settings = {}) => {
	app = openHeadlessApp([server('a', 'ONLINE', {gameType})], 'a', {settings});
	app.press('i');
};
beforeEach(() => at('CS2'));

const line = () => app.state().view.drafts.get('a')?.text ?? '';
const view = () => inputView(app.state(), app.services.settings);
const labels = () => view()?.candidates.map(({label}) => label);
const hear = (command: string, response: string) =>
	app.services.store.dispatch({
		type: 'rcon/received',
		serverId: 'a',
		at: startAt,
		via: 'feed',
		commands: [aCommand({command, response, commandId: command})],
	});

test('fills in a single candidate, with a space where arguments follow', () => {
	app.type('changel');
	app.press('tab');
	expect(line()).toBe('changelevel ');
	expect(labels()).toEqual([]);
});

test('Tab fills in the shared prefix of several candidates and lists them, then cycles through them', () => {
	app.type('STA');
	app.press('tab');
	expect(line()).toBe('status');
	expect(labels()).toEqual(['status', 'status_json']);
	app.press('tab', 'tab');
	expect(line()).toBe('status_json');
	expect(view()?.candidates.map(({chosen}) => chosen)).toEqual([false, true]);
	app.press('tab');
	expect(line()).toBe('status');
	app.press('shift+tab');
	expect(line()).toBe('status_json');
});

test('Esc restores the typed text, and a second one leaves', () => {
	app.type('st');
	app.press('tab', 'tab', 'esc');
	expect(line()).toBe('st');
	expect(app.state().view.input).toBe(true);
	app.press('esc');
	expect(app.state().view.input).toBe(false);
});

test('any other key keeps the candidate and closes the list; Enter sends the line', () => {
	app.type('status');
	app.press('tab', 'tab', 'tab', ' ');
	expect(line()).toBe('status_json ');
	expect(labels()).toEqual([]);
	app.press('backspace', 'enter');
	expect(linesIn(app.state(), 'a')).toMatchObject([{command: 'status_json'}]);
});

test('completes in the middle of a word and keeps the rest of the line', () => {
	app.type('map dust');
	app.press('tab');
	expect(line()).toBe('map de_dust2');
	app.press('ctrl+u');
	app.type('kic Bob');
	app.press('left', 'left', 'left', 'left', 'tab', 'tab');
	expect(line()).toBe('kick Bob');
});

test('also completes earlier lines', () => {
	app.type('say good night');
	app.press('enter');
	app.type('say g');
	app.press('tab');
	expect(line()).toBe('say good night');
});

test('players come from the newest list in the console, and names with spaces are quoted', () => {
	hear('status', [`   2    01:12   20    0     active 786432 1.2.3.4:27005 'Big Bob'`, '#end'].join('\n'));
	app.type('kick bi');
	app.press('tab');
	expect(line()).toBe('kick "Big Bob"');
	app.press('ctrl+u');
	app.type('kickid big');
	app.press('tab');
	expect(line()).toBe('kickid 2 ');
});

test('completes an ARK player by name with the ID', () => {
	at('ARK_ASCENDED');
	hear('ListPlayers', '\n0. Smith, John, 0002aa\n1. Ann, 0002bb\n ');
	app.type('kickplayer sm');
	app.press('tab');
	expect(line()).toBe('kickplayer 0002aa');
	expect(view()?.usage?.players).toEqual(['Smith, John']);
	app.press('enter');
	expect(app.lastNotice()).toContain('KickPlayer: Removes a player. Player: Smith, John.');
	expect(view()?.armed).toContain('Smith, John');
	expect(linesIn(app.state(), 'a')).toHaveLength(1);
	app.press('ctrl+u');
	app.type('ServerChatToPlayer ');
	app.press('tab');
	expect(labels()).toEqual(['Smith, John', 'Ann']);
	app.press('tab');
	expect(line()).toBe('ServerChatToPlayer "Smith, John" ');
});

test('shows the name of a player whose id is an argument of that kind', () => {
	hear('status', "---------players--------\n   3    00:07    9    0     active 786432 'Ann'\n#end");
	app.type('kickid 3 too loud');
	expect(view()?.usage?.players).toEqual(['Ann']);
	app.press('ctrl+u');
	app.type('banid 3 STEAM_1:0:3');
	expect(view()?.usage?.players).toEqual([]);
});

test('does not complete a name that would end its quotes and begin a second command', () => {
	hear(
		'status',
		`---------players--------\n   3    00:07    9    0     active 786432 'x"; quit'\n   4    00:07    9    0     active 786432 'a; b'\n#end`,
	);
	app.type('kick ');
	app.press('tab');
	expect(line()).toBe('kick "a; b"');
});

test('completes an alias and shows its expansion', () => {
	at('CS2', {aliases: {bye: 'kickid {1} {*}'}});
	app.type('by');
	app.press('tab');
	expect(line()).toBe('bye ');
	expect(view()?.usage?.help).toBe('alias: kickid {1} {*}');
});

test('shows arguments and help while a command is typed, with the argument at the cursor highlighted', () => {
	app.type('banid 10 ');
	expect(view()?.usage).toEqual({
		name: 'banid',
		slots: [
			{text: '<minutes>', current: false},
			{text: '<steam id>', current: true},
			{text: '[kick]', current: false},
		],
		help: 'Bans a Steam id; 0 minutes is for ever.',
		danger: true,
		players: [],
	});
});

test('a key that has no candidates shows a notice', () => {
	app.type('xyzzy');
	app.press('tab');
	expect(app.lastNotice()).toBe('No suggestions.');
	app.press('ctrl+u');
	app.type('kick B');
	app.press('tab');
	expect(app.lastNotice()).toBe('No player list yet. Send status_json first.');
});

test('completes earlier commands in a game without known commands', () => {
	at('MY_GAME');
	app.type('warp.list kits');
	app.press('enter');
	app.type('wa');
	app.press('tab');
	expect(line()).toBe('warp.list kits');
});
