import {expect, test} from 'vitest';
import {refusedCommand} from '../../src/games/refused-command.ts';

test.each([
	'Unknown or incomplete command, see below for error\nsay hi<--[HERE]',
	'Unknown command "say"',
	"*** ERROR: unknown command 'say'",
	'No such command: say.',
	"Command 'say' not found",
	'-!- Invalid command: say',
	'Unknown command: say',
])('%j refuses the command', answer => {
	expect(refusedCommand(answer)).toBe(answer.split('\n')[0]);
});

test.each([
	'',
	'[Server] unknown commands are ignored',
	'Server: hello',
	'Server received, But no response!!',
	'Alice: unknown command',
	'Saved the game',
	'x'.repeat(1e6),
])('%.60j does not', answer => {
	expect(refusedCommand(answer)).toBeUndefined();
});
