import {expect, test} from 'vitest';
import {nextTurn} from '../../../src/lib/clock.ts';
import {listBody} from '../../../src/service/serving/list-body.ts';

const records = (count: number) =>
	Array.from({length: count}, (_, id) => ({id, name: `Größe ${id}, "quoted"`, gone: undefined, none: null}));

test.each([151, 300, 301, 5000])('a list of %d records is the same JSON in parts', async count => {
	const list = records(count);
	expect(await new Response(listBody(list)).text()).toBe(JSON.stringify(list));
});

test('a short list has no parts', () => {
	expect([0, 1, 150].map(count => listBody(records(count)))).toEqual([undefined, undefined, undefined]);
});

test('other work runs between the parts, also if nobody reads, and the end of the reader ends it', async () => {
	let converted = 0;
	const list = records(1000).map(record => ({...record, toJSON: () => ++converted}));
	const reader = listBody(list)?.getReader();
	await reader?.read();
	const before = converted;
	await nextTurn();
	await nextTurn();
	expect(before).toBeLessThan(1000);
	expect(converted).toBeGreaterThan(before);
	await reader?.cancel();
	const atEnd = converted;
	await nextTurn();
	await nextTurn();
	expect(converted).toBe(atEnd);
	expect(atEnd).toBeLessThan(1000);
});
