import {describe, expect, test} from 'vitest';
import {createReportReader} from '../../../src/tui/terminal/reports.ts';

const click = '\x1b[<0;11;6M';

test('reports are removed from the surrounding keys', () => {
	const {take} = createReportReader();
	expect(take(`j${click}\x1b[<0;11;6mk\x1b[<65;1;2M\x1b[<64;1;2M`)).toEqual({
		keys: 'jk',
		events: [
			{kind: 'click', x: 10, y: 5},
			{kind: 'wheelDown', x: 0, y: 1},
			{kind: 'wheelUp', x: 0, y: 1},
		],
	});
});

test.each(['\x1b[<2;1;1M', '\x1b[<1;1;1M', '\x1b[<4;1;1M', '\x1b[<32;1;1M', '\x1b[<128;1;1M', '\x1b[M !!'])(
	'%j is neither a key nor an event',
	report => {
		expect(createReportReader().take(report)).toEqual({keys: '', events: []});
	},
);

describe('a report that is split anywhere is one event and no key', () => {
	test.each(Array.from(click, (_, at) => at).slice(1))('after %i characters', at => {
		const {take} = createReportReader();
		expect(take(`a${click.slice(0, at)}`)).toEqual({keys: 'a', events: []});
		expect(take(`${click.slice(at)}b`)).toEqual({keys: 'b', events: [{kind: 'click', x: 10, y: 5}]});
	});
});

test('focus reports are events, whole or split, not keys', () => {
	const {take} = createReportReader();
	expect(take('a\x1b[Ib\x1b[O')).toEqual({keys: 'ab', events: [{kind: 'focusIn'}, {kind: 'focusOut'}]});
	expect(take('\x1b[')).toEqual({keys: '', events: []});
	expect(take('Ok')).toEqual({keys: 'k', events: [{kind: 'focusOut'}]});
});

test('other sequences pass through, whole or split', () => {
	const {take} = createReportReader();
	expect(take('\x1b[A\x1b[200~paste [<0;1;1M\x1b[201~').keys).toBe('\x1b[A\x1b[200~paste [<0;1;1M\x1b[201~');
	expect(take('\x1b[').keys + take('A').keys).toBe('\x1b[A');
	expect(take('\x1b').keys + take('Oc').keys).toBe('\x1bOc');
});

test('a lone Esc is a key, and the start of a report is not', () => {
	const reader = createReportReader();
	expect(reader.take('\x1b')).toEqual({keys: '', events: []});
	expect(reader.isWaiting()).toBe(true);
	expect(reader.giveUp()).toBe('\x1b');
	expect(reader.isWaiting()).toBe(false);
	expect(reader.take('\x1b[<0;1')).toEqual({keys: '', events: []});
	expect([reader.isWaiting(), reader.giveUp()]).toEqual([false, '']);
	expect(reader.take('1').keys).toBe('1');
});

test('a key other than a report ends its start', () => {
	const {take} = createReportReader();
	expect(take('\x1b[M\x03').keys).toBe('\x1b[M\x03');
	expect(take('\x1b[M!').keys + take('\x03').keys).toContain('\x03');
});

test('text that looks like a very long report passes through', () => {
	const {take} = createReportReader();
	const long = `\x1b[<${'1;'.repeat(20)}`;
	expect(take(long).keys).toBe(long);
});
