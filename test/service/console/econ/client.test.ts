import {expect, test} from 'vitest';
import type {ConsoleLine} from '../../../../src/service/console/connection.ts';
import {connectEcon} from '../../../../src/service/console/econ.ts';
import {openLogins} from '../logins.ts';
import {openEconServer} from '../servers/econ-server.ts';
import {waitFor} from '../../../helpers/wait-for.ts';

const password = 'öpen sesame';
const sendOptions = {timeoutMs: 5000};

const {aServer, logIn} = openLogins(password, openEconServer, connectEcon);

test.each(['teeworlds', 'ddnet'] as const)('the log of %s is not taken for an answer', async dialect => {
	const lines: ConsoleLine[] = [];
	const server = await aServer({
		dialect,
		answer: command => {
			server.print('server', "cid=7 cmd='status'");
			server.print('econ', 'client accepted. cid=7 addr=127.0.0.1:40000');
			server.print('chat', '0:-2:nameless tee: did I miss it?');
			server.print('game', "kill killer='0:nameless tee' victim='0:nameless tee' weapon=-1 special=0");
			server.print('server', 'player has entered the game. ClientID=0 addr=127.0.0.1:40001');
			return command === 'status' ? "id=0 addr=127.0.0.1:40001 name='nameless tee'" : '';
		},
	});
	const connection = await logIn(server, {onLine: line => lines.push(line)});
	expect(await connection.send('status', sendOptions)).toBe("id=0 addr=127.0.0.1:40001 name='nameless tee'");
	expect(await connection.send('sv_name x', sendOptions)).toBe('');
	const texts = lines.map(({text}) => text).join('\n');
	expect(texts).toContain('nameless tee: did I miss it?');
	expect(texts).toContain('player has entered');
	expect(texts).not.toContain('authed');
	expect(texts).not.toContain('end-');
	expect(lines.filter(({kind}) => kind === 'chat')).toHaveLength(2);
});

test('the answer to a broadcast is the line that players see', async () => {
	const server = await aServer({
		dialect: 'ddnet',
		answer: command => {
			server.print('chat', `*** ${command.slice(4)}`);
			return '';
		},
	});
	const connection = await logIn(server);
	expect(await connection.send('say hello all', sendOptions)).toBe(
		'2026-11-22 12:00:00 I chat: *** hello all',
	);
});

test('logins of other admins and commands that they type are events', async () => {
	const lines: string[] = [];
	const server = await aServer();
	await logIn(server, {onLine: ({text}) => lines.push(text)});
	const other = await logIn(server);
	await other.send('sv_name x', sendOptions);
	await waitFor(() => expect(lines.join('\n')).toContain("cid=1 cmd='sv_name x'"));
	expect(lines[0]).toContain('cid=1 authed');
});

test('a console without an echo command shows the marker in its error message, which ends the answer', async () => {
	const connection = await logIn(await aServer({echo: 'unknown'}));
	expect(await connection.send('status', sendOptions)).toBe('did status');
});

test('the answer of a console that never shows the marker ends when it falls silent', async () => {
	const connection = await logIn(await aServer({echo: 'silent'}));
	expect(await connection.send('status', sendOptions)).toBe('did status');
});

test('a late answer is not taken for the answer to the next command', async () => {
	const late = Promise.withResolvers<string>();
	const lines: string[] = [];
	const server = await aServer({answer: command => (command === 'late' ? late.promise : `did ${command}`)});
	const connection = await logIn(server, {onLine: ({text}) => lines.push(text)});
	await expect(connection.send('late', {timeoutMs: 50})).rejects.toMatchObject({reason: 'timeout'});
	late.resolve('late indeed');
	await waitFor(() => expect(lines).toContain('late indeed'));
	expect(await connection.send('next', sendOptions)).toBe('did next');
});

test('the client hangs up first, so that the port is free for a restart', async () => {
	const server = await aServer();
	const connection = await logIn(server);
	connection.close();
	await waitFor(() => expect(server.closedBy).toEqual(['client']));
	await expect(logIn(server, {password: 'guess'})).rejects.toMatchObject({reason: 'wrong-password'});
	await waitFor(() => expect(server.closedBy).toEqual(['client', 'client']));
});

test('rejects two lines in one command before sending anything', async () => {
	const server = await aServer();
	const connection = await logIn(server);
	await expect(connection.send('say hi\nshutdown', sendOptions)).rejects.toMatchObject({
		reason: 'unsendable',
	});
	expect(await connection.send('status', sendOptions)).toBe('did status');
	expect(server.heard).toEqual(['status']);
});

test('a full console hangs up on the login, and nothing was sent', async () => {
	const server = await aServer({isFull: true});
	await expect(logIn(server)).rejects.toMatchObject({mayHaveRun: false, isUnclear: true});
	expect(server.heard).toEqual([]);
});
