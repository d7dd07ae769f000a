import {test} from 'vitest';
import {listing} from '../helpers/listing.ts';
import {openApp} from '../helpers/open-app.ts';

test('the list is filtered by fields and patterns, and an invalid pattern is explained', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('/').type('state:up !/^b/').press('enter');
	await screen
		.sees('SERVERS 1 of 3', 'filter: state:up !/^b/', 'Alpha')
		.seesNot('x Charlie', 'Bravo ')
		.sees('CONSOLE Alpha');
	await screen.press('/').type('/al(').sees(' /al(/ is not a regular expression: missing closing ).');
	await screen.press('enter').sees('is not a regular expression');
	await screen
		.sees(/Alpha +CS2/, /Charlie +CS2/)
		.press('esc')
		.seesNot('filter:');
});

test('s sorts, b groups by node, and the selection stays with its servers through both and a resize', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j', ' ')
		.sees('1 selected', /\* Alpha/);
	await screen.press('s').sees('Sort by', 'players, most first').press('j', 'enter').sees('sort:name');
	await screen
		.press('b')
		.sees('node eu-1', 'node eu-2', '1 DOWN')
		.sees(/\* Alpha/);
	await screen
		.resize(80, 24)
		.sees(/\* Alpha/, '1 selected')
		.press('-')
		.seesNot('selected');
});

test('an acknowledged alert is quiet until the acknowledgment is withdrawn', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE', '!! 1 down: Charlie').press('!', 'a');
	await screen.sees('nothing else is down   (1 down, acknowledged)');
	await screen.press('a').sees('!! 1 down: Charlie', '[!]next');
});

test('the list marks a server on which another admin is active until . opens it', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	const other = await openApp({beside: screen});
	await screen.sees('feed LIVE', 'CONSOLE Charlie').seesNot('unread');
	await other
		.sees('feed LIVE')
		.press('j', 'i')
		.type('mp_maxrounds')
		.press('enter')
		.sees(/me +> mp_maxrounds/);
	await screen.comes('[.]1 unread').sees(/^ {3}\+Alpha/m);
	await screen
		.press('.')
		.sees('CONSOLE Alpha', /other +> mp_maxrounds/)
		.comes('SERVERS 3 ─')
		.seesNot('unread', '+Alpha')
		.press('.')
		.sees('No other console has unread entries.');
});

test('a wide list shows the CPU and memory of own servers, sorts by them, and leaves unknown cells empty', async () => {
	const used = new Map([
		['alpha', {cpuPercent: 12, memoryBytes: 3 * 2 ** 30}],
		['bravo', {cpuPercent: 180}],
	]);
	const without = ({cpuPercent: _cpu, memoryBytes: _memory, ...record}: Record<string, unknown>) => record;
	const screen = await openApp({
		columns: 160,
		rows: 40,
		between: listing(records =>
			records.map(record => ({...without(record), ...used.get(String(record['id']))})),
		),
	});
	await screen
		.sees('feed LIVE')
		.press('+')
		.sees(/CPU +MEM/, /Alpha .* 12% +3\.0 GiB /, /Bravo .* 180% {5,}/)
		.press('s')
		.sees('CPU, highest first', 'memory, highest first')
		.press('c')
		.sees('sort:cpu', /Bravo[^]*Alpha[^]*Charlie/);
	await screen.press('s', 'm').sees('sort:mem', /Alpha[^]*Bravo/);
	const plain = await openApp({
		columns: 160,
		rows: 40,
		between: listing(records => records.map(without)),
	});
	await plain.sees('feed LIVE').press('+').seesNot('CPU');
});
