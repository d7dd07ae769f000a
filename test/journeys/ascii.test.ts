import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

const env = {LC_ALL: 'C'};

test('a field on an ASCII terminal shows a transliteration, and says that it contains other characters', async () => {
	const screen = await openApp({columns: 80, rows: 24, env});
	await screen.sees('feed LIVE').press('down', 'i').type('say Grüße 漢');
	await screen.sees(
		'rcon> say Gruse ??',
		'3 characters are sent as typed, not as shown here: U+00FC U+00DF U+6F22',
	);
	await screen.seesCursorAt('[Alpha 0p] rcon> say Gruse ??'.length);
	await screen.press('backspace').sees('2 characters are sent as typed').press('enter');
	await screen.comes(/me +> say Gr\?\?e/);
	expect(
		screen
			.asked('/rcon')
			.map(({body}) => JSON.stringify(body))
			.join(),
	).toContain('say Grüße');
});
