import {expect, test} from 'vitest';
import type {Io} from '../../src/cli/output/io.ts';
import {keepAsSent, writeJson} from '../../src/cli/output/output.ts';
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

test('a document has what the service sent unchanged, and times as text', () => {
	let out = '';
	const write = (text: string | Uint8Array) => (out += String(text));
	const servers = [
		keepAsSent({id: 'a', startedAt: 7, note: '\x1b[2J\u{1f600}', no: undefined}),
		{id: 'b', startedAt: 1769940000500, list: [1, null, undefined]},
	];
	writeJson({stdout: {write}} as unknown as Io, {none: undefined, servers, empty: [], page: 1});
	const sent = String.raw`{"id":"a","startedAt":7,"note":"\u001b[2J${'\u{1f600}'}"}`;
	const ours = '{"id":"b","startedAt":"2026-02-01T10:00:00.500Z","list":[1,null,null]}';
	expect(out).toBe(`{"schema":1,"servers":[${sent},${ours}],"empty":[],"page":1}\n`);
});
