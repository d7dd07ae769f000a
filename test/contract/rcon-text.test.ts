import {expect, test} from 'vitest';
import {commandText, strayNames} from '../../src/contract/rcon-text.ts';

const request = {serverId: 'Srv-1', command: ' say  hi'};
const answer = (serverId: string | undefined, command = '') => ({serverId, command: {command}});

test.each([
	['Srv-1', ' say  hi'],
	['Srv-1', 'say hi'],
	['srv-1 ', 'say hi\n'],
	[undefined, 'say hi'],
	['Srv-1', ''],
	[undefined, ''],
	['Srv-1', 'Say HI'],
	['Srv-1', '/say hi'],
	['Srv-1', '"say hi"'],
	['Srv-1', 'say \\"hi\\"'],
	['Srv-1', 'cheat say hi'],
	['Srv-1', 'say h\u2026'],
	['Srv-1', '4711'],
	['Srv-1', '0b8b6b1c-3f64-4c1b-9b5e-8a51a5a1d8d2'],
	['4711', 'say hi'],
	['0b8b6b1c-3f64-4c1b-9b5e-8a51a5a1d8d2', 'say hi'],
	['internal:17', undefined],
])('%j with %j is the expected response', (serverId, command) => {
	expect(strayNames(request, answer(serverId, command))).toBeUndefined();
});

test.each([
	['srv-2', 'say hi', {serverId: 'srv-2'}],
	['srv-1', 'say hello', {command: 'say hello'}],
	['srv-1', 'say hi all', {command: 'say hi all'}],
	['srv-1', 'status', {command: 'status'}],
	[undefined, 'status', {command: 'status'}],
	['srv-02', 'say hi', {serverId: 'srv-02'}],
	['4711', 'status', {serverId: '4711', command: 'status'}],
	['x', 'status', {serverId: 'x', command: 'status'}],
])('%j with %j is a response to something else', (serverId, command, names) => {
	expect(strayNames(request, answer(serverId, command))).toEqual(names);
});

test('shows a command without surrounding whitespace and control characters', () => {
	expect(commandText('  say \x1b[2J  ')).toBe('say ^[[2J');
});
