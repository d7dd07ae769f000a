import {expect, test} from 'vitest';
import type {ConsoleLine} from '../../../../src/service/console/connection.ts';
import {connectTelnet} from '../../../../src/service/console/telnet.ts';
import {openLogins} from '../logins.ts';
import {openTelnetServer, time} from '../servers/telnet-server.ts';
import {waitFor} from '../../../helpers/wait-for.ts';

const password = 'öpen sesame';
const sendOptions = {timeoutMs: 5000};

const {aServer, logIn} = openLogins(password, openTelnetServer, connectTelnet);

test('log lines between the lines of an answer are events', async () => {
	const lines: ConsoleLine[] = [];
	const server = await aServer({
		answer: () => {
			server.log('Player connected, entityid=171, name=Joe');
			server.say?.('hello');
			return '1. id=171, Joe, pos=(1.0, 2.0, 3.0)\nTotal of 1 in the game';
		},
	});
	const connection = await logIn(server, {onLine: line => lines.push(line)});
	expect(await connection.send('lp', sendOptions)).toBe(
		'1. id=171, Joe, pos=(1.0, 2.0, 3.0)\nTotal of 1 in the game',
	);
	expect(lines).toEqual([
		{text: `${time} INF Player connected, entityid=171, name=Joe`, kind: 'output'},
		{text: `${time} INF Chat (from 'Steam_1', entity id '171', to 'Global'): 'Joe': hello`, kind: 'chat'},
	]);
});

test('a command whose only output is the log has an empty answer', async () => {
	const lines: string[] = [];
	const server = await aServer({
		answer: command => {
			server.say?.(command);
			return '';
		},
	});
	const connection = await logIn(server, {onLine: ({text}) => lines.push(text)});
	expect(await connection.send('say "hello"', sendOptions)).toBe('');
	expect(lines.join('\n')).toContain('hello');
	expect(lines.join('\n')).not.toContain('Executing');
});

test('says exit when it closes', async () => {
	const server = await aServer();
	const connection = await logIn(server);
	connection.close();
	await waitFor(() => expect(server.typed).toEqual([password, 'exit']));
});

test('refuses telnet options', async () => {
	const server = await aServer({negotiates: true});
	const connection = await logIn(server);
	expect(await connection.send('lp', sendOptions)).toBe('did lp');
	// WONT terminal type, DONT echo.
	expect(server.replies).toEqual([255, 252, 24, 255, 254, 1]);
});

test('the log continues after a request for an option, which is refused once however often it is repeated', async () => {
	const lines: string[] = [];
	const server = await aServer();
	const connection = await logIn(server, {onLine: ({text}) => lines.push(text)});
	for (const client of server.clients) client.write(Buffer.alloc(3000, Buffer.of(255, 253, 1)));
	await waitFor(() => expect(server.replies).toEqual([255, 252, 1]));
	server.log('a line');
	await waitFor(() => expect(lines.at(-1)).toContain('a line'));
	expect(await connection.send('lp', sendOptions)).toBe('did lp');
	expect(server.replies).toHaveLength(3);
});

const prompts = [
	'Please enter password',
	'Please enter password\r\n',
	'Password: ',
	'Password:\r\n',
	'Enter pass phrase > ',
];

test.each(prompts)('logs in at the prompt %j, and the next command works', async prompt => {
	const server = await aServer({prompt});
	const connection = await logIn(server);
	expect(await connection.send('lp', sendOptions)).toBe('did lp');
	expect(server.typed[0]).toBe(password);
});

test.each(prompts)(
	'logs in at the prompt %j of a console with another banner, or is refused',
	async prompt => {
		const server = await aServer({prompt, banner: ['Welcome to the console.', password]});
		const connection = await logIn(server);
		expect(await connection.send('lp', sendOptions)).toBe('did lp');
		await expect(logIn(server, {password: 'wrong'})).rejects.toMatchObject({reason: 'wrong-password'});
	},
);

test('reads each line of an answer in its own encoding', async () => {
	const latin = Buffer.from('2. id=172, Jos\xe9\r\n', 'latin1');
	const rawAnswer = Buffer.concat([Buffer.from('1. id=171, Вася\r\n'), latin]);
	const server = await aServer({rawAnswer});
	const connection = await logIn(server);
	expect(await connection.send('lp', sendOptions)).toBe('1. id=171, Вася\n2. id=172, José');
});
