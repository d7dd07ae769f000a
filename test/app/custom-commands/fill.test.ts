import type {CustomCommand} from '../../../src/messages/custom-commands.ts';
import {expect, test} from 'vitest';
import {fillWords, problemOfCommand, serverVariables} from '../../../src/app/custom-commands/commands.ts';
import {aServer} from '../../helpers/builders.ts';

const command = (kind: CustomCommand['kind'], ...words: string[]): CustomCommand => ({
	name: 'test',
	title: 'Test',
	keys: [],
	kind,
	words,
	confirm: true,
	background: false,
});
const named = (displayName: string) =>
	aServer({id: 'srv-1', displayName, nodeName: 'eu-1', onlinePlayers: 3});

test('fills in placeholders, and keeps each value within its word', () => {
	const filled = fillWords(
		command('shell', 'open', 'https://x.example/{server.id}?n={server.players}', '{server.name}'),
		named('EU #1 | PvP'),
	);
	expect(filled).toEqual({words: ['open', 'https://x.example/srv-1?n=3', 'EU #1 | PvP']});
});

test.each(['$(reboot)', '`reboot`', 'a; reboot', 'a && reboot', 'a b', "a'b", 'a\nb', '-rf'])(
	'rejects the name %j where a local or remote program would run it as code',
	name => {
		for (const words of [
			['sh', '-c', 'echo {server.name}'],
			['/bin/bash', '-lc', 'x {server.name}'],
			['ssh', 'host', 'x {server.name}'],
			['python3', '-c', 'print("{server.name}")'],
			['node', '--eval', 'console.log("{server.name}")'],
			['node', '--eval=console.log("{server.name}")'],
			['php', '-r', 'echo "{server.name}";'],
			['env', '-S', 'echo {server.name}'],
			['awk', 'BEGIN {print "{server.name}"}'],
			['make', 'NAME={server.name}'],
			['scp', 'file', 'host:{server.name}'],
			['sudo', 'sh', '-c', 'echo {server.name}'],
			['CMD.EXE', '/c', 'echo {server.name}'],
		]) {
			expect(fillWords(command('shell', ...words), named(name))).toEqual({
				problem: expect.stringContaining('RCONDECK_SERVER_NAME') as unknown,
			});
		}
	},
);

test('accepts an ID without special characters in code', () => {
	const filled = fillWords(
		command('shell', 'ssh', 'host', 'systemctl restart {server.id}'),
		named('a; reboot'),
	);
	expect(filled).toEqual({words: ['ssh', 'host', 'systemctl restart srv-1']});
});

test('rejects a name that looks like an option only at the beginning of a word', () => {
	expect(fillWords(command('shell', 'show', '{server.name}'), named('--all'))).toHaveProperty('problem');
	expect(fillWords(command('shell', 'show', '--name={server.name}'), named('--all'))).toEqual({
		words: ['show', '--name=--all'],
	});
});

test.each(['a; quit', 'a"', 'a\\', 'a\nb', 'a\rquit', '"; quit; "', 'a\0b', '\u0085quit'])(
	'rejects the name %j in an RCON line',
	name => {
		expect(fillWords(command('rcon', 'say {server.name}'), named(name))).toHaveProperty('problem');
	},
);

test('reports an unknown placeholder, and a placeholder in place of the program', () => {
	expect(problemOfCommand(command('shell', 'x', '{server.nmae}'))).toContain(
		'{server.nmae} is unknown. Use {server.id}',
	);
	expect(problemOfCommand(command('shell', '{server.name}'))).toContain('cannot come from a server');
	expect(problemOfCommand(command('rcon', 'say {server.name}'))).toBeUndefined();
});

test('also returns every value as an environment variable', () => {
	expect(Object.fromEntries(serverVariables(named('Alpha')))).toMatchObject({
		RCONDECK_SERVER_ID: 'srv-1',
		RCONDECK_SERVER_NAME: 'Alpha',
		RCONDECK_SERVER_NODE: 'eu-1',
		RCONDECK_SERVER_RCON_PORT: '27020',
	});
	expect(serverVariables(undefined)).toEqual([]);
});
