import {expect, test} from 'vitest';
import {mountTui} from '../../src/tui/mount.tsx';
import {after, aServer, viewChanged, polled} from '../helpers/builders.ts';
import {openFakeTerminal, type FakeTerminal} from '../helpers/fake-terminal.ts';
import {fakeServices} from '../helpers/fake-services.ts';
import {showTui, threeUp, type ShownTui} from '../helpers/show-tui.ts';

test('the TUI opens the alternate screen and fills it, also where CI is set', async () => {
	const {terminal} = await showTui();
	expect(terminal.isAlternate()).toBe(true);
	expect(terminal.isRaw()).toBe(true);
	expect(terminal.bytes()).toContain('\x1b[?2004h');
	expect(terminal.rows()[0]).toMatch(/^ Dev Guild \[TEST\] RW/);
	expect(terminal.rows()[2]).toMatch(/^─SERVERS 3/);
	expect(terminal.rows()[22]).toMatch(/^\[ark-isl-1 41p\] rcon>/);
	expect(terminal.rows()).toHaveLength(24);
});

test.each([
	['a key', ({tui}: ShownTui) => tui.unmount(), 'quit'],
	['a signal', ({ending}: ShownTui) => ending.abort({code: 143}), 'ended'],
	['a hang-up', ({terminal}: ShownTui) => terminal.close(), 'lost'],
	['a failing read', ({terminal}: ShownTui) => void terminal.stdin.destroy(new Error('EIO')), 'lost'],
])('after %s the terminal has its previous state', async (_, leave, outcome) => {
	const opened = await showTui();
	leave(opened);
	expect(await opened.tui.waitUntilExit()).toBe(outcome);
	expect(opened.terminal.isAlternate()).toBe(false);
	expect(opened.terminal.isRaw()).toBe(false);
	expect(opened.terminal.bytes()).toMatch(/\x1b\[\?2004l/);
	expect(opened.terminal.bytes().lastIndexOf('\x1b[?25h')).toBeGreaterThan(
		opened.terminal.bytes().lastIndexOf('\x1b[?25l'),
	);
	expect(opened.terminal.screen().trim()).toBe('');
});

test('a session whose program is already ending is closed at once', async () => {
	const terminal = openFakeTerminal();
	const ending = AbortSignal.abort({code: 143});
	const services = fakeServices({state: threeUp});
	const tui = await mountTui({
		services,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
		env: {},
		look: {noColor: false, ascii: false},
		ending,
	});
	expect(await tui.waitUntilExit()).toBe('ended');
	expect(terminal.isAlternate()).toBe(false);
});

test('a redraw paints everything again', async () => {
	const {terminal} = await showTui();
	const before = terminal.screen();
	terminal.stdout.write('\x1b[2J\x1b[Hgarbage');
	expect(terminal.screen()).toContain('garbage');
	terminal.write('\f');
	await terminal.until('the same screen', () => terminal.screen() === before);
});

test('Ctrl-Z releases the terminal while the program is stopped, and takes it again', async () => {
	const listeners = new Map<string, () => void>();
	const stopped: Record<string, boolean | undefined>[] = [];
	const opened: {terminal?: FakeTerminal} = {};
	const jobs = {
		on: (signal: string, listener: () => void) => listeners.set(signal, listener),
		off: (signal: string) => listeners.delete(signal),
		stop: () =>
			void stopped.push({isAlternate: opened.terminal?.isAlternate(), isRaw: opened.terminal?.isRaw()}),
		measure: () => {},
	};
	const {terminal, services} = await showTui({jobs});
	opened.terminal = terminal;
	const before = terminal.screen();
	services.frontEnd.suspend();
	await terminal.until('the first screen', () => !terminal.isAlternate());
	terminal.stdout.write('shell> ');
	await terminal.until('the stop', () => stopped.length > 0);
	listeners.get('SIGCONT')?.();
	await terminal.until('the same screen', () => terminal.isAlternate() && terminal.screen() === before);
	expect(stopped).toEqual([{isAlternate: false, isRaw: false}]);
	expect(terminal.isRaw()).toBe(true);
	terminal.write('j');
	await terminal.sees('[ark-isl-2 41p]');
});

test('repaints a window that was small for a moment and has its old size back', async () => {
	const listeners = new Map<string, () => void>();
	const jobs = {
		on: (signal: string, listener: () => void) => listeners.set(signal, listener),
		off: (signal: string) => listeners.delete(signal),
		stop: () => {},
		measure: () => {},
	};
	const {terminal} = await showTui({jobs});
	const before = terminal.screen();
	terminal.stdout.write('\x1b[2J');
	listeners.get('SIGWINCH')?.();
	await terminal.until('the same screen', () => terminal.screen() === before);
	expect(terminal.isAlternate()).toBe(true);
});

test('a part of the screen that crashes says so, and the rest continues', async () => {
	const bugs: unknown[] = [];
	const broken = {...aServer({id: 'd', displayName: 'broken'}), backups: undefined} as unknown as ReturnType<
		typeof aServer
	>;
	const {terminal} = await showTui({
		columns: 120,
		rows: 40,
		state: after(polled([aServer({id: 'a'}), broken]), viewChanged({currentId: 'd'})),
		report: bug => {
			bugs.push(bug);
			return '/tmp/report-1.txt';
		},
	});
	await terminal.sees('The details could not be drawn because of a bug.');
	await terminal.sees('/tmp/report-1.txt');
	expect(bugs[0]).toBeInstanceOf(TypeError);
	terminal.write('?');
	await terminal.sees('┌─ Keys');
	terminal.write('\x1b');
	await terminal.sees('CONSOLE');
});

test('a crash that no part of the screen contains releases the terminal and is reported', async () => {
	const {terminal, services, tui} = await showTui();
	const exit = tui.waitUntilExit();
	services.store.dispatch({type: 'view/changed', change: {size: undefined as never}});
	await expect(exit).rejects.toBeInstanceOf(TypeError);
	expect(terminal.isAlternate()).toBe(false);
	expect(terminal.isRaw()).toBe(false);
	expect(terminal.screen().trim()).toBe('');
});

test('Ctrl-C quits during a paste that never ends', async () => {
	const {terminal, tui} = await showTui();
	terminal.write('\x1b[200~say');
	terminal.write(' hi\x03');
	await terminal.sees('Ctrl-C');
	terminal.write('\x03');
	expect(await tui.waitUntilExit()).toBe('quit');
});
