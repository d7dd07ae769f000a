import {expect, test} from 'vitest';
import {startAt} from '../helpers/builders.ts';
import {showTui} from '../helpers/show-tui.ts';

test('accepts all keys of one read in order', async () => {
	const {terminal, state} = await showTui();
	terminal.write('jj');
	await terminal.until('the third server', () => state().view.currentId === 'c');
	await terminal.sees('[cs2-eu-1 41p] rcon>');
	terminal.write('iabc\x7f\x7fxyz');
	await terminal.sees('rcon> axyz');
	terminal.write('\x1b[D\x1b[DQ');
	await terminal.sees('rcon> axQyz');
	expect(state().view.drafts.get('c')).toEqual({text: 'axQyz', cursor: 3});
});

test('the terminal cursor is where the next letter appears', async () => {
	const {terminal} = await showTui();
	terminal.write('i漢字b');
	await terminal.sees('rcon> 漢字b');
	expect(terminal.cursor()).toEqual({x: '[ark-isl-1 41p] rcon> '.length + 5, y: 22});
	terminal.write('\x1b');
	await terminal.sees('Enter Console');
	terminal.write('/ark');
	await terminal.sees('filter: ark');
	const [, , title = ''] = terminal.rows();
	expect(terminal.cursor()).toEqual({x: title.indexOf('filter: ark') + 'filter: ark'.length, y: 2});
});

test('text from an input method or a script with an Enter inside is a paste, and sends nothing', async () => {
	const {terminal, state} = await showTui();
	terminal.write('i');
	await terminal.sees('Enter Send');
	terminal.write('ListPlayers\rSaveWorld\r');
	await terminal.sees('2 pasted lines for ark-isl-1');
	await terminal.sees('SaveWorld');
	await terminal.sees('[>Do nothing<]');
	terminal.write('\x1b');
	await terminal.seesNot('pasted lines for');
	terminal.write('\x1b[200~only one\n\x1b[201~');
	await terminal.sees('rcon> only one');
	expect(state().console).toEqual(new Map());
});

test('F keys, mouse and focus reports type nothing', async () => {
	const {terminal, state} = await showTui();
	terminal.write('i');
	await terminal.sees('Enter Send');
	for (const noise of ['\x1bOP', '\x1b[24~', '\x1b[<64;10;10M', '\x1b[I', '\x1b[O', '\x1b[1;1R'])
		terminal.write(noise);
	terminal.write('ok');
	await terminal.sees('rcon> ok');
	expect(state().view.drafts.get('a')?.text).toBe('ok');
});

test('follows a resize at once, through every layout, and loses no typed text', async () => {
	const {terminal, state} = await showTui();
	terminal.write('iSave');
	await terminal.sees('rcon> Save');
	terminal.resize(120, 40);
	await terminal.sees('DETAILS');
	expect(terminal.rows()[0]).toMatch(/\d\d:\d\d:\d\dZ$/);
	terminal.resize(39, 9);
	await terminal.sees('39x9 is too small');
	expect(terminal.screen()).not.toContain('SERVERS');
	terminal.resize(60, 20);
	await terminal.sees('rcon> Save');
	for (const columns of [200, 61, 133, 80]) terminal.resize(columns, 24);
	await terminal.until('the layout of 80x24', () => terminal.rows()[21] === '─'.repeat(80));
	expect(state().view.size).toEqual({columns: 80, rows: 24});
	expect(terminal.rows()[22]).toBe('[ark-isl-1 41p] rcon> Save');
});

test('a dialog is above everything else, with its own keys', async () => {
	const {terminal, services} = await showTui({columns: 120, rows: 40});
	terminal.write('X');
	await terminal.sees('Stop ark-isl-1');
	await services.clock.advance(500);
	terminal.write('15\tBack soon');
	await terminal.sees('Back soon');
	const boxed = terminal.rows().filter(row => /[│┌└] .*(Delay|Message|Force)/.test(row));
	expect(boxed.length).toBeGreaterThanOrEqual(3);
	terminal.write('\x1b');
	await terminal.sees('Stop ark-isl-1: nothing was sent.');
	await terminal.sees('DETAILS');
});

test('a key is visible at once even while the feed is flooded', async () => {
	const {terminal, services, state} = await showTui();
	const storm = (batch: number) =>
		services.store.dispatch({
			type: 'rcon/received',
			serverId: 'a',
			at: startAt + batch,
			via: 'feed',
			commands: Array.from({length: 20}, (_, index) => ({
				command: `command ${batch} ${index}`,
				response: 'ok',
				commandId: `${batch} ${index}`,
				timestamp: startAt + batch,
			})),
		});
	for (let batch = 0; batch < 50; batch++) storm(batch);
	terminal.write('j');
	await terminal.sees('[ark-isl-2 41p] rcon>');
	terminal.write('k');
	await terminal.sees('command 49 19');
	expect(state().console.get('a')?.lines).toHaveLength(1000);
});
