import {expect, test} from 'vitest';
import {renderWithKeys} from '../../../src/app/kernel/keymap/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import type {Event} from '../../../src/app/state.ts';
import {noFiles, type Files} from '../../../src/app/kernel/files.ts';
import {aCommand, startAt} from '../../helpers/builders.ts';
import {openDesk, server, type Desk} from '../../helpers/desk.ts';

const heard = (from: number, count: number): Event => ({
	type: 'rcon/received',
	serverId: 'a',
	at: startAt + from,
	via: 'feed',
	commands: Array.from({length: count}, (_, index) =>
		aCommand({
			command: `say ${from + index}`,
			commandId: `c-${from + index}`,
			timestamp: startAt + from + index,
		}),
	),
});

/** Files in memory: what is whole is under its name. */
function memoryFiles() {
	const written = new Map<string, string>();
	const files: Files = {
		...noFiles,
		save: async (name, texts, isWanted) => {
			let whole = '';
			for await (const text of texts) whole += text;
			if (!isWanted()) return undefined;
			written.set(name, whole);
			return {path: `/files/${name}`};
		},
	};
	return {files, written};
}

/** A console of this many lines, and the dialog that exports it, filled in. */
async function exporting(lines: number) {
	const {files, written} = memoryFiles();
	const desk = openDesk([server('a')], 'a', {files});
	for (let from = 0; from < lines; from += 500)
		desk.services.store.dispatch(heard(from, Math.min(500, lines - from)));
	desk.press('e', 'c');
	await desk.services.clock.advance(400);
	desk.press('tab', 'tab', 'ctrl+u');
	desk.type('night.txt');
	return {desk, written};
}
const done = (desk: Desk) => desk.state().exporting?.done;

test('a long export goes on in slices, says how far it is, and has every line once', async () => {
	const {desk, written} = await exporting(5000);
	desk.press('enter');
	const seen: number[] = [];
	for (let turn = 0; turn < 100 && written.size === 0; turn++) {
		await desk.services.clock.advance(1);
		const part = done(desk);
		if (part !== undefined) seen.push(part);
		desk.services.store.dispatch(heard(5000 + turn, 1));
	}
	expect(seen.length).toBeGreaterThan(5);
	expect(seen).toEqual(seen.toSorted((a, b) => a - b));
	expect(seen.every(part => part <= 1)).toBe(true);
	expect(done(desk)).toBeUndefined();
	const said = [...(written.get('night.txt') ?? '').matchAll(/> say (\d+)$/gm)].map(([, number]) =>
		Number(number),
	);
	expect(said).toEqual(Array.from({length: 5000}, (_, index) => index));
	expect(desk.lastNotice()).toBe('5000 entries written to /files/night.txt');
});

test('a short export is written at once', async () => {
	const {desk, written} = await exporting(20);
	desk.press('enter');
	await desk.services.clock.advance(0);
	expect(written.get('night.txt')).toContain('say 19');
	expect(desk.state().exporting).toBeUndefined();
});

test.each(['esc', 'ctrl+c'])('%s stops it, and no file is left', async key => {
	const {desk, written} = await exporting(5000);
	desk.press('enter');
	await desk.services.clock.advance(2);
	expect(done(desk)).toBeGreaterThan(0);
	desk.press(key);
	await desk.services.clock.advance(100);
	expect(written.size).toBe(0);
	expect(desk.lastNotice()).toBe('The export was stopped; no file was written.');
	expect(desk.state().view).toMatchObject({pane: 'servers', quitArmed: false});
});

test('meanwhile keys do what they always do, but for a second export', async () => {
	const {desk, written} = await exporting(5000);
	desk.press('enter');
	await desk.services.clock.advance(2);
	desk.press('2');
	expect(desk.state().view.pane).toBe('console');
	desk.press('e', 'c');
	await desk.services.clock.advance(0);
	expect(done(desk)).toBeDefined();
	await desk.services.clock.advance(400);
	expect(written.size).toBe(1);
});

test('a second export at the same time is refused in its dialog, with what to do', async () => {
	const {desk} = await exporting(5000);
	const {store, clock} = desk.services;
	store.dispatch({type: 'exporting/moved', id: 'other', name: 'day.txt', done: 0.5});
	desk.press('enter');
	await clock.advance(1);
	expect(renderWithKeys(desk.view()?.fields.at(-1)?.problem ?? '', usualKeymap)).toContain('stop it with');
});

test('quitting says that an export is being written, and does it all the same when asked again', async () => {
	const {desk, written} = await exporting(5000);
	let quits = 0;
	desk.services.frontEnd.quit = () => void quits++;
	desk.press('enter');
	while (done(desk) === undefined) await desk.services.clock.advance(1);
	desk.press('q');
	expect(desk.lastNotice()).toBe('An export is in progress. Press q again to quit anyway.');
	expect({quits, written: written.size}).toEqual({quits: 0, written: 0});
	desk.press('q');
	expect(quits).toBe(1);
});
