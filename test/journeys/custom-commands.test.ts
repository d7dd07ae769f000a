import type {CustomCommand} from '../../src/messages/custom-commands.ts';
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {tempFolder} from '../cli/temp-folder.ts';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {waitFor} from '../helpers/wait-for.ts';

const custom = (
	overrides: Partial<CustomCommand> & Pick<CustomCommand, 'name' | 'kind' | 'words'>,
): CustomCommand => ({
	title: overrides.name,
	keys: [],
	confirm: true,
	background: false,
	...overrides,
});

const greet = custom({
	name: 'greet',
	title: 'Greet everyone',
	kind: 'rcon',
	words: ['say Hello from {server.name}'],
	keys: ['ctrl+g'],
});
const quitGame = custom({name: 'halt', kind: 'rcon', words: ['quit'], keys: ['ctrl+o']});

/** Creates a command whose program appends its arguments and one environment variable to a file. */
function noteProgram(overrides: Partial<CustomCommand> = {}) {
	const file = path.join(tempFolder(), 'noted');
	const script = `require('node:fs').appendFileSync(process.argv[1], process.argv.slice(2).join(' ') + ' ' + process.env.RCONDECK_SERVER_NAME + '\\n')`;
	const words = [process.execPath, '-p', script, file, '{server.id}'];
	const noted = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
	return {
		noted,
		comes: (text: string) => waitFor(() => expect(noted()).toBe(text)),
		command: custom({
			name: 'jot',
			title: 'Note it',
			kind: 'shell',
			words,
			keys: ['Z'],
			background: true,
			...overrides,
		}),
	};
}

test('a key puts an RCON line with the server name into the input, and only Enter sends it', async () => {
	const screen = await openApp({settings: {commands: [greet]}});
	await screen.sees('feed LIVE').press('j').sees('CONSOLE Alpha').press('ctrl+g');
	await screen.sees('rcon> say Hello from Alpha');
	expect(screen.asked('/rcon')).toEqual([]);
	await screen.waits(1000).press('enter').comes('> say Hello from Alpha');
	expect(screen.asked('/alpha/rcon')).toHaveLength(1);
});

test('a destructive line asks for confirmation as if it had been typed', async () => {
	const screen = await openApp({settings: {commands: [quitGame]}});
	await screen.sees('feed LIVE').press('j').sees('CONSOLE Alpha').press('ctrl+o').sees('rcon> quit');
	await screen
		.waits(1000)
		.press('enter')
		.sees(/Enter again/);
	expect(screen.asked('/rcon')).toEqual([]);
});

test('with several servers selected, a line without placeholders goes to the input for all of them and asks for confirmation', async () => {
	const screen = await openApp({settings: {commands: [greet, quitGame]}});
	await screen.sees('feed LIVE').press('*', 'ctrl+g').sees('This command uses values of one server');
	await screen.press('ctrl+o').sees('[3 selected] rcon> quit');
	await screen.waits(1000).press('enter').sees('3 servers');
	expect(screen.asked('/rcon')).toEqual([]);
});

test('a program asks first: Enter does nothing, and the other choice runs it for each selected server', async () => {
	const {command, comes, noted} = noteProgram();
	const screen = await openApp({columns: 120, rows: 40, settings: {commands: [command]}});
	await screen
		.sees('feed LIVE')
		.press('j')
		.press('Z')
		.sees('Note it', 'do nothing')
		.waits(1000)
		.press('enter');
	await screen.sees('Nothing was run.');
	expect(noted()).toBe('');
	await screen
		.press('*', 'Z')
		.sees('Note it for 3 servers')
		.waits(1000)
		.press('right')
		.waits(1000)
		.press('enter');
	await comes('alpha Alpha\nbravo Bravo\ncharlie Charlie\n');
	await screen.sees('Note it: done.');
	expect(screen.asked().filter(({method}) => method !== 'GET')).toEqual([]);
});

test('a program with confirm = false runs immediately for one server and asks for several', async () => {
	const {command, comes} = noteProgram({confirm: false});
	const screen = await openApp({columns: 120, rows: 40, settings: {commands: [command]}});
	await screen.sees('feed LIVE').press('j', 'Z');
	await comes('alpha Alpha\n');
	await screen.sees('Note it: done.').press('*', 'Z').sees('Note it for 3 servers');
});

test('a failed program is reported with its exit code', async () => {
	const fails = custom({
		name: 'fails',
		kind: 'shell',
		words: [process.execPath, '-e', 'process.exit(3)'],
		keys: ['Z'],
		confirm: false,
		background: true,
	});
	const screen = await openApp({columns: 120, rows: 40, settings: {commands: [fails]}});
	await screen.sees('feed LIVE').press('Z').sees('exited with 3.');
});

test('the help and the palette list custom commands with their keys', async () => {
	const screen = await openApp({columns: 120, rows: 40, settings: {commands: [greet]}});
	await screen.sees('feed LIVE').press('?').sees('Ctrl-G', 'Greet everyone').press('esc');
	await screen
		.press(':')
		.type('greet')
		.sees(/Greet everyone.*Ctrl-G/)
		.waits(1000)
		.press('enter');
	await screen.sees('rcon> say Hello from Charlie');
});

test('a read-only session runs neither lines nor programs', async () => {
	const {command} = noteProgram();
	const screen = await openApp({settings: {commands: [greet, command], readOnly: true}});
	await screen.sees('feed LIVE').press('ctrl+g').sees('read-only').press('Z').sees('read-only');
});

test('in line mode, :NAME fills in the line for a server, or asks before it runs a program', async () => {
	const {command, comes} = noteProgram();
	const stream = await openLineModeApp({settings: {commands: [greet, command]}});
	await stream.comes('feed LIVE', 'SERVERS 3 servers');
	await stream.line(':greet alpha');
	expect(stream.last()).toContain('rcon> say Hello from Alpha');
	expect(stream.asked('/rcon')).toEqual([]);
	await stream.line('');
	await stream.comes('say Hello from Alpha');
	expect(stream.asked('/alpha/rcon')).toHaveLength(1);
	expect(await stream.line(':help greet')).toContain(
		':greet [SERVER ...]: Put `say Hello from {server.name}` into the command input.',
	);
	await stream.line(':jot bravo');
	await stream.line('yes');
	await comes('bravo Bravo\n');
});
