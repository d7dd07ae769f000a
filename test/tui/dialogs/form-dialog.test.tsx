import {registry} from '../../../src/app/features.ts';
import {noFiles} from '../../../src/app/kernel/state/services.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {expect, test} from 'vitest';
import type {Dialog, FormDialog as FormState} from '../../../src/app/kernel/dialogs/dialog-state.ts';
import type {State} from '../../../src/app/state.ts';
import {emptyField, fieldOf} from '../../../src/app/kernel/text/text-field.ts';
import {widthOf} from '../../../src/lib/text/width.ts';
import {caretOf} from '../../../src/tui/caret.ts';
import {FormDialog} from '../../../src/tui/dialogs/form-dialog.tsx';
import {Help} from '../../../src/tui/dialogs/help.tsx';
import {aFailure, after, aServer, viewChanged, polled, startAt} from '../../helpers/builders.ts';
import {testSettings} from '../../helpers/fake-services.ts';
import {paint} from '../../helpers/paint.tsx';

const server = aServer({id: 'a'});
const stopping: FormState = {
	kind: 'form',
	form: 'stop',
	serverId: 'a',
	serverIds: ['a'],
	subject: undefined,
	openedAt: startAt,
	step: 'edit',
	typed: {delay: fieldOf('15'), message: fieldOf('Back soon'), force: fieldOf('no')},
	kinds: {delay: 'line', message: 'line', force: 'choice'},
	field: 'delay',
	problems: {},
	button: 'nothing',
	confirm: emptyField,
	fresh: undefined,
	page: 0,
	failure: undefined,
};
const open = (dialog: Dialog, view: Partial<State['view']> = {}) =>
	after(polled([server]), viewChanged({currentId: 'a', ...view}), {type: 'dialog/opened', dialog});
const form = (change: Partial<FormState> = {}, view: Partial<State['view']> = {}) =>
	paint(<FormDialog />, {state: open({...stopping, ...change}, view), onScreen: true}).rows();

test('the first step shows the fields in a box in the middle of the screen', () => {
	const rows = form();
	const top = rows.findIndex(row => row.startsWith('┌─ Stop ark-isl-1 ─'));
	expect(rows[top]).toMatch(/ step 1 of 2 ┐$/);
	expect(rows[top + 1]).toMatch(/^│ > Delay +\[15 {8}\] minutes +now {2}1m {2}5m {2}10m \[15m\] 30m +│$/);
	expect(rows.findLast(row => row !== '')).toMatch(/^└─+┘$/);
	expect(rows.filter(row => row !== '' && widthOf(row) !== 80)).toEqual([]);
	expect(Math.abs(top - (24 - top - rows.filter(Boolean).length))).toBeLessThanOrEqual(1);
});

const keyed = {...registry, files: noFiles, settings: testSettings, keymap: usualKeymap};

test('the terminal cursor is in the focused field', () => {
	const state = open(stopping);
	const rows = paint(<FormDialog />, {state, onScreen: true}).rows();
	const caret = caretOf(state, keyed, startAt);
	expect(caret?.y).toBe(rows.findIndex(row => row.includes('Delay')));
	expect(rows[caret?.y ?? 0]?.slice(0, caret?.x)).toMatch(/15$/);
	expect(caretOf(open({...stopping, field: 'force'}), keyed, startAt)).toBeUndefined();
});

test('a field with several lines is shown only as its summary', () => {
	const typed = {
		name: fieldOf('Nightly'),
		parts: fieldOf('{"targets": {}, "workflow": [{}], "trigger": null}'),
	};
	const rows = form({
		form: 'create-automation',
		typed,
		kinds: {name: 'line', parts: 'document'},
		field: 'parts',
		serverId: '',
		serverIds: [],
	});
	const row = rows.find(each => each.includes('as JSON')) ?? '';
	expect(row).toMatch(/^│ > JSON +the fields above as JSON/);
	expect(row).not.toContain('(*)');
});

test('an error is below its field', () => {
	const rows = form({problems: {delay: 'A delay is a whole number of minutes.'}});
	const at = rows.findIndex(row => row.includes('Delay'));
	expect(rows[at + 1]).toContain('A delay is a whole number of minutes.');
});

test('a choice shows the selected option', () => {
	const chosen = (force: string) => form({field: 'force', typed: {...stopping.typed, force: fieldOf(force)}});
	const marked = (rows: string[]) =>
		rows
			.find(row => row.includes('> '))
			?.replace(/^│ (Force)?\s*> /, '')
			.replace(/\s*│$/, '');
	expect(marked(chosen('no'))).not.toBe(marked(chosen('yes')));
});

test('the review shows the request and both buttons', () => {
	const text = form({step: 'review', fresh: {at: startAt, server}}).join('\n');
	expect(text).toContain('Target');
	expect(text).toContain('POST /server/a/stop');
	expect(text).toMatch(/\[[> ]Do nothing[ <]\] {2}\[[> ]Stop[ <]\]/);
	expect(text).toContain('step 2 of 2');
});

test.each(['delay', 'message'] as const)(
	'an empty field shows the meaning of empty, with the focus on %s',
	field => {
		const typed = {...stopping.typed, delay: emptyField, message: emptyField};
		const text = form({typed, field}).join('\n');
		expect(text).toMatch(/Delay +\[\(now\) +\] minutes +\[now\] 1m/);
		expect(text).toMatch(/Message +\[\(none\) +\]/);
	},
);

test.each(['delay', 'message', 'force'] as const)('without color the focus is visible on %s alone', field => {
	const marked = form({field}).filter(row => row.startsWith('│ > '));
	expect(marked).toHaveLength(1);
	expect(marked[0]?.toLowerCase()).toContain(`> ${field}`);
});

test('one line explains the focused field, in a fixed place', () => {
	const rowOf = (field: FormState['field'], hint: string) =>
		form({field}).findIndex(row => row.includes(hint));
	const at = rowOf('delay', 'E.g. 10m, 2h, 1d; blank = now');
	expect(at).toBeGreaterThan(0);
	expect(rowOf('message', 'Announced to the players')).toBe(at);
	expect(rowOf('force', 'Yes only if the graceful way')).toBe(at);
});

test('the unit appears only beside a bare number, and the presets stay in place', () => {
	const delayOf = (text: string) =>
		form({typed: {...stopping.typed, delay: fieldOf(text)}}).find(row => row.includes('Delay')) ?? '';
	expect(delayOf('10')).toContain('] minutes');
	expect(delayOf('2h')).not.toContain('minutes');
	expect(delayOf('10').indexOf(' 1m ')).toBe(delayOf('2h').indexOf(' 1m '));
	expect(delayOf('10')).toContain('[10m]');
	expect(delayOf('10m')).toContain('[10m]');
	expect(delayOf('2h').match(/\[/g)).toHaveLength(1);
});

test('shows the message below its field as players see it, with one minute in the singular', () => {
	const shown = (delay: string, message: string) =>
		form({typed: {...stopping.typed, delay: fieldOf(delay), message: fieldOf(message)}}).join('\n');
	expect(shown('10', 'Stop in {minutes} minutes')).toContain(
		'The service may replace {minutes}: Stop in 10 minutes',
	);
	expect(shown('1m', 'Stop in {minutes} minutes')).toMatch(/replace \{minutes\}: Stop in 1 minute +│/);
	expect(shown('', 'Stop in {minutes} minutes')).not.toContain('may replace');
	expect(shown('10', 'Back soon')).not.toContain('may replace');
});

test('a rejection is in the dialog, with its key', () => {
	const text = form({step: 'review', fresh: {at: startAt, server}, failure: aFailure()}).join('\n');
	expect(text).toContain('The server is not online. [server.is_not_online]');
	expect(text).toContain('Start it first.');
});

test('a review that does not fit drops optional rows first, and names the other hidden ones', () => {
	const review = (rows: number) =>
		form({step: 'review', fresh: {at: startAt, server}}, {size: {columns: 80, rows}}).join('\n');
	expect(review(24)).toContain('CLI');
	const low = review(12);
	expect(low).not.toContain('CLI');
	for (const row of ['Target', 'Now', 'Request', 'Effect', 'Do nothing']) expect(low).toContain(row);
	expect(review(10)).toMatch(/… \d+ rows below: PgDn/);
	for (const row of ['Target', 'Do nothing']) expect(review(10)).toContain(row);
});

test('on a low screen a review opens at its first row, and PgDn scrolls to its last one above the buttons', () => {
	const size = {columns: 40, rows: 10};
	const pages = [0, 1, 2, 3, 4, 9].map(page =>
		form({step: 'review', fresh: {at: startAt, server}, page}, {size}).join('\n'),
	);
	expect(pages[0]).toContain('Target');
	expect(pages[0]).not.toContain('PgUp');
	expect(pages[1]).toMatch(/rows above: PgUp/);
	expect(pages[5]).toBe(pages[4]);
	expect(pages[5]).not.toContain('PgDn');
	for (const page of pages) expect(page).toContain('Do nothing');
	for (const label of ['Target', 'Now', 'Request', 'Effect']) expect(pages.join('\n')).toContain(label);
});

test('on the smallest screens the box fits and keeps the focus visible', () => {
	for (const size of [
		{columns: 40, rows: 10},
		{columns: 60, rows: 12},
		{columns: 100, rows: 18},
	]) {
		for (const step of ['edit', 'review'] as const) {
			for (const field of ['delay', 'message', 'force'] as const) {
				const change = {step, field, fresh: {at: startAt, server}, failure: aFailure()};
				const rows = form(change, {size});
				expect(rows.length).toBeLessThanOrEqual(size.rows);
				expect(rows.filter(row => widthOf(row) > size.columns)).toEqual([]);
				expect(rows.join('\n')).toMatch(step === 'edit' ? /Delay|Message|Force/ : /Do nothing|ark-isl-1/);
			}
		}
	}
});

test('the help shows the keys in columns, with the page in its frame', () => {
	const help = (page: number) =>
		paint(<Help />, {state: open({kind: 'help', openedAt: startAt, page}), onScreen: true}).rows();
	expect(help(0)[1]).toMatch(/┌─ Keys: server list ─+ 1 of 2: PgDn  \? search all  Esc close ┐/);
	expect(help(0).join('\n')).toMatch(/Move +Act/);
	expect(help(9999)[1]).toMatch(/ 2 of 2: PgUp/);
	expect(help(1).join('\n')).toMatch(/Go +Go[^]+Symbols/);
});
