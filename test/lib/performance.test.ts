import {expect, test} from 'vitest';
import {performance as ours} from '../../src/lib/performance.ts';
import {sourceOf, sourcesIn} from '../helpers/imports.ts';

/** A moment by our clock, and between which moments of Node's it was read. */
function moment() {
	const [after, at, before] = [performance.now(), ours.now(), performance.now()];
	return {after, at, before};
}

test('the clock of the built program counts in ms, with fractions, and never goes back', () => {
	const times = Array.from({length: 1000}, () => ours.now());
	expect(times).toEqual([...times].sort((one, other) => one - other));
	expect(times.some(time => !Number.isInteger(time))).toBe(true);
	const [begin, end] = [moment(), moment()];
	expect(end.at - begin.at).toBeGreaterThanOrEqual(end.after - begin.before);
	expect(end.at - begin.at).toBeLessThanOrEqual(end.before - begin.after);
});

test('the program asks nothing of it that it has not: in the built program there is no other', () => {
	const asked = sourcesIn('src').flatMap(file =>
		[...sourceOf(file).matchAll(/\bperformance\.(\w+)/g)].flatMap(([, name = '']) =>
			name in ours || name === 'ts' ? [] : `${file}: ${name}`,
		),
	);
	expect(asked).toEqual([]);
});
