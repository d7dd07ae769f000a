import {describe, expect, test} from 'vitest';
import {server} from '../helpers/headless-app.ts';
import {openTestLineMode} from '../helpers/open-line-mode.ts';

const up = () => [
	server('a', 'ONLINE', {onlinePlayers: 41, gameType: 'ARK_ASCENDED'}),
	server('b', 'OFFLINE'),
];

describe('typed text', () => {
	test('stays while others are received, and continues where it was', async () => {
		const stream = openTestLineMode({app: [up()]});
		await stream.type(':use name-a');
		await stream.send('Broad');
		stream.receive('a', {command: 'status', response: 'fine', commandId: 'x', timestamp: 9});
		await stream.pass(1);
		expect(stream.rows().slice(-2)).toEqual([
			'OTHER name-a, status: fine',
			'[name-a 41 players] rcon> Broad',
		]);
		await stream.send('cast hi');
		expect(stream.last()).toBe('[name-a 41 players] rcon> Broadcast hi');
	});

	test('is printed again below received lines when the terminal can only print lines', async () => {
		const stream = openTestLineMode({app: [up()], isDumb: true});
		await stream.type(':use name-a');
		await stream.send('Broad');
		stream.receive('a', {command: 'status', response: 'fine', commandId: 'x', timestamp: 9});
		await stream.pass(1);
		expect(stream.rows().slice(-3)).toEqual([
			'[name-a 41 players] rcon> Broad',
			'OTHER name-a, status: fine',
			'[name-a 41 players] rcon> Broad',
		]);
		expect(stream.bytes()).not.toContain('\x1b');
	});

	test('is edited in place and never exceeds the width of the terminal', async () => {
		const stream = openTestLineMode({app: [up()], columns: 40});
		await stream.type(':use name-a');
		await stream.send('abcdef');
		await stream.send('\x1b[D');
		await stream.send('\x7f');
		expect(stream.last()).toBe('[name-a 41 players] rcon> abcdf');
		await stream.send('x'.repeat(60));
		expect(stream.rows().filter(row => row.includes('xxxx'))).toHaveLength(1);
		expect(stream.last().length).toBeLessThan(40);
	});

	test('is cleared by Ctrl-C, which quits only when pressed twice on an empty line', async () => {
		const stream = openTestLineMode();
		await stream.send('abc');
		await stream.send('\x03');
		expect(stream.last()).toBe('[no server] rcon>');
		await stream.send('\x03');
		expect(stream.rows().join('\n')).toContain('Press Ctrl-C again to quit.');
		await stream.send('\x03');
		expect(await stream.ended()).toBe('quit');
	});

	test('comes back with Up as it was sent', async () => {
		const stream = openTestLineMode({app: [up()]});
		await stream.type(':use name-a');
		await stream.type('SaveWorld');
		await stream.type('ListPlayers');
		await stream.send('\x1b[A');
		expect(stream.last()).toContain('rcon> ListPlayers');
		await stream.send('\x1b[A');
		expect(stream.last()).toContain('rcon> SaveWorld');
		await stream.send('\x15list');
		await stream.send('\x12');
		expect(stream.last()).toContain('rcon> ListPlayers');
	});

	test('is completed by Tab: candidates are words, and the next Tab fills one in', async () => {
		const stream = openTestLineMode({app: [up()]});
		await stream.type(':use name-a');
		await stream.send('Save');
		await stream.send('\t');
		expect(stream.last()).toContain('rcon> SaveWorld');
		await stream.send('\x15');
		await stream.send('Get');
		await stream.send('\t');
		expect(stream.rows().at(-2)).toMatch(/^SUGGESTIONS \d+: GetChat/);
	});
});

describe('a line that looks destructive', () => {
	test('is sent by a second Enter', async () => {
		const stream = openTestLineMode({app: [up()], columns: 300});
		await stream.type(':use name-a');
		await stream.type('DoExit');
		expect(stream.rows().at(-2)).toMatch(/^WARNING This looks destructive: press Enter again within 10s/);
		expect(stream.last()).toBe('[name-a 41 players] rcon> DoExit');
		expect(stream.sent).toEqual([]);
		await stream.pass(700);
		await stream.send('\r');
		expect(stream.sent).toHaveLength(1);
	});

	test('does not take an Enter that arrives together with another key for the confirmation', async () => {
		const stream = openTestLineMode({app: [up()]});
		await stream.type(':use name-a');
		await stream.type('DoExit');
		await stream.pass(800);
		await stream.send('\x1b[C\r');
		expect(stream.sent).toEqual([]);
		await stream.pass(800);
		await stream.send('\r');
		expect(stream.sent).toHaveLength(1);
	});

	test('asks for confirmation again after a while', async () => {
		const stream = openTestLineMode({app: [up()]});
		await stream.type(':use name-a');
		await stream.type('DoExit');
		await stream.pass(11_000);
		await stream.send('\r');
		expect(stream.sent).toEqual([]);
	});
});

describe('several lines in one paste', () => {
	test.each([
		['as reported by a terminal with bracketed paste', '\x1b[200~SaveWorld\rDoExit\rListPlayers\x1b[201~'],
		['as received from a terminal without it', 'SaveWorld\rDoExit\rListPlayers\r'],
	])('are confirmed one by one, %s', async (_, bytes) => {
		const stream = openTestLineMode({app: [up()], columns: 300});
		await stream.type(':use name-a');
		await stream.send(bytes);
		expect(stream.sent).toEqual([]);
		expect(stream.rows().at(-2)).toBe('LINE 1 of 3: SaveWorld');
		await stream.type('yes');
		expect(stream.rows()).toContain('LINE 2 of 3: DoExit');
		expect(stream.rows().join('\n')).toContain('WARNING This looks destructive: DoExit');
		expect(stream.last()).toMatch(/^Send it\?/);
		await stream.type('');
		await stream.type('yes');
		expect(stream.sent.map(({input}) => input)).toEqual([
			expect.objectContaining({command: 'SaveWorld'}),
			expect.objectContaining({command: 'ListPlayers'}),
		]);
		expect(stream.rows().join('\n')).toContain('2 of 3 pasted lines sent, 1 not sent.');
	});
});

test('an Enter in the same read as the next line does not join the two', async () => {
	const stream = openTestLineMode({app: [up()], columns: 300});
	await stream.type(':use name-a');
	await stream.send('SaveWorld');
	await stream.send('\rListPlayers');
	expect(stream.rows().at(-2)).toBe('LINE 1 of 2: SaveWorld');
	expect(stream.sent).toEqual([]);
});

test('wraps a long line between words', async () => {
	const stream = openTestLineMode({columns: 30, app: [up()]});
	await stream.type(':use name-a');
	expect(stream.rows().slice(-4)).toEqual([
		'USING name-a, UP, ONLINE, for',
		'at least 0 seconds, 41 of 70',
		'players',
		'[name-a... rcon>',
	]);
});

test('a read-only session sends nothing', async () => {
	const stream = openTestLineMode({app: [up(), 'a', {settings: {readOnly: true}}]});
	await stream.type(':use name-a');
	await stream.type('ListPlayers');
	await stream.type(':restart');
	expect(stream.rows().filter(row => row.includes('read-only'))).toHaveLength(3);
	expect(stream.sent).toEqual([]);
});

test('an action names a permission that is known to be missing before it asks', async () => {
	const stream = openTestLineMode({app: [up()]});
	await stream.type(':use name-a');
	stream.services.store.dispatch({type: 'access/learned', permission: 'MANAGE_SERVERS', standing: 'lacking'});
	await stream.type(':restart');
	expect(stream.rows().join(' ')).toContain('Your credentials lack the permission MANAGE_SERVERS');
	expect(stream.sent).toEqual([]);
});

test('shows control characters from outside as symbols, also in a prompt', async () => {
	const stream = openTestLineMode({app: [up()]});
	await stream.type(':use name-a');
	stream.receive('a', {command: 'x', response: 'a\x1b[2Jb\ntwo', commandId: 'x', timestamp: 9});
	await stream.pass(1);
	expect(stream.rows().slice(-4, -1)).toEqual(['OTHER name-a, x, 2 lines:', 'a^[[2Jb', 'two']);
});

test('a crash restores the terminal', async () => {
	const stream = openTestLineMode();
	const {frontEnd} = stream.services;
	const bug = new Error('a bug');
	frontEnd.edit = () => Promise.reject(bug);
	const ended = stream.ended().catch((error: unknown) => error);
	await stream.send('\x18');
	expect(await ended).toBe(bug);
	expect(stream.bytes()).toMatch(/rcon> *\r\n\x1b\[\?2004l$/);
});
