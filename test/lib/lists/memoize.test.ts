import {expect, test} from 'vitest';
import {memoize, perOwner} from '../../../src/lib/lists/memoize.ts';

test('computes a result once for the same parts, and keeps the previous one', () => {
	const computed: string[] = [];
	const list: readonly string[] = ['a'];
	const joined = memoize((parts: readonly string[], by: string) => {
		computed.push(by);
		return {text: parts.join(by)};
	});
	const comma = joined(list, ',');
	const dash = joined(list, '-');
	expect([joined(list, ','), joined(list, '-')]).toEqual([comma, dash]);
	expect(joined(list, ',')).toBe(comma);
	expect(computed).toEqual([',', '-']);
	joined(list, ';');
	joined(list, ',');
	expect(computed).toEqual([',', '-', ';', ',']);
});

test('distinguishes parts by their position', () => {
	const some = {};
	const places = memoize((...parts: readonly unknown[]) => parts);
	expect(places(some, undefined)).toEqual([some, undefined]);
	expect(places(undefined, some)).toEqual([undefined, some]);
	expect(places(some, null, 1)).toEqual([some, null, 1]);
	expect(places(null, some, 1)).toEqual([null, some, 1]);
});

test('calls for many objects do not displace the results of another', () => {
	let computed = 0;
	const sizeOf = memoize((list: readonly number[]) => {
		computed++;
		return list.length;
	});
	const lists = Array.from({length: 10}, (_, length) => Array.from({length}, () => 0));
	for (let turn = 0; turn < 3; turn++) for (const list of lists) expect(sizeOf(list)).toBe(list.length);
	expect(computed).toBe(lists.length);
});

test('each owner has its own value, the same one each time', () => {
	const listOf = perOwner((): string[] => []);
	const [one, other] = [{}, {}];
	listOf(one).push('a');
	expect([listOf(one), listOf(other)]).toEqual([['a'], []]);
});
