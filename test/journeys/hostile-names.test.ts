import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import type {CustomCommand} from '../../src/messages/custom-commands.ts';
import {tempFolder} from '../cli/temp-folder.ts';
import {openApp, type Screen} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {threeServers} from '../helpers/three-servers.ts';
import {waitFor} from '../helpers/wait-for.ts';

const custom = (kind: CustomCommand['kind'], name: string, ...words: string[]): CustomCommand => ({
	title: name,
	name,
	kind,
	words,
	keys: [],
	confirm: true,
	background: true,
});

const say = custom('rcon', 'hello', 'say Hello from {server.name}');

/** Three commands that write what they got to files, and the file that only injected code would write. */
function programs() {
	const folder = tempFolder();
	const file = (name: string) => path.join(folder, name);
	const write = `require('node:fs').writeFileSync(process.argv[1], JSON.stringify(process.argv.slice(2)))`;
	return {
		injected: file('injected'),
		read: async (name: string) => {
			await waitFor(() => expect(existsSync(file(name))).toBe(true));
			return readFileSync(file(name), 'utf8');
		},
		exists: (name: string) => existsSync(file(name)),
		commands: [
			// The option -p takes code here, but no placeholder is in it.
			custom('shell', 'argument', process.execPath, '-p', write, file('argument'), '{server.name}'),
			custom('shell', 'variable', 'sh', '-c', `printf %s "$RCONDECK_SERVER_NAME" > '${file('variable')}'`),
			custom('shell', 'code', 'sh', '-c', `echo {server.name} > '${file('code')}'`),
			say,
		],
	};
}

const fleetNamed = (name: string) => ({
	...threeServers,
	servers: threeServers.servers.slice(0, 1).map(server => ({...server, name})),
});

const opened = async (name: string, commands: CustomCommand[]): Promise<Screen> => {
	const screen = await openApp({
		columns: 120,
		rows: 30,
		seed: {fleet: fleetNamed(name)},
		settings: {commands},
	});
	await screen.sees('feed LIVE');
	return screen;
};

/** Runs a custom command from the palette; confirms the dialog of a program. */
async function run(screen: Screen, name: string): Promise<void> {
	await screen.press(':').type(`${name}`).waits(800).press('enter').waits(1000);
}

test.each([
	(file: string) => `$(touch ${file})`,
	(file: string) => '`touch ' + file + '`',
	(file: string) => `; touch ${file}`,
	(file: string) => `' ; touch ${file} ; '`,
	(file: string) => `" && touch ${file} && "`,
])('a server name with shell code never runs as code (%#)', async nameOf => {
	const {injected, read, exists, commands} = programs();
	const name = nameOf(injected);
	const screen = await opened(name, commands);
	await run(screen, 'argument');
	await screen.sees('do nothing').press('right').waits(1000).press('enter');
	await screen.sees('argument: done.').waits(1000);
	expect(JSON.parse(await read('argument'))).toEqual([name]);
	await run(screen, 'variable');
	await screen.sees('do nothing').press('right').waits(1000).press('enter');
	await screen.sees('variable: done.').waits(1000);
	expect(await read('variable')).toBe(name);
	await run(screen, 'code');
	await screen.sees('RCONDECK_SERVER_NAME');
	expect(screen.frame()).not.toContain('do nothing');
	expect([exists('code'), existsSync(injected)]).toEqual([false, false]);
	expect(screen.asked('/rcon')).toEqual([]);
});

test.each(['; quit', '"; quit; "', 'a";quit', 'a\\'])(
	'a server named %j puts no second command into an RCON line',
	async name => {
		const screen = await opened(name, [say]);
		await run(screen, 'hello');
		await screen.sees('{server.name}').waits(1000).press('enter', 'enter').waits(2000);
		expect(screen.asked('/rcon')).toEqual([]);
		const stream = await openLineModeApp({seed: {fleet: fleetNamed(name)}, settings: {commands: [say]}});
		await stream.comes('SERVERS 1 server');
		await stream.line(':hello 1');
		await stream.line('');
		await stream.pass(2000);
		expect(stream.asked('/rcon')).toEqual([]);
	},
);
