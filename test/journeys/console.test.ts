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

test.each([
	[80, 24],
	[120, 40],
])(
	'the header of a long answer stays at the top while it is read at %ix%i, and d shows the details from there',
	async (columns, rows) => {
		const screen = await openApp({
			columns,
			rows,
			between: async (request, service) => {
				if (!new URL(request.url).pathname.endsWith('/rcon')) return service();
				const {command} = (await request.json()) as {command: string};
				const response = Array.from({length: 60}, (_, line) => `row number ${line}`).join('\n');
				return Response.json({serverId: 'alpha', command: {command, response, commandId: 'c'}});
			},
		});
		await screen.sees('feed LIVE').press('j', 'i').type('cvarlist').press('enter').comes('rows');
		await screen.press('esc', 'enter', 'enter', 'G').sees('row number 59', /me +> cvarlist/);
		await screen
			.press('pageup')
			.seesNot('row number 59')
			.sees(/me +> cvarlist/);
		await screen
			.press('g')
			.sees('row number 0')
			.press('pagedown', 'pagedown')
			.sees(/me +> cvarlist/);
		await screen.press('d').sees('DETAILS Alpha').press('esc').sees('CONSOLE Alpha');
	},
);

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
