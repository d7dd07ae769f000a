import {expect, test} from 'vitest';
import {lastRow, noticeSpans} from '../../src/app/last-row.ts';
import {registry} from '../../src/app/features.ts';
import type {Event} from '../../src/app/state.ts';
import {fieldOf} from '../../src/app/kernel/text/text-field.ts';
import {after, aServer, viewChanged, polled, startAt} from '../helpers/builders.ts';
import {testSettings} from '../helpers/fake-services.ts';
import {usualKeymap} from '../helpers/keymap.ts';

const keyed = {...registry, settings: testSettings, keymap: usualKeymap};
const notice = (tone: 'done' | 'failure'): Event => ({
	type: 'notices/added',
	notice: {id: tone, at: startAt, tone, text: `It is ${tone}.`},
});
const hold: Event = {
	type: 'undoWindow/started',
	action: {id: 'h', text: 'Restart of a', until: startAt + 3000},
};
const exporting: Event = {type: 'exporting/moved', id: 'x', name: 'a.txt', done: 0.5};
const wrongFilter = viewChanged({filter: {field: fieldOf('nosuch:x'), editing: true}});

/** Without a rule above the command input, which would show the notice. */
const low = viewChanged({size: {columns: 80, rows: 16}});
const rowOf = (events: readonly Event[], {width = 80, unlike}: {width?: number; unlike?: string} = {}) =>
	lastRow(after(polled([aServer({id: 'a'})]), low, viewChanged({currentId: 'a'}), ...events), keyed, {
		width,
		seconds: 2,
		unlike,
	})
		.map(({text}) => text)
		.join('');

test('the last row shows the most urgent item: undo window, failure, export, invalid filter, notice, input hint', () => {
	const all = [exporting, wrongFilter, notice('done')];
	expect(rowOf([...all, notice('failure'), hold])).toContain('Restart of a: sent in 2s');
	expect(rowOf(all)).toContain('Exporting a.txt: 50%');
	expect(rowOf([exporting, notice('failure')])).toMatch(/^ It is failure\. .* q Quit/);
	expect(rowOf(all.slice(1))).toContain('nosuch');
	expect(rowOf([notice('done')], {unlike: 'not as typed'})).toMatch(/^ It is done\. .* q Quit/);
	expect(rowOf([], {unlike: 'not as typed'})).toBe(' not as typed');
});

test('otherwise it shows complete working keys, with help, quit and the console when nothing else fits', () => {
	const [wide, narrow] = [rowOf([]), rowOf([], {width: 40})];
	expect(wide.length).toBeLessThanOrEqual(80);
	expect(wide.length).toBeGreaterThan(narrow.length);
	expect(narrow).toBe(' ? Help  q Quit  Enter Console ');
});

test('a notice on a screen leaves all keys in place: beside them, or in a row of its own if it is long', () => {
	const at = (text: string) =>
		after(polled([aServer({id: 'a'})]), viewChanged({pane: 'chat', size: {columns: 80, rows: 24}}), {
			type: 'notices/added',
			notice: {id: 'n', at: startAt, tone: 'done', text},
		});
	const rows = (text: string) =>
		[
			noticeSpans(at(text), keyed, 80),
			lastRow(at(text), keyed, {width: 80, seconds: 0, unlike: undefined}),
		].map(spans => spans.map(span => span.text).join(''));
	const keys = /\/ Filter.* q Quit.*1-0 Screens/;
	const long = 'Message sent to Ann (76561198000000001) on ark-isl-1.';
	expect(rows(long)).toEqual([` ${long} `, expect.stringMatching(keys)]);
	expect(rows('Done.')).toEqual(['', expect.stringMatching(/^ Done\. .*q Quit.*1-0 Screens/)]);
});
