import {describe, expect, test} from 'vitest';
import {ApiError} from '../../src/contract/errors.ts';
import {server} from '../helpers/headless-app.ts';
import {openTestLineMode} from '../helpers/open-line-mode.ts';

const fleet = () => [
	server('a', 'ONLINE', {onlinePlayers: 3, gameType: 'ARK_ASCENDED'}),
	server('b', 'OFFLINE'),
	server('c', 'ONLINE', {gameType: 'CS2'}),
];

async function open(settings = {}) {
	const stream = openTestLineMode({columns: 300, app: [fleet(), 'a', {settings}]});
	await stream.type(':use name-a');
	return stream;
}

test('pasted or typed control characters are visible in an answer', async () => {
	const stream = await open();
	await stream.type(':restart');
	await stream.type('10m');
	await stream.send('\x1b[200~a\x1b]0;owned\x07b\u202ec\x1b[201~');
	await stream.send('\u202e');
	expect(stream.last()).toBe('Message: a^[]0;owned^Gb<U+202E>c');
	expect(stream.bytes()).not.toMatch(/\x1b\]|\u202e/);
});

describe('a restart', () => {
	test('of a server with players asks for its fields, shows the request, and requires the name', async () => {
		const stream = await open();
		await stream.type(':restart');
		expect(stream.last()).toBe('Delay (e.g. 10m, 2h, 1d; blank = now):');
		await stream.type('');
		await stream.type('');
		await stream.type('');
		expect(stream.rows().join('\n')).toMatch(
			/WARNING Effect: The restart starts immediately[^]*Request: POST \/server\/a\/restart/,
		);
		expect(stream.last()).toBe('Restart? Type name-a; Enter cancels:');
		await stream.type('name-b');
		expect(stream.rows().slice(-3, -1)).toEqual(['Not confirmed: type name-a.', 'Nothing was sent.']);
		expect(stream.sent).toEqual([]);
	});

	test('accepts the name without diacritics, like the TUI, because a keyboard may lack them', async () => {
		const players = {onlinePlayers: 3, gameType: 'ARK_ASCENDED', displayName: 'Café'};
		const stream = openTestLineMode({columns: 300, app: [[server('a', 'ONLINE', players)], 'a', {}]});
		await stream.type(':use a');
		await stream.type(':restart now');
		expect(stream.last()).toBe('Restart? Type Café; Enter cancels:');
		await stream.type('Cafe');
		await stream.pass(3001);
		expect(stream.rows().join('\n')).toContain('DONE Café: restart accepted.');
		expect(stream.sent).toHaveLength(1);
	});

	test('with a delay and a message has an undo window and is then sent once', async () => {
		const stream = await open();
		await stream.type(':restart');
		await stream.type('10m');
		await stream.type('Save now');
		await stream.type('');
		await stream.type('yes');
		expect(stream.rows().join('\n')).toContain(
			'PENDING Restart name-a, sent in 3 seconds; :undo or Ctrl-C undoes it',
		);
		expect(stream.sent).toEqual([]);
		await stream.pass(3001);
		expect(stream.sent).toEqual([
			{method: 'restart', input: {serverId: 'a', delayMinutes: 10, delayedRestartMessage: 'Save now'}},
		]);
		expect(stream.rows().join('\n')).toContain('DONE name-a: restart in 10m accepted.');
	});

	test.each([
		['Ctrl-C', '\x03'],
		['Ctrl-D', '\x04'],
	])('is canceled by %s at any question, and nothing is sent', async (_, key) => {
		const stream = await open();
		await stream.type(':restart');
		await stream.type('10m');
		await stream.send(key);
		expect(stream.rows().at(-2)).toBe('Nothing was sent.');
		expect(stream.last()).toBe('[name-a 3 players] rcon>');
		expect(stream.state().dialog).toBeUndefined();
	});

	test('is undone by Ctrl-C during its undo window', async () => {
		const stream = await open();
		await stream.type(':restart');
		await stream.type('10m');
		await stream.type('Save now');
		await stream.type('');
		await stream.type('yes');
		await stream.send('\x03');
		await stream.pass(5000);
		expect(stream.rows().join('\n')).toContain('Undone: Restart name-a. Nothing was sent.');
		expect(stream.sent).toEqual([]);
	});

	test('of several servers asks for the batch size and requires their number', async () => {
		const stream = await open();
		await stream.type(':restart name-a name-c');
		for (const answer of ['', '', '', '', '']) await stream.type(answer);
		expect(stream.last()).toBe('Restart? Type 2; Enter cancels:');
		await stream.type('2');
		await stream.pass(3001);
		expect(stream.rows().join('\n')).toContain('JOB Restart of 2 servers: name-c sent, waiting at the gate');
		expect(stream.sent).toHaveLength(1);
		await stream.type(':jobs');
		expect(stream.rows().join('\n')).toContain('JOB 1, Restart of 2 servers, running, 0 of 2 done');
	});
});

describe('an answer', () => {
	test('that is invalid is asked for again', async () => {
		const stream = await open();
		await stream.type(':restart');
		await stream.type('soon');
		expect(stream.rows().at(-2)).toMatch(/^PROBLEM Invalid duration "soon".* Ctrl-C cancels the question;/);
		expect(stream.last()).toBe('Delay (e.g. 10m, 2h, 1d; blank = now):');
	});

	test('is validated together with the others', async () => {
		const stream = await open();
		await stream.type(':restart');
		await stream.type('');
		await stream.type('Save now');
		await stream.type('');
		expect(stream.rows().join('\n')).toContain('PROBLEM Message: Players would not see it without a delay');
	});

	test('to a choice may be abbreviated', async () => {
		const stream = await open();
		await stream.type(':stop');
		await stream.type('');
		await stream.type('');
		expect(stream.rows().at(-2)).toMatch(
			/^Force \(yes only if.*no \(graceful\); or yes \(kill process\)\. Enter for no$/,
		);
		await stream.type(':down');
		expect(stream.rows().join(' ')).toContain(
			'":down" is not an option. Ctrl-C cancels the question; commands work after that.',
		);
		await stream.type('y');
		expect(stream.rows().join('\n')).toContain('Request: POST /server/a/stop');
		expect(stream.rows().join('\n')).toContain('{"forceStop":true}');
	});

	test('confirms nothing in the same read as its Enter, or too soon', async () => {
		const stream = await open();
		await stream.type(':start name-b');
		await stream.send('yes\r');
		expect(stream.rows().join('\n')).toContain('Too fast, or pasted');
		expect(stream.sent).toEqual([]);
		await stream.type('yes');
		expect(stream.sent).toEqual([{method: 'start', input: {serverId: 'b'}}]);
	});

	test('in the same read as its Enter counts the second time, because some terminals send whole lines', async () => {
		const stream = await open();
		await stream.type(':start name-b');
		await stream.pass(700);
		await stream.send('yes\r');
		await stream.send('yes\r');
		expect(stream.sent).toEqual([]);
		await stream.pass(700);
		await stream.send('yes\r');
		expect(stream.sent).toEqual([{method: 'start', input: {serverId: 'b'}}]);
	});

	test('is offered by Tab', async () => {
		const stream = await open({messages: ['Back soon', 'Save now']});
		await stream.type(':restart');
		await stream.type('10m');
		await stream.send('\t');
		await stream.send('\t');
		expect(stream.last()).toBe('Message: Save now');
	});
});

test('reports an action that the state does not allow before any question', async () => {
	const stream = await open();
	await stream.type(':start');
	expect(stream.rows().at(-2)).toBe(
		'WARNING name-a is already ONLINE. Restart it with :restart if it misbehaves.',
	);
});

test('reports a rejection with its key and asks about the alternative', async () => {
	const stream = await open();
	stream.refuse(
		new ApiError('no', {
			reason: 'refused',
			request: 'POST /server/{serverId}/start',
			status: 409,
			key: 'server.is_not_offline',
		}),
	);
	await stream.type(':start name-b');
	await stream.type('yes');
	expect(stream.rows().join('\n')).toMatch(/REFUSED .*\[server\.is_not_offline\]/);
	expect(stream.last()).toBe('Restart it? Type yes; Enter declines:');
	await stream.send('\x03');
	expect(stream.rows().at(-2)).toBe('Nothing was sent.');
});

test('a broadcast shows its text with the command of the game', async () => {
	const stream = await open();
	await stream.type(':broadcast Back in 5');
	expect(stream.last()).toBe('Broadcast? Type yes; Enter cancels:');
	await stream.type('yes');
	expect(stream.sent).toEqual([
		{method: 'await', input: expect.objectContaining({command: 'ServerChat Back in 5'})},
	]);
});

test('prints a question above the prompt if it is too long for it', async () => {
	const stream = openTestLineMode({columns: 30, app: [fleet(), 'a']});
	await stream.type(':restart name-a now');
	expect(stream.rows().slice(-3)).toEqual(['Restart? Type name-a; Enter', 'cancels:', 'Answer:']);
	await stream.type('name-a');
	await stream.pass(3001);
	expect(stream.sent).toHaveLength(1);
});

test('text typed before a question stays in its row and returns after the answer', async () => {
	const stream = await open();
	const answer = Promise.withResolvers<ReturnType<typeof server>>();
	stream.services.api.getServer = () => answer.promise;
	await stream.type(':start name-b');
	await stream.pass(1600);
	await stream.send('List');
	expect(stream.last()).toBe('[name-a 3 players] rcon> List');
	answer.resolve(server('b', 'OFFLINE'));
	await stream.pass(1);
	expect(stream.rows()).toContain('[name-a 3 players] rcon> List');
	expect(stream.last()).toBe('Start? Type yes; Enter cancels:');
	await stream.send('\x03');
	expect(stream.last()).toBe('[name-a 3 players] rcon> List');
	expect(stream.sent).toEqual([]);
});

test('undoes an action at once, even while a list is loading', async () => {
	const stream = await open();
	await stream.type(':restart in 10m saying Save now');
	await stream.type('yes');
	expect(stream.rows().join('\n')).toContain('PENDING Restart name-a');
	await stream.type(':nodes');
	await stream.type(':undo');
	expect(stream.rows().join('\n')).toContain('Undone: Restart name-a. Nothing was sent.');
	await stream.pass(9000);
	expect(stream.sent).toEqual([]);
});

test('a line typed while a question is being prepared never reaches a game, but any other line does', async () => {
	const stream = await open();
	const held = Promise.withResolvers<ReturnType<typeof server>>();
	Object.assign(stream.services.api, {getServer: () => held.promise});
	const said = () => stream.rows().join('\n');
	await stream.type(':restart now');
	for (const answer of ['yes', 'NO', 'name-a', '3', '10m', 'name-c', 'ready']) {
		await stream.type(answer);
		expect(said()).toContain(`"${answer}" was not sent: a question may follow.`);
	}
	expect(stream.sent).toEqual([]);
	await stream.type('ListPlayers');
	expect(stream.sent).toMatchObject([{input: {command: 'ListPlayers'}}]);
	held.resolve(server('a', 'ONLINE', {onlinePlayers: 3, gameType: 'ARK_ASCENDED'}));
	await stream.pass(1);
	expect(stream.last()).toBe('Restart? Type name-a; Enter cancels:');
	await stream.type('');
});

test('a yes after an action that asked nothing is asked for again once, for a short time', async () => {
	const stream = await open();
	const yes = async () => {
		await stream.type('yes');
		return stream.sent.length;
	};
	await stream.type(':start');
	expect(await yes()).toBe(0);
	expect(stream.rows().join('\n')).toContain('"yes" was not sent: no question is open.');
	expect(await yes()).toBe(1);
	await stream.type(':start');
	await stream.pass(5001);
	expect(await yes()).toBe(2);
});
