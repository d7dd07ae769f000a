import {test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('the list is filtered by fields and patterns, with a plain word for a pattern that is none', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('/').type('state:up !/^b/').press('enter');
	await screen
		.sees('SERVERS 1 of 3', 'filter: state:up !/^b/', 'Alpha')
		.seesNot('x Charlie', 'Bravo ')
		.sees('CONSOLE Alpha');
	await screen.press('/').type('/al(').sees('is not a regular expression').press('enter');
	await screen
		.sees(/Alpha +CS2/, /Charlie +CS2/)
		.press('esc')
		.seesNot('filter:');
});

test('s sorts, b groups by node, and marks stay with their servers through both and a resize', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j', ' ')
		.sees('1 marked', /\* Alpha/);
	await screen.press('s').sees('Sort by', 'players, most first').press('j', 'enter').sees('sort:name');
	await screen
		.press('b')
		.sees('node eu-1', 'node eu-2', '1 DOWN')
		.sees(/\* Alpha/);
	await screen
		.resize(80, 24)
		.sees(/\* Alpha/, '1 marked')
		.press('-')
		.seesNot('marked');
});

test('trouble that is acknowledged is quiet, and loud again when that is taken back', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE', '!! 1 down: Charlie').press('!', 'a');
	await screen.sees('no server is down   (1 down, acknowledged)');
	await screen.press('a').sees('!! 1 down: Charlie', '[!]next');
});
