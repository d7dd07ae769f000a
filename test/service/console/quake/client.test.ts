import {expect, test} from 'vitest';
import {connectQuake, createPace} from '../../../../src/service/console/quake.ts';
import {manualClock} from '../../../helpers/manual-clock.ts';
import {openLogins} from '../logins.ts';
import {openQuakeServer} from '../servers/quake-server.ts';

const password = 'sesame';
const sendOptions = {timeoutMs: 5000};
const limits = {burst: 100, periodMs: 0, spacingMs: 0};
const connect = connectQuake({limits, patience: {silentMs: 100}});

const {aServer, logIn} = openLogins(password, openQuakeServer, connect);

test('a command is one packet after four bytes of ones', async () => {
	const server = await aServer();
	const connection = await logIn(server);
	expect(await connection.send('status', sendOptions)).toBe('did status');
	expect(server.lines).toEqual(['rcon sesame echo rcondeck', 'rcon sesame status']);
});

test('reads the answers of DarkPlaces, which start like answers of QuakeWorld', async () => {
	const server = await aServer({print: 'n'});
	const connection = await logIn(server);
	expect(await connection.send('status', sendOptions)).toBe('did status');
});

test.each([
	'Bad rconpassword.\n',
	'Bad rcon_password.\n',
	'Invalid password.\n',
	'No rconpassword set on the server.\n',
])('%j is a wrong password', async refusal => {
	const server = await aServer({refusal});
	await expect(logIn(server, {password: 'guess'})).rejects.toMatchObject({reason: 'wrong-password'});
});

test('a game that ignores a wrong password causes a timeout that mentions the password', async () => {
	const server = await aServer({refusal: ''});
	const login = logIn(server, {password: 'guess', timeoutMs: 200});
	await expect(login).rejects.toMatchObject({
		reason: 'timeout',
		message: expect.stringContaining('rconpassword'),
	});
});

test('a password that would end early is not sent, and no part of it runs', async () => {
	const server = await aServer();
	for (const bad of ['two words', 'a;quit', 'a"b', 'a\nquit', 'a\\b']) {
		await expect(logIn(server, {password: bad})).rejects.toMatchObject({reason: 'unsendable'});
	}
	expect(server.lines).toEqual([]);
});

test('a game that ends without an answer is noticed before the deadline', async () => {
	const server = await aServer({
		answer: async () => {
			await server.close();
			return '';
		},
	});
	const connection = await logIn(server);
	await expect(connection.send('quit', {timeoutMs: 30_000})).rejects.toMatchObject({reason: 'dropped'});
});

test('a lost answer is a timeout, and the command is not repeated', async () => {
	const server = await aServer({maxCommands: 1});
	const connection = await logIn(server);
	await expect(connection.send('map oa_dm1', {timeoutMs: 250})).rejects.toMatchObject({reason: 'timeout'});
	expect(server.lines.filter(line => line.startsWith('rcon'))).toHaveLength(2);
	expect(server.lines).toContain('getinfo rcondeck');
});

test('a command is one line that the game does not truncate', async () => {
	const server = await aServer();
	const connection = await logIn(server);
	for (const command of ['say hi\nquit', 'x'.repeat(1000)]) {
		await expect(connection.send(command, sendOptions)).rejects.toMatchObject({reason: 'unsendable'});
	}
	expect(server.heard).toEqual([]);
});

test('a closed port is refused at once', async () => {
	const server = await aServer();
	await server.close();
	await expect(logIn(server)).rejects.toMatchObject({reason: 'refused'});
});

test('commands wait until the game accepts them, and are refused if that takes too long', async () => {
	const clock = manualClock();
	const pace = createPace({burst: 3, periodMs: 1000, spacingMs: 500}, clock);
	const passed: number[] = [];
	const start = clock.monotonic();
	const wait = async () => {
		await pace(10_000, undefined);
		passed.push(clock.monotonic() - start);
	};
	const all = Promise.all(Array.from({length: 6}, wait));
	for (let turn = 0; turn < 30; turn++) {
		await clock.advance(100);
	}
	await all;
	expect(passed).toEqual([0, 500, 1000, 1500, 2000, 3000]);
	await expect(pace(100, undefined)).rejects.toMatchObject({reason: 'refused'});
});
