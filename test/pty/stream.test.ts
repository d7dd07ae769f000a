import {expect, onTestFinished, test, vi} from 'vitest';
import {typeAheadMs} from '../../src/app/dialogs/dialog.ts';
import {openPtyDeck, prompt, type PtyDeck} from './pty-deck.ts';

const start = (args: string[], env: Record<string, string> = {}) =>
	openPtyDeck({atEnd: onTestFinished, isStream: true, columns: 100, rows: 50, args, env});

/** Types a line and gives Enter when it stands there: what comes at once may be a paste. */
async function line(deck: PtyDeck, text: string) {
	deck.write(text);
	await deck.until(`line ${text}`, () => lastRow(deck).endsWith(text));
	deck.write('\r');
}

const lastRow = (deck: PtyDeck) => deck.emulator.rows().findLast(row => row.trim() !== '') ?? '';

/** The shell is back, with the exit code, and the terminal has its lines and its echo. */
async function expectBack(deck: PtyDeck, code: number) {
	await deck.until('shell', () => deck.isGivenBack() && prompt.test(lastRow(deck)));
	deck.write('echo "code $?"; stty -a\r');
	await deck.sees(`code ${code}`);
	await deck.sees(/[^-]icanon/);
	expect(deck.screen()).toMatch(/[^-]echo /);
}

test.each([
	['a terminal that can do more', ['--screen-reader'], {}],
	['a dumb one', [], {TERM: 'dumb'}],
])('a server is chosen, asked and left again, line by line, on %s', async (_, args, env) => {
	const deck = await start(args, env);
	await deck.sees('SERVERS 10 servers, 9 up, 1 down');
	await deck.sees('[no server] rcon>');
	await line(deck, ':use ark-isl-1');
	await deck.sees(/\[ark-isl-1 \d+ players?\] rcon>/);
	await line(deck, 'ListPlayers');
	await deck.sees(/ANSWER ark-isl-1, \d+ ms/);
	await line(deck, ':quit');
	await expectBack(deck, 0);
	expect(deck.emulator.isAlternate()).toBe(false);
});

test('a restart is asked in questions, held, and recalled by :undo', async () => {
	const deck = await start(['--screen-reader']);
	await deck.sees('SERVERS');
	await line(deck, ':use ark-center');
	await deck.sees('CHOSEN ark-center');
	await line(deck, ':restart');
	await deck.sees('Delay (minutes; empty means now):');
	await line(deck, '10');
	await deck.sees('Message:');
	await line(deck, 'Back in {minutes}');
	await deck.sees('Will send: POST /server/srv-ark-center/restart');
	await deck.sees('Restart? Type yes; Enter does nothing:');
	// What comes sooner was not meant for this question.
	const asked = performance.now();
	await vi.waitUntil(() => performance.now() - asked > typeAheadMs);
	await line(deck, 'yes');
	await deck.sees('HELD Restart ark-center');
	await line(deck, ':undo');
	await deck.sees('Recalled: Restart ark-center. Nothing was sent.');
});

test('Ctrl-C leaves a question, and then the deck when it is pressed twice', async () => {
	const deck = await start(['--screen-reader']);
	await deck.sees('SERVERS');
	await line(deck, ':stop ark-center');
	await deck.sees('Delay (');
	deck.write('\x03');
	await deck.sees('Nothing was sent.');
	deck.write('\x03');
	await deck.sees('Press Ctrl-C again to quit.');
	deck.write('\x03');
	await expectBack(deck, 0);
});

test('Ctrl-Z gives the terminal to the shell, and fg comes back to the line', async () => {
	const deck = await start(['--screen-reader']);
	await deck.sees('SERVERS');
	deck.write('abc');
	await deck.sees('rcon> abc');
	deck.write('\x1a');
	await deck.until('shell', () => prompt.test(lastRow(deck)));
	await line(deck, 'fg');
	await deck.until('line', () => lastRow(deck).endsWith('rcon> abc'));
});

test('SIGTERM gives the terminal back', async () => {
	const deck = await start(['--screen-reader']);
	await deck.sees('SERVERS');
	process.kill(deck.pid(), 'SIGTERM');
	await expectBack(deck, 143);
});

test.each([
	['a terminal that can do more', ['--screen-reader'], {}],
	['a dumb one', [], {TERM: 'dumb'}],
])(
	'an incident in a few words: what is down, who gets a line, what they say, on %s',
	async (_, args, env) => {
		const deck = await start(args, env);
		await deck.sees('SERVERS 10 servers');
		await line(deck, ':down');
		await deck.sees(
			/rcon> :down[^]*SERVERS 10 servers, .* old\s+DOWN cs2-scrim, OFFLINE, for at least \d+ seconds?/,
		);
		await line(deck, ':mark ark-isl-1 ark-isl-2');
		await deck.sees('MARKED 2 servers: ark-isl-1 and ark-isl-2.');
		await line(deck, ':use marked');
		await deck.sees('[2 marked servers] rcon>');
		await line(deck, 'SaveWorld');
		await deck.sees('ANSWERS to SaveWorld from 2 servers: 2 same.');
		await line(deck, ':restrat marked');
		await deck.sees('The nearest is :restart.');
		await line(deck, ':nodes');
		await deck.sees('NODES 2, read');
		await deck.until('prompt', () => lastRow(deck).endsWith('[2 marked servers] rcon>'));
		deck.write('\x04');
		await expectBack(deck, 0);
	},
);

test('keys of one read with Enter before the question is heard are no answer to it', async () => {
	const deck = await start(['--screen-reader']);
	await deck.sees('SERVERS 10 servers');
	await line(deck, ':restart ark-center now');
	await deck.sees('Restart? Type ark-center; Enter does nothing:');
	deck.write('ark-center\r');
	await deck.sees('That came too soon or all at once, and is no answer.');
	deck.write('\x03');
	await deck.sees('Nothing was sent.');
});
