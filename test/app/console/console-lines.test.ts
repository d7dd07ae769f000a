import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	diffChunks,
	findLastIndex,
	indexOfId,
	insertAt,
	type Line,
	lineAt,
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

test('inserting into 100,000 lines copies at most two chunks', () => {
	const lines = linesOf(many(100_000));
	for (const place of [100_000, 99_990, 50_000, 0]) {
		const next = insertAt(lines, place, aLine({id: 'x'}));
		const shared = new Set(lines.chunks);
		expect(next.chunks.filter(chunk => !shared.has(chunk)).length).toBeLessThanOrEqual(2);
	}
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
