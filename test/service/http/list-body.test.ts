import {expect, test} from 'vitest';
import {nextTurn} from '../../../src/lib/time/clock.ts';
import {listBody} from '../../../src/service/http/router.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

const records = (count: number, padding = 100) =>
	Array.from({length: count}, (_, id) => ({
		id,
		name: `Größe ${id}, "quoted"${'x'.repeat(padding)}`,
		gone: undefined,
		none: null,
	}));

/** The body of a list, and how often it has ended. */
function aBody(list: readonly unknown[]) {
	const clock = manualClock();
	let ends = 0;
	const body = listBody(list, clock, () => void ends++);
	return {clock, body, ends: () => ends};
}

test.each([0, 1, 300, 5000])('a list of %d records is the same JSON in parts', async count => {
	const list = records(count);
	const {body, ends} = aBody(list);
	expect(await new Response(body).text()).toBe(JSON.stringify(list));
	expect(ends()).toBe(1);
});

test('a list that nobody reads is not converted, and a client that stops reading is disconnected', async () => {
	let converted = 0;
	const list = records(1000, 500).map(record => ({...record, toJSON: () => `${++converted}${record.name}`}));
	const {clock, body, ends} = aBody(list);
	const reader = body.getReader();
	await reader.read();
	await nextTurn();
	await nextTurn();
	expect(converted).toBeLessThan(500);
	expect(ends()).toBe(0);
	await clock.advance(60_000);
	expect(ends()).toBe(1);
	await expect(reader.read()).rejects.toMatchObject({key: 'general.too_many_requests'});
});

test.each([100, 40_000])('a part of a list has a limited length for any records: %d', async padding => {
	const lengths: number[] = [];
	for await (const {length} of aBody(records(2_000_000 / padding, padding)).body) lengths.push(length);
	expect(lengths.length).toBeGreaterThan(15);
	expect(Math.max(...lengths)).toBeLessThan(64 * 1024 + 45_000);
});

test('the end of the reader ends a list', async () => {
	const {body, ends} = aBody(records(1000));
	const reader = body.getReader();
	await reader.read();
	await reader.cancel();
	expect(ends()).toBe(1);
});
