import {expect, test} from 'vitest';
import {manualClock} from '../helpers/manual-clock.ts';
import {memoryFiles} from '../helpers/memory-files.ts';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {threeServers} from '../helpers/three-servers.ts';
import {journalFolder, sessionJournal} from '../helpers/temp-journal.ts';

const clock = manualClock;

const manyDown = {
	...threeServers,
	servers: Array.from({length: 40}, (_, n) => ({
		id: `s${n}`,
		name: `isl-${n}`,
		node: 'node-1',
		gameType: 'CS2',
		map: 'de_mirage',
		maxPlayers: 12,
		state: 'OFFLINE' as const,
	})),
};

test('h shows the handover with refused actions and servers that came back, and y copies it for a chat', async () => {
	const memory = memoryFiles();
	const screen = await openApp({
		columns: 120,
		rows: 40,
		files: memory.files,
		journal: sessionJournal(journalFolder(), clock()),
		between: async (request, service) =>
			request.method === 'POST' && request.url.includes('/stop')
				? new Response(JSON.stringify({key: 'server.is_not_online'}), {status: 409})
				: service(),
	});
	await screen
		.sees('feed LIVE')
		.press('down', 'R')
		.sees('step 1 of 2')
		.press('enter')
		.sees('updated just now')
		.press('tab', 'enter');
	await screen.comes('Alpha: restart accepted').comes('1 up').comes('2 up');
	await screen
		.press('X')
		.sees('step 1 of 2')
		.press('enter')
		.sees('updated just now')
		.press('tab', 'enter')
		.comes('server.is_not_online');
	await screen.press('esc', 'h').sees('Handover 2026-11-21T03:', 'y copy');
	const frame = screen.frame();
	expect(frame).toMatch(/DOWN +Charlie {2}STOPPED/);
	expect(frame).toMatch(/FAILED +03:\d\dZ {2}Alpha {2}stop: refused: server\.is_not_online/);
	expect(frame).not.toMatch(/DONE .*refused/);
	await screen.press('y').sees('Copied the handover');
	expect(memory.copies.at(-1)).toMatch(/^Handover 2026-11-21T03:\d\dZ.*: 2 up, 1 down/);
	expect(memory.copies.at(-1)).toMatch(/FAILED +03:\d\dZ {2}Alpha/);
	await screen.press('m').sees('as Markdown');
	expect(memory.copies.at(-1)).toMatch(/^\*\*Handover .*\n- \*\*DOWN\*\* Charlie/);
	await screen.press('esc').seesNot('Handover 2026').press('e').sees('Handover, to read').press('h');
	await screen.sees('Handover 2026-11-21T03:');
	await screen.press('esc').seesNot('Handover 2026').press('t').sees('Times: utc').press('h');
	await screen.sees(/Handover 2026-11-21T03:\d\dZ/, /FAILED +03:\d\dZ {2}Alpha/);
});

test('a long handover scrolls at 80 columns, and its keys never close it by accident', async () => {
	const screen = await openApp({columns: 80, rows: 24, seed: {fleet: manyDown}});
	await screen
		.sees('feed LIVE')
		.press(':')
		.type('handover')
		.sees('Show handover')
		.press('enter')
		.sees('┌─ Handover ─', /Handover 2026-11-21T03:\d\dZ .*: 0 up, 40 down, 0 busy/);
	await screen.press('pagedown', 'j', 'k', 'G').sees('Commands since').press('g').sees('DOWN');
	await screen.press('S', 'X', 'R').sees('┌─ Handover ─').press('q').seesNot('┌─ Handover ─');
	expect(screen.asked('/server').filter(({method}) => method === 'POST')).toEqual([]);
});

test('line mode prints the same handover, also as Markdown', async () => {
	const lines = await openLineModeApp({journal: sessionJournal(journalFolder(), clock())});
	await lines.comes('feed LIVE');
	await lines.line(':handover');
	await lines.comes('Handover 2026-11-21T03:', 'DOWN     Charlie  STOPPED');
	await lines.line(':handover markdown');
	await lines.comes('- **DOWN** Charlie');
	expect(await lines.line(':handover now')).toContain('Use :handover alone');
});

test('the first line of the handover and of its copy says that the service is unreachable, and since when', async () => {
	const memory = memoryFiles();
	let isDown = false;
	const screen = await openApp({
		columns: 120,
		rows: 40,
		files: memory.files,
		feed: 'off',
		between: async (_request, service) => {
			if (isDown) throw new TypeError('fetch failed');
			return service();
		},
	});
	await screen.sees('Alpha');
	isDown = true;
	await screen.waits(57_000).press('h');
	await screen.sees(
		/Handover 2026-11-21T03:\d\dZ .*, as of 03:\d\dZ, service unreachable for \d+s: 2 up, 1 down/,
	);
	await screen.press('y').sees('Copied the handover');
	expect(memory.copies.at(-1)).toMatch(/^Handover .*as of 03:\d\dZ, service unreachable for \d+s/);
});

test('the handover says so as soon as the service is late, before a request to it has failed', async () => {
	let isHung = false;
	const screen = await openApp({
		columns: 120,
		rows: 40,
		feed: 'off',
		between: (_request, service) => (isHung ? new Promise(() => {}) : service()),
	});
	await screen.sees('Alpha');
	isHung = true;
	await screen.comes('no answer from the service for').press('h');
	await screen.sees(/Handover .*, as of 03:\d\dZ, service unreachable for \d+s: 2 up, 1 down/);
});
