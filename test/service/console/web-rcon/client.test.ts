import {inspect} from 'node:util';
import {expect, test} from 'vitest';
import type {ConsoleLine} from '../../../../src/service/console/connection.ts';
import {connectWebRcon} from '../../../../src/service/console/web-rcon.ts';
import {openLogins} from '../logins.ts';
import {openWebRconServer} from '../servers/web-rcon-server.ts';
import {waitFor} from '../../../helpers/wait-for.ts';

const password = 'öpen/sésame?&=#%';
const sendOptions = {timeoutMs: 5000};

const {aServer, logIn} = openLogins(password, openWebRconServer, connectWebRcon);

test('chat and the log are events, chat with the name of the player', async () => {
	const lines: ConsoleLine[] = [];
	const server = await aServer();
	const connection = await logIn(server, {onLine: line => lines.push(line)});
	const chat = {Channel: 0, Message: 'hello', UserId: '76561198000000000', Username: 'Joe', Time: 1};
	server.print({Type: 'Chat', Message: JSON.stringify(chat)});
	server.print({Type: 'Chat', Message: 'not JSON'});
	server.print({Type: 'Warning', Message: 'one\r\ntwo\n'});
	server.print({Identifier: 0, Type: 'Generic', Message: 'Saved 100 ents'});
	await waitFor(() => expect(lines).toHaveLength(5));
	expect(lines).toEqual([
		{text: 'Joe: hello', kind: 'chat'},
		{text: 'not JSON', kind: 'chat'},
		{text: 'one', kind: 'output'},
		{text: 'two', kind: 'output'},
		{text: 'Saved 100 ents', kind: 'output'},
	]);
	expect(await connection.send('say hi', sendOptions)).toBe('did say hi');
});

test('an answer in several messages is complete', async () => {
	const server = await aServer({answersByLine: true, answer: () => 'one\ntwo\nthree'});
	const connection = await logIn(server);
	expect(await connection.send('find', sendOptions)).toBe('one\ntwo\nthree');
});

test('the path is encoded only where it has to be', async () => {
	const server = await aServer({password: 'a b&c=d+e@f:g;h,i$j!*()'});
	await logIn(server, {password: 'a b&c=d+e@f:g;h,i$j!*()'});
	expect(server.paths).toEqual(['/a%20b&c=d+e@f:g;h,i$j!*()']);
});

test.each([undefined, 'status', 'close frame', 'broken frame'] as const)(
	'distinguishes a wrong password from a closed port (%s)',
	async refusal => {
		const server = await aServer(refusal ? {refusal} : {});
		await expect(logIn(server, {password: 'guess'})).rejects.toMatchObject({reason: 'wrong-password'});
		await server.close();
		await expect(logIn(server)).rejects.toMatchObject({reason: 'refused'});
	},
);

test('no error contains the password', async () => {
	const server = await aServer({answer: () => new Promise(() => {})});
	const closed = await aServer();
	await closed.close();
	const page = Buffer.from('HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n');
	const redirect = await aServer({greeting: page});
	const garbage = await aServer({greeting: Buffer.from(`${encodeURIComponent(password)}\r\n\r\n`)});
	const broken = await aServer({rawAnswer: Buffer.alloc(100, 0xff), answer: () => 'x'});
	const invalid = await aServer({nonsense: 'no JSON'});
	const errors = await Promise.all([
		logIn(server, {password: `${password}x`}).catch(String),
		logIn(closed).catch((error: unknown) => error),
		logIn(redirect).catch((error: unknown) => error),
		logIn(garbage).catch((error: unknown) => error),
		logIn(invalid).catch((error: unknown) => error),
		logIn(server, {host: 'not a host'}).catch((error: unknown) => error),
		logIn(broken).then(connection => connection.send('x', sendOptions).catch((error: unknown) => error)),
		logIn(server).then(connection => connection.send('x', {timeoutMs: 50}).catch((error: unknown) => error)),
	]);
	for (const error of errors) {
		const report = inspect(error, {depth: null, showHidden: true});
		expect(report).toContain('ConsoleError');
		expect(report).not.toContain('sésame');
		expect(report).not.toContain('s%C3%A9same');
	}
});

test.each(['no JSON', '[]', '{"Identifier": "1001", "Message": "x"}', '{"Identifier": 1001}'])(
	'%s is not a message of WebRCON',
	async nonsense => {
		const server = await aServer({nonsense});
		await expect(logIn(server)).rejects.toMatchObject({reason: 'malformed'});
	},
);
