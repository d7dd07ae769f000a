import {expect, test} from 'vitest';
import {listWindow} from '../../../src/app/servers/list-view.ts';
import type {Unreadable} from '../../../src/contract/models/list.ts';
import {fieldOf} from '../../../src/app/kernel/text/text-field.ts';
import {after, aServer, viewChanged, polled} from '../../helpers/builders.ts';

const ids = ['a', 'b', 'c', 'd'];
const fleet = polled(
	ids.map(id =>
		aServer({id, displayName: id, nodeId: id < 'c' ? '1' : '2', nodeName: id < 'c' ? 'eu-1' : 'eu-2'}),
	),
);
const seen = (change: Parameters<typeof viewChanged>[0], {before = 0, room = 3} = {}) => {
	const {rows, unreadable} = listWindow(after(fleet, viewChanged({sort: 'name', ...change})), {before, room});
	return [
		...rows.map(row => (row.kind === 'group' ? `[${row.node}]` : row.id)),
		...unreadable.map(({id}) => id),
	];
};

test('the window moves as little as possible to include the cursor', () => {
	expect(seen({currentId: 'a'})).toEqual(['a', 'b', 'c']);
	expect(seen({currentId: 'd'})).toEqual(['b', 'c', 'd']);
	expect(seen({currentId: 'c'}, {before: 1})).toEqual(['b', 'c', 'd']);
});

test('the node header of the first visible server stays above it', () => {
	const grouped = {grouped: true, currentId: 'd'};
	expect(seen(grouped)).toEqual(['[eu-2]', 'c', 'd']);
	expect(seen({...grouped, currentId: 'b'}, {before: 2})).toEqual(['[eu-1]', 'b', '[eu-2]']);
});

test('unreadable records are below the servers, and do not match a filter', () => {
	const broken: Unreadable = {index: 4, id: 'broken', name: undefined, reason: 'no id'};
	const state = (text: string) => {
		const base = after(fleet, viewChanged({sort: 'name', filter: {field: fieldOf(text), editing: false}}));
		return {...base, fleet: {...base.fleet, unreadable: [broken]}};
	};
	expect(listWindow(state(''), {before: 0, room: 9}).unreadable).toEqual([broken]);
	expect(listWindow(state('a'), {before: 0, room: 9}).unreadable).toEqual([]);
});
