import fc from 'fast-check';
import {expect, test} from 'vitest';
import * as field from '../../../src/app/kernel/text/text-field.ts';

const at = (text: string): field.TextField => ({text: text.replace('|', ''), cursor: text.indexOf('|')});
const show = ({text, cursor}: field.TextField) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

test.each<[string, field.Edit, string, string]>([
	['left', field.left, 'ab|c', 'a|bc'],
	['left at the start', field.left, '|abc', '|abc'],
	['right', field.right, 'a|bc', 'ab|c'],
	['right at the end', field.right, 'abc|', 'abc|'],
	['right over an emoji sequence', field.right, '|👨‍👩‍👧x', '👨‍👩‍👧|x'],
	['backspace over a combining character', field.backspace, 'xe\u0301|', 'x|'],
	['backspace over a wide character', field.backspace, '漢字|', '漢|'],
	['delete', field.deleteForward, 'a|漢b', 'a|b'],
	['home', field.home, 'ab|', '|ab'],
	['end', field.end, '|ab', 'ab|'],
	['erase to the start', field.deleteToStart, 'ab|cd', '|cd'],
	['erase to the end', field.deleteToEnd, 'ab|cd', 'ab|'],
	['erase a word', field.deleteWord, 'kick bob |', 'kick |'],
	['erase a word in the middle', field.deleteWord, 'kick bo|b now', 'kick |b now'],
	['erase a word at the start', field.deleteWord, '|kick', '|kick'],
])('%s', (_, edit, before, after) => {
	expect(show(edit(at(before)))).toBe(after);
});

test('the cursor always stays between two graphemes, whatever is typed', () => {
	const edits = [field.left, field.right, field.backspace, field.deleteForward, field.deleteWord, field.home];
	const segmenter = new Intl.Segmenter(undefined, {granularity: 'grapheme'});
	fc.assert(
		fc.property(
			fc.array(
				fc.oneof(fc.string({unit: 'grapheme', minLength: 1, maxLength: 3}), fc.constantFrom(...edits)),
			),
			steps => {
				let now = field.emptyField;
				for (const step of steps) {
					now = typeof step === 'string' ? field.insert(field.end(now), step) : step(now);
					const borders = new Set([...segmenter.segment(now.text)].map(({index}) => index));
					expect(borders.has(now.cursor) || now.cursor === now.text.length).toBe(true);
				}
			},
		),
	);
});

test('typing replaces a suggested text, and any navigation key keeps it', () => {
	const offered = field.offeredField('ListPlayers');
	expect(field.insert(offered, 's')).toEqual(field.fieldOf('s'));
	for (const move of [field.end, field.right]) {
		expect(field.insert(move(offered), '2')).toEqual(field.fieldOf('ListPlayers2'));
	}
	expect(field.insert(field.backspace(offered), 'z')).toEqual(field.fieldOf('ListPlayerz'));
	expect(field.insert(field.home(offered), 'x')).toEqual({text: 'xListPlayers', cursor: 1});
	expect(field.offeredField('')).toEqual(field.emptyField);
});
