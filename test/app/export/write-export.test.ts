import {expect, test} from 'vitest';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import type {Event} from '../../../src/app/state.ts';
import {type Files, noFiles} from '../../../src/app/kernel/state/services.ts';
import {aCommand, startAt} from '../../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';

const receivedEvent = (from: number, count: number): Event => ({
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

/** Files in memory: a file appears under its name once it is complete. */
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

/** A console with this many entries, and its filled-in export dialog. */
async function exporting(lines: number) {
	const {files, written} = memoryFiles();
	const app = openHeadlessApp([server('a')], 'a', {files});
	for (let from = 0; from < lines; from += 500)
		app.services.store.dispatch(receivedEvent(from, Math.min(500, lines - from)));
	app.press('e', 'c');
	await app.services.clock.advance(400);
	app.press('tab', 'tab', 'ctrl+u');
	app.type('night.txt');
	return {app, written};
}
const done = (app: HeadlessApp) => app.state().exporting?.done;

test('a long export runs in slices, shows its progress, and contains every entry once', async () => {
	const {app, written} = await exporting(5000);
	app.press('enter');
	const seen: number[] = [];
	for (let turn = 0; turn < 100 && written.size === 0; turn++) {
		await app.services.clock.advance(1);
		const part = done(app);
		if (part !== undefined) seen.push(part);
		app.services.store.dispatch(receivedEvent(5000 + turn, 1));
	}
	expect(seen.length).toBeGreaterThan(5);
	expect(seen).toEqual(seen.toSorted((a, b) => a - b));
	expect(seen.every(part => part <= 1)).toBe(true);
	expect(done(app)).toBeUndefined();
	const numbers = [...(written.get('night.txt') ?? '').matchAll(/> say (\d+)$/gm)].map(([, number]) =>
		Number(number),
	);
	expect(numbers).toEqual(Array.from({length: 5000}, (_, index) => index));
	expect(app.lastNotice()).toBe('5000 entries written to /files/night.txt');
});

test('writes a short export at once', async () => {
	const {app, written} = await exporting(20);
	app.press('enter');
	await app.services.clock.advance(0);
	expect(written.get('night.txt')).toContain('say 19');
	expect(app.state().exporting).toBeUndefined();
});

test.each(['esc', 'ctrl+c'])('%s stops it and leaves no file', async key => {
	const {app, written} = await exporting(5000);
	app.press('enter');
	await app.services.clock.advance(2);
	expect(done(app)).toBeGreaterThan(0);
	app.press(key);
	await app.services.clock.advance(100);
	expect(written.size).toBe(0);
	expect(app.lastNotice()).toBe('The export was stopped; no file was written.');
	expect(app.state().view).toMatchObject({pane: 'servers', quitArmed: false});
});

test('the end of the session stops it and leaves no file', async () => {
	const {app, written} = await exporting(5000);
	app.press('enter');
	await app.services.clock.advance(2);
	app.services.end();
	await app.services.clock.advance(100);
	expect(written.size).toBe(0);
	expect(app.lastNotice()).toBe('The export was stopped; no file was written.');
});

test('keys work as usual during an export, except for a second export', async () => {
	const {app, written} = await exporting(5000);
	app.press('enter');
	await app.services.clock.advance(2);
	app.press('2');
	expect(app.state().view.pane).toBe('console');
	app.press('e', 'c');
	await app.services.clock.advance(0);
	expect(done(app)).toBeDefined();
	await app.services.clock.advance(400);
	expect(written.size).toBe(1);
});

test('rejects a concurrent export in its dialog, with the alternative', async () => {
	const {app} = await exporting(5000);
	const {store, clock} = app.services;
	store.dispatch({type: 'exporting/moved', id: 'other', name: 'day.txt', done: 0.5});
	app.press('enter');
	await clock.advance(1);
	expect(renderWithKeys(app.view()?.fields.at(-1)?.problem ?? '', usualKeymap)).toContain('stop it with');
});

test('quitting during an export asks first, and quits when confirmed', async () => {
	const {app, written} = await exporting(5000);
	let quits = 0;
	app.services.frontEnd.quit = () => void quits++;
	app.press('enter');
	while (done(app) === undefined) await app.services.clock.advance(1);
	app.press('q');
	expect(app.lastNotice()).toBe('An export is in progress. Press q again to quit anyway.');
	expect({quits, written: written.size}).toEqual({quits: 0, written: 0});
	app.press('q');
	expect(quits).toBe(1);
});
