import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {shellCommand} from '../../../src/lib/process/shell-command.ts';

const run = (command: string, file?: string): string => {
	const {program, args, options} = shellCommand(command, file);
	return execFileSync(program, args, {encoding: 'utf8', ...options});
};

test('runs a command line, with a file as its last argument', () => {
	expect(run('echo "a  b" | tr a-z A-Z')).toBe('A  B\n');
	expect(run('printf "<%s>" x', `it's "$(quoted)"`)).toBe(`<x><it's "$(quoted)">`);
});

test('on Windows, cmd.exe gets the line as it is written, in quotes that it removes', () => {
	expect(shellCommand('pass show "my token"', undefined, 'win32')).toEqual({
		program: expect.stringMatching(/cmd\.exe$/i) as string,
		args: ['/d', '/s', '/c', '"pass show "my token""'],
		options: {windowsVerbatimArguments: true},
	});
	const {args} = shellCommand('code --wait', String.raw`C:\Users\A B\x.txt`, 'win32');
	expect(args.at(-1)).toBe(String.raw`"code --wait "C:\Users\A B\x.txt""`);
});
