import {expect, test} from 'vitest';
import {memoryFiles} from '../helpers/memory-files.ts';
import {openApp, type AppOptions} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';

const lines = [
	'All your game servers in one terminal (simulated).',
	'Press ? for keys, : for commands, i to type RCON.',
	'Own servers: press q and run rcondeck add or login',
] as const;

const firstRun = (options: AppOptions) => openApp({...options, settings: {welcome: true}});

test.each([
	[80, 24],
	[120, 40],
	[200, 60],
])(
	'the first run at %ix%i explains itself in three lines, and the list keeps its rows',
	async (columns, rows) => {
		const seed = {servers: 12};
		const usual = await openApp({columns, rows, seed});
		const screen = await firstRun({columns, rows, seed});
		const listed = (frame: string) => frame.split('\n').filter(row => /(ARK|CS2) +[A-Z]+ /.test(row)).length;
		await usual.sees('feed LIVE', /NODE|SINCE/).seesNot('WELCOME');
		await screen.sees('feed LIVE', 'WELCOME TO RCONDECK', ...lines);
		// On a low screen the list otherwise has the rows of the empty console.
		expect(listed(screen.frame())).toBe(rows === 24 ? 8 : listed(usual.frame()));
		expect(screen.row('WELCOME')).toContain('Esc hide');
	},
);

test('keys work as usual while the welcome is shown', async () => {
	const screen = await firstRun({columns: 80, rows: 24});
	await screen
		.sees('feed LIVE', ...lines)
		.press('j')
		.sees('CONSOLE Alpha', ...lines);
	await screen.press('R').sees('Restart Alpha').press('esc').sees('CONSOLE Alpha').seesNot('WELCOME');
});

test.each([
	['?', 'Keys: server list'],
	[':', 'Palette'],
	['i', 'Enter Send'],
])('%s, a key of the welcome, does its job and hides the welcome for this session', async (key, opens) => {
	const {files, dismissals} = memoryFiles();
	const screen = await firstRun({columns: 80, rows: 24, files});
	await screen.sees('feed LIVE', 'WELCOME').press('j', key).sees(opens).seesNot('WELCOME');
	await screen.press('esc').seesNot(opens, 'WELCOME');
	expect(dismissals()).toBe(0);
});

test('Esc hides the welcome permanently', async () => {
	const {files, dismissals} = memoryFiles();
	const screen = await firstRun({columns: 80, rows: 24, files});
	await screen.sees('feed LIVE', 'WELCOME').press('esc').seesNot('WELCOME');
	expect(dismissals()).toBe(1);
	await screen.press('esc').seesNot('WELCOME');
	expect(dismissals()).toBe(1);
});

test('the welcome shows the configured keys', async () => {
	const keys = {'app.help': ['ctrl+f']};
	const screen = await openApp({columns: 80, rows: 24, settings: {welcome: true, keys}});
	await screen.sees('feed LIVE', 'Press Ctrl-F for keys').press('ctrl+f').sees('Keys: ').seesNot('WELCOME');
});

test('line mode shows the same at its start', async () => {
	const stream = await openLineModeApp({settings: {welcome: true}});
	await stream.comes(lines[0], 'Own servers: leave with :quit and run rcondeck add or login', ':help');
	const usual = await openLineModeApp();
	await usual.comes(':help');
	expect(usual.bytes()).not.toContain('rcondeck add');
});
