import {expect, test} from 'vitest';
import {noConfigAccess} from '../../src/app/kernel/state/view-state.ts';
import {eightServers} from '../helpers/eight-servers.ts';
import {gameAnswers} from '../helpers/game-answers.ts';
import {openApp, type Screen} from '../helpers/open-app.ts';

const withNames = (names: readonly string[]) => ({
	...eightServers,
	servers: eightServers.servers.map((server, index) => ({...server, name: names[index] ?? server.name})),
});

/** Types a command into the palette, and waits before Enter, which counts only after a pause. */
const palette = (screen: Screen, text: string) => screen.press(':').type(text).waits(800).press('enter');

test('at 80x24 the list uses the rows of an empty console, and returns them for a command', async () => {
	const screen = await openApp({
		columns: 80,
		rows: 24,
		seed: {fleet: eightServers},
		between: gameAnswers({'isl-1': 'Ok'}),
	});
	await screen.sees('feed LIVE', 'CONSOLE isl-1', 'This console is empty', /isl-8 +ARK/);
	await screen.press('i').sees('isl-7').seesNot('isl-8 ');
	await screen
		.type('status')
		.press('enter')
		.sees('Ok')
		.press('esc')
		.sees('CONSOLE isl-1', /me +> status/);
	await screen
		.seesNot('isl-8 ')
		.press('j')
		.sees('CONSOLE isl-2', 'This console is empty', /isl-8 +ARK/);
});

test('at 120x40 names are complete and the node is shown', async () => {
	const screen = await openApp({
		columns: 120,
		rows: 40,
		seed: {fleet: withNames(['Official Island 1', 'Ragnarok Weekend 5x EU'])},
	});
	await screen.sees(
		'feed LIVE',
		/Official Island 1 .* eu-1/,
		/Ragnarok Weekend 5x EU .* eu-2/,
		/PLAYERS 12H +NODE/,
	);
});

test.each([
	[80, 24],
	[120, 40],
	[200, 60],
])('at %ix%i the last row keeps Enter for the console and the keys of the screens', async (columns, rows) => {
	const screen = await openApp({columns, rows, seed: {fleet: eightServers}});
	await screen.sees('feed LIVE', '? Help', 'Enter Console', 'q Quit');
	expect(screen.rows().at(-1)).toMatch(/ 1-\d Screens| 4 Timeline {2}5 Nodes {2}6 Automations {2}7 Team/);
	await screen.press('enter').sees('CONSOLE isl-1');
});

test('the details of a server scroll with their own keys, and start at the top for the next server', async () => {
	const screen = await openApp({columns: 80, rows: 18});
	await screen
		.sees('feed LIVE')
		.press('d')
		.sees('DETAILS Charlie', ' state ', /rows 1-\d+ of \d+ ↓ ─/);
	await screen.press('j', 'j').seesNot(' state ').press('G').sees(' id ', '↑ rows').seesNot('↓');
	await screen.press('pagedown').sees(' id ').press('g').sees(' state ');
	await screen.press('pagedown').seesNot(' state ').press('1', 'j', 'd').sees('DETAILS Alpha', ' state ');
});

test('/ searches the responses of several servers, n and N go to the next and previous match, and Esc ends the search', async () => {
	const long = Array.from({length: 30}, (_, index) => `line ${index} of the answer`).join('\n');
	const screen = await openApp({
		columns: 80,
		rows: 24,
		seed: {fleet: eightServers},
		between: gameAnswers({
			...Object.fromEntries(Array.from({length: 8}, (_, index) => [`isl-${index + 1}`, long])),
			'isl-3': `${long}\nTribe Wolves online`,
			'isl-5': `${long}\nTribe Wolves gone`,
		}),
	});
	await screen.sees('feed LIVE').press('c').sees('No multi-server command').waits(8000);
	await screen.press('*', 'i').type('ListTribes').press('enter').sees('Enter again to send').waits(1000);
	await screen.press('enter').comes('ANSWERS of several servers', '2 differ');
	await screen
		.press('/')
		.sees('search /')
		.sees('Enter Keep')
		.seesNot('c Compare')
		.type('wolves')
		.sees('1/2', /^>.*Tribe Wolves/m);
	await screen
		.press('enter')
		.sees('c Compare')
		.seesNot('Enter Keep')
		.press('n')
		.sees('2/2')
		.press('n')
		.sees('wrapped to the first row', '1/2');
	await screen.press('N').sees('wrapped to the last row', '2/2', /^>.*Tribe Wolves/m);
	await screen.press('/').type('nobody').sees('not found').press('esc').seesNot('search /');
	await screen.press('n').sees('No search yet: / starts one.').press('esc').sees('CONSOLE');
});

test('Up in the filter recalls earlier filters, and Down returns to the typed text', async () => {
	const screen = await openApp({columns: 100, rows: 30, seed: {fleet: eightServers}});
	await screen.sees('feed LIVE').press('/').type('node:eu-1').press('enter').sees('filter: node:eu-1');
	await screen.press('/').type('isl-3').press('enter').sees('filter: isl-3').press('esc').seesNot('filter:');
	await screen.press('/').type('new').press('up').sees('filter: isl-3').press('up').sees('filter: node:eu-1');
	await screen.press('up').sees('filter: node:eu-1').press('down').sees('filter: isl-3');
	await screen.press('down').sees('filter: new').press('down').sees('filter: new');
	await screen.press('up').sees('filter: isl-3').press('enter').sees('SERVERS 1 of 8', 'filter: isl-3');
	// The nodes have a history of their own.
	await screen
		.press('5')
		.sees('NODES')
		.press('/')
		.type('eu-2')
		.press('enter', '/', 'up')
		.sees('filter: eu-2');
});

test('a view stores filter, sort order and columns, and can be saved, opened with f and its digit, and deleted', async () => {
	const written: [string, unknown][] = [];
	const screen = await openApp({
		columns: 120,
		rows: 40,
		seed: {fleet: eightServers},
		config: {
			...noConfigAccess,
			writeView: async (name, view) => {
				written.push([name, view]);
				return name === 'full' ? 'The disk is full.' : undefined;
			},
		},
	});
	await screen.sees('feed LIVE');
	await palette(screen, 'view save save').sees('Name the view');
	await screen.press('/').type('node:eu-1').press('enter', 's').sees('Sort by').press('n').sees('sort:name');
	await palette(screen, 'columns state,nodes').sees('Unknown column nodes.');
	await palette(screen, 'columns node players').sees(/NAME▲? +NODE +PLAYERS *│/);
	await palette(screen, 'view save eu-ark').sees('View eu-ark saved in config.toml');
	await palette(screen, 'view save full').sees('not saved: The disk is full.');
	expect(written[0]).toEqual(['eu-ark', {filter: 'node:eu-1', sort: 'name', columns: ['node', 'players']}]);
	await screen.press('f').sees('Show view', 'all servers, without a view', /1 +eu-ark +node:eu-1/);
	await screen
		.press('0')
		.sees('SERVERS 8', /NAME▲? +GAME +STATE/)
		.seesNot('sort:');
	await screen
		.press('f')
		.sees('Show view')
		.press('1')
		.sees('SERVERS 3 of 8', 'filter: node:eu-1', 'sort:name', /NODE +PLAYERS *│/);
	await screen.press('f').sees('Show view').press('0');
	await palette(screen, 'view eu-ark').sees('SERVERS 3 of 8');
	await palette(screen, 'view none').sees('There is no view none. Views: eu-ark.');
	await palette(screen, 'view delete eu-ark').sees('View eu-ark deleted');
	expect(written.at(-1)).toEqual(['eu-ark', undefined]);
	await screen.press('f').sees('Show view').seesNot('eu-ark   ').press('esc');
});

test('views from the configuration are available at the start', async () => {
	const views = new Map([
		['ark', {filter: 'isl-2', grouped: true}],
		['odd', {sort: 'luck', columns: ['state', 'mood']}],
	]);
	const screen = await openApp({columns: 100, rows: 30, seed: {fleet: eightServers}, settings: {views}});
	await screen.sees('feed LIVE').press('f').sees('Show view').press('1').sees('SERVERS 1 of 8', 'node eu-2');
	await screen
		.press('f')
		.sees('Show view')
		.press('2')
		.sees('The view has unknown parts: luck, mood.', 'SERVERS 8');
});
