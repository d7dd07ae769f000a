import {expect, test} from 'vitest';
import type {Span} from '../../../src/app/kernel/text/spans.ts';
import {fitServerColumns, serverColumns, type ServerColumn} from '../../../src/app/servers/columns.ts';
import {headerSpans, type ServerRowData, serverSpans} from '../../../src/tui/panes/server-list.tsx';
import {lineGlyphs} from '../../../src/tui/theme/tokens.ts';
import {aServer} from '../../helpers/builders.ts';

const mods: ServerColumn = {
	id: 'mods',
	header: 'MODS',
	width: () => ({min: 5, max: 5}),
	priority: 9,
	align: 'right',
	value: ({server}) => String(server.modCount ?? '-'),
	style: ({server}) => ((server.modCount ?? 0) > 9 ? 'warning' : undefined),
};

const rowData = (over: Partial<ServerRowData> = {}): ServerRowData => ({
	server: aServer({displayName: 'ark-1', modCount: 12}),
	state: 'OFFLINE',
	phase: 'offline',
	expected: false,
	since: undefined,
	pending: undefined,
	times: undefined,
	acknowledged: false,
	crashes: undefined,
	trend: undefined,
	current: false,
	selected: false,
	unread: false,
	focused: true,
	...over,
});

const columns = fitServerColumns(
	{width: 80, beside: false, grouped: false, pending: false, flapping: false},
	[...serverColumns, mods],
);
const spansOf = (one: ServerRowData): Span[] => {
	const texts = columns.map(({column, width}) => column.value(one, 0, width));
	return serverSpans(one, texts, columns, lineGlyphs);
};
const textOf = (spans: readonly Span[]) => spans.map(({text}) => text).join('');

test('a new column appears in the header and in each row', () => {
	expect(textOf(headerSpans(columns, 'name', lineGlyphs))).toMatch(
		/^ {4}NAME▲ .* NODE {5} {0,30}MODS$|^ {4}NAME▲ .* MODS$/,
	);
	expect(textOf(spansOf(rowData()))).toMatch(/^ x {2}ark-1 .* OFFLINE .* {3}12$/);
	expect(textOf(headerSpans(columns, 'name', lineGlyphs))).toHaveLength(80);
	expect(textOf(spansOf(rowData()))).toHaveLength(80);
});

test('a row keeps its own color without focus, and the cursor covers it', () => {
	const toneOf = (over: Partial<ServerRowData>) => spansOf(rowData(over)).at(-1)?.tone;
	expect(toneOf({})).toBe('warning');
	expect(toneOf({current: true, focused: false})).toBe('warning');
	expect(toneOf({current: true})).toBe('current');
	expect(toneOf({server: aServer({modCount: 1})})).toBe('plain');
	expect(toneOf({server: aServer({modCount: 1}), current: true, focused: false})).toBe('currentElsewhere');
});
