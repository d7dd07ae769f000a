import fc from 'fast-check';
import {expect, test} from 'vitest';
import {linearPattern, type Matcher, plainPattern} from '../../../src/lib/text/linear-pattern.ts';

const known = (...given: Parameters<typeof linearPattern>): Matcher => {
	const matcher = linearPattern(...given);
	if ('problem' in matcher) throw new Error(matcher.problem);
	return matcher;
};

// A backtracking engine needs years for each of these, so finishing at all is the proof.
test.each([
	'(a+)+$',
	'(a|a)*b',
	'(a|aa)+$',
	'(.*a){12}b',
	'.*.*.*=.*',
	'(x+x+)+y',
	'([a-z]+)*[0-9]',
	'(?:a?){60}a{60}$',
])('searches for /%s/ in a text that is built against it', source => {
	const text = `${'a'.repeat(20_000)}!`;
	expect(known(source).has(text)).toBe(false);
	expect(known(source).rangesIn(text)).toEqual([]);
});

test.each([
	['(?=.*a)b', {problem: 'lookAround'}],
	['(?<!x)y', {problem: 'lookAround'}],
	['(a)\\1', {problem: 'backReference'}],
	['(?<n>a)\\k<n>', {problem: 'backReference'}],
	['(.{0,50}){20}x', {problem: 'steps'}],
	['ba{2000}', {problem: 'syntax', engine: 'invalid repeat count', part: '{2000}'}],
	['(a', {problem: 'syntax', engine: 'missing closing )', part: ''}],
	['[a', {problem: 'syntax', engine: 'missing closing ]', part: ''}],
	['a|*b', {problem: 'syntax', engine: 'missing argument to repetition operator', part: '*'}],
])('rejects /%s/: %j', (source, problem) => {
	expect(linearPattern(source)).toEqual(problem);
});

test('accepts patterns that people write for consoles: addresses, IDs, times, words in brackets', () => {
	const said = 'Bob [U:1:22202] 76561197960287930 10.0.0.7:27005 at 03:12:44 (island)';
	for (const [source, found] of [
		['\\d{1,3}(?:\\.\\d{1,3}){3}:\\d+', '10.0.0.7:27005'],
		['7656119\\d{10}', '76561197960287930'],
		['\\[u:\\d:\\d+\\]', '[U:1:22202]'],
		['\\b\\d\\d:\\d\\d:\\d\\d\\b', '03:12:44'],
		['(?<who>^\\w+)', 'Bob'],
		['\\(\\w{3,16}\\)$', '(island)'],
		['\\p{Lu}\\w+', 'Bob'],
		['\\u0042ob', 'Bob'],
	] as const) {
		const [[from, to] = [0, 0]] = known(source).rangesIn(said);
		expect(said.slice(from, to)).toBe(found);
	}
});

test('positions refer to the original text, whatever it contains', () => {
	expect(known('b').rangesIn('😀ÄB b')).toEqual([
		[3, 4],
		[5, 6],
	]);
	expect(known('^b', {lines: true}).rangesIn('a\nb\nB')).toEqual([
		[2, 3],
		[4, 5],
	]);
	expect(known('B', {exact: true}).rangesIn('bB')).toEqual([[1, 2]]);
	expect(known('x*').rangesIn('axxb')).toEqual([[1, 3]]);
});

test('a pattern and plain words find the same text', () => {
	fc.assert(
		fc.property(
			fc.stringMatching(/^[ab.*() ]{1,4}$/),
			fc.stringMatching(/^[abAB.*() \n]{0,40}$/),
			(words, text) => {
				const pattern = known(words.replace(/[.*()]/g, '\\$&'));
				expect(plainPattern(words).rangesIn(text)).toEqual(pattern.rangesIn(text));
				expect(plainPattern(words).has(text)).toBe(pattern.has(text));
			},
		),
	);
});

test.each([10, 10_000, 1_000_000])('finds %i plain characters', length => {
	const words = 'Az'.repeat(length / 2);
	expect(plainPattern(words).has(`of ${words.toLowerCase()}.`)).toBe(true);
	expect(plainPattern(words).rangesIn(`of ${words.toLowerCase()}.`)).toEqual([[3, 3 + length]]);
	expect(plainPattern(words, {exact: true}).has(words.toLowerCase())).toBe(false);
});
