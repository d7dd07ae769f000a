import {expect, test} from 'vitest';
import {printedColumns, writeTable} from '../../src/cli/output.ts';

test.each([
	[true, 'NAME  S…\none   O…\n'],
	[false, 'NAME  STATE\none   ONLINE\n'],
])('truncates a table to the width of a terminal, and not in a pipe', (isTTY, expected) => {
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

test('a list prints the selected columns in the given order, under their own headers if they have some', () => {
	const columns = [
		{id: 'name', header: 'NAME', printed: {value: ({name}: {name: string}) => name}},
		{id: 'version', header: 'VERSION', printed: {header: 'DAEMON', value: () => 7}},
		{id: 'alive', header: 'ALIVE'},
	] as const;
	const chosen = printedColumns(columns, ['version', 'name'], (name: string) => ({name}));
	expect(chosen.map(({header, value}) => [header, value('one')])).toEqual([
		['DAEMON', 7],
		['NAME', 'one'],
	]);
});
