import {expect, test} from 'vitest';
import {fillWords, problemOfCommand, serverVariables} from '../../../src/app/custom-commands/fill.ts';
import type {CustomCommand} from '../../../src/app/kernel/settings.ts';
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

test('placeholders are filled in, each within its word', () => {
	const filled = fillWords(
		command('shell', 'open', 'https://x.example/{server.id}?n={server.players}', '{server.name}'),
		named('EU #1 | PvP'),
	);
	expect(filled).toEqual({words: ['open', 'https://x.example/srv-1?n=3', 'EU #1 | PvP']});
});

test.each(['$(reboot)', '`reboot`', 'a; reboot', 'a && reboot', 'a b', "a'b", 'a\nb', '-rf'])(
	'the name %j is refused where a shell, here or elsewhere, would read it',
	name => {
		for (const words of [
			['sh', '-c', 'echo {server.name}'],
			['/bin/bash', '-lc', 'x {server.name}'],
			['ssh', 'host', 'x {server.name}'],
			['python3', '-c', 'print("{server.name}")'],
		]) {
			expect(fillWords(command('shell', ...words), named(name))).toEqual({
				problem: expect.stringContaining('RCONDECK_SERVER_NAME') as unknown,
			});
		}
	},
);

test('an id without special characters is fine there', () => {
	const filled = fillWords(
		command('shell', 'ssh', 'host', 'systemctl restart {server.id}'),
		named('a; reboot'),
	);
	expect(filled).toEqual({words: ['ssh', 'host', 'systemctl restart srv-1']});
});

test('a name that looks like an option is refused at the beginning of a word only', () => {
	expect(fillWords(command('shell', 'show', '{server.name}'), named('--all'))).toHaveProperty('problem');
	expect(fillWords(command('shell', 'show', '--name={server.name}'), named('--all'))).toEqual({
		words: ['show', '--name=--all'],
	});
});

test.each(['a; quit', 'a"', 'a\\', 'a\nb'])('the name %j cannot end a word of an RCON line', name => {
	expect(fillWords(command('rcon', 'say {server.name}'), named(name))).toHaveProperty('problem');
});

test('a wrong placeholder is a problem of the command, and so is a program named by a server', () => {
	expect(problemOfCommand(command('shell', 'x', '{server.nmae}'))).toContain(
		'{server.nmae} is unknown. Use {server.id}',
	);
	expect(problemOfCommand(command('shell', '{server.name}'))).toContain('cannot come from a server');
	expect(problemOfCommand(command('rcon', 'say {server.name}'))).toBeUndefined();
});

test('every value is a variable as well', () => {
	expect(Object.fromEntries(serverVariables(named('Alpha')))).toMatchObject({
		RCONDECK_SERVER_ID: 'srv-1',
		RCONDECK_SERVER_NAME: 'Alpha',
		RCONDECK_SERVER_NODE: 'eu-1',
		RCONDECK_SERVER_RCON_PORT: '27020',
	});
	expect(serverVariables(undefined)).toEqual([]);
});
