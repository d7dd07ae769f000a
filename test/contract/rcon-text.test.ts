import {expect, test} from 'vitest';
import {commandText, strayNames} from '../../src/contract/rcon-text.ts';

const request = {serverId: 'Srv-1', command: ' say  hi'};
const answer = (serverId: string | undefined, command: string) => ({serverId, command: {command}});

test.each([
	['Srv-1', ' say  hi'],
	['Srv-1', 'say hi'],
	['srv-1 ', 'say hi\n'],
	[undefined, 'say hi'],
	['Srv-1', ''],
	[undefined, ''],
])('%j with %j is the expected response', (serverId, command) => {
	expect(strayNames(request, answer(serverId, command))).toBeUndefined();
});

test.each([
	['srv-2', 'say hi', {serverId: 'srv-2'}],
	['srv-1', 'Say hi', {command: 'Say hi'}],
	['srv-1', 'status', {command: 'status'}],
	[undefined, 'status', {command: 'status'}],
	['x', 'status', {serverId: 'x', command: 'status'}],
])('%j with %j is a response to something else', (serverId, command, names) => {
	expect(strayNames(request, answer(serverId, command))).toEqual(names);
});

test('shows a command without surrounding whitespace and control characters', () => {
	expect(commandText('  say \x1b[2J  ')).toBe('say ^[[2J');
});
