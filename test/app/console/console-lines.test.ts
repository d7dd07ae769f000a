import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	chunkSize,
	diffChunks,
	findLastIndex,
	indexOfId,
	insertAt,
	type Line,
	lineAt,
	type Lines,
	linesOf,
	newestFirst,
	newestOf,
	noLines,
	oldestFirst,
	placeAfter,
	removeAt,
	replaceAt,
	sliceOf,
	withoutOldest,
} from '../../../src/app/console/record/lines.ts';
import {insertAllAt} from '../../../src/app/console/record/state.ts';
import {aLine} from '../../helpers/builders.ts';

const many = (count: number, from = 0): Line[] =>
	Array.from({length: count}, (_, index) => aLine({id: `l-${from + index}`, at: from + index}));

type Step = {what: 'insert' | 'append' | 'replace' | 'remove' | 'drop'; at: number};

test('behaves like an array under any operations', () => {
	const step = fc.record<Step>({
		what: fc.constantFrom('insert', 'append', 'append', 'replace', 'remove', 'drop'),
		at: fc.nat(2000),
	});
	fc.assert(
		fc.property(fc.nat(1500), fc.array(step, {maxLength: 60}), (count, steps) => {
			let array = many(count);
			let lines = linesOf(array);
			for (const [index, {what, at}] of steps.entries()) {
				const line = aLine({id: `new-${index}`});
				const place = array.length === 0 ? 0 : at % array.length;
				if (what === 'append') [array, lines] = [[...array, line], insertAt(lines, lines.length, line)];
				if (what === 'insert')
					[array, lines] = [array.toSpliced(place, 0, line), insertAt(lines, place, line)];
				if (what === 'drop') [array, lines] = [array.slice(at % 300), withoutOldest(lines, at % 300)];
				if (array.length === 0) continue;
				if (what === 'replace') [array, lines] = [array.with(place, line), replaceAt(lines, place, line)];
				if (what === 'remove') [array, lines] = [array.toSpliced(place, 1), removeAt(lines, place)];
			}
			expect(lines.length).toBe(array.length);
			expect([...oldestFirst(lines)]).toEqual(array);
			expect([...newestFirst(lines)]).toEqual(array.toReversed());
			expect(newestOf(lines, 7)).toEqual(array.slice(-7));
			expect(sliceOf(lines, 3, 700)).toEqual(array.slice(3, 700));
			for (const index of [0, 1, 255, 256, 700, -1, -300])
				expect(lineAt(lines, index)).toEqual(array.at(index));
			const last = array.at(-1);
			expect(findLastIndex(lines, line => line.id === last?.id)).toBe(array.length - 1);
			expect(array.map(({id}) => lineAt(lines, indexOfId(lines, id))?.id)).toEqual(array.map(({id}) => id));
			expect(indexOfId(lines, 'nowhere')).toBe(-1);
		}),
		{numRuns: 60},
	);
});

test('an insertion anywhere into 100,000 lines shares all but two chunks', () => {
	const lines = linesOf(many(100_000));
	for (const place of [100_000, 99_990, 50_000, 0]) {
		const next = insertAt(lines, place, aLine({id: 'x'}));
		const shared = new Set(lines.chunks);
		expect(next.chunks.filter(chunk => !shared.has(chunk)).length).toBeLessThanOrEqual(2);
	}
});

test('packs all but the newest entries, however they were added', () => {
	const isPacked = ({chunks}: Lines) => chunks.map(chunk => chunk.isPacked);
	let lines = noLines;
	for (const line of many(4 * chunkSize + 1)) lines = insertAt(lines, lines.length, line);
	expect(isPacked(lines)).toEqual([true, true, false, false, false]);
	expect([...oldestFirst(lines)]).toEqual(many(4 * chunkSize + 1));
	expect(isPacked(linesOf(many(4 * chunkSize)))).toEqual([true, false, false, false]);
	const later = insertAllAt(lines, lines.length, many(2 * chunkSize, 5000));
	expect(isPacked(later)).toEqual([true, true, true, true, false, false, false]);
});

test('versions with packed entries differ only in the changed ones', () => {
	const before = linesOf([...many(1000), aLine({id: 'p', status: 'pending', at: 5000})]);
	const packed = insertAllAt(before, before.length, many(1000, 5000));
	const after = replaceAt(packed, 3, aLine({id: 'l-3', at: 3, response: 'late'}));
	const {removed, added} = diffChunks(packed, after);
	expect([removed, added].map(lines => lines.map(({id}) => id))).toEqual([['l-3'], ['l-3']]);
});

test('inserts a time before pending lines and after lines that are not later', () => {
	const pending = aLine({id: 'p', status: 'pending', at: 1});
	const lines = linesOf([...many(600), pending]);
	expect(placeAfter(lines, 1_000_000)).toBe(600);
	expect(placeAfter(lines, 300)).toBe(301);
	expect(placeAfter(lines, -1)).toBe(0);
	expect(placeAfter(noLines, 5)).toBe(0);
});

test('two versions report the removed and the added lines', () => {
	const lines = linesOf(many(1000));
	const later = insertAt(withoutOldest(removeAt(lines, 500), 2), 997, aLine({id: 'new'}));
	const {removed, added} = diffChunks(lines, later);
	expect(removed.map(({id}) => id)).toEqual(['l-0', 'l-1', 'l-500']);
	expect(added.map(({id}) => id)).toEqual(['new']);
});
