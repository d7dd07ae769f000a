import {test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('a long log is folded, searched, unfolded and read in its original form', async () => {
	const screen = await openApp({columns: 100, rows: 30});
	await screen.sees('feed LIVE').press('G', '2').sees('CONSOLE Bravo');
	await screen.press('i').type('GetGameLog').press('enter');
	await screen.sees(/me +> GetGameLog +\d+ms/);
	await screen.type('ListPlayers').press('enter').sees('Mossback');
	await screen
		.press('esc', '/')
		.type('mossback')
		.sees('search / mossback', /\d\/\d/);
	await screen.press('enter').press('x').sees('raw', '0. Mossback');
	await screen.press('x', 'esc').sees('0  Mossback');
});

test('a bookmark is in the console of every server, { jumps to it, and f hides entries but not bookmarks', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('G', '2').sees('CONSOLE Bravo');
	await screen.press('i').type('SaveWorld').press('enter').sees('World Saved').press('esc');
	await screen.press('m').sees('Bookmark this moment').waits(400);
	await screen.type('players report lag').press('enter');
	await screen.sees(/== bookmark \d\d:\d\d:\d\d "players report lag" ==/);
	await screen.press('{').sees(/^>= bookmark/m);
	await screen.press('f', 'f').sees('only entries of others', '== bookmark'.slice(1));
	await screen.press('1', 'k').sees('CONSOLE Alpha', '"players report lag"');
});
