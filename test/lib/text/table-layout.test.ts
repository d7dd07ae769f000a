import {expect, test} from 'vitest';
import {fitCell, fitColumns, headerCell, type TableColumn} from '../../../src/lib/text/table-layout.ts';

const column = (header: string, min: number, max: number, priority: number): TableColumn => ({
	header,
	width: {min, max},
	priority,
});

test('drops columns in their stated order when space is short, and never exceeds the width', () => {
	const columns = [column('name', 10, 20, 0), column('a', 8, 8, 2), column('b', 8, 12, 1)];
	const fitted = (width: number) =>
		fitColumns(columns, width).map(({column: {header}, width: of}) => `${header} ${of}`);
	expect(fitted(60)).toEqual(['name 20', 'a 8', 'b 12']);
	expect(fitted(28)).toEqual(['name 10', 'a 8', 'b 8']);
	expect(fitted(27)).toEqual(['name 18', 'b 8']);
	expect(fitted(18)).toEqual(['name 18']);
	expect(fitted(6)).toEqual(['name 6']);
});

test('with shared space, the widest column shrinks first to its readable width, then columns are dropped, then the rest shrinks to its minimum', () => {
	const name: TableColumn = {header: 'name', width: {min: 4, max: 20, readable: 10}, priority: 0};
	const columns = [name, column('id', 6, 14, 0), column('note', 5, 5, 1)];
	const fitted = (width: number) =>
		fitColumns(columns, width, {gap: 2, share: 'evenly'}).map(
			({column: {header}, width: of}) => `${header} ${of}`,
		);
	expect(fitted(100)).toEqual(['name 20', 'id 14', 'note 5']);
	expect(fitted(37)).toEqual(['name 14', 'id 14', 'note 5']);
	expect(fitted(26)).toEqual(['name 10', 'id 7', 'note 5']);
	expect(fitted(24)).toEqual(['name 11', 'id 11']);
	expect(fitted(13)).toEqual(['name 5', 'id 6']);
	expect(fitted(5)).toEqual(['name 4', 'id 6']);
});

test('a cell is aligned and truncated as its column declares, and a short header replaces a long one', () => {
	const cellOf = (over: Partial<TableColumn>, text: string, width: number) =>
		fitCell(text, {column: {...column('', 0, 0, 0), ...over}, width});
	expect(cellOf({}, 'eu-1', 6)).toBe('eu-1  ');
	expect(cellOf({align: 'right'}, '12', 4)).toBe('  12');
	expect(cellOf({cut: 'middle'}, 'survival-one', 7)).toBe('sur…one');
	const pending: TableColumn = {...column('PENDING', 5, 9, 0), shortHeader: 'PEND'};
	expect(headerCell({column: pending, width: 9})).toBe('PENDING  ');
	expect(headerCell({column: pending, width: 5})).toBe('PEND ');
});
