import {expect, onTestFinished, test} from 'vitest';
import {quietMs} from '../../src/app/kernel/keys/typing-guard.ts';
import {lastRow, openPtyTui, prompt, typeLine, type PtyTui} from './pty-tui.ts';
import {waitUntil} from '../helpers/wait-for.ts';
import {openSourceServer} from '../service/console/servers/source-server.ts';

const start = (args: string[], env: Record<string, string> = {}) =>
	openPtyTui({atEnd: onTestFinished, isStream: true, columns: 100, rows: 50, args, env});

/** Expects the shell with the exit code, and a terminal with line editing and echo. */
async function expectRestored(tui: PtyTui, code: number) {
	await tui.until('shell', () => tui.isRestored() && prompt.test(lastRow(tui)));
	tui.write('echo "code $?"; stty -a\r');
	await tui.sees(`code ${code}`);
	await tui.sees(/[^-]icanon/);
	expect(tui.screen()).toMatch(/[^-]echo /);
}

test.each([
	['a terminal that can do more', ['--screen-reader'], {}],
	['a dumb one', [], {TERM: 'dumb'}],
])('a server is selected, queried and left, line by line, on %s', async (_, args, env) => {
	const tui = await start(args, env);
	await tui.sees('SERVERS 10 servers, 9 up, 1 down');
	await tui.sees('[no server] rcon>');
	await typeLine(tui, ':use ark-isl-1');
	await tui.sees(/\[ark-isl-1 \d+ players?\] rcon>/);
	await typeLine(tui, 'ListPlayers');
	await tui.sees(/ANSWER ark-isl-1, \d+ms/);
	await typeLine(tui, ':quit');
	await expectRestored(tui, 0);
	expect(tui.emulator.isAlternate()).toBe(false);
});

test('a restart asks questions, waits in the undo window, and :undo cancels it', async () => {
	const tui = await start(['--screen-reader']);
	await tui.sees('SERVERS');
	await typeLine(tui, ':use ark-center');
	await tui.sees('USING ark-center');
	await typeLine(tui, ':restart');
	await tui.sees('Delay (e.g. 10m, 2h, 1d; blank = now):');
	await typeLine(tui, '10m');
	await tui.sees('Message:');
	await typeLine(tui, 'Back in {minutes}');
	await tui.sees('Force:');
	await typeLine(tui, '');
	await tui.sees('Request: POST /server/srv-ark-center/restart');
	await tui.sees('Restart? Type yes; Enter cancels:');
	// An earlier answer would not count for this question.
	const asked = performance.now();
	await waitUntil(() => performance.now() - asked > quietMs);
	await typeLine(tui, 'yes');
	await tui.sees('PENDING Restart ark-center');
	await typeLine(tui, ':undo');
	await tui.sees('Undone: Restart ark-center. Nothing was sent.');
});

test('Ctrl-C leaves a question, and pressed twice it quits', async () => {
	const tui = await start(['--screen-reader']);
	await tui.sees('SERVERS');
	await typeLine(tui, ':stop ark-center');
	await tui.sees('Delay (');
	tui.write('\x03');
	await tui.sees('Nothing was sent.');
	tui.write('\x03');
	await tui.sees('Press Ctrl-C again to quit.');
	tui.write('\x03');
	await expectRestored(tui, 0);
});

test('Ctrl-Z returns to the shell, and fg returns to the line', async () => {
	const tui = await start(['--screen-reader']);
	await tui.sees('SERVERS');
	tui.write('abc');
	await tui.sees('rcon> abc');
	tui.write('\x1a');
	await tui.until('shell', () => prompt.test(lastRow(tui)));
	await typeLine(tui, 'fg');
	await tui.until('line', () => lastRow(tui).endsWith('rcon> abc'));
});

test('SIGTERM restores the terminal', async () => {
	const tui = await start(['--screen-reader']);
	await tui.sees('SERVERS');
	process.kill(tui.pid(), 'SIGTERM');
	await expectRestored(tui, 143);
});

test.each([
	['a terminal that can do more', ['--screen-reader'], {}],
	['a dumb one', [], {TERM: 'dumb'}],
])(
	'handles an incident: outages, the targets of a command, and their answers, on %s',
	async (_, args, env) => {
		const tui = await start(args, env);
		await tui.sees('SERVERS 10 servers');
		// The journal, which knows since when, is opened after the first list.
		const since = /SERVERS 10 servers, .* old\s+DOWN cs2-scrim, STOPPED, seen \d+ hours? ago/;
		while (!since.test(tui.screen())) {
			await typeLine(tui, ':down');
			await tui.until('list', () => /DOWN cs2-scrim.*\s+\[no server\] rcon>\s*$/.test(tui.screen()));
		}
		await typeLine(tui, ':select ark-isl-1 ark-isl-2');
		await tui.sees('SELECTED 2 servers: ark-isl-1 and ark-isl-2.');
		await typeLine(tui, ':use selected');
		await tui.sees('[2 selected servers] rcon>');
		await typeLine(tui, 'SaveWorld');
		await tui.sees('2 servers, 13 players: press Enter again to send it.');
		const asked = performance.now();
		await waitUntil(() => performance.now() - asked > quietMs);
		tui.write('\r');
		await tui.sees('ANSWERS to SaveWorld from 2 servers: 2 same.');
		await typeLine(tui, ':serverz');
		await tui.sees('Did you mean :servers?');
		await typeLine(tui, ':nodes');
		await tui.sees('NODES 2, updated');
		await tui.until('prompt', () => lastRow(tui).endsWith('[2 selected servers] rcon>'));
		tui.write('\x04');
		await expectRestored(tui, 0);
	},
);

test('keys with Enter in one read do not answer a question that appears later', async () => {
	const tui = await start(['--screen-reader']);
	await tui.sees('SERVERS 10 servers');
	await typeLine(tui, ':restart ark-center now');
	await tui.sees('Restart? Type ark-center; Enter cancels:');
	tui.write('ark-center\r');
	await tui.sees('Too fast, or pasted with its Enter: ignored.');
	tui.write('\x03');
	await tui.sees('Nothing was sent.');
});

test('the console of an address asks for the password, prints answers as they are, and leaves a terminal that works', async () => {
	const game = await openSourceServer({password: 'secret', answer: command => `ran ${command}`});
	onTestFinished(game.close);
	const tui = await start(['console', '--address', `127.0.0.1:${game.port}`, '--console', 'source']);
	await tui.sees('Console password');
	tui.write('secret\r');
	await tui.sees(`[127.0.0.1:${game.port}] rcon>`);
	await typeLine(tui, 'list');
	await tui.sees(/^ran list$/m);
	expect(tui.screen()).not.toContain('secret');
	tui.write('\x04');
	await expectRestored(tui, 0);
	expect(game.heard).toEqual(['list']);
});
