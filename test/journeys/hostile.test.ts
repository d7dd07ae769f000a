import {expect, test} from 'vitest';
import {openApp, type Screen} from '../helpers/open-app.ts';
import {listing} from '../helpers/listing.ts';
import type {Between} from '../helpers/service-of-app.ts';
import {cpuMs} from '../helpers/cpu-time.ts';

const nasty = {
	clear: '\x1b[2J\x1b[H',
	clipboard: '\x1b]52;c;cm0gLXJm\x07',
	title: '\x1b]0;owned\x1b\\',
	c1: '\x9b31m\x90q\x9c',
	carriage: 'safe\roverwritten',
	bell: 'ding\x07\b\b',
	bidi: 'abc\u202edcba\u2066x\u200f',
	hidden: 'ze\u200bro\ufeff\u{e0041}',
	halves: 'half \ud83d and \udc4d',
	zero: 'nul \0 end',
};
const everything = Object.values(nasty).join('|');

/** Expects that no byte or cell of the terminal contains anything that could act on it. */
function isHarmless({terminal, frame}: Screen) {
	const bytes = terminal.bytes();
	// The writer itself uses CR and BS; the frame proves that these were its own.
	expect(bytes).not.toMatch(/\x1b[\]P^_X]|[\0-\x07\x0b\x0c\x0e-\x1a\x7f-\x9f]/);
	expect(bytes).not.toMatch(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/u);
	expect(bytes.split('\x1b[2J')).toHaveLength(1);
	expect(frame()).not.toMatch(/[\0-\x09\x0b-\x1f]/);
}

/** Answers every awaited command with this response. */
const answering =
	(response: string): Between =>
	async (request, service) => {
		if (!request.url.includes('/rcon')) return service();
		const {command} = (await request.json()) as {command: string};
		const answer = {command, response, commandId: 'hostile-1', timestamp: '2026-11-21T03:00:01Z'};
		return Response.json({serverId: 'bravo', command: answer});
	};

test('an answer full of escapes, bells, bidi controls and lone surrogates is escaped and acts on nothing', async () => {
	const screen = await openApp({between: answering(Object.values(nasty).join('\n'))});
	await screen.sees('feed LIVE').press('G', 'i').type('GetChat').press('enter');
	await screen.sees(
		'^[[2J^[[H',
		'^[]52;c;cm0gLXJm^G',
		'safe^Moverwritten',
		'<U+202E>',
		'<U+200B>',
		'<U+D83D>',
		'nul ^@ end',
	);
	isHarmless(screen);
});

test('control characters in names of servers, nodes, maps and the team are escaped everywhere', async () => {
	const screen = await openApp({
		columns: 120,
		rows: 40,
		between: async (request, service) => {
			const path = new URL(request.url).pathname;
			const response = await service();
			if (path === '/team/my')
				return Response.json({...((await response.json()) as object), name: everything});
			const evil = {
				displayName: `x${everything}`,
				nodeName: everything,
				map: everything,
				serverDirectory: everything,
			};
			return listing(records => records.map(record => ({...record, ...evil})))(request, async () => response);
		},
	});
	await screen
		.sees('feed LIVE', '1 DOWN', '^[')
		.press('j', 'd')
		.sees('DETAILS')
		.press('i')
		.type('x')
		.press('esc');
	await screen.press('R').sees('Restart').press('enter').sees('step 2 of 2').press('esc', '?').sees('Keys');
	isHarmless(screen);
});

test('commands of others are escaped, from the feed and from polls', async () => {
	const commands = [
		{command: `say ${everything}`, response: everything, commandId: 'c1', timestamp: '2026-11-21T02:59:59Z'},
	];
	const screen = await openApp({between: listing(records => records.map(record => ({...record, commands})))});
	await screen
		.sees('feed LIVE')
		.press('G')
		.sees(/other +> say/, '^[]52;c;', '<U+202E>');
	isHarmless(screen);
});

test('unknown states, games and reasons are escaped', async () => {
	const screen = await openApp({
		between: listing(records => [
			...records.map(record => ({...record, state: everything, gameType: everything})),
			{id: {}, displayName: everything, [everything]: 1},
		]),
	});
	await screen.sees('feed LIVE', '3 unknown', 'unreadable').press('d').sees('DETAILS');
	isHarmless(screen);
});

test('the text of a refusal is escaped', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE');
	screen.demo.faults.failNext(418, {key: `evil.${nasty.clear}`, message: everything});
	await screen.comes('[evil.^[[2J^[[H]');
	isHarmless(screen);
});

test('an answer of 200 kB is complete, and the TUI stays fast', async () => {
	const lines = Array.from({length: 4000}, (_, line) => `line ${line} ${'x'.repeat(42)}`);
	const screen = await openApp({between: answering(lines.join('\n'))});
	await screen
		.sees('feed LIVE')
		.press('G', 'i')
		.type('GetGameLog')
		.press('enter')
		.sees('more rows, Enter unfolds');
	await screen.press('esc', '2', 'enter', 'G').sees('line 3999 xxx', 'following');
	await screen.press('g').sees('line 0 xxx').press('G').sees('line 3999 xxx', 'following');
	const before = cpuMs();
	await screen.press('k', 'k', 'j', 'j').sees('following');
	expect(cpuMs() - before).toBeLessThan(1500);
});

test('an answer of one 200 kB line wraps and can be read to its end', async () => {
	const screen = await openApp({between: answering(`${'y'.repeat(200_000)}END`)});
	await screen
		.sees('feed LIVE')
		.press('G', 'i')
		.type('GetGameLog')
		.press('enter')
		.sees('more rows, Enter unfolds');
	await screen.press('esc', '2', 'enter', 'G').sees('yyyEND');
});

test('pasted and typed control characters are escaped before they are shown or sent', async () => {
	const screen = await openApp();
	await screen
		.sees('feed LIVE')
		.press('j', 'i')
		.paste(`say ${nasty.bidi}${nasty.bell}`)
		.sees('rcon> say abc');
	isHarmless(screen);
});
