import {expect, test} from 'vitest';
import {writeTable} from '../../src/cli/output.ts';

test.each([
	[true, 'NAME  S…\none   O…\n'],
	[false, 'NAME  STATE\none   ONLINE\n'],
])('a table is cut at the width of a terminal, and whole where it is piped', (isTTY, expected) => {
	let out = '';
	const stdout = {isTTY, columns: 8, write: (text: string | Uint8Array) => (out += String(text))};
	const io = {
		argv: [],
		env: {},
		stdin: process.stdin,
		stdout,
		stderr: stdout,
		ending: new AbortController().signal,
	};
	const columns = [
		{header: 'NAME', value: () => 'one'},
		{header: 'STATE', value: () => 'ONLINE'},
	];
	writeTable(io, columns, [{}]);
	expect(out).toBe(expected);
});
