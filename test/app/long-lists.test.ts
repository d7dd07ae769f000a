import {renderWithKeys} from '../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../helpers/keymap.ts';
import {expect, test} from 'vitest';
import {Node} from '../../src/contract/models/node.ts';
import type {Row} from '../../src/app/console/read/rows.ts';
import {consoleView} from '../../src/app/console/read/view.ts';
import {summaryOf, type Group} from '../../src/app/multi-command/groups.ts';
import {factRows, openScreen} from '../../src/app/kernel/screens/screen-view.ts';
import {entryOfLine} from '../../src/app/export/export-entry.ts';
import {formats} from '../../src/app/export/formats.ts';
import {aConsole, after, aLine, aServer, viewChanged, polled} from '../helpers/builders.ts';
import {openHeadlessApp} from '../helpers/headless-app.ts';
import {manyFields, manyLines, manyOf} from '../helpers/long-records.ts';
import {joinMessages} from '../../src/messages/text.ts';

const textOf = (row: Row | undefined) =>
	row && renderWithKeys(joinMessages(row.segments.map(({text}) => text)), usualKeymap);

test('shows an answer of 150,000 lines unfolded', () => {
	const line = aLine({id: 'long', response: manyLines});
	const state = after(polled([aServer({id: 'a'})]), viewChanged({currentId: 'a'}));
	const unfolded = {
		...state,
		console: new Map([['a', aConsole([line])]]),
		reading: {...state.reading, unfolded: new Set(['long'])},
	};
	const atEnd = consoleView(unfolded);
	expect(textOf(atEnd.rows.at(-1))).toContain('line 149999');
	const top = {key: atEnd.cursor?.key ?? '', order: line.order, row: 0, seen: 1};
	const {view} = state;
	const atTop = consoleView({...unfolded, view: {...view, consoleTop: new Map([['a', top]])}});
	expect(textOf(atTop.rows[1])).toContain('line 0');
});

/** Returns how many unknown fields the details show of a node that was sent with them. */
const shownFields = (fields: object) => {
	const app = openHeadlessApp();
	const node = Node.parse({id: '1', name: 'eu-1', ...fields});
	app.services.store.dispatch({type: 'nodes/read', at: 0, nodes: [node]});
	app.press('5');
	const screen = openScreen(app.state(), app.services.screens);
	const rows = (screen && factRows(screen, app.state(), 80, 0, app.services)) ?? [];
	expect(rows).not.toEqual([]);
	return rows.filter(({label}) => label.startsWith('field')).length;
};

test('the details show each unknown field in a row, but none of a record with 150,000 of them', () => {
	const some = Object.fromEntries(Array.from({length: 1900}, (_, index) => [`field${index}`, index]));
	expect(shownFields(some)).toBe(1900);
	expect(shownFields(manyFields())).toBe(0);
});

test('counts 150,000 different answers', () => {
	const groups = manyOf((index): Group => {
		const name = `server ${index}`;
		const members = [{serverId: name, name, lineId: name, final: undefined}];
		const outcome = {kind: 'answered', text: name} as const;
		return {
			key: name,
			kind: 'answered',
			outcome,
			members,
			word: '',
			gameType: undefined,
			text: name,
			isBase: false,
		};
	});
	expect(summaryOf(groups)).toBe('150000 answers, each different');
});

test('exports an answer with 150,000 backticks', () => {
	const line = aLine({response: manyOf(() => '`').join(' ')});
	expect(formats.markdown.entry(entryOfLine(line, 'a', 'Alpha'))).toContain('```');
});
