import {expect, test} from 'vitest';
import {onDemand} from '../../src/lib/on-demand.ts';

test('an object on demand is read when a property is used that is not known', () => {
	let reads = 0;
	const read = () => {
		reads++;
		return {id: 'export', title: 'Export'};
	};
	const object = onDemand(read, {id: 'export'});
	expect(object.id).toBe('export');
	expect(reads).toBe(0);
	expect(object.title).toBe('Export');
	expect(reads).toBe(1);
	expect({...object}).toEqual({id: 'export', title: 'Export'});
	expect('title' in object).toBe(true);
});
