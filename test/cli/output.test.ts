import {expect, test} from 'vitest';
import type {Io} from '../../src/cli/output/io.ts';
import {jsonText, keepAsSent, writeJson} from '../../src/cli/output/output.ts';
import {printedColumns, writeTable} from '../../src/cli/output/table.ts';

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

test('a long document is written in parts, with the same text as in one piece', () => {
	const parts: string[] = [];
	const write = (text: string | Uint8Array) => parts.push(String(text));
	const servers = Array.from({length: 3000}, (_, index) =>
		index % 2 === 0
			? keepAsSent({
					id: `s${index}`,
					at: 7,
					note: '\x1b[2J\u{1f600}',
					backups: [{createdAt: 8}],
					no: undefined,
				})
			: {id: `s${index}`, startedAt: 1769940000500, list: [1, null, undefined]},
	);
	const content = {at: 0, none: undefined, servers, empty: [], odd: [1, undefined, 'x'], page: 1};
	writeJson({stdout: {write}} as unknown as Io, content);
	expect(parts.length).toBeGreaterThan(2);
	expect(parts.join('')).toBe(`${jsonText({schema: 1, ...content})}\n`);
});
