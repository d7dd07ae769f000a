import {afterEach, expect, test} from 'vitest';
import type {State} from '../../src/core/state/index.ts';
import {mountDeck, type MountOptions} from '../../src/ui/mount.tsx';
import {after, aServer, aTeam, looking, polled, startAt} from '../helpers/builders.ts';
import {openFakeTerminal, type FakeTerminal} from '../helpers/fake-terminal.ts';
import {fakeServices} from '../helpers/fake-services.ts';

const fleet = after(
	{type: 'access/granted', team: aTeam()},
	polled([
		aServer({id: 'a', displayName: 'ark-isl-1'}),
		aServer({id: 'b', displayName: 'ark-isl-2'}),
		aServer({id: 'c', displayName: 'cs2-eu-1'}),
	]),
	looking({selectedId: 'a'}),
);

const closing: (() => void)[] = [];
afterEach(() => {
	for (const close of closing.splice(0)) close();
});

type Given = {columns?: number; rows?: number; state?: State} & Partial<MountOptions>;

/** The deck on a terminal of this process. */
async function open({columns = 80, rows = 24, state = fleet, ...options}: Given = {}) {
	const terminal = openFakeTerminal({columns, rows});
	const services = fakeServices({state, api: {getServer: async () => aServer({id: 'a'})}});
	const ending = new AbortController();
	const deck = mountDeck({
		services,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
		env: {TERM: 'xterm-256color', LANG: 'C.UTF-8', CI: 'true'},
		look: {noColor: false, ascii: false},
		ending: ending.signal,
		...options,
	});
	closing.push(deck.unmount);
	await terminal.sees(/SERVERS|DOWN/);
	return {terminal, services, ending, deck, state: services.store.getState};
}

test('the deck takes the second screen and fills it, also where CI is set', async () => {
	const {terminal} = await open();
	expect(terminal.isAlternate()).toBe(true);
	expect(terminal.isRaw()).toBe(true);
	expect(terminal.bytes()).toContain('\x1b[?2004h');
	expect(terminal.rows()[0]).toMatch(/^ Dev Guild \[TEST\] RW/);
	expect(terminal.rows()[2]).toMatch(/^─SERVERS 3/);
	expect(terminal.rows()[22]).toMatch(/^\[ark-isl-1 41p\] rcon>/);
	expect(terminal.rows()).toHaveLength(24);
});

test.each([
	['a key', ({deck}: Awaited<ReturnType<typeof open>>) => deck.unmount(), 'quit'],
	['a signal', ({ending}: Awaited<ReturnType<typeof open>>) => ending.abort({code: 143}), 'ended'],
	['the end of the terminal', ({terminal}: Awaited<ReturnType<typeof open>>) => terminal.close(), 'lost'],
])('after %s the terminal is as it was', async (_, leave, outcome) => {
	const opened = await open();
	leave(opened);
	expect(await opened.deck.waitUntilExit()).toBe(outcome);
	expect(opened.terminal.isAlternate()).toBe(false);
	expect(opened.terminal.isRaw()).toBe(false);
	expect(opened.terminal.bytes()).toMatch(/\x1b\[\?2004l/);
	expect(opened.terminal.bytes().lastIndexOf('\x1b[?25h')).toBeGreaterThan(
		opened.terminal.bytes().lastIndexOf('\x1b[?25l'),
	);
	expect(opened.terminal.screen().trim()).toBe('');
});

test('a deck whose program is ending already is closed at once', async () => {
	const terminal = openFakeTerminal();
	const ending = AbortSignal.abort({code: 143});
	const services = fakeServices({state: fleet});
	const deck = mountDeck({
		services,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
		env: {},
		look: {noColor: false, ascii: false},
		ending,
	});
	expect(await deck.waitUntilExit()).toBe('ended');
	expect(terminal.isAlternate()).toBe(false);
});

test('keys that arrive in one read are all taken, in their order', async () => {
	const {terminal, state} = await open();
	terminal.write('jj');
	await terminal.until('the third server', () => state().view.selectedId === 'c');
	await terminal.sees('[cs2-eu-1 41p] rcon>');
	terminal.write('iabc\x7f\x7fxyz');
	await terminal.sees('rcon> axyz');
	terminal.write('\x1b[D\x1b[DQ');
	await terminal.sees('rcon> axQyz');
	expect(state().view.drafts['c']).toEqual({text: 'axQyz', cursor: 3});
});

test('the cursor of the terminal stands where the next letter will', async () => {
	const {terminal} = await open();
	terminal.write('i漢字b');
	await terminal.sees('rcon> 漢字b');
	expect(terminal.cursor()).toEqual({x: '[ark-isl-1 41p] rcon> '.length + 5, y: 22});
	terminal.write('\x1b');
	await terminal.sees('filter');
	terminal.write('/ark');
	await terminal.sees('filter: ark');
	const [, , title = ''] = terminal.rows();
	expect(terminal.cursor()).toEqual({x: title.indexOf('filter: ark') + 'filter: ark'.length, y: 2});
});

test('what an input method or a script sends with an Enter inside is a paste, and sends nothing', async () => {
	const {terminal, state} = await open();
	terminal.write('i');
	await terminal.sees('Enter send');
	terminal.write('ListPlayers\rSaveWorld\r');
	await terminal.sees('2 pasted lines for ark-isl-1');
	await terminal.sees('SaveWorld');
	await terminal.sees('[>Do nothing<]');
	terminal.write('\x1b');
	await terminal.seesNot('pasted lines for');
	terminal.write('\x1b[200~only one\n\x1b[201~');
	await terminal.sees('rcon> only one');
	expect(state().console).toEqual({});
});

test('F keys, mouse and focus reports type nothing', async () => {
	const {terminal, state} = await open();
	terminal.write('i');
	await terminal.sees('Enter send');
	for (const noise of ['\x1bOP', '\x1b[24~', '\x1b[<64;10;10M', '\x1b[I', '\x1b[O', '\x1b[1;1R'])
		terminal.write(noise);
	terminal.write('ok');
	await terminal.sees('rcon> ok');
	expect(state().view.drafts['a']?.text).toBe('ok');
});

test('a resize is followed at once, through every layout, and nothing typed is lost', async () => {
	const {terminal, state} = await open();
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

test('a dialog lies above everything, at its own keys', async () => {
	const {terminal, services} = await open({columns: 120, rows: 40});
	terminal.write('X');
	await terminal.sees('Stop ark-isl-1');
	await services.clock.advance(500);
	terminal.write('15\tBack soon');
	await terminal.sees('Back soon');
	const boxed = terminal.rows().filter(row => /[│┌└] .*(Delay|Message|Force)/.test(row));
	expect(boxed.length).toBeGreaterThanOrEqual(3);
	terminal.write('\x1b');
	await terminal.seesNot('Stop ark-isl-1');
	await terminal.sees('DETAILS');
});

test('a redraw paints everything again', async () => {
	const {terminal} = await open();
	const before = terminal.screen();
	terminal.stdout.write('\x1b[2J\x1b[Hgarbage');
	expect(terminal.screen()).toContain('garbage');
	terminal.write('\f');
	await terminal.until('the same screen', () => terminal.screen() === before);
});

test('Ctrl-Z gives the terminal back while the program is stopped, and takes it again', async () => {
	const listeners = new Map<string, () => void>();
	const stopped: string[] = [];
	const opened: {terminal?: FakeTerminal} = {};
	const jobs = {
		on: (signal: string, listener: () => void) => listeners.set(signal, listener),
		off: (signal: string) => listeners.delete(signal),
		stop: () =>
			void stopped.push(opened.terminal?.isAlternate() ? 'on the second screen' : 'on the first screen'),
	};
	const {terminal, services} = await open({jobs});
	opened.terminal = terminal;
	const before = terminal.screen();
	services.face.suspend();
	await terminal.until('the first screen', () => !terminal.isAlternate());
	expect(terminal.isRaw()).toBe(false);
	terminal.stdout.write('shell> ');
	await terminal.until('the stop', () => stopped.length > 0);
	listeners.get('SIGCONT')?.();
	await terminal.until('the same screen', () => terminal.isAlternate() && terminal.screen() === before);
	expect(stopped).toEqual(['on the first screen']);
	expect(terminal.isRaw()).toBe(true);
	terminal.write('j');
	await terminal.sees('[ark-isl-2 41p]');
});

test('a part of the screen that fails says so, and the rest goes on', async () => {
	const bugs: unknown[] = [];
	const broken = {...aServer({id: 'd', displayName: 'broken'}), backups: undefined} as unknown as ReturnType<
		typeof aServer
	>;
	const {terminal} = await open({
		columns: 120,
		rows: 40,
		state: after(polled([aServer({id: 'a'}), broken]), looking({selectedId: 'd'})),
		report: bug => {
			bugs.push(bug);
			return '/tmp/report-1.txt';
		},
	});
	await terminal.sees('The details could not be painted: a bug of ours.');
	await terminal.sees('/tmp/report-1.txt');
	expect(bugs[0]).toBeInstanceOf(TypeError);
	terminal.write('?');
	await terminal.sees('┌─ Keys');
	terminal.write('\x1b');
	await terminal.sees('CONSOLE');
});

test('a bug that no part of the screen contains gives the terminal back, and is told', async () => {
	const {terminal, services, deck} = await open();
	const exit = deck.waitUntilExit();
	services.store.dispatch({type: 'view/changed', change: {size: undefined as never}});
	await expect(exit).rejects.toBeInstanceOf(TypeError);
	expect(terminal.isAlternate()).toBe(false);
	expect(terminal.isRaw()).toBe(false);
	expect(terminal.screen().trim()).toBe('');
});

test('while the feed storms, a key is still seen at once', async () => {
	const {terminal, services, state} = await open();
	const storm = (batch: number) =>
		services.store.dispatch({
			type: 'rcon/heard',
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
	expect(state().console['a']?.lines).toHaveLength(1000);
});
