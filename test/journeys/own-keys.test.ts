import {test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

const keys = {
	'app.servers': ['z'],
	'app.help': ['ctrl+y'],
	'app.back': ['ctrl+g'],
	'console.source': ['ctrl+f'],
	'dialog.leave': ['ctrl+g'],
	'dialog.next': ['ctrl+n'],
	'view.undo': ['ctrl+o'],
	'jobs.open': ['ctrl+p'],
	'servers.restart': ['Y'],
	'view.nextAlert': ['%'],
};

test('the TUI shows the configured keys', async () => {
	const screen = await openApp({columns: 120, rows: 40, settings: {keys}});
	await screen.press('4', 'Y').sees('Y (restart server): only in Servers (press z)');
	await screen.press('ctrl+g', 'o').sees('o does nothing here. Press Ctrl-Y for help.');
	await screen
		.press('z', '/')
		.type('nothing-like-it')
		.press('enter')
		.sees(/Ctrl-G\W+clears the filter\./);
	await screen.press('ctrl+g', '2', 'ctrl+f').sees('press Ctrl-F');
	await screen.press('z', 'down', 'Y').sees('Ctrl-N next field', 'Ctrl-G close');
	await screen.waits(500).type('5').press('enter').comes('Ctrl-O can cancel it', 'Ctrl-G close');
});
