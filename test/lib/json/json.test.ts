import fc from 'fast-check';
import {expect, test} from 'vitest';
import {maxDepth, tooDeepMark} from '../../../src/lib/json/depth.ts';
import {editableJson, parseJson, readJson} from '../../../src/lib/json/json.ts';
import {printable} from '../../../src/lib/text/text.ts';
import {jsonProblemText} from '../../../src/messages/text.ts';

/** The problem of a text, or undefined if it is valid. */
function problemOf(text: string): string | undefined {
	const read = readJson(text);
	return 'problem' in read ? jsonProblemText(read.problem) : undefined;
}

const problems: [text: string, problem: string][] = [
	['{"a": x}', 'line 1, column 7: a value is missing'],
	['{\n  "a": 1,\n}', 'line 3, column 1: there is a comma before }'],
	['[1 2]', 'line 1, column 4: a comma or ] is missing'],
	['{"a" 1}', 'line 1, column 6: a colon is missing'],
	["{'a': 1}", 'line 1, column 2: a name in double quotes is missing'],
	['{"a": "b', 'line 1, column 7: the text in quotes is invalid or not closed'],
	['{"a": [1,', 'line 1, column 10: the text ends too early, a value is missing'],
	['{} {}', 'line 1, column 4: there is text after the end'],
	['', 'line 1, column 1: the text ends too early, a value is missing'],
];

test.each(problems)('reports the error in %j with line and column', (text, problem) => {
	expect(problemOf(text)).toBe(problem);
});

test('every text that the engine rejects has an error with a position', () => {
	fc.assert(
		fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', 'x'), (text, where, put) => {
			const at = where % (text.length + 1);
			const problem = problemOf(text.slice(0, at) + put + text.slice(at + 1));
			expect(problem ?? 'line 1, column 1: ').toMatch(/^line \d+, column \d+: /);
		}),
	);
});

test('text for editing is printable and has the same meaning', () => {
	const value = {text: 'a\u202eb\x9b\u{e0001}\ud800ü', deep: [null, 1.5, {'k\x7f': true}]};
	const text = editableJson(value);
	expect(printable(text)).toBe(text);
	expect(text).toContain('ü');
	expect(readJson(text)).toEqual({value});
});

const deepText = '['.repeat(1_000_000);

test('parsing ends, however deep a text nests', () => {
	expect(problemOf(deepText)).toBe(`line 1, column ${maxDepth + 1}: it nests deeper than ${maxDepth} levels`);
	expect(problemOf(deepText + ']'.repeat(1_000_000))).toBe(`it nests deeper than ${maxDepth} levels`);
	expect(JSON.stringify(parseJson(`{"a": ${deepText}${']'.repeat(1_000_000)}}`))).toContain(tooDeepMark);
});
