import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {gameAnswers} from '../helpers/game-answers.ts';
import {openApp} from '../helpers/open-app.ts';

const withNames = (names: readonly string[]) => ({
	...eightServers,
	servers: eightServers.servers.map((server, index) => ({...server, name: names[index] ?? server.name})),
});

test('at 80x24 the list has the rows of an empty console, and gives them back to a command', async () => {
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

test('at 120x40 the names are whole and the node is shown', async () => {
	const screen = await openApp({
		columns: 120,
		rows: 40,
		seed: {fleet: withNames(['Official Island 1', 'Ragnarok Weekend 5x EU'])},
	});
	await screen.sees(
		'feed LIVE',
		/Official Island 1 .* eu-1/,
		/Ragnarok Weekend 5x EU .* eu-2/,
		/PLAYERS NODE/,
	);
});

test.each([
	[80, 24],
	[120, 40],
	[200, 60],
])('at %ix%i the last row keeps Enter for the console and the keys of the screens', async (columns, rows) => {
	const screen = await openApp({columns, rows, seed: {fleet: eightServers}});
	await screen.sees('feed LIVE', '? Help', 'Enter Console', 'q Quit');
	expect(screen.rows().at(-1)).toMatch(/ 4-\d Screens| 4 Timeline {2}5 Nodes {2}6 Automations {2}7 Team/);
	await screen.press('enter').sees('CONSOLE isl-1');
});

test('the details of a server scroll with their own keys, and start at the top for the next server', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen
		.sees('feed LIVE')
		.press('d')
		.sees('DETAILS Charlie', ' state ', / \d+ more ─/);
	await screen.press('j', 'j').seesNot(' state ').press('G').sees(' id ').seesNot(' more ─');
	await screen.press('pagedown').sees(' id ').press('g').sees(' state ');
	await screen.press('pagedown').seesNot(' state ').press('1', 'j', 'd').sees('DETAILS Alpha', ' state ');
});

test('/ searches the answers of several servers, n and N go from match to match, and Esc ends the search', async () => {
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
		.type('wolves')
		.sees('1/2', /^>.*Tribe Wolves/m);
	await screen.press('enter', 'n').sees('2/2').press('n').sees('wrapped to the first row', '1/2');
	await screen.press('N').sees('wrapped to the last row', '2/2', /^>.*Tribe Wolves/m);
	await screen.press('/').type('nobody').sees('not found').press('esc').seesNot('search /');
	await screen.press('n').sees('There is no search: / starts one.').press('esc').sees('CONSOLE');
});
