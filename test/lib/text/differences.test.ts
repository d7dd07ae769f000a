import {expect, test} from 'vitest';
import {lineChanges, newWords} from '../../../src/lib/text/differences.ts';
import {cpuMs} from '../../helpers/cpu-time.ts';

test('distinguishes lines in one text from lines in both', () => {
	expect(lineChanges(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual([
		{kind: 'same', lines: ['a']},
		{kind: 'removed', lines: ['b']},
		{kind: 'added', lines: ['x']},
		{kind: 'same', lines: ['c']},
	]);
	expect(lineChanges([], [])).toEqual([]);
});

test('marks new words, and the words together are the new text', () => {
	const pieces = newWords('players : 3 humans, 0 bots', 'players : 4 humans, 0 bots');
	expect(pieces.filter(({isNew}) => isNew)).toEqual([{text: '4', isNew: true}]);
	expect(pieces.map(({text}) => text).join('')).toBe('players : 4 humans, 0 bots');
	expect(newWords('same', 'same')).toEqual([{text: 'same', isNew: false}]);
	expect(newWords('', 'all of it')).toEqual([{text: 'all of it', isNew: true}]);
});

test('gives up early on texts with thousands of different lines', () => {
	const many = (word: string) => Array.from({length: 20_000}, (_, index) => `${word} ${index}`);
	const startedAt = cpuMs();
	lineChanges(many('from'), many('to'));
	expect(cpuMs() - startedAt).toBeLessThan(2000);
});
