import {expect, test} from 'vitest';
import {commandText, strayWords} from '../../src/contract/rcon-text.ts';

const asked = {serverId: 'Srv-1', command: ' say  hi'};
const answer = (serverId: string | undefined, command: string) => ({serverId, command: {command}});

test.each([
	['Srv-1', ' say  hi'],
	['Srv-1', 'say hi'],
	['srv-1 ', 'say hi\n'],
	[undefined, 'say hi'],
	['Srv-1', ''],
	[undefined, ''],
])('%j with %j is the answer that was asked for', (serverId, command) => {
	expect(strayWords(asked, answer(serverId, command))).toBeUndefined();
});

test.each([
	['srv-2', 'say hi', 'The answer names another server (srv-2).'],
	['srv-1', 'Say hi', 'The answer names another command (Say hi).'],
	['srv-1', 'status', 'The answer names another command (status).'],
	[undefined, 'status', 'The answer names another command (status).'],
	['x', 'status', 'The answer names another server (x) and another command (status).'],
])('%j with %j is not', (serverId, command, words) => {
	expect(strayWords(asked, answer(serverId, command))).toBe(words);
});

test('a command is shown without the blanks around it, and harmless', () => {
	expect(commandText('  say \x1b[2J  ')).toBe('say ^[[2J');
});
