import {expect, test} from 'vitest';
import {dangerIn} from '../../src/actions/danger.ts';
import {handleKey} from '../../src/app/keys.ts';
import {openDesk, server} from '../helpers/desk.ts';

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
])('%j does not', (line, game) => {
	expect(dangerIn(line, game, [])).toBeUndefined();
});

test('the list can be made longer and shorter', () => {
	expect(dangerIn('sv_cheats 1', 'CS2', ['sv_cheats'])).toContain('your list');
	expect(dangerIn('map de_nuke', 'CS2', ['-map'])).toBeUndefined();
});

const open = () => {
	const desk = openDesk([server('a', 'ONLINE', {gameType: 'CS2'})]);
	desk.press('i');
	desk.type('quit');
	desk.press('enter');
	return desk;
};

test('Enter asks once, and Enter again sends', async () => {
	const desk = open();
	await desk.services.clock.advance(1000);
	expect(desk.sent).toEqual([]);
	expect(desk.lastNotice()).toMatch(/looks destructive: press Enter again within 10s to send it\. quit:/);
	desk.press('enter');
	await desk.settle();
	expect(desk.sent).toEqual([{method: 'await', input: {serverId: 'a', command: 'quit', timeoutMs: 5000}}]);
});

test.each(['x', 'backspace', 'left', 'esc', 'up', 'ctrl+c', 'tab'])('%s in between cancels', async key => {
	const desk = open();
	await desk.services.clock.advance(1000);
	desk.press(key);
	expect(desk.state().input.armed).toBeUndefined();
	expect(desk.state().view.input).toBe(true);
	await desk.settle();
	expect(desk.sent).toEqual([]);
});

test('after ten seconds it has to be asked again', async () => {
	const desk = open();
	await desk.services.clock.advance(10_000);
	desk.press('enter');
	await desk.settle();
	expect(desk.sent).toEqual([]);
});

test('two Enters in one read, or the bounce of a key, send nothing', async () => {
	const desk = open();
	handleKey(desk.services, 'enter');
	await desk.services.clock.advance(1000);
	handleKey(desk.services, 'enter', 'text');
	await desk.settle();
	expect(desk.sent).toEqual([]);
});

test('an alias is judged by what it stands for', async () => {
	const desk = openDesk([server('a', 'ONLINE', {gameType: 'CS2'})], 'a', {
		settings: {aliases: {bye: 'say {*}; quit'}},
	});
	desk.press('i');
	desk.type('bye all of you');
	desk.press('enter');
	await desk.services.clock.advance(1000);
	expect(desk.sent).toEqual([]);
	desk.press('enter');
	await desk.settle();
	expect(desk.sent).toMatchObject([{input: {command: 'say all of you; quit'}}]);
	desk.press('up');
	expect(desk.state().view.drafts.get('a')?.text).toBe('bye all of you');
});
