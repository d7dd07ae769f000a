import {Rcon} from 'rcon-client';
import {afterEach, expect, test} from 'vitest';
import {openRconServer, type RconServer} from '../../../src/demo/rcon/server.ts';

const password = 'sesame';
let server: RconServer | undefined;
afterEach(async () => server?.close());

test('npm rcon-client runs many commands on one connection', async () => {
	server = await openRconServer({password, answer: command => `did ${command}`});
	const client = await Rcon.connect({host: '127.0.0.1', port: server.port, password});
	const commands = Array.from({length: 50}, (_, index) => `größer ${index}`);
	expect(await Promise.all(commands.map(command => client.send(command)))).toEqual(
		commands.map(command => `did ${command}`),
	);
	await client.end();
});

test('npm rcon-client, which reads one packet, gets as much of a long response as fits into one', async () => {
	const long = 'x'.repeat(10_000);
	server = await openRconServer({password, answer: () => long});
	const client = await Rcon.connect({host: '127.0.0.1', port: server.port, password});
	expect(await client.send('cvarlist')).toBe(long.slice(0, 4086));
	await client.end();
});

test('npm rcon-client reports a wrong password', async () => {
	server = await openRconServer({password, answer: () => ''});
	const login = Rcon.connect({host: '127.0.0.1', port: server.port, password: 'guess'});
	await expect(login).rejects.toThrow('Authentication failed');
});
