import fc from 'fast-check';
import {expect, test} from 'vitest';
import {FastSegmenter} from '../../src/lib/fast-segmenter.ts';

const texts = fc.oneof(
	fc.string(),
	fc.string({unit: 'grapheme'}),
	fc.constant('a\r\nb'),
	fc.constant('\x1b[1mbold\x1b[22m ─\nnext'),
	fc.constant('\x1b[1me\u0301\x1b\u0301'),
	fc.constant('👩‍👩‍👧 ok'),
);

test('the fast segmenter splits every text like Intl.Segmenter', () => {
	fc.assert(
		fc.property(texts, fc.integer({min: -1, max: 12}), (text, at) => {
			const fast = new FastSegmenter(undefined, {granularity: 'grapheme'}).segment(text);
			const slow = new Intl.Segmenter(undefined, {granularity: 'grapheme'}).segment(text);
			expect([...fast]).toEqual([...slow]);
			expect(fast.containing(at)).toEqual(slow.containing(at));
		}),
	);
});

test('leaves words to Intl.Segmenter', () => {
	const fast = new FastSegmenter('en', {granularity: 'word'}).segment('two words');
	expect([...fast].map(({segment}) => segment)).toEqual(['two', ' ', 'words']);
});
