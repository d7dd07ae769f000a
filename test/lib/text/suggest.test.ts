import {expect, test} from 'vitest';
import {suggest} from '../../../src/lib/text/suggest.ts';

const words = ['restart', 'start', 'stop', 'servers', 'status', 'alerts'];

test.each([
	['restat', ['restart']],
	['RESTRAT', ['restart']],
	['alrets', ['alerts']],
	['stapr', ['start', 'stop']],
	['serves', ['servers']],
	['start-', ['start']],
])('%s is nearest to %s', (typed, found) => {
	expect(suggest(typed, words)).toEqual(found);
});

test('a word that is not a typo has no nearest word', () => {
	expect(suggest('xylophone', words)).toEqual([]);
	expect(suggest('', words)).toEqual([]);
});

test('names the first of 150,000 equally near words', () => {
	const words = Array.from({length: 150_000}, () => 'restart');
	expect(suggest('restrat', words)).toEqual(['restart', 'restart', 'restart']);
});
