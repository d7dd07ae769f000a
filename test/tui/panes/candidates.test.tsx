import {expect, test} from 'vitest';
import {fieldOf} from '../../../src/app/kernel/text/text-field.ts';
import {Candidates} from '../../../src/tui/panes/candidates.tsx';
import {after, aServer, viewChanged, polled} from '../../helpers/builders.ts';
import {paint} from '../../helpers/paint.tsx';

const painted = (count: number, chosen: number | undefined) => {
	const candidates = Array.from({length: count}, (_, index) => ({
		from: 0,
		text: `word${index}`,
		label: `word${index}`,
		detail: 'does something',
	}));
	const state = after(
		polled([aServer({id: 'a'})]),
		viewChanged({currentId: 'a', input: true, size: {columns: 40, rows: 12}}),
		{type: 'input/changed', change: {completion: {serverId: 'a', before: fieldOf('w'), candidates, chosen}}},
	);
	return paint(<Candidates input={{x: 0, y: 10, width: 40, height: 2}} />, {state, onScreen: true});
};

test('candidates are above the input with descriptions, and the current one is highlighted', () => {
	expect(painted(2, 1).rows().slice(8, 10)).toEqual([' word0  does something', '>word1  does something']);
});

test('shows only some of many candidates, with the position among them, and every row covers the text behind it', () => {
	const rows = painted(20, 12).text().split('\n');
	expect(rows.filter(row => row.includes('word'))).toHaveLength(8);
	expect(rows.find(row => row.includes('13 of 20'))).toBeDefined();
	expect(rows.find(row => row.startsWith('>'))).toContain('word12');
});

test('draws no box without candidates', () => {
	expect(painted(0, undefined).text().trim()).toBe('');
});
