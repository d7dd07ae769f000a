import {expect, test} from 'vitest';
import {cellsBy, type ListColumn} from '../../../src/app/kernel/text/spans.ts';

test('a column creates a cell only on request, and no other cell with it', () => {
	const requested: string[] = [];
	const column = (id: string, more: Partial<ListColumn<number>> = {}): ListColumn<number> => ({
		id,
		header: id,
		width: {min: 1, max: 9},
		priority: 0,
		value: (item, now) => (requested.push(id), `${item} at ${now}`),
		...more,
	});
	const cell = cellsBy([column('one'), column('two', {style: item => (item > 4 ? 'warning' : undefined)})])(
		5,
	);
	expect(requested).toEqual([]);
	expect(cell('two', 7)).toEqual({text: '5 at 7', tone: 'warning'});
	expect(requested).toEqual(['two']);
	expect(cell('one', 8)).toEqual({text: '5 at 8', tone: 'plain'});
});
