import {expect, test} from 'vitest';
import {dangerIn} from '../../src/actions/rcon-line.ts';
import {handleKey} from '../../src/app/keys.ts';
import {openHeadlessApp, server} from '../helpers/headless-app.ts';

test.each([
	['quit', 'CS2'],
	['  QUIT ', 'CS2'],
	['& quit', 'CS2'],
	['status; quit', 'CS2'],
	['status\nquit', 'CS2'],
	['say "a\nquit', 'CS2'],
	['say "a;b";quit', 'CS2'],
	['"quit"', 'CS2'],
	['changelevel de_dust2', 'CS2'],
	['doexit', 'ARK_ASCENDED'],
	['cheat DestroyWildDinos', 'ARK_EVOLVED'],
	['DoExit', 'A_GAME_OF_TOMORROW'],
	['quit', undefined],
	['exit', 'CS2'],
	['killserver', 'CS2'],
	['sv_shutdown', 'CS2'],
	['rcon_password hunter2', 'CS2'],
	['sv_password x', 'CS2'],
	['writeid', 'CS2'],
	['status; EXIT', 'CS2'],
	['exit', 'ARK_ASCENDED'],
	['cheat quit', 'ARK_EVOLVED'],
	['ServerAdminPassword x', 'ARK_ASCENDED'],
	['killserver', 'A_GAME_OF_TOMORROW'],
])('%j looks destructive on %s', (line, game) => {
	expect(dangerIn(line, game, [])).toBeDefined();
});

test.each([
	['status', 'CS2'],
	['say quit', 'CS2'],
	['say "a;quit"', 'CS2'],
	['ListPlayers', 'ARK_ASCENDED'],
	['', 'CS2'],
])('%j does not look destructive', (line, game) => {
	expect(dangerIn(line, game, [])).toBeUndefined();
});

test.each(['removes', 'quit:', 'constructor', '\t', 'qui', 'uit'])(
	'%j is not a destructive command of any game',
	line => {
		expect(dangerIn(line, undefined, [])).toBeUndefined();
	},
);

test('settings can extend and shorten the list', () => {
	expect(dangerIn('sv_cheats 1', 'CS2', ['sv_cheats'])).toContain('your list');
	expect(dangerIn('map de_nuke', 'CS2', ['-map'])).toBeUndefined();
});

const open = () => {
	const app = openHeadlessApp([server('a', 'ONLINE', {gameType: 'CS2'})]);
	app.press('i');
	app.type('quit');
	app.press('enter');
	return app;
};

test('the first Enter asks for confirmation and the second one sends', async () => {
	const app = open();
	await app.services.clock.advance(1000);
	expect(app.sent).toEqual([]);
	expect(app.lastNotice()).toMatch(/looks destructive: press Enter again within 10s to send it\. quit:/);
	app.press('enter');
	await app.settle();
	expect(app.sent).toEqual([{method: 'await', input: {serverId: 'a', command: 'quit', timeoutMs: 5000}}]);
});

test.each(['x', 'backspace', 'left', 'esc', 'up', 'ctrl+c', 'tab'])(
	'%s between the two cancels',
	async key => {
		const app = open();
		await app.services.clock.advance(1000);
		app.press(key);
		expect(app.state().input.armed).toBeUndefined();
		expect(app.state().view.input).toBe(true);
		await app.settle();
		expect(app.sent).toEqual([]);
	},
);

test('the confirmation expires after ten seconds', async () => {
	const app = open();
	await app.services.clock.advance(10_000);
	app.press('enter');
	await app.settle();
	expect(app.sent).toEqual([]);
});

test('two Enters in one read, or a key bounce, send nothing', async () => {
	const app = open();
	handleKey(app.services, 'enter');
	await app.services.clock.advance(1000);
	handleKey(app.services, 'enter', 'text');
	await app.settle();
	expect(app.sent).toEqual([]);
});

test('judges an alias by its expansion', async () => {
	const app = openHeadlessApp([server('a', 'ONLINE', {gameType: 'CS2'})], 'a', {
		settings: {aliases: {bye: 'say {*}; quit'}},
	});
	app.press('i');
	app.type('bye all of you');
	app.press('enter');
	await app.services.clock.advance(1000);
	expect(app.sent).toEqual([]);
	app.press('enter');
	await app.settle();
	expect(app.sent).toMatchObject([{input: {command: 'say all of you; quit'}}]);
	app.press('up');
	expect(app.state().view.drafts.get('a')?.text).toBe('bye all of you');
});
